//! Encodes a table in memory as the bytes of a file.

use std::sync::atomic::{AtomicUsize, Ordering};

use drawproof_board::Color;
use rayon::prelude::*;

use super::{
    block::Block,
    codec::{Counter, Encoder, Frame, walk},
    grid::{Grid, SIDE},
    header::Header,
    index,
    prefix::Prefix,
};
use crate::{endgame::layout::Layout, memory::plain::PlainTable, value::cell::Cell};

/// The default compression level.
pub const LEVEL_DEFAULT: u8 = 5;

/// The highest compression level.
pub const LEVEL_MAX: u8 = 9;

/// The bytes of a table, in the current version of the format. A higher `level` (1..=[`LEVEL_MAX`])
/// takes longer and returns fewer bytes. Works on the current rayon pool; the bytes are the same for
/// any number of threads.
pub fn pack(table: &PlainTable, level: u8) -> Vec<u8> {
    pack_with(table, level, &|_| {})
}

/// [`pack`], which calls `progress` now and then with the share of the work that is done, 0 to 1.
/// Called by several threads.
pub fn pack_with(table: &PlainTable, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    /// The share of the work before the blocks are coded, on average.
    const PLANNING: f64 = 0.2;
    let effort = Effort::new(level);
    let Plan { grid, first } = Plan::best(table, effort);
    let counted = sample(grid.blocks(), effort.counted_blocks);
    let model = count(table, &grid, first, &counted).model();
    let done = AtomicUsize::new(0);
    let blocks: Vec<Vec<u8>> = (0..grid.blocks())
        .into_par_iter()
        .map(|number| {
            let mut encoder = Encoder::new(&model);
            walk_block(&mut encoder, table, &grid, first, number);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(64) {
                progress(PLANNING + (1.0 - PLANNING) * done as f64 / grid.blocks() as f64);
            }
            encoder.finish()
        })
        .collect();
    let data_bytes = blocks.iter().map(|block| block.len() as u64).sum();
    let header = Header { layout: table.layout().clone(), grid, first, model, data_bytes };
    let header = header.to_bytes();
    let prefix = Prefix::new(PlainTable::METRIC, Cell::WIDTH, &header);
    let mut bytes = prefix.followed_by(&header);
    bytes.extend(index::write(&blocks, prefix.identity));
    blocks.iter().for_each(|block| bytes.extend(block));
    bytes
}

/// The effort of a compression level.
#[derive(Clone, Copy)]
struct Effort {
    /// Blocks on which each plan is tried.
    tried_blocks: usize,
    /// Blocks whose decisions determine the probabilities.
    counted_blocks: usize,
}

impl Effort {
    fn new(level: u8) -> Effort {
        let level = u32::from(level.clamp(1, LEVEL_MAX));
        Effort { tried_blocks: 1 << (2 * level - 2) >> 2, counted_blocks: 64 << (level + 1) }
    }
}

/// The grid of a table and the order of its sides.
struct Plan {
    grid: Grid,
    /// The side to move that is coded first.
    first: Color,
}

impl Plan {
    /// The plan that codes some sample blocks in the fewest bits; the first plan if no block is tried.
    fn best(table: &PlainTable, effort: Effort) -> Plan {
        let plans = Plan::all(table.layout());
        if effort.tried_blocks == 0 {
            return plans.into_iter().next().expect("every layout has a grid");
        }
        let cost = |plan: &Plan| {
            let blocks = plan.grid.blocks();
            let numbers = sample(blocks, effort.tried_blocks);
            let counter = count(table, &plan.grid, plan.first, &numbers);
            counter.cost_bits() * blocks as u64 / numbers.len() as u64
        };
        plans.into_iter().min_by_key(cost).expect("every layout has a grid")
    }

    /// All plans: any two digits may vary within a block, and either side may be first.
    fn all(layout: &Layout) -> Vec<Plan> {
        let mut plans = Vec::new();
        for high in 1..layout.digits().max(2) as u8 {
            for low in 0..high {
                for first in [Color::Black, Color::White] {
                    plans.extend(Grid::new(layout, [high, low]).map(|grid| Plan { grid, first }));
                }
            }
        }
        plans
    }
}

/// At most `wanted` of the numbers below `count`, evenly spread.
fn sample(count: usize, wanted: usize) -> Vec<usize> {
    let taken = count.min(wanted);
    (0..taken).map(|n| (2 * n + 1) * count / (2 * taken)).collect()
}

/// Counts the decisions of some blocks.
fn count(table: &PlainTable, grid: &Grid, first: Color, numbers: &[usize]) -> Counter {
    /// Blocks that share a counter.
    const SHARE: usize = 64;
    let counters = numbers.par_chunks(SHARE).map(|numbers| {
        let mut counter = Counter::new();
        numbers.iter().for_each(|&n| walk_block(&mut counter, table, grid, first, n));
        counter
    });
    counters.reduce(Counter::new, |a, b| a.plus(&b))
}

fn walk_block(
    coder: &mut impl super::codec::Coder,
    table: &PlainTable,
    grid: &Grid,
    first: Color,
    number: usize,
) {
    let mut block = Block::gather(table, grid, number);
    walk(coder, &Frame::new(table.layout(), grid, number, SIDE), first, None, &mut block);
}
