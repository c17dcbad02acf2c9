//! One self-contained HTML page: no network, no script, light and dark, wide and narrow. It has a
//! head, limits, differences to a baseline, the ranking of endgames, and a section for each.

mod endgame;
mod plots;

use std::fmt::Write;

use drawproof_report::{
    counted,
    escape::escaped,
    grouped,
    html::frame::{self, Cell, badge, numbers, page, table},
};

use self::endgame::{endgame, example};
use super::{
    changes::{VERDICTS_MEAN, changed, figure_cell, left_out, run},
    words::{
        PARTIAL, RIGHT_MEANS, Report, best_band, conditions, exceeded, failed, figure_name,
        interval, limited, percent, ranked, rest_percent, squared_error, totals,
    },
};
use crate::{
    judgement::EndgameJudgement,
    record::{ChangeVerdict, Comparison},
};

/// The additional styles of this page.
const STYLE_OF_JUDGEMENTS: &str = include_str!("judge.css");

/// Renders the judgement as a page.
pub(super) fn html(report: &Report) -> String {
    let engine = escaped(&report.judgement.engine);
    page(
        &format!("{engine} in endgames"),
        STYLE_OF_JUDGEMENTS,
        |out| header(out, report, &engine),
        |out| {
            limits(out, report);
            if let Some(comparison) = report.comparison {
                changes(out, comparison);
            }
            let endgames = ranked(report.judgement);
            ranking(out, &endgames);
            for it in endgames {
                endgame(out, it, report.exceeded_in(&it.endgame).next().is_some());
            }
        },
        "drawproof asked the engine about positions of each endgame and compared its scores and moves \
         with perfect endgame tables.",
    )
}

fn header(out: &mut String, report: &Report, engine: &str) {
    let totals = totals(report.judgement);
    let _ = writeln!(out, "<header><div class=\"head\"><h1>{engine} in endgames</h1>");
    for (count, one, more) in [
        (report.exceeded.len(), "limit exceeded", "limits exceeded"),
        (report.not_judged.len(), "endgame not judged", "endgames not judged"),
    ] {
        if count > 0 {
            let text = format!("✗ {}", counted(count as u64, one, more));
            let _ = writeln!(out, "{}", badge(false, &text));
        }
    }
    out.push_str("</div>\n");
    if !report.judgement.complete {
        let _ = writeln!(out, "<p>{}</p>", badge(false, PARTIAL));
    }
    let conditions = escaped(&conditions(report.judgement));
    let _ = writeln!(out, "<p class=\"soft\">{conditions} {RIGHT_MEANS}</p>");
    let figures = [
        (percent(totals.mean_right), "right, mean of the endgames".to_owned()),
        (grouped(report.judgement.endgames.len() as u64), "endgames".into()),
        (grouped(totals.asked), "positions asked".into()),
        (grouped(totals.failed), "without an answer".into()),
    ];
    frame::figures(out, &[], &figures);
    out.push_str("</header>\n");
}

/// Writes the exceeded limits and the endgames that could not be judged.
fn limits(out: &mut String, report: &Report) {
    if report.exceeded.is_empty() && report.not_judged.is_empty() {
        return;
    }
    out.push_str("<section class=\"refuted\">\n<h2>Limits</h2>\n<ul class=\"list\">\n");
    for it in report.exceeded {
        let (name, what) = (escaped(limited(it)), escaped(&exceeded(it)));
        // Only regressions concern all endgames together.
        let section = it.endgame.as_deref().map_or("changes".into(), escaped);
        let _ = writeln!(out, "<li><a href=\"#{section}\">{name}</a>: {what}</li>");
    }
    for it in report.not_judged {
        let (name, why) = (escaped(&it.endgame), escaped(&it.error));
        let _ = writeln!(out, "<li>{name} was not judged: {why}</li>");
    }
    out.push_str("</ul>\n</section>\n");
}

