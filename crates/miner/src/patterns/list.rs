//! A list of patterns: ranges of features.

use serde::{Deserialize, Serialize};

/// A range of a feature's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// Number of the feature in its library.
    pub feature: usize,
    /// The minimum.
    pub least: u8,
    /// The maximum; [`u8::MAX`] without an upper bound.
    pub most: u8,
}

/// A pattern: it matches positions in which some features lie within ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// The ranges. All of them must hold.
    pub ranges: Vec<Range>,
}

/// A list of patterns. A recognizer claims a draw where none matches; a rule with exceptions claims
/// nothing where one matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patterns {
    /// The patterns.
    pub list: Vec<Pattern>,
    /// As exceptions: whether to match every position with a legal en-passant capture, which
    /// features do not see.
    pub en_passant: bool,
}

impl Patterns {
    /// The numbers of the features in all patterns, ascending.
    pub fn features(&self) -> Vec<usize> {
        let ranges = self.list.iter().flat_map(|pattern| &pattern.ranges);
        let mut features: Vec<usize> = ranges.map(|range| range.feature).collect();
        features.sort_unstable();
        features.dedup();
        features
    }

    /// The number of bounds. A range has one or two.
    pub fn bounds(&self) -> usize {
        let ranges = self.list.iter().flat_map(|pattern| &pattern.ranges);
        ranges.map(|range| usize::from(range.least > 0) + usize::from(range.most < u8::MAX)).sum()
    }
}
