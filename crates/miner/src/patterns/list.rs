//! A list of patterns over ranges of features, and its text.

use drawproof_features::{Library, VALUE_MAX, words};
use drawproof_verifier::Scope;
use serde::{Deserialize, Serialize};

/// A range of the values of one feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// The number of the feature in its library.
    pub feature: usize,
    /// The minimum value of the feature.
    pub least: u8,
    /// The maximum value of the feature; [`u8::MAX`] without an upper bound.
    pub most: u8,
}

/// A pattern: ranges of features. It matches a position whose features lie within all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// The ranges, all of which must hold.
    pub ranges: Vec<Range>,
}

/// A list of patterns. A recognizer claims a draw where none of them matches; a rule with
/// exceptions makes no claim where one matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patterns {
    /// The patterns in the order of the list.
    pub list: Vec<Pattern>,
    /// Whether exceptions also match every position with a legal en-passant capture, which features
    /// do not represent.
    pub en_passant: bool,
}

/// A list of exceptions, and the scope of the claims that it withdraws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopedPatterns {
    /// The scope of the withdrawn claims.
    pub scope: Scope,
    /// The exceptions that withdraw these claims.
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

    /// Returns the total number of bounds. A range has one or two.
    pub fn bounds(&self) -> usize {
        let ranges = self.list.iter().flat_map(|pattern| &pattern.ranges);
        ranges.map(|range| usize::from(range.least > 0) + usize::from(range.most < u8::MAX)).sum()
    }
}

impl Pattern {
    /// Creates a pattern from ranges whose features are given by index in `features`. `largest` are
    /// the largest values of these features.
    pub fn new(ranges: Vec<(usize, [u8; 2])>, features: &[usize], largest: &[u8]) -> Pattern {
        let range = |(place, [least, most]): (usize, [u8; 2])| Range {
            feature: features[place],
            least,
            most: if most < largest[place] { most } else { u8::MAX },
        };
        Pattern { ranges: ranges.into_iter().map(range).collect() }
    }

    /// Returns the ranges of the pattern in one line.
    pub fn says(&self, library: &Library) -> String {
        if self.ranges.is_empty() {
            return "always".into();
        }
        let ranges: Vec<String> = self.ranges.iter().map(|range| range.says(library)).collect();
        ranges.join(", ")
    }

    /// Returns the pattern in chess words, one sentence for each range.
    pub fn in_words(&self, library: &Library) -> Vec<String> {
        self.ranges.iter().map(|range| range.in_words(library)).collect()
    }
}

/// A range with the name of its feature.
#[derive(Clone, Debug, Serialize)]
pub struct RangeText {
    /// The name of the feature.
    pub feature: String,
    /// The minimum value of the feature.
    pub least: u8,
    /// The maximum value of the feature; `None` without an upper bound.
    pub most: Option<u8>,
}

impl Range {
    /// Returns the range in chess words.
    pub fn in_words(&self, library: &Library) -> String {
        words::sentence(&library.features()[self.feature], self.least, self.most)
    }

    /// Returns the range as an expression, such as `weak-king-flights <= 2`.
    fn says(&self, library: &Library) -> String {
        let RangeText { feature, least, most } = self.text(library);
        match most {
            Some(most) if most == least => format!("{feature} = {least}"),
            // The largest value also stands for all larger ones.
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
