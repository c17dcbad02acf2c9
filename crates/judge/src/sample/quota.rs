//! How many positions of each stratum are asked.

use serde::{Deserialize, Serialize};

use super::stratum::Stratum;

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
}

impl Size {
    /// The positions to ask of strata with `of` positions each.
    ///
    /// A quarter of the sample is a floor that the strata share evenly; the rest is spread in
    /// proportion to the positions that a stratum has beyond the floor.
    pub(super) fn quotas(self, of: &[u64; Stratum::COUNT]) -> [u64; Stratum::COUNT] {
        let total: u64 = of.iter().sum();
        let Size::Positions(size) = self else { return *of };
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

#[cfg(test)]
mod tests {
    use super::*;

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
