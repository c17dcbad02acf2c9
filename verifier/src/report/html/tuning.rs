//! The tuning report of a rule: effect of removing patterns, groups of missed draws.

use std::fmt::Write;

use super::svg;
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
    out.push_str(
        "<h3>Effect of removing one pattern</h3>\n<div class=\"wide\"><table><tr><th>pattern</th>",
    );
    out.push_str("<th>draws gained</th><th>wins claimed drawn</th><th>draws matched</th>");
    out.push_str("<th class=\"t\">matches only where these match</th></tr>\n");
    for dropped in &ablation.dropped {
        let [gains, breaks, draws] =
            [dropped.gains, dropped.breaks, dropped.draws_matched].map(grouped);
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td>{gains}</td><td>{breaks}</td><td>{draws}</td>\
             <td class=\"t\">{}</td></tr>",
            escaped(&dropped.id),
            escaped(&dropped.covered_by.join(", "))
        );
    }
    out.push_str("</table></div>\n");
}
