//! A list of patterns: ranges of features; patterns and ranges as text.

use drawproof_features::{Library, VALUE_MAX, words};
use drawproof_verifier::Scope;
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

/// A list of exceptions, and the claims that it withdraws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopedPatterns {
    /// The claims.
    pub scope: Scope,
    /// Where they are withdrawn.
    pub patterns: Patterns,
}

impl Patterns {
    /// Returns the numbers of the features in all patterns, ascending.
    pub fn features(&self) -> Vec<usize> {
        let ranges = self.list.iter().flat_map(|pattern| &pattern.ranges);
        let mut features: Vec<usize> = ranges.map(|range| range.feature).collect();
        features.sort_unstable();
        features.dedup();
        features
    }

    /// Returns the number of bounds. A range has one or two.
    pub fn bounds(&self) -> usize {
        let ranges = self.list.iter().flat_map(|pattern| &pattern.ranges);
        ranges.map(|range| usize::from(range.least > 0) + usize::from(range.most < u8::MAX)).sum()
    }
}

impl Pattern {
    /// Returns the pattern of some ranges of features, given by index in `features`; `largest` are
    /// the largest values of these.
    pub fn new(ranges: Vec<(usize, [u8; 2])>, features: &[usize], largest: &[u8]) -> Pattern {
        let range = |(place, [least, most]): (usize, [u8; 2])| Range {
            feature: features[place],
            least,
            most: if most < largest[place] { most } else { u8::MAX },
        };
        Pattern { ranges: ranges.into_iter().map(range).collect() }
    }

    /// Returns the pattern as one line: its ranges.
    pub fn says(&self, library: &Library) -> String {
        if self.ranges.is_empty() {
            return "always".into();
        }
        let ranges: Vec<String> = self.ranges.iter().map(|range| range.says(library)).collect();
        ranges.join(", ")
    }

    /// Returns the pattern in words of chess, a sentence a range: all of them must hold.
    pub fn in_words(&self, library: &Library) -> Vec<String> {
        self.ranges.iter().map(|range| range.in_words(library)).collect()
    }
}

/// A range by the name of its feature.
#[derive(Clone, Debug, Serialize)]
pub struct RangeText {
    /// The feature.
    pub feature: String,
    /// The minimum.
    pub least: u8,
    /// The maximum; none without an upper bound.
    pub most: Option<u8>,
}

impl Range {
    /// Returns the range in words of chess.
    pub fn in_words(&self, library: &Library) -> String {
        words::sentence(&library.features()[self.feature], self.least, self.most)
    }

    /// Returns the range, such as `weak-king-flights <= 2`.
    fn says(&self, library: &Library) -> String {
        let RangeText { feature, least, most } = self.text(library);
        match most {
            Some(most) if most == least => format!("{feature} = {least}"),
            // The largest value stands for all larger ones.
            None => format!("{feature} >= {least}"),
            Some(most) if least == 0 => format!("{feature} <= {most}"),
            Some(most) => format!("{feature} {least}..{most}"),
        }
    }

    /// Returns the range with the name of its feature.
    pub fn text(&self, library: &Library) -> RangeText {
        RangeText {
            feature: library.features()[self.feature].name.clone(),
            least: self.least,
            most: (u64::from(self.most) < VALUE_MAX).then_some(self.most),
        }
    }
}