/// Writes the differences to the baseline, with boards of newly wrong positions.
fn changes(out: &mut String, comparison: &Comparison) {
    let verdict = comparison.verdict;
    let badge = badge(verdict != ChangeVerdict::Worse, verdict.name());
    let baseline = escaped(&run(&comparison.old));
    let _ = writeln!(
        out,
        "<section id=\"changes\">\n<div class=\"head\"><h2>Changes against the baseline</h2>{badge}\
         </div>\n<p class=\"soft\">Baseline: {baseline}</p>"
    );
    for line in comparison.warnings.iter().chain(&left_out(comparison)) {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escaped(line));
    }
    let _ = writeln!(out, "<p class=\"note\">{VERDICTS_MEAN}</p>");
    let cell = |verdict: ChangeVerdict, text: String| match verdict {
        ChangeVerdict::Worse => Cell::Wrong(text),
        _ => Cell::Number(text),
    };
    let names = comparison.total.figures().map(|(key, _)| figure_name(key));
    let head: Vec<&str> = ["endgame", "verdict"].into_iter().chain(names).collect();
    let rows = comparison.rows("all together").into_iter().map(|(name, differences)| {
        let verdict = cell(differences.verdict, differences.verdict.name().into());
        let figures = differences.figures().into_iter();
        let figures = figures.map(|(key, it)| cell(it.verdict, figure_cell(key, it)));
        [Cell::Title(name.into()), verdict].into_iter().chain(figures).collect()
    });
    out.push_str("<div class=\"wide\">\n");
    table(out, &head, &rows.collect::<Vec<_>>());
    out.push_str("</div>\n");
    let is_worse = |it: &ChangeVerdict| *it == ChangeVerdict::Worse;
    for endgame in comparison.endgames.iter().filter(|it| is_worse(&it.differences.verdict)) {
        if endgame.examples_wrong.is_empty() {
            continue;
        }
        let name = escaped(&endgame.endgame);
        let _ = writeln!(out, "<h3>{name}: newly wrong</h3>\n<div class=\"boards games\">");
        for it in &endgame.examples_wrong {
            let lead = format!("<p>{}</p>", escaped(&changed(it)));
            example(out, &it.fen, &it.new_move, &lead, &it.class, &it.line);
        }
        out.push_str("</div>\n");
    }
    out.push_str("</section>\n");
}

/// Writes a bar for each endgame with its share of wrong results, and the table of all figures.
fn ranking(out: &mut String, endgames: &[&EndgameJudgement]) {
    out.push_str("<section>\n<h2>Wrong results by endgame</h2>\n<div class=\"bars\">\n");
    for endgame in endgames {
        let name = escaped(&endgame.endgame);
        let wrong = endgame.accuracy.share.map(|right| 1.0 - right);
        let (width, text) = (wrong.unwrap_or(0.0) * 100.0, rest_percent(endgame.accuracy.share));
        let _ = writeln!(
            out,
            "<a class=\"bar-row\" href=\"#{name}\"><b>{name}</b><div class=\"bar bad\" role=\"img\" \
             aria-label=\"{text} wrong\"><i style=\"width:{width:.3}%\"></i></div><span>{text}</span>\
             </a>"
        );
    }
    out.push_str("</div>\n<p class=\"key\"><span><i style=\"background:var(--bad)\"></i>share of ");
    out.push_str("the positions whose score means a wrong result</span></p>\n");
    if endgames.len() > 1 {
        figures(out, endgames);
    }
    out.push_str("</section>\n");
}

/// A column: its head, and a function that returns the cell of an endgame.
type Column = (&'static str, fn(&EndgameJudgement) -> String);

/// The columns of the table of all endgames.
const COLUMNS: [Column; 10] = [
    ("endgame", |it| it.endgame.clone()),
    ("right", |it| percent(it.accuracy.share)),
    ("95 % interval", |it| interval(&it.accuracy)),
    ("win to draw", |it| percent(it.moves.win_to_draw.share)),
    ("win to loss", |it| percent(it.moves.win_to_loss.share)),
    ("draw to loss", |it| percent(it.moves.draw_to_loss.share)),
    ("squared error", |it| squared_error(it.mean_squared_error)),
    ("best band", best_band),
    ("asked", |it| grouped(it.asked)),
    ("failed", |it| grouped(failed(it))),
];

fn figures(out: &mut String, endgames: &[&EndgameJudgement]) {
    let head = COLUMNS.iter().map(|(name, _)| name.to_string()).collect();
    let row = |it: &&EndgameJudgement| COLUMNS.iter().map(|(_, cell)| cell(it)).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(endgames.iter().map(row)).collect();
    out.push_str("<h3>Figures</h3>\n<div class=\"wide\">\n");
    numbers(out, &rows, None);
    out.push_str(
        "</div>\n<p class=\"note\">Win to draw, win to loss: share of the won positions in which the \
         engine's move leaves a draw or a loss; draw to loss: of the drawn ones. Squared error: mean \
         of (expected score - true score)². Best band: the scores in centipawns that, taken for \
         draws, make most results right.</p>\n",
    );
}
