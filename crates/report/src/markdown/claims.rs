//! Claims other than draws as Markdown.

use std::fmt::Write;

use drawproof_verifier::{Run, Verdict};

use crate::claim_words::{KIND_HEAD, POSSIBLE_MEANS, TRUTH_HEAD, kind_rows, truth_rows};

/// A table of the kinds of claims, and for each rule the claims by true result; nothing if all claims
/// are draws.
pub(super) fn claims(out: &mut String, run: &Run) {
    let rules: Vec<&Verdict> =
        run.verdicts.iter().filter(|verdict| verdict.claims_wins()).collect();
    if rules.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### Claims by kind\n\n{POSSIBLE_MEANS}\n");
    let _ = writeln!(
        out,
        "| endgame | {} |\n|---|---|---:|---:|---:|---:|---:|",
        KIND_HEAD.join(" | ")
    );
    for verdict in &rules {
        for row in kind_rows(&verdict.total().claims) {
            let _ = writeln!(out, "| {} | {} |", verdict.endgame, row.join(" | "));
        }
    }
    let _ = writeln!(out, "\n| endgame | {} |\n|---|---|---:|---:|---:|", TRUTH_HEAD.join(" | "));
    for verdict in &rules {
        for row in truth_rows(&verdict.total().claims) {
            let _ = writeln!(out, "| {} | {} |", verdict.endgame, row.join(" | "));
        }
    }
}
