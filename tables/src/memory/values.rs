//! Memory for the values of a table, or of a slice of one that has no memory as a whole: of the process, in mapped
//! files, or addresses alone.

use std::{io, ops::Range, sync::Arc};

use drawproof_board::Color;

use super::aligned::{Aligned, Backing, Mapped};
use crate::{
    endgame::layout::Layout,
    value::{
        cell::Cell,
        outcome::Value,
        width::{RawCell, Width},
    },
};

/// Memory for the values of a table or of one of its slices, both sides to move. New memory is all zeros.
#[derive(Clone, Debug)]
pub struct TableMemory {
    /// The cells of the first layer, `[side to move][index]`.
    pub cells: [Aligned<RawCell>; 2],
    /// The legal positions, `[side to move][word]`, bit = lane.
    pub legal: [Aligned<u64>; 2],
    /// The second layer, `[side to move][index]`; `None` if all values fit a cell.
    pub far: Option<[Aligned<RawCell>; 2]>,
}

impl TableMemory {
    /// Allocates memory for the values of a table, in the process and not in scratch files.
    pub fn new(layout: &Layout, width: Width) -> TableMemory {
        TableMemory::of_process(layout.count(), width)
    }

    /// Allocates memory for the values of one pawn slice, with a second layer, in the process and
    /// not in scratch files.
    pub fn of_slice(layout: &Layout) -> TableMemory {
        TableMemory::of_process(layout.part_count(), Width::Two)
    }

    fn of_process(count: usize, width: Width) -> TableMemory {
        let layer = || [0; 2].map(|_| Aligned::new(count));
        TableMemory {
            cells: layer(),
            legal: [0; 2].map(|_| Aligned::new(count / 64)),
            far: (width == Width::Two).then(layer),
        }
    }

    /// Reserves addresses for a table. They read as zeros and take memory only where something is
    /// written, until [`PlainTable::forget_parts`] returns that memory.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot reserve the addresses.
    ///
    /// [`PlainTable::forget_parts`]: super::plain::PlainTable::forget_parts
    pub(super) fn addresses(layout: &Layout, width: Width) -> io::Result<TableMemory> {
        TableMemory::in_maps(layout.count(), width, |bytes, _| {
            let map = memmap2::MmapOptions::new().len(bytes).no_reserve_swap().map_anon()?;
            Ok(Mapped::new(map.into(), Backing::Nothing, 0))
        })
    }

    /// Makes memory for the given number of values in maps. `map` makes each map, given its size in
    /// bytes and whether it is for a second layer.
    pub(super) fn in_maps(
        count: usize,
        width: Width,
        map: impl Fn(usize, bool) -> io::Result<Arc<Mapped>>,
    ) -> io::Result<TableMemory> {
        let layer = |is_far| -> io::Result<[Aligned<RawCell>; 2]> {
            Ok([Aligned::of_bytes(map(count, is_far)?), Aligned::of_bytes(map(count, is_far)?)])
        };
        let words = || io::Result::Ok(Aligned::of_words(map(count / 8, false)?));
        Ok(TableMemory {
            cells: layer(false)?,
            legal: [words()?, words()?],
            far: if width == Width::Two { Some(layer(true)?) } else { None },
        })
    }

    /// Returns the values with `side_to_move` to move in a range of indices, which must begin at
    /// the start of a word.
    #[inline]
    pub fn part(&self, side_to_move: Color, indices: Range<usize>) -> SolvedPart<'_> {
        let side = side_to_move as usize;
        SolvedPart {
            cells: &self.cells[side][indices.clone()],
            far: self.far.as_ref().map(|far| &far[side][indices.clone()]),
            legal: &self.legal[side][indices.start / 64..indices.end / 64],
        }
    }
}

/// The cells and legal positions of one king pair or pawn slice, with one side to move.
///
/// A place is an index within the king pair or slice: `index % 64^digits`.
#[derive(Clone, Copy, Debug)]
pub struct SolvedPart<'a> {
    /// The [`Cell`] bytes, `[place]`, `64^digits` of them; illegal positions read as draws.
    pub cells: &'a [RawCell],
    /// The second layer, `[place]` (see [`Cell::value_beyond`]); `None` if all values fit a cell.
    pub far: Option<&'a [RawCell]>,
    /// The legal positions, `[word]`, `64^digits / 64` words, bit = lane.
    pub legal: &'a [u64],
}

impl SolvedPart<'_> {
    /// Returns whether the index `place` within the part is a legal position.
    #[inline]
    pub fn is_legal(&self, place: usize) -> bool {
        self.legal[place / 64] >> (place % 64) & 1 != 0
    }

    /// Returns the value at index `place` within the part, for the side to move. Illegal positions
    /// read as draws.
    #[inline]
    pub fn value(&self, place: usize) -> Value {
        Cell::from_byte(self.cells[place]).value_beyond(self.far.map_or(0, |far| far[place]))
    }
}
