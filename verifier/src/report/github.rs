//! GitHub workflow commands: annotations, at most ten, then a summary.

use std::fmt::Write;

use super::{
    format::{Extras, Format},
    words::{faults, percent, refutation},
};
use crate::judge::Run;

/// GitHub shows at most ten annotations of a step.
const ANNOTATIONS_MAX: usize = 10;

/// GitHub workflow commands.
#[derive(Debug)]
pub(super) struct Github;

impl Format for Github {
    fn name(&self) -> &'static str {
        "github"
    }

    fn readers(&self) -> &'static str {
        "For GitHub workflows: annotations and a summary"
    }

    fn run(&self, run: &Run, _: &Extras) -> String {
        github(run)
    }
}

/// The run as workflow commands, followed by a summary with one line a rule.
pub fn github(run: &Run) -> String {
    let mut annotations = Vec::new();
    for verdict in &run.verdicts {
        for wrong in &verdict.counterexamples {
            let title = format!("{}: incorrect {}", verdict.endgame, wrong.claim);
            annotations.push((title, format!("{}\n{}", wrong.fen, refutation(wrong))));
        }
        for pair in &verdict.asymmetries {
            let title = format!("{}: answers differ in symmetric positions", verdict.endgame);
            let answers = format!("{}: {}", pair.fen, pair.claim);
            let other = format!("{}: {}", pair.other_fen, pair.other_claim);
            annotations.push((title, format!("{answers}\n{other}")));
        }
    }
    let mut out = String::new();
    for (title, text) in annotations.iter().take(ANNOTATIONS_MAX) {
        let _ = writeln!(out, "::error title={}::{}", property(title), message(text));
    }
    for verdict in &run.verdicts {
        let total = verdict.total();
        let spotted = percent(total.spotted, total.draws);
        let verdict_in_words = faults(verdict).unwrap_or("sound".into());
        let _ = writeln!(
            out,
            "{} {}: {verdict_in_words}, {spotted} of the draws spotted",
            verdict.endgame,
            one_line(&verdict.name)
        );
    }
    let _ = writeln!(out, "{} counting: {}", run.counting, run.counting.sentence());
    out
}

/// `text` on one line, so that no line of it begins a workflow command.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The escapes of a workflow command's message.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The escapes of a workflow command's property.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
