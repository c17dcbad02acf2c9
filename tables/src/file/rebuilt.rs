//! A bounded memory of rebuilt values of one table, shared by threads that never wait.
//!
//! For tables of one side to move, whose values take a look at many positions each. What was rebuilt once is
//! read in the time of a stored value.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use drawproof_board::Color;

use super::{
    cache::Cache,
    grid::{SIDE, Spot},
};
use crate::value::cell::Cell;

/// Rebuilt values, by block as the cache of decoded blocks has them.
#[derive(Debug)]
pub struct Rebuilt(Cache<BlockValues>);

/// The rebuilt values of one block.
#[derive(Debug)]
struct BlockValues {
    /// [`Cell::byte`] by `[side to move][word][lane]`.
    cells: [[[AtomicU8; SIDE]; SIDE]; 2],
    /// The cells that are known by `[side to move][word]`, bit = lane.
    known: [[AtomicU64; SIDE]; 2],
}

impl Rebuilt {
    /// No values, of a table of `blocks` blocks.
    pub fn new(blocks: usize) -> Rebuilt {
        Rebuilt(Cache::new(blocks))
    }

    /// The value at a place, if it is remembered.
    #[inline]
    pub fn read(&self, side_to_move: Color, spot: Spot) -> Option<Cell> {
        let side = side_to_move as usize;
        self.0.read(spot.block, |values| {
            // What was written before the bit is seen with the bit.
            let known = values.known[side][spot.word].load(Ordering::Acquire) >> spot.lane & 1 != 0;
            let cell = &values.cells[side][spot.word][spot.lane];
            known.then(|| Cell::from_byte(cell.load(Ordering::Relaxed)))
        })?
    }

    /// Remembers the value at a place. Every thread finds the same one.
    pub fn keep(&self, side_to_move: Color, spot: Spot, cell: Cell) {
        let side = side_to_move as usize;
        let write = |values: &BlockValues| {
            values.cells[side][spot.word][spot.lane].store(cell.byte(), Ordering::Relaxed);
            values.known[side][spot.word].fetch_or(1 << spot.lane, Ordering::Release);
        };
        if self.0.read(spot.block, write).is_none() {
            let values = Box::new(BlockValues {
                cells: [const { [const { [const { AtomicU8::new(0) }; SIDE] }; SIDE] }; 2],
                known: [const { [const { AtomicU64::new(0) }; SIDE] }; 2],
            });
            write(&values);
            self.0.keep(spot.block, values);
        }
    }
}
