//! The differences between two runs as Markdown, fit for a pull-request comment.

use std::fmt::Write;

use super::folded;
use drawproof_verifier::{Change, Changed, ClaimCounts, ClaimKind, Diff, Label};

use crate::{
    changes_words::{claims, proof, title},
    claim_words::{COLOURS_MEAN, spotted_share},
    escape::cell,
    scope::{FIFTY_MOVES_APPLIED, domain_sentence},
    words::{grouped, percent},
};

/// The differences as Markdown.
pub fn diff_markdown(diffs: &[Diff]) -> String {
    let mut out = String::from("## Draw rules: differences between two runs\n\n");
    if let Some(diff) = diffs.first() {
        let _ = writeln!(out, "{} ({} counting)\n", diff.counting.sentence(), diff.counting);
        if let Some(domain) = domain_sentence(diff.domain) {
            let _ = writeln!(out, "{domain}\n");
        }
        if diff.fifty_move {
            let _ = writeln!(out, "{FIFTY_MOVES_APPLIED}\n");
        }
    }
    let any_other = diffs.iter().any(Diff::has_other_than_draws);
    let what = if any_other { "claims" } else { "draws" };
    let _ = writeln!(
        out,
        "| endgame | spotted before | spotted now | {what} gained | {what} lost | new incorrect | \
         incorrect fixed |\n|---|---:|---:|---:|---:|---:|---:|"
    );
    for diff in diffs {
        let mark = if diff.gained.incorrect > 0 { "❌ " } else { "" };
        let right = |change: &Change| grouped(if any_other { change.claims } else { change.draws });
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {mark}{} | {} |",
            diff.endgame,
            spotted(&diff.old_claims),
            spotted(&diff.new_claims),
            right(&diff.gained),
            right(&diff.lost),
            grouped(diff.gained.incorrect),
            grouped(diff.lost.incorrect),
        );
    }
    if any_other {
        kinds(&mut out, diffs);
    }
    for diff in diffs {
        for label in Label::ALL {
            examples(&mut out, diff, label);
        }
        for (what, change, rules) in
            [("gained", &diff.gained, ["new", "old"]), ("lost", &diff.lost, ["old", "new"])]
        {
            let [claiming, silent] = rules;
            let branches = format!("claims {what}, by branch of the {claiming} rule");
            reasons(&mut out, &diff.endgame, &branches, &change.branches);
            let patterns = format!("claims {what}, by pattern of the {silent} rule");
            reasons(&mut out, &diff.endgame, &patterns, &change.patterns);
        }
    }
    out
}

/// The share of the draws that a rule spots, if it is about draws.
fn spotted(claims: &ClaimCounts) -> String {
    if claims.are_about_draws() { spotted_share(claims) } else { "–".into() }
}

/// The counts of each kind of claim that one of the rules makes.
fn kinds(out: &mut String, diffs: &[Diff]) {
    let _ = writeln!(
        out,
        "\n### Claims by kind\n\n{COLOURS_MEAN} Shares are of the positions of which the claim is \
         true.\n\n| endgame | claim | made before | made now | wrong before | wrong now | share before \
         | share now | gained | lost |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    for diff in diffs {
        for (place, kind) in ClaimKind::ALL.into_iter().enumerate() {
            let [old, new] = [&diff.old_claims, &diff.new_claims].map(|claims| claims.kind(kind));
            if old.made + new.made == 0 {
                continue;
            }
            let mark = if new.wrong > old.wrong { "❌ " } else { "" };
            let [old_share, new_share] =
                [old, new].map(|counts| percent(counts.right, counts.possible));
            let changed = [&diff.gained, &diff.lost].map(|change| change.kinds[place].right);
            let [made, now, wrong, wrong_now, gained, lost] =
                [old.made, new.made, old.wrong, new.wrong, changed[0], changed[1]].map(grouped);
            let _ = writeln!(
                out,
                "| {} | {} | {made} | {now} | {wrong} | {mark}{wrong_now} | {old_share} | {new_share} \
                 | {gained} | {lost} |",
                diff.endgame,
                kind.name()
            );
        }
    }
}

/// The examples of a label; those of incorrect claims are shown, the others folded.
fn examples(out: &mut String, diff: &Diff, label: Label) {
    let examples: Vec<&Changed> = diff.examples.iter().filter(|e| e.label == label).collect();
    if examples.is_empty() {
        return;
    }
    let table = |out: &mut String| {
        out.push_str("| position | claims and result | line |\n|---|---|---|\n");
        for changed in examples {
            let line = proof(changed).unwrap_or_default();
            let _ = writeln!(out, "| `{}` | {} | {line} |", changed.fen, claims(changed));
        }
    };
    let title = format!("{}: {}", diff.endgame, title(label));
    match label {
        Label::NewlyIncorrect => {
            let _ = writeln!(out, "\n### {title}\n");
            table(out);
        }
        _ => folded(out, &title, table),
    }
}

/// Reasons with the numbers of positions on which they match, folded.
fn reasons(out: &mut String, endgame: &str, title: &str, reasons: &[(String, u64)]) {
    if reasons.is_empty() {
        return;
    }
    folded(out, &format!("{endgame}: {title}"), |out| {
        out.push_str("| pattern | positions |\n|---|---:|\n");
        for (id, count) in reasons {
            let _ = writeln!(out, "| `{}` | {} |", cell(id), grouped(*count));
        }
    });
}
