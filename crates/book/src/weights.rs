//! Weights in 16 bits.

use crate::entry::Entry;

/// The entries of a position with weights that fit, the greatest first. A weight that is not 0 stays so.
pub fn scaled(position: Vec<(Entry, u64)>) -> Vec<Entry> {
    const WEIGHT_MAX: u64 = u16::MAX as u64;
    let greatest = position.iter().map(|(_, weight)| *weight).max().unwrap_or(0).max(WEIGHT_MAX);
    let fit = |weight: u64| {
        let scaled = u128::from(weight) * u128::from(WEIGHT_MAX) / u128::from(greatest);
        (scaled as u64).max(weight.min(1)) as u16
    };
    let mut entries: Vec<Entry> = Vec::with_capacity(position.len());
    for (entry, weight) in position {
        let entry = Entry { weight: fit(weight), ..entry };
        let before = |known: &Entry| (known.weight, entry.mv) > (entry.weight, known.mv);
        // A position has few moves: no sort is as small.
        entries.insert(entries.partition_point(before), entry);
    }
    entries
}
