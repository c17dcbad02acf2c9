//! Encodes a table in memory as the bytes of a file.

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use drawproof_board::Color;
use rayon::prelude::*;

use super::{
    block::Block,
    codec::{Counter, Frame, Model, Rows, TOGETHER, Trace, encode, trace_known, trace_known_first},
    grid::{Grid, SIDE},
    header::Header,
    index,
    prefix::Prefix,
    sides::{Sides, choose_values},
};
use crate::{
    endgame::layout::Layout,
    memory::plain::PlainTable,
    parallel,
    processor::Processor,
    value::{
        metric::Metric,
        width::{RawCell, Width},
    },
};

/// A compression level for files that are soon written, `fast`.
pub const LEVEL_FAST: u8 = 3;

/// The default compression level.
pub const LEVEL_DEFAULT: u8 = 5;

/// A compression level for small files, `small`.
pub const LEVEL_SMALL: u8 = 8;

/// The highest compression level.
pub const LEVEL_MAX: u8 = 9;

/// The decisions of counted blocks are kept, if they are so few: about 50 KB a block.
const KEPT_BLOCKS_MAX: usize = 512;

/// The bytes of a table, in the current version of the format. A higher `level` (1..=[`LEVEL_MAX`])
/// takes longer and returns fewer bytes. Works on the current rayon pool; the bytes are the same for
/// any number of threads.
pub fn pack(table: &PlainTable, level: u8) -> Vec<u8> {
    pack_with(table, level, &|_| {})
}

/// [`pack`], which calls `progress` now and then with the share of the work that is done, 0 to 1.
/// Called by several threads.
pub fn pack_with(table: &PlainTable, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    pack_layers(Layer::all(table), level, progress)
}

/// The bytes of a table with the values of one side to move, that which takes fewer bytes; else as
/// [`pack_with`]. `decided`: the positions in which a capture or promotion is a best move, by `[side to
/// move][word]`, bit = lane. Panics unless the table is of distances to mate, one byte each.
pub fn pack_one_side(
    table: &PlainTable,
    decided: [&[u64]; 2],
    level: u8,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<u8> {
    assert!(table.metric() == Metric::Dtm && table.width() == Width::One);
    let cells = Color::ALL.map(|side| table.cells(side));
    pack_layers(vec![Layer { table, cells, decided: Some(decided), model: None }], level, progress)
}

fn pack_layers(layers: Vec<Layer>, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let mut packed = layers.iter().enumerate().map(|(number, layer)| {
        let progress = |done: f64| progress((number as f64 + done) / layers.len() as f64);
        pack_layer(layer, number as u8, level, &progress)
    });
    let mut bytes = packed.next().expect("a table has a layer");
    packed.for_each(|more| bytes.extend(more));
    bytes
}

/// The bytes that [`pack`] would return, extrapolated from at most `blocks` blocks of each layer.
pub fn packed_bytes_about(table: &PlainTable, level: u8, blocks: usize) -> u64 {
    let bytes_of = |layer: &Layer| {
        let plans = Plan::all(layer.layout());
        let effort = Effort::new(level, &plans);
        let work = Work::new(effort, &plans, &|_| {});
        let Plan { grid, first } = Plan::best(plans, layer, effort, &work);
        let counted = sample(grid.blocks(), blocks);
        let bits = count(layer, &grid, first, &counted, &work).cost_bits();
        let bits = bits * grid.blocks() as u64 / counted.len() as u64;
        index::bytes(grid.blocks()) as u64 + bits / 8
    };
    Layer::all(table).iter().map(bytes_of).sum()
}

/// One layer of a table in memory: a byte for each value.
#[derive(Clone)]
struct Layer<'t> {
    table: &'t PlainTable,
    /// By `[side to move][index]`.
    cells: [&'t [RawCell]; 2],
    /// Where one side to move is packed, the positions that a capture or promotion decides, by `[side to
    /// move][word]`.
    decided: Option<[&'t [u64]; 2]>,
    /// What decisions cost, to choose values by there.
    model: Option<&'t Model>,
}

impl Layer<'_> {
    /// The layers of a table.
    fn all(table: &PlainTable) -> Vec<Layer<'_>> {
        let mut layers = vec![Layer {
            table,
            cells: Color::ALL.map(|side| table.cells(side)),
            decided: None,
            model: None,
        }];
        if let [Some(white), Some(black)] = Color::ALL.map(|side| table.far(side)) {
            layers.push(Layer { table, cells: [white, black], decided: None, model: None });
        }
        layers
    }

    fn layout(&self) -> &Arc<Layout> {
        self.table.layout()
    }
}

