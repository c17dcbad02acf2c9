//! Text for people at a terminal.

mod changes;
mod run;
mod tuning;

pub use changes::diff_text;
pub use run::text;
pub use tuning::tuning_text;

use crate::format::{Extras, Format, TextStyle};
use drawproof_verifier::{Diff, Run, Verdict, tune::Tuning};

/// Text for people at a terminal.
#[derive(Debug)]
pub(crate) struct Text;

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn readers(&self) -> &'static str {
        "For people at a terminal"
    }

    fn run(&self, run: &Run, extras: &Extras) -> String {
        text(run, extras.style)
    }

    fn tuning(
        &self,
        verdict: &Verdict,
        tuning: &Tuning,
        limit: usize,
        style: TextStyle,
    ) -> Option<String> {
        Some(tuning_text(verdict, tuning, limit, style))
    }

    fn changes(&self, diffs: &[Diff], style: TextStyle) -> Option<String> {
        Some(diff_text(diffs, style))
    }
}
