//! A list of patterns: ranges of features.

use serde::{Deserialize, Serialize};

/// A range of a feature's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// Number of the feature in its library.
    pub feature: usize,
    /// The least value.
    pub least: u8,
    /// The most; [`u8::MAX`] where there is no bound above.
    pub most: u8,
}

/// Positions in which some features are within ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// The ranges, all of which have to hold.
    pub ranges: Vec<Range>,
}

/// A list of patterns: where none matches, the position is claimed drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patterns {
    /// The patterns.
    pub list: Vec<Pattern>,
    /// As a veto, whether to match wherever a pawn can be taken en passant: features do not see
    /// that.
    pub en_passant: bool,
}

impl Patterns {
    /// The features they ask about, ascending.
    pub fn features(&self) -> Vec<usize> {
        let ranges = self.list.iter().flat_map(|pattern| &pattern.ranges);
        let mut features: Vec<usize> = ranges.map(|range| range.feature).collect();
        features.sort_unstable();
        features.dedup();
        features
    }

    /// The number of bounds: a range has one or two.
    pub fn bounds(&self) -> usize {
        let ranges = self.list.iter().flat_map(|pattern| &pattern.ranges);
        ranges.map(|range| usize::from(range.least > 0) + usize::from(range.most < u8::MAX)).sum()
    }
}
