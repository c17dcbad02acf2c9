//! Patterns and ranges as text.

use drawproof_features::{Library, VALUE_MAX, words};

use serde::Serialize;

use super::list::{Pattern, Range};

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

/// A pattern as one line: its ranges.
pub fn pattern(library: &Library, pattern: &Pattern) -> String {
    if pattern.ranges.is_empty() {
        return "always".into();
    }
    let ranges: Vec<String> = pattern.ranges.iter().map(|r| range(library, r)).collect();
    ranges.join(", ")
}

/// A pattern in words of chess, a sentence a range: all of them must hold.
pub fn in_words(library: &Library, pattern: &Pattern) -> Vec<String> {
    pattern.ranges.iter().map(|range| range_in_words(library, range)).collect()
}

/// A range in words of chess.
pub fn range_in_words(library: &Library, range: &Range) -> String {
    words::sentence(&library.features()[range.feature], range.least, range.most)
}

/// A range, such as `weak-king-flights at most 2`.
pub fn range(library: &Library, range: &Range) -> String {
    let name = &library.features()[range.feature].name;
    match (range.least, range.most) {
        (least, most) if least == most => format!("{name} = {least}"),
        // The largest value stands for all larger ones.
        (least, most) if u64::from(most) >= VALUE_MAX => format!("{name} >= {least}"),
        (0, most) => format!("{name} <= {most}"),
        (least, most) => format!("{name} {least}..{most}"),
    }
}

/// A range with the name of its feature.
pub fn range_text(library: &Library, range: &Range) -> RangeText {
    RangeText {
        feature: library.features()[range.feature].name.clone(),
        least: range.least,
        most: (u64::from(range.most) < VALUE_MAX).then_some(range.most),
    }
}
