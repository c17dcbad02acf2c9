//! Encodes a table in memory as the bytes of a file.

mod layers;
mod plans;
mod trials;

use std::{cell::RefCell, ops::Range};

use drawproof_board::Color;

pub use self::layers::SliceValues;
pub use self::plans::{LEVEL_DEFAULT, LEVEL_FAST, LEVEL_MAX, LEVEL_SMALL, blocks_walked};
use self::{
    layers::{Layer, Values, Window},
    plans::{Effort, KEPT_BLOCKS_MAX, Plan, Work},
    trials::{best_plan, count, sample, trace_block, trace_gathered},
};
use super::{
    codec::{Counter, Rows, TOGETHER, Trace, encode},
    grid::Block,
    header::{Directory, Header, Prefix},
    index,
    sides::Sides,
};
use crate::{
    endgame::material::NormalMaterial,
    memory::plain::{PlainTable, TableParts},
    parallel,
    value::{metric::Metric, width::Width},
    vectors::Vectors,
};

/// Packs a table into the bytes of a file, in the current version of the format. A higher `level`
/// (1 to [`LEVEL_MAX`]) takes longer and yields fewer bytes. Runs on the current rayon pool; the
/// bytes are the same for any number of threads.
pub fn pack(table: &PlainTable, level: u8) -> Vec<u8> {
    pack_with(table, level, &|_| {})
}

/// Packs a table as [`pack`] does. From time to time, several threads call `progress` with the
/// fraction of the work that is done, 0 to 1.
pub fn pack_with(table: &PlainTable, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    pack_layers(Layer::all(table), level, progress)
}

/// Packs the values of a pawn slice, in the form used in a table whose slices are packed
/// separately.
pub fn pack_slice(slice: &SliceValues, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    pack_layers(Layer::of_slice(slice), level, progress)
}

/// Returns the first bytes of a table whose slices are packed separately. The bytes of the slices
/// ([`pack_slice`]) must follow in the order of their numbers; `slice_bytes` are their sizes.
/// `width` is the greatest width among the slices.
pub fn head_of_slices(
    material: NormalMaterial,
    (metric, width): (Metric, Width),
    slice_bytes: Vec<u64>,
) -> Vec<u8> {
    let header = Directory { material, slice_bytes }.to_bytes();
    Prefix::new((metric, width), (Prefix::DIRECTORY, true), Sides::Both, &header)
        .followed_by(&header)
}

/// Packs the values of only one side to move, the side that takes fewer bytes. Otherwise works like
/// [`pack_with`], which packs both sides. `decided` has the positions in which a capture or
/// promotion is a best move, `[side to move][word]`, bit = lane. Panics unless the table has
/// distances to mate of one byte each.
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

/// Packs a table whose values are assembled one king pair or pawn slice at a time, into the bytes
/// that [`pack_with`] would return. Each part is assembled about three times. Panics if a king pair
/// or slice has fewer values than a block, as with three men.
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

/// Estimates the number of bytes that [`pack`] would return, from at most `blocks` blocks of each
/// layer.
pub fn packed_bytes_about(table: &PlainTable, level: u8, blocks: usize) -> u64 {
    let bytes_of = |layer: &Layer| {
        let plans = Plan::all(layer.layout);
        let effort = Effort::new(level, &plans);
        let work = Work::new(effort, &plans, &|_| {});
        let Plan { grid, first } = best_plan(plans, layer, effort, &work);
        let counted = sample(layer.blocks(&grid), blocks);
        let bits = count(layer, (&grid, first), &counted, &work).cost_bits();
        let bits = bits * grid.blocks() as u64 / counted.len() as u64;
        index::bytes(grid.blocks()) as u64 + bits / 8
    };
    Layer::all(table).iter().map(bytes_of).sum()
}

fn pack_layer(layer: &Layer, number: u8, level: u8, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let plans = Plan::all(layer.layout);
    let effort = Effort::new(level, &plans);
    let work = Work::new(effort, &plans, progress);
    let Plan { grid, first } = best_plan(plans, layer, effort, &work);
    let all_blocks = layer.blocks(&grid);
    let counted = sample(all_blocks.clone(), effort.counted_blocks);
    let is_whole = !matches!(layer.values, Values::Parts(_));
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
    // Values are chosen by their costs, which depend on the values chosen. One round of this is
    // enough.
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
            let mut coded = Vec::from(encode(Vectors::best(), &model, coded));
            coded.truncate(numbers.len());
            coded
        })
    };
    let blocks = match layer.values {
        Values::Whole(cells) | Values::Slice(cells, _) => {
            let first = all_blocks.start;
            let window = &Window { cells, first };
            parallel::map_ranges(all_blocks.len(), TOGETHER, |numbers| {
                code(numbers.start + first..numbers.end + first, window)
            })
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
    let is_sliced = matches!(layer.values, Values::Slice(..));
    let layout = layer.layout.clone();
    let header = Header { layout, grid, blocks: all_blocks, first, model, data_bytes };
    let header = header.to_bytes(effort.zstd_level);
    let sides = if layer.decided.is_some() { Sides::One(first) } else { Sides::Both };
    let values = (layer.metric, layer.width);
    let prefix = Prefix::new(values, (number, is_sliced), sides, &header);
    let mut bytes = prefix.followed_by(&header);
    bytes.extend(index::write(&blocks, prefix.identity));
    bytes.reserve_exact(data_bytes as usize);
    blocks.into_iter().for_each(|block| bytes.extend(block));
    bytes
}

/// The memory of a thread that packs, reused from block to block because the system takes long to
/// clear new memory.
struct Memory {
    traces: [Trace; TOGETHER],
    rows: Rows,
}

/// Calls `work` with this thread's memory.
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