fn pack_layer(layer: &Layer, number: u8, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let plans = Plan::all(layer.layout());
    let effort = Effort::new(level, &plans);
    let work = Work::new(effort, &plans, progress);
    let Plan { grid, first } = Plan::best(plans, layer, effort, &work);
    let counted = sample(grid.blocks(), effort.counted_blocks);
    let (mut model, kept) = if layer.decided.is_none() && counted.len() <= KEPT_BLOCKS_MAX {
        let traced = parallel::map(counted.len(), |place| {
            let (mut trace, mut rows) = (Trace::new(), Rows::new());
            trace_block(&mut trace, layer, &grid, first, counted[place], &mut rows);
            work.add(1);
            trace.fitted()
        });
        let mut counter = Counter::new();
        traced.iter().for_each(|trace| counter.add(trace));
        (counter.model(), traced)
    } else {
        (count(layer, &grid, first, &counted, &work).model(), Vec::new())
    };
    let kept_trace = |number| kept.get(counted.binary_search(&number).ok()?);
    // Values are chosen by what they cost, which depends on the values that are chosen: one round.
    let chosen_by = model.clone();
    let mut layer = layer.clone();
    if layer.decided.is_some() {
        layer.model = Some(&chosen_by);
        model = count(&layer, &grid, first, &counted, &work).model();
    }
    let layer = &layer;
    let blocks = parallel::map_ranges(grid.blocks(), TOGETHER, |numbers| {
        with_memory(|Memory { traces, rows }| {
            let new = numbers.clone().filter(|&number| kept_trace(number).is_none()).count();
            traces.iter_mut().for_each(Trace::clear);
            if new > 0 {
                let mut blocks = Block::gather_neighbours(layer.cells, &grid, numbers.clone());
                for ((number, block), trace) in numbers.clone().zip(&mut blocks).zip(&mut *traces) {
                    if kept_trace(number).is_none() {
                        trace_gathered(trace, layer, &grid, first, (number, block), rows);
                    }
                }
                work.add(new);
            }
            let coded: [&Trace; TOGETHER] = std::array::from_fn(|place| {
                kept_trace(numbers.start + place).unwrap_or(&traces[place])
            });
            let mut coded = Vec::from(encode(Processor::this(), &model, coded));
            coded.truncate(numbers.len());
            coded
        })
    });
    let blocks: Vec<Vec<u8>> = blocks.into_iter().flatten().collect();
    let data_bytes: u64 = blocks.iter().map(|block| block.len() as u64).sum();
    let header = Header { layout: layer.layout().clone(), grid, first, model, data_bytes };
    let header = header.to_bytes(effort.zstd_level);
    let table = layer.table;
    let sides = if layer.decided.is_some() { Sides::One(first) } else { Sides::Both };
    let prefix = Prefix::new(table.metric(), table.width(), number, sides, &header);
    let mut bytes = prefix.followed_by(&header);
    bytes.extend(index::write(&blocks, prefix.identity));
    bytes.reserve_exact(data_bytes as usize);
    blocks.into_iter().for_each(|block| bytes.extend(block));
    bytes
}

/// Memory of a thread that packs, used for block after block: the system takes long to clear new memory.
struct Memory {
    traces: [Trace; TOGETHER],
    rows: Rows,
}

/// Calls `work` with the memory of this thread.
fn with_memory<T>(work: impl FnOnce(&mut Memory) -> T) -> T {
    thread_local! {
        static MEMORY: RefCell<Option<Box<Memory>>> = const { RefCell::new(None) };
    }
    let taken = MEMORY.with(RefCell::take);
    let new = || Box::new(Memory { traces: [const { Trace::new() }; TOGETHER], rows: Rows::new() });
    let mut memory = taken.unwrap_or_else(new);
    let result = work(&mut memory);
    MEMORY.with(|kept| kept.replace(Some(memory)));
    result
}

/// The number of blocks that [`pack`] walks through at a level, the trials that choose the coding
/// included, and the number of blocks of the table.
pub fn blocks_walked(layout: &Layout, level: u8) -> (usize, usize) {
    let plans = Plan::all(layout);
    let blocks = plans.first().expect("every layout has a grid").grid.blocks();
    (walked(Effort::new(level, &plans), &plans), blocks)
}

/// The number of blocks to walk: those that `plans` are tried on, those whose decisions are counted, and
/// all of them, the counted ones once more unless their decisions are kept. The grids of the plans have
/// about as many blocks each.
fn walked(effort: Effort, plans: &[Plan]) -> usize {
    let blocks = plans.first().map_or(0, |plan| plan.grid.blocks());
    let counted = effort.counted_blocks.min(blocks);
    let twice = if counted <= KEPT_BLOCKS_MAX { 0 } else { counted };
    plans.len() * effort.tried_blocks.min(blocks) + twice + blocks
}

/// The work of packing in blocks to walk, and how much of it is done.
struct Work<'a> {
    blocks: usize,
    done: AtomicUsize,
    progress: &'a (dyn Fn(f64) + Sync),
}

impl Work<'_> {
    /// The work of trying `plans` and of coding by the best of them.
    fn new<'a>(effort: Effort, plans: &[Plan], progress: &'a (dyn Fn(f64) + Sync)) -> Work<'a> {
        Work { blocks: walked(effort, plans), done: AtomicUsize::new(0), progress }
    }

    /// Some more blocks are done. Progress is reported after about every hundredth of all.
    fn add(&self, blocks: usize) {
        let before = self.done.fetch_add(blocks, Ordering::Relaxed);
        let hundredth = |done: usize| 100 * done / self.blocks.max(1);
        if hundredth(before + blocks) > hundredth(before) {
            self.report();
        }
    }

    /// Reports progress: after each block of a sample, too, since blocks that lie far apart bring much
    /// of a table in a scratch file into memory, which the caller may bound.
    fn report(&self) {
        let done = self.done.load(Ordering::Relaxed);
        (self.progress)((done as f64 / self.blocks.max(1) as f64).min(1.0));
    }
}

