//! Judgements as JSON.

use serde_json::Value;

use super::Report;
use crate::record::Comparison;

/// The judgement as a JSON document. Beside its keys: `"comparison"` with a baseline or null,
/// `"exceeded"`, the limits that were exceeded, and `"not_judged"`, endgames with the reason.
///
/// # Panics
/// Never: figures are finite, and all keys are text.
pub fn json(report: &Report) -> String {
    let mut document = to_value(report.judgement);
    if let Value::Object(keys) = &mut document {
        keys.insert("comparison".into(), to_value(&report.comparison));
        keys.insert("exceeded".into(), to_value(report.exceeded));
        let not_judged = report.not_judged.iter();
        let not_judged: Vec<Value> = not_judged
            .map(|(endgame, why)| serde_json::json!({ "endgame": endgame, "error": why }))
            .collect();
        keys.insert("not_judged".into(), not_judged.into());
    }
    let text = serde_json::to_string_pretty(&document).expect("a document has text as keys");
    text + "\n"
}

/// The differences as a JSON document.
pub(super) fn changes_json(comparison: &Comparison) -> String {
    serde_json::to_string_pretty(comparison).expect("figures have text as keys") + "\n"
}

fn to_value<T: serde::Serialize + ?Sized>(it: &T) -> Value {
    serde_json::to_value(it).expect("figures have text as keys")
}
