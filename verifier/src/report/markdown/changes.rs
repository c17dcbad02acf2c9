//! The differences between two runs as Markdown, fit for a pull-request comment.

use std::fmt::Write;

use super::cell::cell;
use crate::{
    record::{Change, Diff},
    report::words::{grouped, percent},
};

/// The differences as Markdown.
pub fn diff_markdown(diffs: &[Diff]) -> String {
    let mut out = String::from("## Draw rules: differences between two runs\n\n");
    if let Some(diff) = diffs.first() {
        let _ = writeln!(out, "{} ({} counting)\n", diff.counting.sentence(), diff.counting);
    }
    out.push_str(
        "| endgame | spotted before | spotted now | draws gained | draws lost | new incorrect |",
    );
    out.push_str(" incorrect fixed |\n|---|---:|---:|---:|---:|---:|---:|\n");
    for diff in diffs {
        let mark = if diff.gained.incorrect > 0 { "❌ " } else { "" };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {mark}{} | {} |",
            diff.endgame,
            percent(diff.old_spotted, diff.draws),
            percent(diff.new_spotted, diff.draws),
            grouped(diff.gained.draws),
            grouped(diff.lost.draws),
            grouped(diff.gained.incorrect),
            grouped(diff.lost.incorrect),
        );
    }
    for diff in diffs {
        for (name, change) in [("gained", &diff.gained), ("lost", &diff.lost)] {
            change_markdown(&mut out, &diff.endgame, name, change);
        }
    }
    out
}

fn change_markdown(out: &mut String, endgame: &str, name: &str, change: &Change) {
    if change.examples.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n<details><summary>{endgame}: draws {name}</summary>\n");
    if !change.patterns.is_empty() {
        let by = if name == "gained" { "old" } else { "new" };
        let _ = writeln!(out, "| pattern of the {by} rule | positions |\n|---|---:|");
        for (id, count) in &change.patterns {
            let _ = writeln!(out, "| `{}` | {} |", cell(id), grouped(*count));
        }
        out.push('\n');
    }
    for fen in &change.examples {
        let _ = writeln!(out, "- `{fen}`");
    }
    out.push_str("\n</details>\n");
}
