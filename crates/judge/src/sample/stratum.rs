//! Strata: positions with one side to move and one result.

use drawproof_board::Color;
use drawproof_tables::Wdl;
use serde::{Deserialize, Serialize};

/// The positions with one side to move and one result for that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stratum {
    /// The side to move.
    pub side_to_move: Color,
    /// Its result.
    pub result: Wdl,
}

/// The sizes of a stratum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StratumSize {
    /// Positions there are.
    pub of: u64,
    /// Positions of the sample.
    pub sampled: u64,
}

impl Stratum {
    /// The number of strata.
    pub const COUNT: usize = 6;

    /// All strata in the order of their numbers: White to move first, and loss, draw, win.
    pub const ALL: [Stratum; Stratum::COUNT] = {
        let mut all = [Stratum { side_to_move: Color::White, result: Wdl::Loss }; Stratum::COUNT];
        let results = [Wdl::Loss, Wdl::Draw, Wdl::Win];
        let mut number = 0;
        while number < Stratum::COUNT {
            let side_to_move = if number < 3 { Color::White } else { Color::Black };
            all[number] = Stratum { side_to_move, result: results[number % 3] };
            number += 1;
        }
        all
    };

    /// The number of the stratum, 0..6.
    pub fn number(self) -> usize {
        self.side_to_move as usize * 3 + (self.result as i8 + 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places_in_the_list_of_all() {
        for (number, stratum) in Stratum::ALL.into_iter().enumerate() {
            assert_eq!(stratum.number(), number);
        }
    }
}
