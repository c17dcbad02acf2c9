//! The differences between two runs as text.

use std::fmt::Write;

use drawproof_verifier::{Change, Changed, ClaimCounts, Diff, Label};

use crate::{
    changes_words::{claims, incorrect_claims, label_name, proof, right_claims, title},
    claim_words::{COLOURS_MEAN, kind_headlines, spotted},
    scope::{FIFTY_MOVES_APPLIED, domain_sentence},
    words::grouped,
    wrap::{TextStyle, wrapped},
};

/// The differences as text.
pub fn diff_text(diffs: &[Diff], style: TextStyle) -> String {
    let width = style.width;
    let mut out = String::new();
    if let Some(diff) = diffs.first() {
        let counting = format!("{} counting: {}", diff.counting, diff.counting.sentence());
        out.push_str(&wrapped("", &counting, width));
        if diffs.iter().any(Diff::has_other_than_draws) {
            out.push_str(&wrapped("", COLOURS_MEAN, width));
        }
        if let Some(domain) = domain_sentence(diff.domain) {
            out.push_str(&wrapped("", &domain, width));
        }
        if diff.fifty_move {
            out.push_str(&wrapped("", FIFTY_MOVES_APPLIED, width));
        }
        out.push('\n');
    }
    for diff in diffs {
        let _ = writeln!(out, "{} ({} counting)", diff.endgame, diff.counting);
        rule(&mut out, "old", &diff.old, &diff.old_claims, width);
        rule(&mut out, "new", &diff.new, &diff.new_claims, width);
        let newly = incorrect_claims(diff, &diff.gained);
        let corrected = incorrect_claims(diff, &diff.lost);
        let text = format!("newly incorrect: {newly}; corrected: {corrected}");
        out.push_str(&wrapped("  ", &text, width));
        change_text(&mut out, diff, ("gained", &diff.gained), ["new", "old"], width);
        change_text(&mut out, diff, ("lost", &diff.lost), ["old", "new"], width);
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

/// A rule's name and what it claims.
fn rule(out: &mut String, which: &str, name: &str, claims: &ClaimCounts, width: usize) {
    let spotted = spotted(claims).map_or(String::new(), |spotted| format!(": {spotted}"));
    out.push_str(&wrapped(&format!("  {which}  "), &format!("{name}{spotted}"), width));
    for headline in kind_headlines(claims) {
        out.push_str(&wrapped("       ", &headline, width));
    }
}

/// The claims gained, or lost, with the branches of the rule that makes them and the patterns of the
/// rule that does not.
fn change_text(
    out: &mut String,
    diff: &Diff,
    (name, change): (&str, &Change),
    [claiming, silent]: [&str; 2],
    width: usize,
) {
    let right = right_claims(diff, change);
    let text = format!("{name}: {right}, {} incorrect", grouped(change.incorrect));
    out.push_str(&wrapped("  ", &text, width));
    let rows = [("made", &change.branches, claiming), ("matched", &change.patterns, silent)];
    for (how, reasons, rule) in rows {
        for (id, count) in reasons {
            let first = format!("    {:>13}  ", grouped(*count));
            out.push_str(&wrapped(&first, &format!("{how} by {id} of the {rule} rule"), width));
        }
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
