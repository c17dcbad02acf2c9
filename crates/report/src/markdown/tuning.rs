//! The tuning report as Markdown.

use std::fmt::Write;

use super::run::markdown;
use drawproof_verifier::{
    Run, Verdict,
    tune::{Ablation, Branch, Branches, Tuning},
};

use crate::{
    escape::cell,
    tuning_words::{
        BRANCH_HEAD, NO_ABLATION, best_branches, best_heading, branch_counts, by_no_branch,
        conditions, dropping, fix_price, idle_branches, kept, listed, next_step, proof, remark,
        wrong_branch, wrong_claim,
    },
    words::{grouped, percent},
};

/// The tuning report as Markdown, with at most `limit` groups of missed draws.
pub fn tuning_markdown(verdict: &Verdict, tuning: &Tuning, limit: usize) -> String {
    let run = Run::new(verdict.counting, vec![verdict.clone()]);
    let mut out = markdown(&run);
    match (&tuning.ablation, &tuning.branches) {
        (None, Some(branches)) => branches_markdown(&mut out, branches),
        (None, None) => {
            let _ = writeln!(out, "\n### Effect of removing one pattern\n\n{NO_ABLATION}");
        }
        (Some(ablation), _) => {
            let _ = writeln!(out, "\n### Effect of removing one pattern\n");
            ablation_markdown(&mut out, ablation);
        }
    }
    if let Some(next_step) = next_step(verdict, tuning.branches.as_ref()) {
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

fn branches_markdown(out: &mut String, found: &Branches) {
    let _ = writeln!(out, "\n### Branches, wrong ones first\n");
    let _ = writeln!(out, "| {} |\n|---|---:|---:|---:|---:|---:|", BRANCH_HEAD.join(" | "));
    for branch in found.claiming() {
        let counts = branch_counts(branch).join(" | ");
        let _ = writeln!(out, "| `{}` | {counts} |", cell(&branch.id));
    }
    for line in by_no_branch(found).into_iter().chain(idle_branches(found)) {
        let _ = writeln!(out, "\n{line}");
    }
    for branch in found.branches.iter().filter(|branch| branch.wrong > 0) {
        wrong_branch_markdown(out, branch);
    }
    let (keep, drop) = (cell(&listed(&kept(found))), cell(&listed(&found.best_branches.drop)));
    let _ = writeln!(
        out,
        "\n**best sound subset of the branches** ({}): keep {keep}; remove {drop}.",
        best_branches(found)
    );
}

fn wrong_branch_markdown(out: &mut String, branch: &Branch) {
    let _ = writeln!(out, "\n**{}**\n", cell(&wrong_branch(branch)));
    if let Some(example) = &branch.example {
        let _ = writeln!(out, "- wrong: {}", wrong_claim(example));
    }
    let _ = writeln!(out, "- drop it: {}", dropping(branch));
    let Some(fix) = &branch.fix else { return };
    if !fix.in_common.is_empty() {
        let _ = writeln!(out, "- all its wrong claims: {}", fix.in_common.join("; "));
    }
    for exception in &fix.exceptions {
        let (words, says) = (conditions(exception), &exception.says);
        let _ = writeln!(out, "- repair: no claim where {words} (`{says}`)");
    }
    let _ = writeln!(out, "- {}", fix_price(fix));
}
