//! Markdown for pull requests and wikis.

use std::fmt::Write;

use super::{faults, grouped, numbered, outcome, percent, white_to_move};
use crate::{Run, Verdict};

/// The run as Markdown.
pub fn markdown(run: &Run) -> String {
    let mut out = String::new();
    let state = if run.is_sound() { "all rules are sound" } else { "**not sound**" };
    let _ = writeln!(out, "## Draw rules: {state}\n");
    let _ = writeln!(out, "Every legal position was asked about ({} counting).\n", run.counting);
    out.push_str(
        "| endgame | rule | positions | draws | spotted | missed | incorrect | verdict |\n",
    );
    out.push_str("|---|---|---:|---:|---:|---:|---:|---|\n");
    for verdict in &run.verdicts {
        let total = verdict.total();
        let judged = faults(verdict).map_or("✅ sound".into(), |faults| format!("❌ {faults}"));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} ({}) | {} | {} | {judged} |",
            verdict.endgame,
            cell(&verdict.name),
            grouped(total.positions),
            grouped(total.draws),
            grouped(total.spotted),
            percent(total.spotted, total.draws),
            grouped(total.missed),
            grouped(total.incorrect),
        );
    }
    run.verdicts.iter().for_each(|verdict| details(&mut out, verdict));
    out
}

/// Text that does not end a table's cell.
pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

fn details(out: &mut String, verdict: &Verdict) {
    if !verdict.counterexamples.is_empty() {
        let _ = writeln!(out, "\n### {}: counterexamples, quickest mate first\n", verdict.endgame);
        out.push_str("| position | claim | truth | line |\n|---|---|---|---|\n");
        for wrong in &verdict.counterexamples {
            let truth = outcome(&wrong.fen, &wrong.truth, wrong.dtm);
            let line = numbered(&wrong.line.san, white_to_move(&wrong.fen));
            let _ = writeln!(out, "| `{}` | {} | {truth} | {line} |", wrong.fen, wrong.claim);
        }
    }
    if !verdict.asymmetries.is_empty() {
        let _ =
            writeln!(out, "\n### {}: symmetric positions, different answers\n", verdict.endgame);
        out.push_str("| position | claim | the same mirrored or with colours reversed | claim |\n");
        out.push_str("|---|---|---|---|\n");
        for pair in &verdict.asymmetries {
            let (fen, other) = (&pair.fen, &pair.other_fen);
            let _ =
                writeln!(out, "| `{fen}` | {} | `{other}` | {} |", pair.claim, pair.other_claim);
        }
    }
    if !verdict.patterns.is_empty() {
        let summary = format!("{}: patterns", verdict.endgame);
        let _ = writeln!(out, "\n<details><summary>{summary}</summary>\n");
        out.push_str(
            "| pattern | matched | only guard of decisive | only blocker of draws | says |\n",
        );
        out.push_str("|---|---:|---:|---:|---|\n");
        for pattern in &verdict.patterns {
            let counts =
                [pattern.matched, pattern.only_guard_of_decisive, pattern.only_blocker_of_draws];
            let [matched, guard, blocker] = counts.map(grouped);
            let (id, says) = (cell(&pattern.name.id), cell(&pattern.name.says));
            let _ = writeln!(out, "| `{id}` | {matched} | {guard} | {blocker} | {says} |");
        }
        out.push_str("\n</details>\n");
    }
}
