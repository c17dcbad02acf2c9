//! The tuning report as text.

use std::fmt::Write;

use super::run::text;
use drawproof_verifier::{
    Run, Verdict,
    tune::{Ablation, Branch, Branches, Tuning},
};

use crate::{
    tuning_words::{
        BRANCH_HEAD, NO_ABLATION, best_branches, best_heading, branch_counts, by_no_branch,
        conditions, dropping, fix_price, idle_branches, kept, listed, next_step, proof, remark,
        wrong_branch, wrong_claim,
    },
    words::{grouped, percent},
    wrap::{TextStyle, table, wrapped},
};

/// The tuning report as text, with at most `limit` groups of missed draws.
pub fn tuning_text(verdict: &Verdict, tuning: &Tuning, limit: usize, style: TextStyle) -> String {
    let run = Run::new(verdict.counting, vec![verdict.clone()]);
    let mut out = text(&run, style);
    match (&tuning.ablation, &tuning.branches) {
        (Some(ablation), _) => ablation_text(&mut out, ablation, style),
        (None, Some(branches)) => branches_text(&mut out, branches, style),
        (None, None) => out.push_str(&wrapped("", NO_ABLATION, style.width)),
    }
    if let Some(next_step) = next_step(verdict, tuning.branches.as_ref()) {
        out.push_str(&format!("\n{}", wrapped("", &next_step, style.width)));
    }
    missed(&mut out, verdict, tuning, limit, style);
    out
}

fn missed(out: &mut String, verdict: &Verdict, tuning: &Tuning, limit: usize, style: TextStyle) {
    let missed = verdict.total().missed;
    if missed == 0 {
        out.push_str("\nno draw is missed\n");
        return;
    }
    let _ = writeln!(out, "\nmissed draws by feature");
    let row = |share: &drawproof_verifier::tune::Share| {
        let of_all = percent(share.missed, missed);
        vec![share.about.clone(), share.value.clone(), grouped(share.missed), of_all]
    };
    let rows: Vec<Vec<String>> = tuning.by_feature.iter().map(row).collect();
    out.push_str(&table(&rows, &[0, 1], &[], style.width));
    let _ = writeln!(out, "\nlargest groups of missed draws");
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let (count, of_all) = (grouped(group.missed), percent(group.missed, missed));
        let of_group = percent(group.missed, group.draws);
        let _ = writeln!(out, "  {count} ({of_all}), {of_group} of the draws like these");
        out.push_str(&wrapped("    ", &features.join("; "), style.width));
        for fen in &group.examples {
            let _ = writeln!(out, "    {fen}");
        }
    }
}

fn ablation_text(out: &mut String, ablation: &Ablation, style: TextStyle) {
    let head = ["pattern", "draws matched", "draws gained", "wins claimed drawn"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut notes = vec![String::new()];
    for dropped in &ablation.dropped {
        let counts = [dropped.draws_matched, dropped.gains, dropped.breaks].map(grouped);
        rows.push(std::iter::once(dropped.id.clone()).chain(counts).collect());
        notes.push(remark(dropped));
    }
    let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
    let _ = writeln!(out, "effect of removing one pattern");
    out.push_str(&table(&rows, &[0], &notes, style.width));
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let head =
        format!("{}: {share} of the draws spotted ({})", best_heading(ablation), proof(ablation));
    out.push('\n');
    out.push_str(&wrapped("", &head, style.width));
    out.push_str(&wrapped("  keep   ", &listed(&best.keep), style.width));
    out.push_str(&wrapped("  remove ", &listed(&best.drop), style.width));
}

fn branches_text(out: &mut String, found: &Branches, style: TextStyle) {
    let mut rows = vec![BRANCH_HEAD.map(String::from).to_vec()];
    let mut notes = vec![""];
    for branch in found.claiming() {
        rows.push(std::iter::once(branch.id.clone()).chain(branch_counts(branch)).collect());
        notes.push(&branch.says);
    }
    out.push_str("branches, wrong ones first\n");
    out.push_str(&table(&rows, &[0], &notes, style.width));
    for line in by_no_branch(found).into_iter().chain(idle_branches(found)) {
        out.push_str(&wrapped("  ", &line, style.width));
    }
    for branch in found.branches.iter().filter(|branch| branch.wrong > 0) {
        wrong_branch_text(out, branch, style);
    }
    let head = format!("best sound subset of the branches: {}", best_branches(found));
    out.push('\n');
    out.push_str(&wrapped("", &head, style.width));
    out.push_str(&wrapped("  keep   ", &listed(&kept(found)), style.width));
    let dropped = &found.best_branches.drop;
    out.push_str(&wrapped("  remove ", &listed(dropped), style.width));
}

/// A wrong branch: a position, and the two ways out.
fn wrong_branch_text(out: &mut String, branch: &Branch, style: TextStyle) {
    out.push('\n');
    out.push_str(&wrapped("", &wrong_branch(branch), style.width));
    if let Some(example) = &branch.example {
        out.push_str(&wrapped("  wrong    ", &wrong_claim(example), style.width));
    }
    out.push_str(&wrapped("  drop it  ", &dropping(branch), style.width));
    let Some(fix) = &branch.fix else { return };
    if !fix.in_common.is_empty() {
        let common = format!("all its wrong claims: {}", fix.in_common.join("; "));
        out.push_str(&wrapped("           ", &common, style.width));
    }
    for (number, exception) in fix.exceptions.iter().enumerate() {
        let label = if number == 0 { "  repair   " } else { "       or  " };
        let words = format!("no claim where {}", conditions(exception));
        out.push_str(&wrapped(label, &words, style.width));
        out.push_str(&wrapped("           ", &format!("({})", exception.says), style.width));
    }
    out.push_str(&wrapped("           ", &fix_price(fix), style.width));
}
