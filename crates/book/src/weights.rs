//! Writes positions with 16-bit weights, the form of books.

use std::io::{self, Write};

use crate::entry::Entry;

/// The size of a written book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The number of positions in the book.
    pub positions: u64,
    /// The number of moves in the book, over all positions.
    pub moves: u64,
}

impl Written {
    /// Writes the moves of a position, each with its weight before scaling.
    pub(crate) fn add(
        &mut self,
        position: Vec<(Entry, u64)>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.positions += u64::from(!position.is_empty());
        self.moves += position.len() as u64;
        scaled(position).into_iter().try_for_each(|entry| out.write_all(&entry.to_bytes()))
    }
}

/// Returns the entries of a position, the greatest weight first. Weights that do not fit into 16
/// bits are scaled down; a weight above 0 stays above 0.
fn scaled(position: Vec<(Entry, u64)>) -> Vec<Entry> {
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
