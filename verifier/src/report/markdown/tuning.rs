//! The tuning report as Markdown.

use std::fmt::Write;

use super::{cell::cell, run::markdown};
use crate::{
    judge::{Run, Verdict},
    report::{
        tuning_words::{NO_ABLATION, best_heading, listed, next_step, proof, remark},
        words::{grouped, percent},
    },
    tune::{Ablation, Tuning},
};

/// The tuning report as Markdown, with at most `limit` groups of missed draws.
pub fn tuning_markdown(verdict: &Verdict, tuning: &Tuning, limit: usize) -> String {
    let run = Run::new(verdict.counting, vec![verdict.clone()]);
    let mut out = markdown(&run);
    let _ = writeln!(out, "\n### Effect of removing one pattern\n");
    match &tuning.ablation {
        None => {
            let _ = writeln!(out, "{NO_ABLATION}");
        }
        Some(ablation) => ablation_markdown(&mut out, ablation),
    }
    if let Some(next_step) = next_step(verdict) {
        let _ = writeln!(out, "\n{next_step}");
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
    out
}

fn ablation_markdown(out: &mut String, ablation: &Ablation) {
    out.push_str("| pattern | draws gained | wins claimed drawn | |\n|---|---:|---:|---|\n");
    for dropped in &ablation.dropped {
        let [gains, breaks] = [dropped.gains, dropped.breaks].map(grouped);
        let (id, remark) = (cell(&dropped.id), cell(&remark(dropped)));
        let _ = writeln!(out, "| `{id}` | {gains} | {breaks} | {remark} |");
    }
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let (keep, drop) = (cell(&listed(&best.keep)), cell(&listed(&best.drop)));
    let (heading, proof) = (best_heading(ablation), proof(ablation));
    let _ = writeln!(
        out,
        "\n**{heading}** ({share} of the draws; {proof}): keep {keep}; remove {drop}."
    );
}
