//! Strata, the positions with one side to move and one result: how many positions of each are asked,
//! and which.

use drawproof_board::Color;
use drawproof_tables::Wdl;
use serde::{Deserialize, Serialize};

/// The positions with one side to move and one result for that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stratum {
    /// The side to move.
    pub side_to_move: Color,
    /// The result for the side to move.
    pub result: Wdl,
}

/// The numbers of all positions and of sampled positions in one stratum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StratumSize {
    /// The number of positions in the stratum to choose from; an estimate for a random sample.
    pub of: u64,
    /// The number of sampled positions in the stratum.
    pub sampled: u64,
}

impl Stratum {
    /// The number of strata.
    pub const COUNT: usize = 6;

    /// All strata in the order of their numbers: White to move first, each side with loss, draw,
    /// win.
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

    /// Returns the number of the stratum, 0..6.
    pub fn number(self) -> usize {
        self.side_to_move as usize * 3 + (self.result as i8 + 1) as usize
    }
}

/// One position in this many of a sample is part of a floor, which all strata share evenly.
const FLOOR_SHARE: u64 = 4;

/// The requested size of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// This number of positions, or all if there are fewer. At least one position of each non-empty
    /// stratum is asked.
    Positions(u64),
    /// All positions.
    All,
    /// Candidate starts for this number of games: won positions and drawn positions, each equally
    /// likely among its kind.
    Games(u64),
}

impl Size {
    /// Returns the number of positions to choose from each stratum; `of` has the sizes of the
    /// strata.
    ///
    /// A quarter of the sample is a floor that the strata share evenly; the rest is spread in
    /// proportion to the positions that a stratum has beyond the floor.
    pub(super) fn quotas(self, of: &[u64; Stratum::COUNT]) -> [u64; Stratum::COUNT] {
        let total: u64 = of.iter().sum();
        let size = match self {
            Size::Positions(size) => size,
            Size::All => return *of,
            Size::Games(games) => return starts_of(games, of),
        };
        if size >= total {
            return *of;
        }
        let floor = (size / (FLOOR_SHARE * Stratum::COUNT as u64)).max(1);
        let mut quotas = of.map(|of| of.min(floor));
        let rest = size.saturating_sub(quotas.iter().sum());
        let beyond: [u64; Stratum::COUNT] = std::array::from_fn(|n| of[n] - quotas[n]);
        let beyond_total: u128 = beyond.iter().map(|&n| u128::from(n)).sum();
        let mut remainders = Vec::new();
        let mut left = rest;
        for (number, quota) in quotas.iter_mut().enumerate() {
            let exact = u128::from(rest) * u128::from(beyond[number]);
            // `beyond_total` is 0 only if the floors hold all positions, fewer than `size`.
            let (whole, remainder) = (exact / beyond_total, exact % beyond_total);
            *quota += whole as u64;
            left -= whole as u64;
            remainders.push((std::cmp::Reverse(remainder), number));
        }
        remainders.sort();
        // A remainder above 0 leaves at least one position beyond the quota.
        for &(_, number) in &remainders[..left as usize] {
            quotas[number] += 1;
        }
        quotas
    }
}

/// Returns the positions to choose the starts of games from. Not all of them are fit: some wins
/// take too long, in many draws there is nothing left to play for.
fn starts_of(games: u64, of: &[u64; Stratum::COUNT]) -> [u64; Stratum::COUNT] {
    /// For each game, positions of its kind.
    const CHOICE: u64 = 8;
    let wanted = games.saturating_mul(CHOICE);
    std::array::from_fn(|n| {
        let kind = u128::from(of[n % 3] + of[n % 3 + 3]);
        match n % 3 {
            0 => 0,
            _ if kind <= u128::from(wanted) => of[n],
            _ => (u128::from(of[n]) * u128::from(wanted) / kind) as u64,
        }
    })
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

    #[test]
    fn quotas_sum_to_the_size_and_rare_strata_have_their_floor() {
        let of = [0, 1, 400, 1_000_000, 7, 77_777_777];
        let total: u64 = of.iter().sum();
        for size in [6, 7, 24, 100, 1000, 9_999, 1_000_000, total - 1, total, total + 1] {
            let quotas = Size::Positions(size).quotas(&of);
            assert_eq!(quotas.iter().sum::<u64>(), size.min(total), "{size}");
            for (quota, of) in quotas.into_iter().zip(of) {
                assert!(quota <= of && quota >= of.min((size / 24).max(1)), "{size}");
            }
        }
        assert_eq!(Size::Positions(0).quotas(&of), [0, 1, 1, 1, 1, 1]);
        assert_eq!(Size::All.quotas(&of), of);
    }
}
