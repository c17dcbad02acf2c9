//! The layers of a table that is packed. Its values are in memory, or are assembled part by part.

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

/// One layer of a table to pack: one byte for each value.
#[derive(Clone)]
pub struct Layer<'t> {
    /// The layout of the table.
    pub layout: &'t Arc<Layout>,
    /// The metric of the values.
    pub metric: Metric,
    /// The width of the table's values, all layers together.
    pub width: Width,
    /// The location of the values.
    pub values: Values<'t>,
    /// The positions that a capture or promotion decides, `[side to move][word]`, if one side to
    /// move is packed.
    pub decided: Option<[&'t [u64]; 2]>,
    /// The costs of decisions, to choose the values of the positions in `decided`.
    pub model: Option<&'t Model>,
}

/// The location of a layer's values.
#[derive(Clone, Copy)]
pub enum Values<'t> {
    /// In memory: the values of the whole table, `[side to move][index]`.
    Whole([&'t [RawCell]; 2]),
    /// In memory: the values of the pawn slice with this number.
    Slice([&'t [RawCell]; 2], usize),
    /// Nowhere yet: the values are assembled when they are read, one king pair or pawn slice at a
    /// time.
    Parts(&'t dyn TableParts),
}

/// The values of a pawn slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceValues<'t> {
    /// The layout of the table.
    pub layout: &'t Arc<Layout>,
    /// The metric of the values.
    pub metric: Metric,
    /// The number of the slice.
    pub slice: usize,
    /// The values of the slice, with a second layer if some number does not fit into a cell.
    pub memory: &'t TableMemory,
}

/// The values of a run of consecutive blocks.
pub struct Window<'w> {
    /// The cells, `[side to move][index]`, starting with the first index of the first block.
    pub cells: [&'w [RawCell]; 2],
    /// The number of the first block.
    pub first: usize,
}

thread_local! {
    /// The cells of the part that a thread processes, by side to move.
    static ASSEMBLED: RefCell<[Vec<RawCell>; 2]> = RefCell::default();
}

impl<'t> Layer<'t> {
    /// Returns the first layer of a table.
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

    /// Returns the layers of a table.
    pub fn all(table: &'t PlainTable) -> Vec<Layer<'t>> {
        let mut layers = vec![Layer::of(table)];
        if let [Some(white), Some(black)] = Color::ALL.map(|side| table.far(side)) {
            layers.push(Layer { values: Values::Whole([white, black]), ..Layer::of(table) });
        }
        layers
    }

    /// Returns the layers of the pawn slice `of`.
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

    /// Returns the range of blocks of `grid` that the layer covers.
    pub fn blocks(&self, grid: &Grid) -> Range<usize> {
        match self.values {
            Values::Slice(_, slice) => grid.blocks_of(&(slice..slice + 1)),
            Values::Whole(_) | Values::Parts(_) => 0..grid.blocks(),
        }
    }

    /// Returns the number of consecutive blocks whose values are read at once. Windows begin at
    /// multiples of this number.
    pub fn window(&self, blocks: usize) -> usize {
        match self.values {
            Values::Whole(_) => blocks,
            Values::Slice(..) | Values::Parts(_) => blocks / self.layout.outer_count(),
        }
    }

    /// Splits the block `numbers`, which are ascending, into lists to process one after the other.
    /// Each list is within a window ([`Layer::window`]) of a grid of `blocks` blocks, and has at
    /// most `most` numbers.
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

    /// Calls `read` with the values of the window that contains block `number`, in a grid of
    /// `blocks` blocks.
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
