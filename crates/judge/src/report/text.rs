//! Judgements as text for people at a terminal.

use std::fmt::Write;

use drawproof_report::{
    TextStyle, counted, grouped,
    wrap::{fitting, table},
    wrapped,
};

use super::{
    Report,
    changes_text::changes_text,
    failed, ranked, totals,
    words::{
        PARTIAL, RESULTS, RIGHT_MEANS, answered, band_in_words, conditions, exceeded, failure,
        failures, interval, limited, line, moves, percent, sample, squared_error, truth,
        with_interval,
    },
};
use crate::judgement::{EndgameJudgement, Worst};

/// The judgement as text: each endgame, then the table of all, then what exceeds a limit.
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
        totals_line(&mut out, report, style);
    }
    if let Some(comparison) = report.comparison {
        let _ = write!(out, "\n{}", changes_text(comparison, style));
    }
    verdicts(&mut out, report, style);
    out
}

/// All about one endgame.
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
    worst(out, &endgame.worst, style);
    out.push('\n');
}

/// The table of true results by results that scores mean.
fn results(out: &mut String, endgame: &EndgameJudgement, style: TextStyle) {
    out.push_str(&wrapped("  ", "true results by score, for the side to move:", style.width));
    let head = ["truth", "loss", "draw", "win", "right"].map(String::from);
    let mut rows = vec![head.to_vec()];
    for (truth, name) in RESULTS.iter().enumerate() {
        let counts = endgame.results[truth];
        let of_all: f64 = endgame.shares[truth].iter().sum();
        let right = (of_all > 0.0).then(|| endgame.shares[truth][truth] / of_all);
        let mut row = vec![name.to_string()];
        row.extend(counts.map(grouped));
        row.push(percent(right));
        rows.push(row);
    }
    out.push_str(&table(&fitting(rows, style.width), &[0], &[], style.width));
}

/// The figures of an endgame in sentences.
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
    if endgame.moves.asked > 0 {
        let found = &endgame.moves;
        lines.push(format!(
            "moves: {} of the wins become draws, {} losses; {} of the draws become losses; points \
             lost a move: {}",
            with_interval(&found.win_to_draw),
            with_interval(&found.win_to_loss),
            with_interval(&found.draw_to_loss),
            squared_error(found.points_lost)
        ));
    }
    let classes = endgame.classes.iter().filter(|it| it.accuracy.share.is_some());
    let classes: Vec<String> = classes
        .map(|it| format!("{} {}", it.class.replace('-', " "), percent(it.accuracy.share)))
        .collect();
    if classes.len() > 1 {
        lines.push(format!("right by class: {}", classes.join(", ")));
    }
    lines.extend(needed(endgame));
    if let Some(failures) = failures(endgame) {
        lines.push(format!(
            "no answer or score in {}: {failures}",
            counted(failed(endgame), "position", "positions")
        ));
    }
    lines
}

/// The shares that are right from a depth and from a number of nodes on.
fn needed(endgame: &EndgameJudgement) -> Vec<String> {
    let Some(needed) = endgame.needed.as_ref().filter(|it| it.by_depth.len() > 1) else {
        return Vec::new();
    };
    let depths = needed.by_depth.iter().map(|(at, share)| (at.to_string(), *share)).collect();
    let nodes = needed.by_nodes.iter().map(|(at, share)| (grouped(*at), *share)).collect();
    let line = |what: &str, points: Vec<(String, f64)>| {
        let points: Vec<String> = points
            .into_iter()
            .map(|(at, share)| format!("{at}: {}", percent(Some(share))))
            .collect();
        (!points.is_empty()).then(|| format!("right from {what} on: {}", points.join(", ")))
    };
    [line("depth", depths), line("nodes", nodes)].into_iter().flatten().collect()
}

fn worst(out: &mut String, worst: &[Worst], style: TextStyle) {
    if worst.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}", wrapped("  ", "worst answers, of all classes:", style.width)));
    for (number, it) in worst.iter().enumerate() {
        let _ = writeln!(out, "  {:>3}. {:<9} {}", number + 1, it.class.replace('-', " "), it.fen);
        let mut text = format!("{}; truth: {}", answered(it), truth(it));
        for part in [moves(it), line(it)].into_iter().filter(|part| !part.is_empty()) {
            text += &format!("; {part}");
        }
        out.push_str(&wrapped("       ", &text, style.width));
    }
}

/// A column: its head, and the cell of an endgame.
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

/// The table of all endgames, with as many columns as fit.
fn summary(out: &mut String, endgames: &[&EndgameJudgement], style: TextStyle) {
    let head = COLUMNS.iter().map(|(name, _)| name.to_string()).collect();
    let row = |it: &&EndgameJudgement| COLUMNS.iter().map(|(_, cell)| cell(it)).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(endgames.iter().map(row)).collect();
    let rows = fitting(rows, style.width);
    out.push_str(&table(&rows, &[0], &[], style.width));
    if rows[0].iter().any(|name| name.contains('>')) {
        let legend = "W>D, W>L: share of the won positions whose move leaves a draw, a loss. D>L: of \
                      the drawn positions whose move leaves a loss.";
        out.push_str(&wrapped("  ", legend, style.width));
    }
}

fn totals_line(out: &mut String, report: &Report, style: TextStyle) {
    let totals = totals(report.judgement);
    let mut text = format!(
        "{}, {} asked: {} right (mean of the endgames)",
        counted(report.judgement.endgames.len() as u64, "endgame", "endgames"),
        counted(totals.asked, "position", "positions"),
        percent(totals.mean_right)
    );
    if totals.failed > 0 {
        text += &format!(", {} without an answer", grouped(totals.failed));
    }
    out.push_str(&wrapped("", &text, style.width));
}

/// What exceeds a limit, and what could not be judged.
fn verdicts(out: &mut String, report: &Report, style: TextStyle) {
    let exceeded = report.exceeded.iter().map(|it| (limited(it), exceeded(it)));
    let not_judged = report.not_judged.iter();
    let not_judged =
        not_judged.map(|(endgame, why)| (endgame.as_str(), format!("not judged: {why}")));
    for (endgame, text) in exceeded.chain(not_judged) {
        let first = format!("{}  ", style.painted(endgame, 31));
        out.push_str(&wrapped(&first, &text, style.width));
    }
}
