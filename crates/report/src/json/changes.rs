//! The differences between two runs as JSON.

use drawproof_verifier::Diff;

/// The differences as JSON.
pub fn diff_json(diffs: &[Diff]) -> String {
    let mut out = serde_json::to_string_pretty(diffs).expect("a document has text");
    out.push('\n');
    out
}
