//! What changed between two runs: text, JSON, Markdown fit for a pull-request comment.

use std::fmt::Write;

use super::{grouped, markdown::cell, percent};
use crate::{Change, Diff};

/// The differences as JSON.
pub fn diff_json(diffs: &[Diff]) -> String {
    let mut out = serde_json::to_string_pretty(diffs).expect("a document has text");
    out.push('\n');
    out
}

/// The differences as text.
pub fn diff_text(diffs: &[Diff]) -> String {
    let mut out = String::new();
    for diff in diffs {
        let (old, new) =
            (percent(diff.old_spotted, diff.draws), percent(diff.new_spotted, diff.draws));
        let _ = writeln!(out, "{} ({} counting)", diff.endgame, diff.counting);
        let _ = writeln!(out, "  old  {}: {old} of the draws spotted", diff.old);
        let _ = writeln!(out, "  new  {}: {new}", diff.new);
        for (name, change) in [("gained", &diff.gained), ("lost", &diff.lost)] {
            change_text(&mut out, name, change);
        }
        if diff.other_claims_changed > 0 {
            let changed = grouped(diff.other_claims_changed);
            let _ = writeln!(out, "  other claims changed: {changed}");
        }
    }
    out
}

fn change_text(out: &mut String, name: &str, change: &Change) {
    let (draws, incorrect) = (grouped(change.draws), grouped(change.incorrect));
    let _ = writeln!(out, "  {name}: {draws} draws, {incorrect} incorrect");
    let by = if name == "gained" { "old" } else { "new" };
    for (id, count) in &change.patterns {
        let _ = writeln!(out, "    {:>13}  held back by {id} of the {by} rule", grouped(*count));
    }
    for fen in &change.examples {
        let _ = writeln!(out, "    {fen}");
    }
}

/// The differences as Markdown.
pub fn diff_markdown(diffs: &[Diff]) -> String {
    let mut out = String::from("## Draw rules: what changed\n\n");
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
