//! The decisions that code a layer's blocks by each plan, and the choice of the plan that takes the
//! fewest bits.

use std::ops::Range;

use drawproof_board::Color;
use rayon::prelude::*;

use super::{
    super::{
        codec::{Counter, Frame, Rows, Trace, trace_known, trace_known_first},
        grid::{Block, Grid, SIDE},
        sides::choose_values,
    },
    layers::{Layer, Values, Window},
    plans::{Effort, Plan, Work},
};
use crate::vectors::Vectors;

/// Returns the plan of `plans` that codes the sample blocks in the fewest bits; the first plan if
/// no block is tried.
pub fn best_plan(plans: Vec<Plan>, layer: &Layer, effort: Effort, work: &Work) -> Plan {
    if effort.tried_blocks == 0 {
        return plans.into_iter().next().expect("every layout has a grid");
    }
    // All grids have the same number of blocks, so the values of a part serve all plans.
    let tried = layer.blocks(&plans[0].grid);
    let numbers = sample(tried.clone(), effort.tried_blocks);
    let grids: Vec<_> = plans.iter().map(|plan| (&plan.grid, plan.first)).collect();
    let counters = count_plans(layer, &grids, &numbers, work);
    let cost = |counter: &Counter| counter.cost_bits() * tried.len() as u64 / numbers.len() as u64;
    let best = counters.iter().enumerate().min_by_key(|(_, counter)| cost(counter));
    let place = best.expect("every layout has a grid").0;
    plans.into_iter().nth(place).expect("there are as many counters")
}

/// Samples at most `wanted` numbers of a range, one from each of as many equal subranges. The
/// sampled numbers are not periodic, because with a period of 64 blocks one man would be on the
/// same square in all of them.
pub fn sample(numbers: Range<usize>, wanted: usize) -> Vec<usize> {
    let count = numbers.len();
    let taken = count.min(wanted);
    let first = |n: usize| n * count / taken.max(1);
    let place = |n: usize| {
        // The fractional parts of multiples of the golden ratio.
        let fraction = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let length = (first(n + 1) - first(n)) as u64;
        numbers.start + first(n) + ((fraction * length) >> 32) as usize
    };
    (0..taken).map(place).collect()
}

/// Counts the decisions of the blocks `numbers`, given a grid and the side to move that is coded
/// first.
pub fn count(layer: &Layer, plan: (&Grid, Color), numbers: &[usize], work: &Work) -> Counter {
    let counters = count_plans(layer, &[plan], numbers, work);
    counters.into_iter().next().expect("as many counters as plans")
}

/// Counts the decisions of some blocks by each of some plans, which must all have the same number
/// of blocks.
fn count_plans(
    layer: &Layer,
    plans: &[(&Grid, Color)],
    numbers: &[usize],
    work: &Work,
) -> Vec<Counter> {
    /// The number of blocks that share a counter, except with values assembled part by part.
    const SHARE: usize = 64;
    let blocks = plans.first().map_or(0, |(grid, _)| grid.blocks());
    // Counters are large, and the lists of parts are short.
    let least = if matches!(layer.values, Values::Parts(_)) { 16 } else { 1 };
    let new = || plans.iter().map(|_| Counter::new()).collect::<Vec<_>>();
    let lists = layer.lists(blocks, numbers, SHARE);
    let add = |mut counters: Vec<Counter>, numbers: &[usize]| {
        let (mut trace, mut rows) = (Trace::new(), Rows::new());
        layer.read(blocks, numbers[0], |window| {
            for (&plan, counter) in plans.iter().zip(&mut counters) {
                for &number in numbers {
                    trace.clear();
                    trace_block(&mut trace, layer, plan, (number, window), &mut rows);
                    counter.add(&trace);
                    work.add(1);
                    work.report();
                }
            }
        });
        counters
    };
    let sum = |a: Vec<Counter>, b: Vec<Counter>| {
        a.into_iter().zip(&b).map(|(a, b)| a.plus(b)).collect::<Vec<_>>()
    };
    lists.into_par_iter().with_min_len(least).fold(new, add).reduce(new, sum)
}

/// Appends the decisions of a block to `trace`. The values of the block must be in the window.
/// `rows` is scratch memory.
pub fn trace_block(
    trace: &mut Trace,
    layer: &Layer,
    (grid, first): (&Grid, Color),
    (number, window): (usize, &Window),
    rows: &mut Rows,
) {
    let mut block = Block::gather(window.cells, grid, number - window.first);
    trace_gathered(trace, layer, (grid, first), (number, &mut block), rows);
}

/// Appends the decisions of block `number` to `trace`. On entry, `block` has the cells of the
/// table; afterwards it has the cells of the file. `rows` is scratch memory.
pub fn trace_gathered(
    trace: &mut Trace,
    layer: &Layer,
    (grid, first): (&Grid, Color),
    (number, block): (usize, &mut Block),
    rows: &mut Rows,
) {
    let (vectors, frame) = (Vectors::best(), Frame::new(layer.layout, grid, number, SIDE));
    match layer.decided {
        None => trace_known(vectors, trace, &frame, first, block, rows),
        Some(decided) => {
            let decided = decided[first as usize];
            choose_values(block, &frame, first, (grid, number), (decided, layer.model));
            trace_known_first(vectors, trace, &frame, first, block, rows);
        }
    }
}
