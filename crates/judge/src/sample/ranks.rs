//! Numbers drawn without repetition.

use std::collections::HashSet;

use drawproof_tables::mixing::mixed;

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
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
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
