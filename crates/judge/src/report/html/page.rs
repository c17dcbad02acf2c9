//! The page about a judgement: head, limits, the ranking of endgames, a section for each.

use std::fmt::Write;

use drawproof_report::{
    counted,
    escape::escaped,
    grouped,
    html::frame::{self, Cell, badge, page, table},
};

use super::{changes::changes, endgame::endgame};
use crate::{
    judgement::EndgameJudgement,
    report::{
        Report, failed, ranked, totals,
        words::{
            PARTIAL, RIGHT_MEANS, conditions, exceeded, interval, limited, percent, squared_error,
        },
    },
};

/// The style of what only this page has.
const STYLE_OF_JUDGEMENTS: &str = include_str!("judge.css");

/// The judgement as a page.
pub(in crate::report) fn html(report: &Report) -> String {
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

/// What exceeds a limit, and what could not be judged.
fn limits(out: &mut String, report: &Report) {
    if report.exceeded.is_empty() && report.not_judged.is_empty() {
        return;
    }
    out.push_str("<section class=\"refuted\">\n<h2>Limits</h2>\n<ul class=\"list\">\n");
    for it in report.exceeded {
        let (name, what) = (escaped(limited(it)), escaped(&exceeded(it)));
        // Only regressions are of all endgames together.
        let section = it.endgame.as_deref().map_or("changes".into(), escaped);
        let _ = writeln!(out, "<li><a href=\"#{section}\">{name}</a>: {what}</li>");
    }
    for (endgame, why) in report.not_judged {
        let (name, why) = (escaped(endgame), escaped(why));
        let _ = writeln!(out, "<li>{name} was not judged: {why}</li>");
    }
    out.push_str("</ul>\n</section>\n");
}

/// A bar an endgame, its share of wrong results leading, and the table of all figures.
fn ranking(out: &mut String, endgames: &[&EndgameJudgement]) {
    out.push_str("<section>\n<h2>Wrong results by endgame</h2>\n<div class=\"bars\">\n");
    for endgame in endgames {
        let name = escaped(&endgame.endgame);
        let wrong = endgame.accuracy.share.map(|right| 1.0 - right);
        let (width, text) = (wrong.unwrap_or(0.0) * 100.0, percent(wrong));
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

fn figures(out: &mut String, endgames: &[&EndgameJudgement]) {
    let head = [
        "endgame",
        "right",
        "95 % interval",
        "win to draw",
        "win to loss",
        "draw to loss",
        "squared error",
        "best band",
        "asked",
        "failed",
    ];
    let row = |it: &&EndgameJudgement| {
        let moves = [&it.moves.win_to_draw, &it.moves.win_to_loss, &it.moves.draw_to_loss];
        let mut row = vec![
            Cell::Title(it.endgame.clone()),
            Cell::Number(percent(it.accuracy.share)),
            Cell::Number(interval(&it.accuracy)),
        ];
        row.extend(moves.map(|share| Cell::Number(percent(share.share))));
        row.extend([
            Cell::Number(squared_error(it.mean_squared_error)),
            Cell::Number(it.best_band.map_or("-".into(), |band| format!("±{}", band.centipawns))),
            Cell::Number(grouped(it.asked)),
            Cell::Number(grouped(failed(it))),
        ]);
        row
    };
    let rows: Vec<Vec<Cell>> = endgames.iter().map(row).collect();
    out.push_str("<h3>Figures</h3>\n<div class=\"wide\">\n");
    table(out, &head, &rows);
    out.push_str(
        "</div>\n<p class=\"note\">Win to draw, win to loss: share of the won positions in ",
    );
    out.push_str(
        "which the engine's move leaves a draw or a loss; draw to loss: of the drawn ones. ",
    );
    out.push_str(
        "Squared error: mean of (expected score - true score)². Best band: the scores in ",
    );
    out.push_str("centipawns that, taken for draws, make most results right.</p>\n");
}
