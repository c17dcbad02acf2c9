//! Rebuilt values of a block, for a table of one side to move.
//!
//! Rebuilding a value examines many positions. Once rebuilt, a value is read as fast as a stored
//! one.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use drawproof_board::Color;

use super::grid::{SIDE, Spot};
use crate::value::cell::Cell;

/// The values of one block that have been rebuilt so far. Threads share a block.
#[derive(Debug)]
pub struct Rebuilt {
    /// The [`Cell::byte`] of each value, `[side to move][word][lane]`.
    cells: [[[AtomicU8; SIDE]; SIDE]; 2],
    /// The cells that are known, `[side to move][word]`, bit = lane.
    known: [[AtomicU64; SIDE]; 2],
}

impl Rebuilt {
    /// Makes a block in which no value is known.
    pub fn new() -> Box<Rebuilt> {
        Box::new(Rebuilt {
            cells: [const { [const { [const { AtomicU8::new(0) }; SIDE] }; SIDE] }; 2],
            known: [const { [const { AtomicU64::new(0) }; SIDE] }; 2],
        })
    }

    /// Returns the value at a location; `None` if it has not been rebuilt.
    #[inline]
    pub fn read(&self, side_to_move: Color, spot: Spot) -> Option<Cell> {
        let side = side_to_move as usize;
        // A thread that sees the bit also sees what was written before the bit.
        let known = self.known[side][spot.word].load(Ordering::Acquire) >> spot.lane & 1 != 0;
        let cell = &self.cells[side][spot.word][spot.lane];
        known.then(|| Cell::from_byte(cell.load(Ordering::Relaxed)))
    }

    /// Stores the value at a location. Several threads may do so: all compute the same value.
    pub fn write(&self, side_to_move: Color, spot: Spot, cell: Cell) {
        let side = side_to_move as usize;
        self.cells[side][spot.word][spot.lane].store(cell.byte(), Ordering::Relaxed);
        self.known[side][spot.word].fetch_or(1 << spot.lane, Ordering::Release);
    }
}
