//! Judgements as text for people at a terminal.

use std::fmt::Write;

use drawproof_report::{
    TextStyle, counted, grouped,
    wrap::{fitting, position, table},
    wrapped,
};

use super::{
    changes,
    words::{
        PARTIAL, RESULTS, RIGHT_MEANS, Report, band_in_words, class, conditions, failed, failure,
        failures, interval, needed, parts, percent, ranked, sample, squared_error, totals,
        totals_line, with_interval,
    },
};
use crate::judgement::{ClassFigures, EndgameJudgement};

/// Renders the judgement as text: each endgame, then the table of all, then the exceeded limits.
pub(super) fn text(report: &Report, style: TextStyle) -> String {
    let judgement = report.judgement;
    let mut out = wrapped("", &style.painted(&judgement.engine, 39), style.width);
    out.push_str(&wrapped("", &conditions(judgement), style.width));
    out.push_str(&wrapped("", RIGHT_MEANS, style.width));
    if !judgement.complete {
        out.push_str(&wrapped("", &style.painted(PARTIAL, 31), style.width));
    }
    out.push('\n');
    let endgames = ranked(judgement);
    for &endgame in &endgames {
        self::endgame(&mut out, endgame, style);
    }
    if endgames.len() > 1 {
        summary(&mut out, &endgames, style);
        let failed = match totals(judgement).failed {
            0 => String::new(),
            failed => format!(", {} without an answer", grouped(failed)),
        };
        out.push_str(&wrapped("", &(totals_line(judgement) + &failed), style.width));
    }
    if let Some(comparison) = report.comparison {
        let _ = write!(out, "\n{}", changes::text(comparison, style));
    }
    for (endgame, text) in report.problems() {
        let first = format!("{}  ", style.painted(endgame, 31));
        out.push_str(&wrapped(&first, &text, style.width));
    }
    out
}

/// Writes all figures of one endgame.
fn endgame(out: &mut String, endgame: &EndgameJudgement, style: TextStyle) {
    let title = format!("{}  ", style.painted(&endgame.endgame, 39));
    let right = format!("{} right", with_interval(&endgame.accuracy));
    out.push_str(&wrapped(&title, &format!("{right}; {}", sample(endgame)), style.width));
    results(out, endgame, style);
    for line in figures(endgame) {
        out.push_str(&wrapped("  ", &line, style.width));
    }
    for (fen, found) in &endgame.failures.examples {
        out.push_str(&wrapped("    ", &format!("{fen}: {}", failure(found)), style.width));
    }
    if !endgame.worst.is_empty() {
        let title = wrapped("  ", "worst answers, of all classes:", style.width);
        let _ = write!(out, "\n{title}");
    }
    for (number, it) in endgame.worst.iter().enumerate() {
        let text = parts(it).join("; ");
        position(out, number, &class(&it.class), &it.fen, &[text], style.width);
    }
    out.push('\n');
}

/// Writes the table of true results by the results that scores state.
fn results(out: &mut String, endgame: &EndgameJudgement, style: TextStyle) {
    out.push_str(&wrapped("  ", "true results by score, for the side to move:", style.width));
    let mut rows = vec![["truth", "loss", "draw", "win", "right"].map(String::from).to_vec()];
    for (truth, name) in RESULTS.iter().enumerate() {
        let of_all: f64 = endgame.shares[truth].iter().sum();
        let right = (of_all > 0.0).then(|| endgame.shares[truth][truth] / of_all);
        let mut row = vec![name.to_string()];
        row.extend(endgame.results[truth].map(grouped));
        row.push(percent(right));
        rows.push(row);
    }
    out.push_str(&table(&fitting(rows, style.width), &[0], &[], style.width));
}

/// Returns the figures of an endgame in sentences.
fn figures(endgame: &EndgameJudgement) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(band) = endgame.best_band {
        lines.push(format!(
            "best band of draws: {} centipawns, with which {} are right",
            band_in_words(band.centipawns),
            percent(Some(band.accuracy))
        ));
    }
    if let (Some(error), Some(curve)) = (endgame.mean_squared_error, endgame.logistic) {
        let how = if curve.fitted { "fitted" } else { "given" };
        lines.push(format!(
            "mean squared error of the expected score: {}, with a logistic scale of {:.0} \
             centipawns ({how})",
            squared_error(Some(error)),
            curve.scale
        ));
    }
    if let Some(correlation) = endgame.score_distance.correlation {
        lines.push(format!(
            "rank correlation of scores with nearness to mate: {correlation:.2}, over {}",
            counted(endgame.score_distance.positions, "won position", "won positions")
        ));
    }
    if endgame.moves.asked > 0 {
        let [to_draw, to_loss, draw_to_loss] = endgame.moves.shares().map(with_interval);
        let lost = squared_error(endgame.moves.points_lost);
        lines.push(format!(
            "moves: {to_draw} of the wins become draws, {to_loss} losses; {draw_to_loss} of the \
             draws become losses; points lost a move: {lost}"
        ));
    }
    let classes = endgame.classes.iter().filter(|it| it.accuracy.share.is_some());
    let of_class =
        |it: &ClassFigures| format!("{} {}", class(&it.class), percent(it.accuracy.share));
    let classes: Vec<String> = classes.map(of_class).collect();
    if classes.len() > 1 {
        lines.push(format!("right by class: {}", classes.join(", ")));
    }
    for (what, points) in needed(endgame) {
        let point = |&(at, share): &(u64, f64)| {
            let at = if what == "nodes" { grouped(at) } else { at.to_string() };
            format!("{at}: {}", percent(Some(share)))
        };
        let points: Vec<String> = points.iter().map(point).collect();
        lines.push(format!("right from {what} on: {}", points.join(", ")));
    }
    if let Some(failures) = failures(endgame) {
        let positions = counted(failed(endgame), "position", "positions");
        lines.push(format!("no answer or score in {positions}: {failures}"));
    }
    lines
}

/// A column: its head, and a function that returns the cell of an endgame.
type Column = (&'static str, fn(&EndgameJudgement) -> String);

/// The columns of the table of all endgames, the dispensable ones last.
const COLUMNS: [Column; 10] = [
    ("endgame", |it| it.endgame.clone()),
    ("right", |it| percent(it.accuracy.share)),
    ("95 % interval", |it| interval(&it.accuracy)),
    ("W>D", |it| percent(it.moves.win_to_draw.share)),
    ("W>L", |it| percent(it.moves.win_to_loss.share)),
    ("D>L", |it| percent(it.moves.draw_to_loss.share)),
    ("error^2", |it| squared_error(it.mean_squared_error)),
    ("asked", |it| grouped(it.asked)),
    ("failed", |it| if failed(it) > 0 { grouped(failed(it)) } else { "-".into() }),
    ("best band", |it| it.best_band.map_or("-".into(), |band| band.centipawns.to_string())),
];

/// Writes the table of all endgames, with as many columns as fit.
fn summary(out: &mut String, endgames: &[&EndgameJudgement], style: TextStyle) {
    let head = COLUMNS.iter().map(|(name, _)| name.to_string()).collect();
    let row = |it: &&EndgameJudgement| COLUMNS.iter().map(|(_, cell)| cell(it)).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(endgames.iter().map(row)).collect();
    let rows = fitting(rows, style.width);
    out.push_str(&table(&rows, &[0], &[], style.width));
    if rows[0].iter().any(|name| name.contains('>')) {
        let legend = "W>D, W>L: share of the won positions in which the move leaves a draw or a loss. \
             D>L: share of the drawn positions in which it leaves a loss.";
        out.push_str(&wrapped("  ", legend, style.width));
    }
}
