//! Strata, the positions with one side to move and one result: how many positions of each are asked,
//! and which.

use std::collections::HashSet;

use drawproof_board::Color;
use drawproof_tables::{
    Wdl,
    mixing::{STEP, mixed},
};
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

/// One position in this many of a sample is part of a floor, which all strata share evenly.
const FLOOR_SHARE: u64 = 4;

/// The size of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// That many positions, or all if there are fewer. At least one of each stratum is asked.
    Positions(u64),
    /// All positions.
    All,
    /// Positions to choose the starts of that many games from: won and drawn ones, each as probable as
    /// any other of its kind.
    Games(u64),
}

impl Size {
    /// The positions to ask of strata with `of` positions each.
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

/// The positions to choose the starts of games from. Not all of them are fit: some wins take too long, in
/// many draws there is nothing left to play for.
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

/// `count` different numbers below `of` in ascending order, each set of that size equally probable,
/// by the algorithm of Floyd (Bentley and Floyd, Communications of the ACM, 1987). Panics if `count`
/// is above `of`.
pub(super) fn ranks(count: u64, of: u64, seed: u64) -> Vec<u64> {
    assert!(count <= of);
    if count == of {
        return (0..of).collect();
    }
    let mut random = Random(seed);
    let mut chosen = HashSet::with_capacity(count as usize);
    for last in of - count..of {
        let rank = random.at_most(last);
        if !chosen.insert(rank) {
            chosen.insert(last);
        }
    }
    let mut ranks: Vec<u64> = chosen.into_iter().collect();
    ranks.sort_unstable();
    ranks
}

/// Steele, Lea and Flood's SplitMix64 (2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        let number = mixed(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number from 0 to `last`, each equally probable (Lemire, "Fast random integer generation in
    /// an interval", 2019). `last` is below the greatest number.
    fn at_most(&mut self, last: u64) -> u64 {
        let range = last + 1;
        loop {
            let product = u128::from(self.next()) * u128::from(range);
            if product as u64 >= range.wrapping_neg() % range {
                return (product >> 64) as u64;
            }
        }
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

    #[test]
    fn every_number_is_equally_probable() {
        let mut counts = [0u32; 20];
        for seed in 0..20_000 {
            let chosen = ranks(6, 20, mixed(seed));
            assert!(chosen.len() == 6 && chosen.is_sorted_by(|a, b| a < b));
            chosen.into_iter().for_each(|rank| counts[rank as usize] += 1);
        }
        // 6,000 each; the standard deviation is 65.
        assert!(counts.iter().all(|count| count.abs_diff(6_000) < 300), "{counts:?}");
    }
}
