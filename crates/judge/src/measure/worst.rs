//! The worst answers, with our move and line.

use drawproof_tables::{
    Dtm, Placement, Wdl,
    probe::{self, ProbeError, Values},
};
use drawproof_verifier::proving_line;

use super::{class::spread_over_classes, observation::Observation, reading::name_of};
use crate::{
    judgement::{Logistic, Worst},
    sample::EndgameSample,
};

/// The answers of a sample that are most wrong, spread over classes; of equally wrong ones those
/// nearer to mate, then the first of the sample.
pub(super) fn worst<'a>(
    sample: &EndgameSample,
    observed: impl Iterator<Item = (usize, &'a Observation)>,
    draw_band: i32,
    curve: Option<&Logistic>,
    limit: usize,
    values: &dyn Values,
) -> Result<Vec<Worst>, ProbeError> {
    let mut wrong: Vec<(f64, u16, usize, &Observation)> = observed
        .map(|(number, seen)| (seen.wrongness(draw_band, curve), number, seen))
        .filter(|&(wrongness, ..)| wrongness > 0.0)
        .map(|(wrongness, number, seen)| {
            let plies = sample.value(number).distance().map_or(u16::MAX, Dtm::plies);
            (wrongness, plies, number, seen)
        })
        .collect();
    wrong.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let chosen = wrong.into_iter().map(|(.., number, seen)| (seen.class, (number, seen)));
    let describe = |(number, seen): (usize, &Observation)| {
        let told = seen.told(draw_band);
        let Shown { fen, best, line } = shown(&sample.placement(number), told, values)?;
        Ok(Worst {
            fen,
            truth: name_of(seen.truth).into(),
            score: seen.score,
            best,
            played: seen.played.map(|mv| mv.to_string()),
            line,
            class: seen.class.name().into(),
            dtm: sample.value(number).signed_plies(),
            told: told.map(|result| name_of(result).into()),
            after: seen.after.map(|result| name_of(result).into()),
        })
    };
    spread_over_classes(chosen, limit).into_iter().map(describe).collect()
}

/// What the tables know of a position.
pub(crate) struct Shown {
    pub fen: String,
    /// A best move.
    pub best: Option<String>,
    /// The line that shows the result.
    pub line: Vec<String>,
}

/// The best move and line of a legal position whose result was taken for `told`. In a draw the side
/// that holds it is the one that was expected to lose; the side to move if neither was.
///
/// # Errors
///
/// A table is missing.
pub(crate) fn shown(
    placement: &Placement,
    told: Option<Wdl>,
    values: &dyn Values,
) -> Result<Shown, ProbeError> {
    let board = placement.to_board().expect("a sample has legal positions");
    let us = placement.side_to_move;
    let winner = if told == Some(Wdl::Win) { us } else { !us };
    let line = proving_line(values, &(&board).into(), winner)?.uci;
    let best = match line.first() {
        Some(first) => Some(first.clone()),
        None => probe::moves(&board, values)?.first().map(|best| best.mv.to_string()),
    };
    Ok(Shown { fen: placement.to_fen(), best, line })
}
