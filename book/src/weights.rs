//! Weights in 16 bits.

use crate::entry::Entry;

/// The entries of a position with weights that fit, the greatest first. A weight that is not 0 stays so.
pub fn scaled(mut position: Vec<(Entry, u64)>) -> Vec<Entry> {
    const WEIGHT_MAX: u64 = u16::MAX as u64;
    let greatest = position.iter().map(|(_, weight)| *weight).max().unwrap_or(0).max(WEIGHT_MAX);
    position.sort_by_key(|(entry, weight)| (std::cmp::Reverse(*weight), entry.mv));
    let fit = |weight: u64| {
        let scaled = u128::from(weight) * u128::from(WEIGHT_MAX) / u128::from(greatest);
        (scaled as u64).max(weight.min(1)) as u16
    };
    position.into_iter().map(|(entry, weight)| Entry { weight: fit(weight), ..entry }).collect()
}
