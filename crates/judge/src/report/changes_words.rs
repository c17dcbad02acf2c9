//! Sentences about the differences between two judgements, shared by all formats.

use drawproof_report::{
    grouped,
    words::{numbered, outcome, white_to_move},
};

use super::words::{figure_name, line_from, percent, san, score_in_words, squared_error};
use crate::record::{
    ChangeVerdict, ChangedAnswer, ComparedRun, Comparison, Difference, EndgameComparison,
};

/// What verdicts mean.
pub(super) const VERDICTS_MEAN: &str = "Better and worse: with 95 % confidence not due to the choice \
     of positions, corrected for the number of figures (Holm). Any other difference is within the \
     noise.";

/// One of the two runs: `Stockfish 16 (stockfish), nodes 1, 10,000 of 81,664 positions, seed 1`.
pub(super) fn run(run: &ComparedRun) -> String {
    format!(
        "{} ({}), {}, {} of {} positions, seed {}, draws from -{band} to {band} centipawns",
        run.engine,
        run.command,
        run.limit,
        grouped(run.sample.positions),
        grouped(run.sample.of),
        run.sample.seed,
        band = run.draw_band
    )
}

/// Endgames that only one of the runs judged.
pub(super) fn left_out(comparison: &Comparison) -> Vec<String> {
    let line = |which: &str, endgames: &[String]| {
        let names = endgames.join(", ");
        (!endgames.is_empty()).then(|| format!("only in the {which} run: {names}"))
    };
    let lines = [line("old", &comparison.only_old), line("new", &comparison.only_new)];
    lines.into_iter().flatten().collect()
}

/// The heads of the cells of a figure.
pub(super) const FIGURE_HEAD: [&str; 7] =
    ["figure", "verdict", "change", "old", "new", "95 % interval", "p"];

/// The cells of a figure; `None` where there was nothing to compare.
pub(super) fn figure(key: &str, it: &Difference) -> Option<[String; 7]> {
    let is_share = key != "mean_squared_error";
    let value = |value: Option<f64>| match is_share {
        true => percent(value),
        false => squared_error(value),
    };
    let change = |change: f64| match is_share {
        true => format!("{:+.2} %", change * 100.0),
        false => format!("{change:+.4}"),
    };
    let (old, new) = (it.old?, it.new?);
    let interval = it.interval.map_or(String::new(), |[low, high]| match is_share {
        true => format!("{:+.2} to {:+.2} %", low * 100.0, high * 100.0),
        false => format!("{low:+.4} to {high:+.4}"),
    });
    Some([
        figure_name(key).into(),
        it.verdict.name().into(),
        it.difference.map_or("-".into(), change),
        value(Some(old)),
        value(Some(new)),
        interval,
        it.corrected_p.map_or("-".into(), probability),
    ])
}

/// A probability: `<0.0001`, `0.0312`.
fn probability(p: f64) -> String {
    if p < 0.0001 { "<0.0001".into() } else { format!("{p:.4}") }
}

/// How many answers of an endgame changed.
pub(super) fn counts(endgame: &EndgameComparison) -> String {
    match endgame.paired {
        true => format!(
            "{} positions asked in both runs: {} results newly wrong, {} newly right; {} moves newly \
             wrong, {} newly right",
            grouped(endgame.asked_both),
            grouped(endgame.newly_wrong),
            grouped(endgame.newly_right),
            grouped(endgame.new_move_errors),
            grouped(endgame.fixed_move_errors)
        ),
        false => format!(
            "different samples: {} positions in the old run, {} in the new one",
            grouped(endgame.asked_old),
            grouped(endgame.asked_new)
        ),
    }
}

/// An endgame in one line: `KPK: worse (results right -5.12 %, moves: win to draw +1.00 %)`.
pub(super) fn endgame_line(endgame: &EndgameComparison) -> String {
    let figures = endgame.differences.figures();
    let changed = figures
        .into_iter()
        .filter(|(_, it)| matches!(it.verdict, ChangeVerdict::Better | ChangeVerdict::Worse));
    let changed: Vec<String> = changed
        .filter_map(|(key, it)| figure(key, it))
        .map(|[name, _, change, ..]| format!("{name} {change}"))
        .collect();
    let verdict = endgame.differences.verdict.name();
    match changed.is_empty() {
        true => format!("{}: {verdict}", endgame.endgame),
        false => format!("{}: {verdict} ({})", endgame.endgame, changed.join(", ")),
    }
}

/// The comparison in lines: the verdict, warnings, and the endgames that changed beyond the noise.
pub(super) fn changed_lines(comparison: &Comparison) -> Vec<String> {
    let mut lines = vec![format!("compared with the baseline: {}", comparison.verdict.name())];
    lines.extend(comparison.warnings.iter().map(|warning| format!("warning: {warning}")));
    let changed = comparison.endgames.iter().filter(|it| {
        matches!(it.differences.verdict, ChangeVerdict::Better | ChangeVerdict::Worse)
    });
    lines.extend(changed.map(endgame_line));
    lines
}

/// Both scores and moves of an answer, and the truth.
pub(super) fn changed(it: &ChangedAnswer) -> String {
    let score = |score: Option<crate::answer::Score>| {
        score.map_or("no score".into(), |score| score_in_words(score, &it.fen))
    };
    let mut text = format!(
        "old score {}, new score {}; truth: {}",
        score(it.old_score),
        score(it.new_score),
        outcome(&it.fen, &it.truth, it.dtm)
    );
    if it.old_move != it.new_move {
        for (which, played, after) in
            [("old", &it.old_move, &it.old_after), ("new", &it.new_move, &it.new_after)]
        {
            if let Some(played) = played {
                let after = after.as_ref().filter(|after| **after != it.truth);
                let after =
                    after.map_or(String::new(), |after| format!(", which leaves a {after}"));
                text += &format!("; {which} move {}{after}", san(&it.fen, played));
            }
        }
    }
    text
}

/// The line of an answer with move numbers; empty if there is none.
pub(super) fn line(it: &ChangedAnswer) -> String {
    numbered(&line_from(&it.fen, &it.line).san, white_to_move(&it.fen))
}
