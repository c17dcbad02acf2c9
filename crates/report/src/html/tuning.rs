//! The tuning report of a rule: the effect of removing patterns, and groups of missed draws.

use std::fmt::Write;

use super::{
    frame::{Cell, badge, table},
    svg,
};
use drawproof_verifier::{
    Verdict,
    tune::{Ablation, Branch, Branches, Tuning},
};

use crate::{
    branches::{
        BRANCH_HEAD, best_branches, branch_counts, by_no_branch, conditions, dropping, fix_price,
        idle, kept, near_miss_sentence, prices_by_kind, wrong_branch, wrong_claim,
    },
    escape::escaped,
    words::{grouped, percent},
};

pub(super) fn tuning(out: &mut String, verdict: &Verdict, report: &Tuning) {
    if let Some(ablation) = &report.ablation {
        ablation_part(out, ablation);
    } else if let Some(branches) = &report.branches {
        branches_part(out, branches);
    }
    let missed = verdict.total().missed;
    if report.missed_groups.is_empty() {
        return;
    }
    out.push_str("<h3>Largest groups of missed draws, those without a check or a hanging man first</h3>\n<div class=\"boards\">\n");
    for group in report.missed_groups.iter().take(12) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let board = group.examples.first().map_or(String::new(), |fen| svg::board(fen, &[]));
        let _ = writeln!(
            out,
            "<figure>{board}<figcaption><b>{}</b> ({}), {} of such draws<br/>\
             <span class=\"soft\">{}</span></figcaption></figure>",
            grouped(group.missed),
            percent(group.missed, missed),
            percent(group.missed, group.draws),
            escaped(&features.join("; "))
        );
    }
    out.push_str("</div>\n");
}

fn ablation_part(out: &mut String, ablation: &Ablation) {
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let how = if best.proved { "proved best of all subsets" } else { "best found" };
    let _ = writeln!(
        out,
        "<h3>Best sound subset: {share} of the draws</h3>\n<p class=\"note\">With only these patterns \
         the rule spots the most draws without an incorrect claim ({how}).</p>"
    );
    chips(out, &best.keep, &best.drop);
    if best.incorrect > 0 {
        let text = format!("{} decisive positions match no pattern", grouped(best.incorrect));
        let _ = writeln!(out, "<p>{}</p>", badge(false, &text));
    }
    out.push_str("<h3>Effect of removing one pattern</h3>\n");
    let row = |dropped: &drawproof_verifier::tune::Dropped| {
        let counts = [dropped.gains, dropped.breaks, dropped.draws_matched];
        let mut row = vec![Cell::Code(dropped.id.clone())];
        row.extend(counts.map(|count| Cell::Number(grouped(count))));
        row.push(Cell::Text(dropped.covered_by.join(", ")));
        row
    };
    let rows: Vec<Vec<Cell>> = ablation.dropped.iter().map(row).collect();
    let head = [
        "pattern",
        "draws gained",
        "wins claimed drawn",
        "draws matched",
        "matches only where these match",
    ];
    table(out, &head, &rows);
}

fn branches_part(out: &mut String, found: &Branches) {
    out.push_str("<h3>Branches, wrong ones first</h3>\n");
    let row = |branch: &Branch| {
        let mut row = vec![Cell::Code(branch.id.clone())];
        row.extend(branch_counts(branch).map(Cell::Number));
        row.push(Cell::Text(branch.says.clone()));
        row
    };
    let rows: Vec<Vec<Cell>> = found.claiming().map(row).collect();
    let head = [&BRANCH_HEAD[..], &["meaning"]].concat();
    table(out, &head, &rows);
    for line in by_no_branch(found).into_iter().chain(idle(found)) {
        let _ = writeln!(out, "<p class=\"note\">{line}</p>");
    }
    for branch in found.branches.iter().filter(|branch| branch.wrong > 0) {
        wrong_branch_part(out, branch);
    }
    let _ = writeln!(
        out,
        "<h3>The rule with its right branches alone</h3>\n<p class=\"note\">{}</p>",
        escaped(&best_branches(found))
    );
    chips(out, &kept(found), &found.best_branches.drop);
}

/// Writes the names of patterns to keep, then those to drop.
fn chips(out: &mut String, keep: &[String], drop: &[String]) {
    out.push_str("<div class=\"chips\">");
    for (names, class) in [(keep, "chip"), (drop, "chip off")] {
        for name in names {
            let _ = write!(out, "<span class=\"{class}\">{}</span>", escaped(name));
        }
    }
    out.push_str("</div>\n");
}

fn wrong_branch_part(out: &mut String, branch: &Branch) {
    let _ = writeln!(out, "<h3>{}</h3>\n<ul>", escaped(&wrong_branch(branch)));
    let mut item = |name: &str, text: &str| {
        let _ = writeln!(out, "<li><b>{name}</b> {}</li>", escaped(text));
    };
    if let Some(example) = &branch.example {
        item("wrong", &wrong_claim(example));
    }
    if let Some(miss) = &branch.near_miss {
        item("forgot?", &near_miss_sentence(miss, branch.wrong));
    }
    item("drop it", &dropping(branch));
    if let Some(fix) = &branch.fix {
        if !fix.in_common.is_empty() {
            item("all its wrong claims", &fix.in_common.join("; "));
        }
        for (number, exception) in fix.exceptions.iter().enumerate() {
            let label = if number == 0 { "repair" } else { "and" };
            item(label, &format!("no claim where {}", conditions(exception)));
        }
        item("price", &fix_price(fix));
        for line in prices_by_kind(fix) {
            item("price", &line);
        }
    }
    out.push_str("</ul>\n");
}
