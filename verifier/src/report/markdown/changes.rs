//! The differences between two runs as Markdown, fit for a pull-request comment.

use std::fmt::Write;

use super::cell::cell;
use crate::{
    record::{Change, Changed, Diff, Label},
    report::{
        changes_words::{claims, proof, title},
        scope::domain_sentence,
        words::{grouped, percent},
    },
};

/// The differences as Markdown.
pub fn diff_markdown(diffs: &[Diff]) -> String {
    let mut out = String::from("## Draw rules: differences between two runs\n\n");
    if let Some(diff) = diffs.first() {
        let _ = writeln!(out, "{} ({} counting)\n", diff.counting.sentence(), diff.counting);
        if let Some(domain) = domain_sentence(diff.domain) {
            let _ = writeln!(out, "{domain}\n");
        }
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
        for label in Label::ALL {
            examples(&mut out, diff, label);
        }
        for (by, change) in [("old", &diff.gained), ("new", &diff.lost)] {
            patterns(&mut out, &diff.endgame, by, change);
        }
    }
    out
}

/// The examples of a label; those of incorrect claims are shown, the others folded.
fn examples(out: &mut String, diff: &Diff, label: Label) {
    let examples: Vec<&Changed> = diff.examples.iter().filter(|e| e.label == label).collect();
    if examples.is_empty() {
        return;
    }
    let (title, endgame) = (title(label), &diff.endgame);
    let is_open = label == Label::NewlyIncorrect;
    let _ = match is_open {
        true => writeln!(out, "\n### {endgame}: {title}\n"),
        false => writeln!(out, "\n<details><summary>{endgame}: {title}</summary>\n"),
    };
    out.push_str("| position | claims and result | line |\n|---|---|---|\n");
    for changed in examples {
        let line = proof(changed).unwrap_or_default();
        let _ = writeln!(out, "| `{}` | {} | {line} |", changed.fen, claims(changed));
    }
    if !is_open {
        out.push_str("\n</details>\n");
    }
}

/// The patterns of the rule `by` that match where it does not claim a draw and the other does.
fn patterns(out: &mut String, endgame: &str, by: &str, change: &Change) {
    if change.patterns.is_empty() {
        return;
    }
    let name = if by == "old" { "gained" } else { "lost" };
    let _ = writeln!(
        out,
        "\n<details><summary>{endgame}: claims {name}, by pattern of the {by} rule</summary>\n"
    );
    out.push_str("| pattern | positions |\n|---|---:|\n");
    for (id, count) in &change.patterns {
        let _ = writeln!(out, "| `{}` | {} |", cell(id), grouped(*count));
    }
    out.push_str("\n</details>\n");
}
