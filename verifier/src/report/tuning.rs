//! The tuning report: text, JSON, Markdown.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{grouped, markdown::cell, percent, refutation, text};
use crate::{
    Run, Verdict,
    tune::{Ablation, Tuning},
};

/// The report as JSON.
pub fn tuning_json(verdict: &Verdict, tuning: &Tuning) -> String {
    let total = verdict.total();
    let mut document = json!({
        "endgame": verdict.endgame,
        "name": verdict.name,
        "counting": verdict.counting,
        "sound": verdict.is_sound(),
        "draws": total.draws,
        "spotted": total.spotted,
        "missed": total.missed,
        "incorrect": total.incorrect,
    });
    let parts = serde_json::to_value(tuning).expect("a report has text");
    let counterexamples = verdict.counterexamples.iter().map(|c| {
        json!({
            "fen": c.fen, "claim": c.claim, "truth": c.truth, "dtm": c.dtm, "line": c.line.uci,
        })
    });
    let counterexamples: Vec<Value> = counterexamples.collect();
    if let (Value::Object(document), Value::Object(parts)) = (&mut document, parts) {
        document.extend(parts);
        document.insert("counterexamples".into(), counterexamples.into());
    }
    let mut out = serde_json::to_string_pretty(&document).expect("a document has text");
    out.push('\n');
    out
}

/// What to say where patterns cannot be taken apart.
const NO_ABLATION: &str = "The rule tells no patterns, or does not claim a draw exactly where none \
                           of them matches: nothing to take apart.";

/// How the best subset was found.
fn proof(ablation: &Ablation) -> String {
    let places = grouped(ablation.best.nodes);
    if ablation.best.proved {
        format!("exact: branch and bound over all sound subsets, {places} looked at")
    } else {
        format!("the best of {places} subsets looked at; the search was cut short")
    }
}

/// Why the positions no pattern matches on cannot be helped.
fn unguarded(ablation: &Ablation) -> Option<String> {
    let incorrect = ablation.best.incorrect;
    (incorrect > 0).then(|| {
        let incorrect = grouped(incorrect);
        format!(
            "{incorrect} decisive positions match no pattern: no subset is sound, add a pattern"
        )
    })
}

/// The report as text, `limit` groups long.
pub fn tuning_text(verdict: &Verdict, tuning: &Tuning, limit: usize) -> String {
    let run = Run { counting: verdict.counting, verdicts: vec![verdict.clone()] };
    let mut out = text(&run, false);
    match &tuning.ablation {
        None => {
            let _ = writeln!(out, "{NO_ABLATION}");
        }
        Some(ablation) => ablation_text(&mut out, ablation),
    }
    let missed = verdict.total().missed;
    let _ = writeln!(out, "\nmissed draws by feature");
    for share in &tuning.by_feature {
        let of_all = percent(share.missed, missed);
        let (about, value, count) = (&share.about, &share.value, grouped(share.missed));
        let _ = writeln!(out, "  {about:<12} {value:<21} {count:>13} {of_all:>9}");
    }
    let _ = writeln!(out, "\nlargest groups of missed draws");
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let (count, of_all) = (grouped(group.missed), percent(group.missed, missed));
        let of_group = percent(group.missed, group.draws);
        let _ = writeln!(out, "  {count} ({of_all}), {of_group} of the draws like these");
        let _ = writeln!(out, "    {}", features.join("; "));
        for fen in &group.examples {
            let _ = writeln!(out, "    {fen}");
        }
    }
    out
}

fn ablation_text(out: &mut String, ablation: &Ablation) {
    let width = ablation.dropped.iter().map(|d| d.id.len()).max().unwrap_or(0).max(7);
    let (gains, breaks, draws) = ("gains", "breaks", "draws matched");
    let _ = writeln!(out, "without one pattern: draws gained, wins then claimed drawn");
    let _ = writeln!(out, "  {:<width$} {draws:>13} {gains:>13} {breaks:>13}", "pattern");
    for dropped in &ablation.dropped {
        let [draws, gains, breaks] =
            [dropped.draws_matched, dropped.gains, dropped.breaks].map(grouped);
        let _ = writeln!(
            out,
            "  {:<width$} {draws:>13} {gains:>13} {breaks:>13}  {}",
            dropped.id,
            remark(dropped)
        );
    }
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let _ =
        writeln!(out, "\nbest sound subset: {share} of the draws spotted ({})", proof(ablation));
    let _ = writeln!(out, "  keep {}", listed(&best.keep));
    let _ = writeln!(out, "  drop {}", listed(&best.drop));
    if let Some(unguarded) = unguarded(ablation) {
        let _ = writeln!(out, "  {unguarded}");
    }
}

/// What to make of a pattern.
fn remark(dropped: &crate::tune::Dropped) -> String {
    match (dropped.breaks, &dropped.covered_by[..]) {
        (0, []) if dropped.draws_matched + dropped.decisive_matched == 0 => "never matches".into(),
        (0, []) => "guards nothing alone: can go".into(),
        (0, others) => format!("can go: matches only where {} does", others.join(", ")),
        _ => String::new(),
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}

/// The report as Markdown, `limit` groups long.
pub fn tuning_markdown(verdict: &Verdict, tuning: &Tuning, limit: usize) -> String {
    let run = Run { counting: verdict.counting, verdicts: vec![verdict.clone()] };
    let mut out = super::markdown(&run);
    let _ = writeln!(out, "\n### Patterns taken apart\n");
    match &tuning.ablation {
        None => {
            let _ = writeln!(out, "{NO_ABLATION}");
        }
        Some(ablation) => {
            out.push_str("| without | gains draws | breaks wins | |\n|---|---:|---:|---|\n");
            for dropped in &ablation.dropped {
                let [gains, breaks] = [dropped.gains, dropped.breaks].map(grouped);
                let (id, remark) = (cell(&dropped.id), cell(&remark(dropped)));
                let _ = writeln!(out, "| `{id}` | {gains} | {breaks} | {remark} |");
            }
            let best = &ablation.best;
            let share = percent(best.spotted, best.spotted + best.missed);
            let keep = cell(&listed(&best.keep));
            let drop = cell(&listed(&best.drop));
            let proof = proof(ablation);
            let _ = writeln!(
                out,
                "\n**Best sound subset** ({share} of the draws; {proof}): keep {keep}; drop {drop}."
            );
            if let Some(unguarded) = unguarded(ablation) {
                let _ = writeln!(out, "\n{unguarded}.");
            }
        }
    }
    let missed = verdict.total().missed;
    out.push_str("\n### Largest groups of missed draws\n\n| missed | share | of such draws |");
    out.push_str(" features | example |\n|---:|---:|---:|---|---|\n");
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | `{}` |",
            grouped(group.missed),
            percent(group.missed, missed),
            percent(group.missed, group.draws),
            features.join("; "),
            group.examples.first().map_or("", String::as_str),
        );
    }
    if let Some(first) = verdict.counterexamples.first() {
        let _ = writeln!(out, "\nQuickest refutation: `{}`, {}", first.fen, refutation(first));
    }
    out
}
