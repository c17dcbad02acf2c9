//! Encodes a table in memory as the bytes of a file.

use std::{
    cell::RefCell,
    ops::Range,
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
    memory::{parts::TableParts, plain::PlainTable},
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
    let values = Values::Whole(Color::ALL.map(|side| table.cells(side)));
    let decided = Some(decided);
    let layer = Layer { values, decided, ..Layer::of(table) };
    pack_layers(vec![layer], level, progress)
}

/// The bytes that [`pack_with`] returns for the same values in memory. Each part is assembled about three
/// times. Panics if a part is smaller than a block, as those of three men are.
pub fn pack_parts(table: &dyn TableParts, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let (layout, metric) = (table.layout(), table.metric());
    assert!(layout.digits() > 1, "a part holds whole blocks");
    let values = Values::Parts(table);
    let layer = Layer { layout, metric, width: Width::One, values, decided: None, model: None };
    pack_layers(vec![layer], level, progress)
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
        let plans = Plan::all(layer.layout);
        let effort = Effort::new(level, &plans);
        let work = Work::new(effort, &plans, &|_| {});
        let Plan { grid, first } = Plan::best(plans, layer, effort, &work);
        let counted = sample(grid.blocks(), blocks);
        let bits = count(layer, (&grid, first), &counted, &work).cost_bits();
        let bits = bits * grid.blocks() as u64 / counted.len() as u64;
        index::bytes(grid.blocks()) as u64 + bits / 8
    };
    Layer::all(table).iter().map(bytes_of).sum()
}

/// One layer of a table in memory: a byte for each value.
#[derive(Clone)]
struct Layer<'t> {
    layout: &'t Arc<Layout>,
    metric: Metric,
    /// Of a value of the table, all layers together.
    width: Width,
    values: Values<'t>,
    /// Where one side to move is packed, the positions that a capture or promotion decides, by `[side to
    /// move][word]`.
    decided: Option<[&'t [u64]; 2]>,
    /// What decisions cost, to choose values by there.
    model: Option<&'t Model>,
}

