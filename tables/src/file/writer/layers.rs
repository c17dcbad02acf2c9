//! The layers of a table that is packed, whether its values are in memory or are assembled part by part.

use std::{cell::RefCell, ops::Range, sync::Arc};

use drawproof_board::Color;

use super::super::{codec::Model, grid::Grid};
use crate::{
    endgame::layout::Layout,
    memory::{
        plain::{PlainTable, TableParts},
        values::TableMemory,
    },
    value::{
        metric::Metric,
        width::{RawCell, Width},
    },
};

/// One layer of a table in memory: a byte for each value.
#[derive(Clone)]
pub struct Layer<'t> {
    /// The layout of the table.
    pub layout: &'t Arc<Layout>,
    /// What the numbers of the values count.
    pub metric: Metric,
    /// Of a value of the table, all layers together.
    pub width: Width,
    /// The values.
    pub values: Values<'t>,
    /// Where one side to move is packed, the positions that a capture or promotion decides, by `[side to
    /// move][word]`.
    pub decided: Option<[&'t [u64]; 2]>,
    /// What decisions cost, to choose values by there.
    pub model: Option<&'t Model>,
}

/// Where the values of a layer are.
#[derive(Clone, Copy)]
pub enum Values<'t> {
    /// In memory, by `[side to move][index]`.
    Whole([&'t [RawCell]; 2]),
    /// Of a pawn slice with this number, in memory.
    Slice([&'t [RawCell]; 2], usize),
    /// Assembled part by part.
    Parts(&'t dyn TableParts),
}

/// The values of a pawn slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceValues<'t> {
    /// The layout of the table.
    pub layout: &'t Arc<Layout>,
    /// What the numbers of the values count.
    pub metric: Metric,
    /// The number of the slice.
    pub slice: usize,
    /// The values, with a second layer if any does not fit a cell.
    pub memory: &'t TableMemory,
}

/// The values of some blocks in a row.
pub struct Window<'w> {
    /// By `[side to move]`, from the first index of the first block on.
    pub cells: [&'w [RawCell]; 2],
    /// The number of the first block.
    pub first: usize,
}

thread_local! {
    /// The cells of the part that a thread works on, by side to move.
    static ASSEMBLED: RefCell<[Vec<RawCell>; 2]> = RefCell::default();
}

impl<'t> Layer<'t> {
    /// The first layer of a table.
    pub fn of(table: &'t PlainTable) -> Layer<'t> {
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
    pub fn all(table: &'t PlainTable) -> Vec<Layer<'t>> {
        let mut layers = vec![Layer::of(table)];
        if let [Some(white), Some(black)] = Color::ALL.map(|side| table.far(side)) {
            layers.push(Layer { values: Values::Whole([white, black]), ..Layer::of(table) });
        }
        layers
    }

    /// The layers of a pawn slice.
    pub fn of_slice(of: &SliceValues<'t>) -> Vec<Layer<'t>> {
        let SliceValues { layout, metric, slice, memory: TableMemory { cells, far, .. } } = *of;
        let width = if far.is_some() { Width::Two } else { Width::One };
        let layers = std::iter::once(cells).chain(far);
        layers
            .map(|cells| {
                let values = Values::Slice(cells.each_ref().map(|side| &**side), slice);
                Layer { layout, metric, width, values, decided: None, model: None }
            })
            .collect()
    }

    /// The blocks of a grid that the layer has.
    pub fn blocks(&self, grid: &Grid) -> Range<usize> {
        match self.values {
            Values::Slice(_, slice) => grid.blocks_of(&(slice..slice + 1)),
            Values::Whole(_) | Values::Parts(_) => 0..grid.blocks(),
        }
    }

    /// The number of blocks whose values are read at once, in a row from a multiple of it on.
    pub fn window(&self, blocks: usize) -> usize {
        match self.values {
            Values::Whole(_) => blocks,
            Values::Slice(..) | Values::Parts(_) => blocks / self.layout.outer_count(),
        }
    }

    /// The `numbers` of blocks, which rise, in lists that are worked on one by one: each within a window
    /// ([`Layer::window`]) of a grid of `blocks` blocks, and of `most` at most.
    pub fn lists<'n>(&self, blocks: usize, numbers: &'n [usize], most: usize) -> Vec<&'n [usize]> {
        let window = self.window(blocks);
        let windows = numbers.chunk_by(|a, b| a / window == b / window);
        match self.values {
            Values::Whole(_) | Values::Slice(..) => {
                windows.flat_map(|numbers| numbers.chunks(most)).collect()
            }
            Values::Parts(_) => windows.collect(),
        }
    }

    /// Calls `read` with the values of the window of a grid of `blocks` blocks that a block is in.
    pub fn read<T>(&self, blocks: usize, number: usize, read: impl FnOnce(&Window) -> T) -> T {
        let table = match self.values {
            Values::Whole(cells) => return read(&Window { cells, first: 0 }),
            Values::Slice(cells, slice) => {
                return read(&Window { cells, first: slice * self.window(blocks) });
            }
            Values::Parts(table) => table,
        };
        let window = self.window(blocks);
        let places = self.layout.part_count();
        let mut memory = ASSEMBLED.take();
        memory.iter_mut().for_each(|cells| cells.resize(places, 0));
        table.assemble(number / window, memory.each_mut().map(|cells| &mut cells[..]));
        let cells = memory.each_ref().map(|cells| &cells[..]);
        let result = read(&Window { cells, first: number / window * window });
        ASSEMBLED.set(memory);
        result
    }
}
