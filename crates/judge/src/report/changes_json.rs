//! The differences between two judgements as JSON.

use crate::record::Comparison;

/// The differences as a JSON document.
///
/// # Panics
/// Never: figures are finite, and all keys are text.
pub fn changes_json(comparison: &Comparison) -> String {
    serde_json::to_string_pretty(comparison).expect("figures have text as keys") + "\n"
}