/// Where the values of a layer are.
#[derive(Clone, Copy)]
enum Values<'t> {
    /// In memory, by `[side to move][index]`.
    Whole([&'t [RawCell]; 2]),
    /// Assembled part by part.
    Parts(&'t dyn TableParts),
}

/// The values of some blocks in a row.
struct Window<'w> {
    /// By `[side to move]`, from the first index of the first block on.
    cells: [&'w [RawCell]; 2],
    /// The number of the first block.
    first: usize,
}

thread_local! {
    /// The cells of the part that a thread works on, by side to move.
    static ASSEMBLED: RefCell<[Vec<RawCell>; 2]> = RefCell::default();
}

impl<'t> Layer<'t> {
    /// The first layer of a table.
    fn of(table: &'t PlainTable) -> Layer<'t> {
        Layer {
            layout: table.layout(),
            metric: table.metric(),
            width: table.width(),
            values: Values::Whole(Color::ALL.map(|side| table.cells(side))),
            decided: None,
            model: None,
        }
    }

    /// The layers of a table.
    fn all(table: &'t PlainTable) -> Vec<Layer<'t>> {
        let mut layers = vec![Layer::of(table)];
        if let [Some(white), Some(black)] = Color::ALL.map(|side| table.far(side)) {
            layers.push(Layer { values: Values::Whole([white, black]), ..Layer::of(table) });
        }
        layers
    }

    /// The number of blocks whose values are read at once, in a row from a multiple of it on.
    fn window(&self, blocks: usize) -> usize {
        match self.values {
            Values::Whole(_) => blocks,
            Values::Parts(_) => blocks / self.layout.outer_count(),
        }
    }

    /// The `numbers` of blocks, which rise, in lists that are worked on one by one: each within a window
    /// ([`Layer::window`]) of a grid of `blocks` blocks, and of `most` at most.
    fn lists<'n>(&self, blocks: usize, numbers: &'n [usize], most: usize) -> Vec<&'n [usize]> {
        let window = self.window(blocks);
        let windows = numbers.chunk_by(|a, b| a / window == b / window);
        match self.values {
            Values::Whole(_) => windows.flat_map(|numbers| numbers.chunks(most)).collect(),
            Values::Parts(_) => windows.collect(),
        }
    }

    /// Calls `read` with the values of the window of a grid of `blocks` blocks that a block is in.
    fn read<T>(&self, blocks: usize, number: usize, read: impl FnOnce(&Window) -> T) -> T {
        let table = match self.values {
            Values::Whole(cells) => return read(&Window { cells, first: 0 }),
            Values::Parts(table) => table,
        };
        let window = self.window(blocks);
        let places = self.layout.count() / self.layout.outer_count();
        let mut memory = ASSEMBLED.take();
        memory.iter_mut().for_each(|cells| cells.resize(places, 0));
        table.assemble(number / window, memory.each_mut().map(|cells| &mut cells[..]));
        let cells = memory.each_ref().map(|cells| &cells[..]);
        let result = read(&Window { cells, first: number / window * window });
        ASSEMBLED.set(memory);
        result
    }
}

fn pack_layer(layer: &Layer, number: u8, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let plans = Plan::all(layer.layout);
    let effort = Effort::new(level, &plans);
    let work = Work::new(effort, &plans, progress);
    let Plan { grid, first } = Plan::best(plans, layer, effort, &work);
    let counted = sample(grid.blocks(), effort.counted_blocks);
    let is_whole = matches!(layer.values, Values::Whole(_));
    let keeps = is_whole && layer.decided.is_none() && counted.len() <= KEPT_BLOCKS_MAX;
    let (mut model, kept) = if keeps {
        let traced = parallel::map(counted.len(), |place| {
            let (mut trace, mut rows) = (Trace::new(), Rows::new());
            layer.read(grid.blocks(), counted[place], |window| {
                trace_block(&mut trace, layer, (&grid, first), (counted[place], window), &mut rows);
            });
            work.add(1);
            trace.fitted()
        });
        let mut counter = Counter::new();
        traced.iter().for_each(|trace| counter.add(trace));
        (counter.model(), traced)
    } else {
        (count(layer, (&grid, first), &counted, &work).model(), Vec::new())
    };
    let kept_trace = |number| kept.get(counted.binary_search(&number).ok()?);
    // Values are chosen by what they cost, which depends on the values that are chosen: one round.
    let chosen_by = model.clone();
    let mut layer = layer.clone();
    if layer.decided.is_some() {
        layer.model = Some(&chosen_by);
        model = count(&layer, (&grid, first), &counted, &work).model();
    }
    let layer = &layer;
    let code = |numbers: Range<usize>, window: &Window| {
        with_memory(|Memory { traces, rows }| {
            let new = numbers.clone().filter(|&number| kept_trace(number).is_none()).count();
            traces.iter_mut().for_each(Trace::clear);
            if new > 0 {
                let places = numbers.start - window.first..numbers.end - window.first;
                let mut blocks = Block::gather_neighbours(window.cells, &grid, places);
                for ((number, block), trace) in numbers.clone().zip(&mut blocks).zip(&mut *traces) {
                    if kept_trace(number).is_none() {
                        trace_gathered(trace, layer, (&grid, first), (number, block), rows);
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
    };
    let blocks = match layer.values {
        Values::Whole(cells) => {
            let window = &Window { cells, first: 0 };
            parallel::map_ranges(grid.blocks(), TOGETHER, |numbers| code(numbers, window))
        }
        Values::Parts(_) => {
            parallel::map_ranges(grid.blocks(), layer.window(grid.blocks()), |all| {
                layer.read(grid.blocks(), all.start, |window| {
                    let together = all.clone().step_by(TOGETHER);
                    let ranges = together.map(|first| first..all.end.min(first + TOGETHER));
                    ranges.flat_map(|numbers| code(numbers, window)).collect()
                })
            })
        }
    };
    let blocks: Vec<Vec<u8>> = blocks.into_iter().flatten().collect();
    let data_bytes: u64 = blocks.iter().map(|block| block.len() as u64).sum();
    let header = Header { layout: layer.layout.clone(), grid, first, model, data_bytes };
    let header = header.to_bytes(effort.zstd_level);
    let sides = if layer.decided.is_some() { Sides::One(first) } else { Sides::Both };
    let prefix = Prefix::new(layer.metric, layer.width, number, sides, &header);
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
        // All grids have as many blocks each, so that the values of a part serve all plans.
        let blocks = plans.first().expect("every layout has a grid").grid.blocks();
        let numbers = sample(blocks, effort.tried_blocks);
        let tried: Vec<_> = plans.iter().map(|plan| (&plan.grid, plan.first)).collect();
        let counters = count_plans(layer, &tried, &numbers, work);
        let cost = |counter: &Counter| counter.cost_bits() * blocks as u64 / numbers.len() as u64;
        let best = counters.iter().enumerate().min_by_key(|(_, counter)| cost(counter));
        let place = best.expect("every layout has a grid").0;
        plans.into_iter().nth(place).expect("there are as many counters")
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

/// Counts the decisions of some blocks by a grid and the side to move that is coded first.
fn count(layer: &Layer, plan: (&Grid, Color), numbers: &[usize], work: &Work) -> Counter {
    let counters = count_plans(layer, &[plan], numbers, work);
    counters.into_iter().next().expect("as many counters as plans")
}

/// Counts the decisions of some blocks by each of some plans, all of which have as many blocks.
fn count_plans(
    layer: &Layer,
    plans: &[(&Grid, Color)],
    numbers: &[usize],
    work: &Work,
) -> Vec<Counter> {
    /// Blocks that share a counter, but for those of a part.
    const SHARE: usize = 64;
    let blocks = plans.first().map_or(0, |(grid, _)| grid.blocks());
    // Counters are large, and lists of parts short.
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

/// Adds the decisions of a block, whose values are in a window, to `trace`. `rows` is scratch memory.
fn trace_block(
    trace: &mut Trace,
    layer: &Layer,
    (grid, first): (&Grid, Color),
    (number, window): (usize, &Window),
    rows: &mut Rows,
) {
    let mut block = Block::gather(window.cells, grid, number - window.first);
    trace_gathered(trace, layer, (grid, first), (number, &mut block), rows);
}

/// Adds the decisions of a numbered block to `trace`. The cells of the block are those of the table,
/// and become those of the file. `rows` is scratch memory.
fn trace_gathered(
    trace: &mut Trace,
    layer: &Layer,
    (grid, first): (&Grid, Color),
    (number, block): (usize, &mut Block),
    rows: &mut Rows,
) {
    let (processor, frame) = (Processor::this(), Frame::new(layer.layout, grid, number, SIDE));
    match layer.decided {
        None => trace_known(processor, trace, &frame, first, block, rows),
        Some(decided) => {
            let decided = decided[first as usize];
            choose_values(block, &frame, first, (grid, number), (decided, layer.model));
            trace_known_first(processor, trace, &frame, first, block, rows);
        }
    }
}
