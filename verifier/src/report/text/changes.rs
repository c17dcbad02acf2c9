//! The differences between two runs as text.

use std::fmt::Write;

use crate::{
    record::{Change, Changed, Diff, Label},
    report::{
        changes_words::{claims, label_name, proof, title},
        format::TextStyle,
        scope::domain_sentence,
        words::{counted, grouped, percent},
        wrap::wrapped,
    },
};

/// The differences as text.
pub fn diff_text(diffs: &[Diff], style: TextStyle) -> String {
    let width = style.width;
    let mut out = String::new();
    if let Some(diff) = diffs.first() {
        let counting = format!("{} counting: {}", diff.counting, diff.counting.sentence());
        out.push_str(&wrapped("", &counting, width));
        if let Some(domain) = domain_sentence(diff.domain) {
            out.push_str(&wrapped("", &domain, width));
        }
        out.push('\n');
    }
    for diff in diffs {
        let (old, new) =
            (percent(diff.old_spotted, diff.draws), percent(diff.new_spotted, diff.draws));
        let _ = writeln!(out, "{} ({} counting)", diff.endgame, diff.counting);
        out.push_str(&wrapped(
            "  old  ",
            &format!("{}: {old} of the draws spotted", diff.old),
            width,
        ));
        out.push_str(&wrapped("  new  ", &format!("{}: {new}", diff.new), width));
        let newly = counted(diff.gained.incorrect, "claim", "claims");
        let corrected = counted(diff.lost.incorrect, "claim", "claims");
        let _ = writeln!(out, "  newly incorrect: {newly}; corrected: {corrected}");
        for (name, change, by) in [("gained", &diff.gained, "old"), ("lost", &diff.lost, "new")] {
            change_text(&mut out, name, change, by, width);
        }
        if diff.other_claims_changed > 0 {
            let changed = grouped(diff.other_claims_changed);
            let _ = writeln!(out, "  other claims changed: {changed}");
        }
        for label in Label::ALL {
            examples(&mut out, diff, label, width);
        }
        out.push('\n');
    }
    out
}

fn change_text(out: &mut String, name: &str, change: &Change, by: &str, width: usize) {
    let draws = counted(change.draws, "draw", "draws");
    let _ = writeln!(out, "  {name}: {draws}, {} incorrect", grouped(change.incorrect));
    for (id, count) in &change.patterns {
        let first = format!("    {:>13}  ", grouped(*count));
        out.push_str(&wrapped(&first, &format!("matched by {id} of the {by} rule"), width));
    }
}

fn examples(out: &mut String, diff: &Diff, label: Label, width: usize) {
    let examples: Vec<&Changed> = diff.examples.iter().filter(|e| e.label == label).collect();
    if examples.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}", wrapped("  ", &format!("{}:", title(label)), width)));
    for (number, changed) in examples.into_iter().enumerate() {
        let _ = writeln!(out, "  {:>3}. {:<15} {}", number + 1, label_name(label), changed.fen);
        out.push_str(&wrapped("       ", &claims(changed), width));
        if let Some(proof) = proof(changed) {
            out.push_str(&wrapped("       ", &proof, width));
        }
    }
}
