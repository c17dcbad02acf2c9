//! The tuning report as JSON.

use serde_json::{Value, json};

use super::run::counterexample;
use drawproof_verifier::{Verdict, tune::Tuning};

/// The tuning report as JSON.
pub fn tuning_json(verdict: &Verdict, tuning: &Tuning) -> String {
    let total = verdict.total();
    let mut document = json!({
        "endgame": verdict.endgame,
        "name": verdict.name,
        "counting": verdict.counting,
        "domain": verdict.domain,
        "sound": verdict.is_sound(),
        "draws": total.draws,
        "spotted": total.spotted,
        "missed": total.missed,
        "incorrect": total.incorrect,
    });
    let parts = serde_json::to_value(tuning).expect("a report has text");
    let counterexamples: Vec<Value> = verdict.counterexamples.iter().map(counterexample).collect();
    if let (Value::Object(document), Value::Object(parts)) = (&mut document, parts) {
        document.extend(parts);
        document.insert("counterexamples".into(), counterexamples.into());
    }
    let mut out = serde_json::to_string_pretty(&document).expect("a document has text");
    out.push('\n');
    out
}
