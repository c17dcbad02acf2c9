//! Markdown for pull requests and wikis.

pub mod cell;
mod changes;
mod claims;
mod reasons;
mod run;
mod tuning;

pub use changes::diff_markdown;
pub use run::markdown;
pub use tuning::tuning_markdown;

use crate::format::{Extras, Format, TextStyle};
use drawproof_verifier::{Diff, Run, Verdict, tune::Tuning};

/// Markdown for pull requests and wikis.
#[derive(Debug)]
pub(crate) struct Markdown;

impl Format for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn readers(&self) -> &'static str {
        "For pull requests and wikis"
    }

    fn run(&self, run: &Run, _: &Extras) -> String {
        markdown(run)
    }

    fn tuning(
        &self,
        verdict: &Verdict,
        tuning: &Tuning,
        limit: usize,
        _: TextStyle,
    ) -> Option<String> {
        Some(tuning_markdown(verdict, tuning, limit))
    }

    fn changes(&self, diffs: &[Diff], _: TextStyle) -> Option<String> {
        Some(diff_markdown(diffs))
    }
}
