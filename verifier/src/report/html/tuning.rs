//! The tuning report of a rule: effect of removing patterns, groups of missed draws.

use std::fmt::Write;

use super::{
    svg,
    table::{Cell, table},
};
use crate::{
    judge::Verdict,
    report::{
        words::{grouped, percent},
        xml::escaped,
    },
    tune::{Ablation, Tuning},
};

pub(super) fn tuning(out: &mut String, verdict: &Verdict, report: &Tuning) {
    if let Some(ablation) = &report.ablation {
        ablation_part(out, ablation);
    }
    let missed = verdict.total().missed;
    if report.missed_groups.is_empty() {
        return;
    }
    out.push_str("<h3>Largest groups of missed draws</h3>\n<div class=\"boards\">\n");
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
    out.push_str("<div class=\"chips\">");
    for (names, class) in [(&best.keep, "chip"), (&best.drop, "chip off")] {
        for name in names {
            let _ = write!(out, "<span class=\"{class}\">{}</span>", escaped(name));
        }
    }
    out.push_str("</div>\n");
    if best.incorrect > 0 {
        let _ = writeln!(
            out,
            "<p><span class=\"badge no\">{} decisive positions match no pattern</span></p>",
            grouped(best.incorrect)
        );
    }
    out.push_str("<h3>Effect of removing one pattern</h3>\n");
    let row = |dropped: &crate::tune::Dropped| {
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
