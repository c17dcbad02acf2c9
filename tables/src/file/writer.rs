//! From values in memory to the bytes of a file.

use cozy_chess::Color;
use rayon::prelude::*;

use super::{
    block::Block,
    codec::{Counter, Encoder, Frame, walk},
    grid::{Grid, SIDE},
    header::Header,
    index,
};
use crate::{endgame::layout::Layout, memory::plain::PlainTable};

/// The compression level that is used unless someone asks for another.
pub const LEVEL_DEFAULT: u8 = 5;

/// The highest compression level.
pub const LEVEL_MAX: u8 = 9;

/// The bytes of a table. A higher `level` (1..=[`LEVEL_MAX`]) makes them fewer and takes longer.
/// Works on the current rayon pool; the bytes are the same for any number of threads.
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
    let mut bytes = header.to_bytes();
    let (_, identity, _) = Header::parse_prefix(&bytes).expect("the header is sound");
    bytes.extend(index::write(&blocks, identity));
    blocks.iter().for_each(|block| bytes.extend(block));
    bytes
}

/// How much work is put into a table.
#[derive(Clone, Copy)]
struct Effort {
    /// Blocks on which each way to lay out blocks is tried.
    tried_blocks: usize,
    /// Blocks from which probabilities are taken.
    counted_blocks: usize,
}

impl Effort {
    fn new(level: u8) -> Effort {
        let level = u32::from(level.clamp(1, LEVEL_MAX));
        Effort { tried_blocks: 1 << (2 * level - 2) >> 2, counted_blocks: 64 << (level + 1) }
    }
}

/// How the blocks of a table are laid out and coded.
struct Plan {
    grid: Grid,
    /// The side to move that is coded first.
    first: Color,
}

impl Plan {
    /// The plan that makes the fewest bytes of some sample blocks; the first one if none are tried.
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

    /// Any two digits may run in a block, and either side be the first.
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
