//! Judgements as Markdown for pull requests and wikis.

use std::fmt::Write;

use drawproof_report::{counted, escape::cell, grouped, markdown::folded, words::CLASSES_MEAN};

use super::{
    Report,
    changes_markdown::changes_markdown,
    failed, ranked, totals,
    words::{
        PARTIAL, RESULTS, RIGHT_MEANS, answered, conditions, exceeded, failure, failures, limited,
        line, moves, percent, sample, squared_error, truth, with_interval,
    },
};
use crate::judgement::EndgameJudgement;

/// The judgement as Markdown: the table of all endgames, then each one folded.
pub(super) fn markdown(report: &Report) -> String {
    let judgement = report.judgement;
    let mut out = String::new();
    let _ = writeln!(out, "## {} in endgames: {}\n", cell(&judgement.engine), state(report));
    let _ = writeln!(out, "{} {RIGHT_MEANS}\n", cell(&conditions(judgement)));
    if !judgement.complete {
        let _ = writeln!(out, "**{PARTIAL}**\n");
    }
    for it in report.exceeded {
        let _ = writeln!(out, "- ❌ {}: {}", limited(it), exceeded(it));
    }
    for (endgame, why) in report.not_judged {
        let _ = writeln!(out, "- ❌ {endgame}: not judged: {}", cell(why));
    }
    if !report.exceeded.is_empty() || !report.not_judged.is_empty() {
        out.push('\n');
    }
    table(&mut out, report);
    if let Some(comparison) = report.comparison {
        let _ = write!(out, "\n{}", changes_markdown(comparison));
    }
    for endgame in ranked(judgement) {
        let right = percent(endgame.accuracy.share);
        let title = format!("{}: {right} right of {}", endgame.endgame, sample(endgame));
        folded(&mut out, &title, |out| details(out, endgame));
    }
    out
}

/// Whether anything is wrong with the run, as a part of the title.
fn state(report: &Report) -> String {
    let totals = totals(report.judgement);
    let right = format!("{} right", percent(totals.mean_right));
    match (report.exceeded.len(), report.not_judged.len()) {
        (0, 0) => right,
        (0, count) => {
            format!(
                "{right}, {}",
                counted(count as u64, "endgame not judged", "endgames not judged")
            )
        }
        (count, _) => {
            format!("{right}, {}", counted(count as u64, "limit exceeded", "limits exceeded"))
        }
    }
}

/// A row an endgame, and the totals.
fn table(out: &mut String, report: &Report) {
    out.push_str(
        "| endgame | asked | right | win to draw | win to loss | draw to loss | squared error | \
         best band | failed |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for endgame in ranked(report.judgement) {
        let found = &endgame.moves;
        let moves = [&found.win_to_draw, &found.win_to_loss, &found.draw_to_loss];
        let moves = moves.map(|share| percent(share.share)).join(" | ");
        let exceeds = report.exceeded_in(&endgame.endgame).next().is_some();
        let _ = writeln!(
            out,
            "| {}{} | {} | {} | {moves} | {} | {} | {} |",
            if exceeds { "❌ " } else { "" },
            endgame.endgame,
            grouped(endgame.asked),
            with_interval(&endgame.accuracy),
            squared_error(endgame.mean_squared_error),
            endgame.best_band.map_or("-".into(), |band| format!("±{}", band.centipawns)),
            failures(endgame).unwrap_or_else(|| "0".into()),
        );
    }
    let totals = totals(report.judgement);
    let _ = writeln!(
        out,
        "| **mean of {}** | {} | {} | | | | | | {} |",
        counted(report.judgement.endgames.len() as u64, "endgame", "endgames"),
        grouped(totals.asked),
        percent(totals.mean_right),
        grouped(totals.failed)
    );
}

/// The 3 x 3 table, the failures and the worst answers of an endgame.
fn details(out: &mut String, endgame: &EndgameJudgement) {
    out.push_str("| truth by score | loss | draw | win |\n|---|---:|---:|---:|\n");
    for (name, counts) in RESULTS.iter().zip(endgame.results) {
        let [loss, draw, win] = counts.map(grouped);
        let _ = writeln!(out, "| **{name}** | {loss} | {draw} | {win} |");
    }
    if failed(endgame) > 0 {
        let _ = writeln!(out, "\nNo answer or score: {}.\n", failures(endgame).unwrap_or_default());
        for (fen, found) in &endgame.failures.examples {
            let _ = writeln!(out, "- `{fen}`: {}", cell(&failure(found)));
        }
    }
    if !endgame.worst.is_empty() {
        let _ = writeln!(out, "\nThe worst answers, of all classes. {CLASSES_MEAN}\n");
        out.push_str("| class | position | answer | truth | move | line |\n");
        out.push_str("|---|---|---|---|---|---|\n");
        for worst in &endgame.worst {
            let _ = writeln!(
                out,
                "| {} | `{}` | {} | {} | {} | {} |",
                worst.class.replace('-', " "),
                worst.fen,
                answered(worst),
                truth(worst),
                cell(&moves(worst)),
                line(worst)
            );
        }
    }
}
