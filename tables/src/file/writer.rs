//! Encodes a table in memory as the bytes of a file.

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
    let effort = Effort::new(level);
    let Plan { grid, first } = Plan::best(table, effort);
    let counted = sample(grid.blocks(), effort.counted_blocks);
    let model = count(table, &grid, first, &counted).model();
    let blocks: Vec<Vec<u8>> = (0..grid.blocks())
        .into_par_iter()
        .map(|number| {
            let mut encoder = Encoder::new(&model);
            walk_block(&mut encoder, table, &grid, first, number);
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

/// The number of blocks that [`pack`] walks through at a level, the trials that choose the coding
/// included, and the number of blocks of the table.
pub fn blocks_walked(layout: &Layout, level: u8) -> (usize, usize) {
    let effort = Effort::new(level);
    let plans = Plan::all(layout);
    let blocks = plans.first().expect("every layout has a grid").grid.blocks();
    let tried = plans.len() * effort.tried_blocks.min(blocks);
    (blocks + tried + effort.counted_blocks.min(blocks), blocks)
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
