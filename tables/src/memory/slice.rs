//! Memory for the values of one pawn slice of a table that has no memory as a whole.

use std::io;

use drawproof_board::Color;

use super::{aligned::Aligned, plain::SolvedPart, scratch::ScratchFiles};
use crate::{endgame::layout::Layout, value::width::RawCell};

/// The values of a pawn slice, both sides to move, with a second layer that takes memory where something is written
/// only.
#[derive(Debug)]
pub struct SliceMemory {
    /// The cells by `[side to move][place]`.
    pub cells: [Aligned<RawCell>; 2],
    /// The second layer by `[side to move][place]`.
    pub far: [Aligned<RawCell>; 2],
    /// The legal positions by `[side to move][word]`, bit = lane.
    pub legal: [Aligned<u64>; 2],
}

impl SliceMemory {
    /// Zeros for a slice of a layout, in memory of the process.
    pub fn new(layout: &Layout) -> SliceMemory {
        let places = layout.count() / layout.outer_count();
        let layer = || [0; 2].map(|_| Aligned::new(places));
        let legal = [0; 2].map(|_| Aligned::new(places / 64));
        SliceMemory { cells: layer(), far: layer(), legal }
    }

    /// Zeros for a slice of a layout, in scratch files.
    ///
    /// # Errors
    ///
    /// As [`ScratchFiles::table`].
    pub fn in_files(files: &ScratchFiles, layout: &Layout) -> io::Result<SliceMemory> {
        let places = layout.count() / layout.outer_count();
        let layer = |reserved| -> io::Result<_> {
            Ok([files.bytes(places, reserved)?, files.bytes(places, reserved)?])
        };
        let legal = [files.words(places / 64)?, files.words(places / 64)?];
        Ok(SliceMemory { cells: layer(true)?, far: layer(false)?, legal })
    }

    /// The values of a side to move. `has_far`: whether the second layer holds more than zeros.
    pub fn part(&self, side_to_move: Color, has_far: bool) -> SolvedPart<'_> {
        let side = side_to_move as usize;
        SolvedPart {
            cells: &self.cells[side],
            far: has_far.then_some(&self.far[side]),
            legal: &self.legal[side],
        }
    }
}
