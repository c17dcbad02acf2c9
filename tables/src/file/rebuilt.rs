//! Values of a block of a table of one side to move that were rebuilt.
//!
//! Each takes a look at many positions. What was rebuilt once is read in the time of a stored value.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use drawproof_board::Color;

use super::grid::{SIDE, Spot};
use crate::value::cell::Cell;

/// The rebuilt values of one block.
#[derive(Debug)]
pub struct Rebuilt {
    /// [`Cell::byte`] by `[side to move][word][lane]`.
    cells: [[[AtomicU8; SIDE]; SIDE]; 2],
    /// The cells that are known by `[side to move][word]`, bit = lane.
    known: [[AtomicU64; SIDE]; 2],
}

impl Rebuilt {
    /// No values.
    pub fn new() -> Box<Rebuilt> {
        Box::new(Rebuilt {
            cells: [const { [const { [const { AtomicU8::new(0) }; SIDE] }; SIDE] }; 2],
            known: [const { [const { AtomicU64::new(0) }; SIDE] }; 2],
        })
    }

    /// Returns the value at a place, if it is remembered.
    #[inline]
    pub fn read(&self, side_to_move: Color, spot: Spot) -> Option<Cell> {
        let side = side_to_move as usize;
        // What was written before the bit is seen with the bit.
        let known = self.known[side][spot.word].load(Ordering::Acquire) >> spot.lane & 1 != 0;
        let cell = &self.cells[side][spot.word][spot.lane];
        known.then(|| Cell::from_byte(cell.load(Ordering::Relaxed)))
    }

    /// Remembers the value at a place. Every thread finds the same one.
    pub fn write(&self, side_to_move: Color, spot: Spot, cell: Cell) {
        let side = side_to_move as usize;
        self.cells[side][spot.word][spot.lane].store(cell.byte(), Ordering::Relaxed);
        self.known[side][spot.word].fetch_or(1 << spot.lane, Ordering::Release);
    }
}
