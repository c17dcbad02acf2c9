//! The differences between two runs as text.

use std::fmt::Write;

use crate::{
    record::{Change, Diff},
    report::words::{grouped, percent},
};

/// The differences as text.
pub fn diff_text(diffs: &[Diff]) -> String {
    let mut out = String::new();
    for diff in diffs {
        let (old, new) =
            (percent(diff.old_spotted, diff.draws), percent(diff.new_spotted, diff.draws));
        let _ = writeln!(out, "{} ({} counting)", diff.endgame, diff.counting);
        let _ = writeln!(out, "{}", diff.counting.sentence());
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
        let _ = writeln!(out, "    {:>13}  matched by {id} of the {by} rule", grouped(*count));
    }
    for fen in &change.examples {
        let _ = writeln!(out, "    {fen}");
    }
}
