//! Judgements as Markdown for pull requests and wikis.

use std::fmt::Write;

use drawproof_report::{counted, escape::cell, grouped, markdown::folded, words::CLASSES_MEAN};

use super::{
    changes,
    words::{
        PARTIAL, RESULTS, RIGHT_MEANS, Report, answered, best_band, class, conditions, failed,
        failure, failures, line, moves, percent, ranked, sample, squared_error, totals, truth,
        with_interval,
    },
};
use crate::judgement::EndgameJudgement;

/// Renders the judgement as Markdown: the table of all endgames, then a collapsed section for each
/// endgame.
pub(super) fn markdown(report: &Report) -> String {
    let judgement = report.judgement;
    let mut out = String::new();
    let _ = writeln!(out, "## {} in endgames: {}\n", cell(&judgement.engine), state(report));
    let _ = writeln!(out, "{} {RIGHT_MEANS}\n", cell(&conditions(judgement)));
    if !judgement.complete {
        let _ = writeln!(out, "**{PARTIAL}**\n");
    }
    let problems = report.problems();
    for (endgame, text) in &problems {
        let _ = writeln!(out, "- ❌ {endgame}: {}", cell(text));
    }
    if !problems.is_empty() {
        out.push('\n');
    }
    table(&mut out, report);
    if let Some(comparison) = report.comparison {
        let _ = write!(out, "\n{}", changes::markdown(comparison));
    }
    for endgame in ranked(judgement) {
        let right = percent(endgame.accuracy.share);
        let title = format!("{}: {right} right of {}", endgame.endgame, sample(endgame));
        folded(&mut out, &title, |out| details(out, endgame));
    }
    out
}

/// Returns the state of the run, as a part of the title.
fn state(report: &Report) -> String {
    let right = format!("{} right", percent(totals(report.judgement).mean_right));
    let problems = match (report.exceeded.len() as u64, report.not_judged.len() as u64) {
        (0, 0) => return right,
        (0, count) => counted(count, "endgame not judged", "endgames not judged"),
        (count, _) => counted(count, "limit exceeded", "limits exceeded"),
    };
    format!("{right}, {problems}")
}

/// Writes the table: a row for each endgame, and the totals.
fn table(out: &mut String, report: &Report) {
    out.push_str(
        "| endgame | asked | right | win to draw | win to loss | draw to loss | squared error | \
         best band | failed |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for endgame in ranked(report.judgement) {
        let mark = if report.exceeded_in(&endgame.endgame).next().is_some() { "❌ " } else { "" };
        let moves = endgame.moves.shares().map(|share| percent(share.share)).join(" | ");
        let (name, asked) = (&endgame.endgame, grouped(endgame.asked));
        let (right, error) =
            (with_interval(&endgame.accuracy), squared_error(endgame.mean_squared_error));
        let (band, failed) = (best_band(endgame), failures(endgame).unwrap_or_else(|| "0".into()));
        let _ = writeln!(
            out,
            "| {mark}{name} | {asked} | {right} | {moves} | {error} | {band} | {failed} |"
        );
    }
    let totals = totals(report.judgement);
    let endgames = counted(report.judgement.endgames.len() as u64, "endgame", "endgames");
    let [asked, failed] = [totals.asked, totals.failed].map(grouped);
    let right = percent(totals.mean_right);
    let _ = writeln!(out, "| **mean of {endgames}** | {asked} | {right} | | | | | | {failed} |");
}

/// Writes the 3 x 3 table, the failures and the worst answers of an endgame.
fn details(out: &mut String, endgame: &EndgameJudgement) {
    out.push_str("| truth by score | loss | draw | win |\n|---|---:|---:|---:|\n");
    for (name, counts) in RESULTS.iter().zip(endgame.results) {
        let _ = writeln!(out, "| **{name}** | {} |", counts.map(grouped).join(" | "));
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
        for it in &endgame.worst {
            let (class, fen, answered, truth) =
                (class(&it.class), &it.fen, answered(it), truth(it));
            let (moves, line) = (cell(&moves(it)), line(fen, &it.line));
            let _ =
                writeln!(out, "| {class} | `{fen}` | {answered} | {truth} | {moves} | {line} |");
        }
    }
}