/// The effort of a compression level.
#[derive(Clone, Copy)]
struct Effort {
    /// Blocks on which each plan is tried.
    tried_blocks: usize,
    /// Blocks whose decisions determine the probabilities.
    counted_blocks: usize,
    /// The zstd level of the model.
    zstd_level: i32,
}

impl Effort {
    /// The effort of a level for tables that these plans are for.
    fn new(level: u8, plans: &[Plan]) -> Effort {
        /// Tables of more blocks, those of five men, need larger samples: otherwise files grow by
        /// more than a tenth. The time is a small share of theirs.
        const BLOCKS_OF_SMALL_TABLES: usize = 2048;
        let level = level.clamp(1, LEVEL_MAX);
        let tried_blocks = [0, 1, 8, 12, 40, 256, 1024, 4096, 16384];
        let counted_blocks = [64, 128, 192, 256, 512, 8192, 16384, 32768, 65536];
        let is_above_default = level > LEVEL_DEFAULT;
        let is_large = plans.iter().any(|plan| plan.grid.blocks() > BLOCKS_OF_SMALL_TABLES);
        let times = if is_large && !is_above_default { 4 } else { 1 };
        Effort {
            tried_blocks: times * tried_blocks[usize::from(level) - 1],
            counted_blocks: times * counted_blocks[usize::from(level) - 1],
            zstd_level: if is_above_default { 19 } else { 9 },
        }
    }
}

/// The grid of a table and the order of its sides.
struct Plan {
    grid: Grid,
    /// The side to move that is coded first.
    first: Color,
}

impl Plan {
    /// The plan of `plans` that codes some sample blocks in the fewest bits; the first plan if no block
    /// is tried.
    fn best(plans: Vec<Plan>, layer: &Layer, effort: Effort, work: &Work) -> Plan {
        if effort.tried_blocks == 0 {
            return plans.into_iter().next().expect("every layout has a grid");
        }
        let cost = |plan: &Plan| {
            let blocks = plan.grid.blocks();
            let numbers = sample(blocks, effort.tried_blocks);
            let counter = count(layer, &plan.grid, plan.first, &numbers, work);
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

/// At most `wanted` of the numbers below `count`, one in each of as many ranges, at places that no period of the
/// numbers shares: numbers of blocks are squares of men, and every 64th has one man on the same square.
fn sample(count: usize, wanted: usize) -> Vec<usize> {
    let taken = count.min(wanted);
    let first = |n: usize| n * count / taken.max(1);
    let place = |n: usize| {
        // The fractional parts of multiples of the golden ratio.
        let fraction = (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let length = (first(n + 1) - first(n)) as u64;
        first(n) + ((fraction * length) >> 32) as usize
    };
    (0..taken).map(place).collect()
}

/// Counts the decisions of some blocks.
fn count(layer: &Layer, grid: &Grid, first: Color, numbers: &[usize], work: &Work) -> Counter {
    /// Blocks that share a counter.
    const SHARE: usize = 64;
    let counters = numbers.par_chunks(SHARE).map(|numbers| {
        let (mut counter, mut trace, mut rows) = (Counter::new(), Trace::new(), Rows::new());
        for &number in numbers {
            trace.clear();
            trace_block(&mut trace, layer, grid, first, number, &mut rows);
            counter.add(&trace);
            work.add(1);
            work.report();
        }
        counter
    });
    counters.reduce(Counter::new, |a, b| a.plus(&b))
}

/// Adds the decisions of a block to `trace`. `rows` is scratch memory.
fn trace_block(
    trace: &mut Trace,
    layer: &Layer,
    grid: &Grid,
    first: Color,
    number: usize,
    rows: &mut Rows,
) {
    let mut block = Block::gather(layer.cells, grid, number);
    trace_gathered(trace, layer, grid, first, (number, &mut block), rows);
}

/// Adds the decisions of a numbered block to `trace`. The cells of the block are those of the table,
/// and become those of the file. `rows` is scratch memory.
fn trace_gathered(
    trace: &mut Trace,
    layer: &Layer,
    grid: &Grid,
    first: Color,
    (number, block): (usize, &mut Block),
    rows: &mut Rows,
) {
    let (processor, frame) = (Processor::this(), Frame::new(layer.layout(), grid, number, SIDE));
    match layer.decided {
        None => trace_known(processor, trace, &frame, first, block, rows),
        Some(decided) => {
            let decided = decided[first as usize];
            choose_values(block, &frame, first, (grid, number), (decided, layer.model));
            trace_known_first(processor, trace, &frame, first, block, rows);
        }
    }
}
