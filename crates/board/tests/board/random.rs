//! Pseudo-random numbers, the same in every run.

use drawproof_board::{BitBoard, Square};

/// The generator SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a random number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn square(&mut self) -> Square {
        Square::index(self.below(Square::NUM))
    }

    /// Returns a random set that holds each square with probability 1/4 or 1/2.
    pub fn squares(&mut self) -> BitBoard {
        let sparse = if self.below(2) == 0 { self.next() } else { u64::MAX };
        BitBoard(self.next() & sparse)
    }
}
