//! The section of the page about the differences to a baseline.

use std::fmt::Write;

use drawproof_report::{
    escape::escaped,
    html::frame::{Cell, badge, table},
};

use super::boards;
use crate::{
    record::{ChangeVerdict, Comparison, Differences},
    report::{
        changes_words::{VERDICTS_MEAN, figure, left_out, run},
        words::figure_name,
    },
};

/// The differences to the baseline, with boards of positions that are newly wrong.
pub(super) fn changes(out: &mut String, comparison: &Comparison) {
    let verdict = comparison.verdict;
    let _ = writeln!(
        out,
        "<section id=\"changes\">\n<div class=\"head\"><h2>Changes against the baseline</h2>{}</div>\n\
         <p class=\"soft\">Baseline: {}</p>",
        badge(verdict != ChangeVerdict::Worse, verdict.name()),
        escaped(&run(&comparison.old))
    );
    for line in comparison.warnings.iter().chain(&left_out(comparison)) {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escaped(line));
    }
    let _ = writeln!(out, "<p class=\"note\">{VERDICTS_MEAN}</p>");
    figures(out, comparison);
    for endgame in comparison.endgames.iter().filter(|it| is_worse(&it.differences)) {
        if endgame.examples_wrong.is_empty() {
            continue;
        }
        let _ = writeln!(
            out,
            "<h3>{}: newly wrong</h3>\n<div class=\"boards games\">",
            escaped(&endgame.endgame)
        );
        endgame.examples_wrong.iter().for_each(|it| boards::changed(out, it));
        out.push_str("</div>\n");
    }
    out.push_str("</section>\n");
}

fn is_worse(differences: &Differences) -> bool {
    differences.verdict == ChangeVerdict::Worse
}

/// A row an endgame, a column a figure.
fn figures(out: &mut String, comparison: &Comparison) {
    let names = comparison.total.figures().map(|(key, _)| figure_name(key));
    let head: Vec<&str> = ["endgame", "verdict"].into_iter().chain(names).collect();
    let row = |name: &str, differences: &Differences| {
        let verdict = differences.verdict.name().to_owned();
        let mut row = vec![
            Cell::Title(name.to_owned()),
            if is_worse(differences) { Cell::Wrong(verdict) } else { Cell::Number(verdict) },
        ];
        row.extend(differences.figures().map(|(key, it)| {
            let text = figure(key, it).map_or("-".into(), |[_, _, change, old, new, ..]| match it
                .verdict
            {
                ChangeVerdict::Unchanged => new,
                _ => format!("{old} → {new} ({change})"),
            });
            match it.verdict {
                ChangeVerdict::Worse => Cell::Wrong(text),
                _ => Cell::Number(text),
            }
        }));
        row
    };
    let endgames = comparison.endgames.iter();
    let mut rows: Vec<Vec<Cell>> =
        endgames.map(|endgame| row(&endgame.endgame, &endgame.differences)).collect();
    if rows.len() > 1 {
        rows.push(row("all together", &comparison.total));
    }
    out.push_str("<div class=\"wide\">\n");
    table(out, &head, &rows);
    out.push_str("</div>\n");
}
