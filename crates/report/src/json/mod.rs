//! JSON with stable keys for programs.

mod changes;
mod run;
mod tuning;

pub use changes::diff_json;
pub use run::json;
pub use tuning::tuning_json;

use crate::format::{Extras, Format, TextStyle};
use drawproof_verifier::{Diff, Run, Verdict, tune::Tuning};

/// JSON with stable keys for programs.
#[derive(Debug)]
pub(crate) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn readers(&self) -> &'static str {
        "For programs: one document"
    }

    fn run(&self, run: &Run, _: &Extras) -> String {
        json(run)
    }

    fn tuning(&self, verdict: &Verdict, tuning: &Tuning, _: usize, _: TextStyle) -> Option<String> {
        Some(tuning_json(verdict, tuning))
    }

    fn changes(&self, diffs: &[Diff], _: TextStyle) -> Option<String> {
        Some(diff_json(diffs))
    }
}
