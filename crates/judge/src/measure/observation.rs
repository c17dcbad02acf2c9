//! The facts kept of an answer: the score, the effect of the move, and the class of the position.
//! Also selects the worst answers, spread over the classes, with a best move and line.

use std::collections::VecDeque;

use drawproof_board::{Board, Move};
use drawproof_tables::{
    Dtm, Metric, Placement, Wdl,
    probe::{self, ProbeError, Values},
};
use drawproof_verifier::{Class, proving_line};

use super::{
    scores::{expected, points, told},
    shares::{RightFrom, right_from},
};
use crate::{
    answer::{Answer, Failure, Score},
    judgement::{Logistic, Worst},
    sample::EndgameSample,
};

/// Returns the class of a legal position whose result for the side to move is `result`.
///
/// # Errors
///
/// Fails if a table is missing.
pub(crate) fn class_of(
    board: &Board,
    result: Wdl,
    values: &dyn Values,
) -> Result<Class, ProbeError> {
    let truth_after = |after: &Board| Ok(probe::probe(after, values)?.wdl().into());
    drawproof_verifier::class_of(board, result.into(), truth_after)
}

/// Returns the result after a legal move, for the side that moves.
///
/// # Errors
///
/// Fails if a table is missing.
pub(crate) fn result_after(
    board: &Board,
    mv: Move,
    values: &dyn Values,
) -> Result<Wdl, ProbeError> {
    let mut after = board.clone();
    after.play_unchecked(mv);
    Ok(probe::probe(&after, values)?.wdl().reversed())
}

/// Returns the first `limit` elements of `found`, taken in turn from each class that has some left,
/// in the order of [`Class::ALL`].
pub(crate) fn spread_over_classes<T>(
    found: impl IntoIterator<Item = (Class, T)>,
    limit: usize,
) -> Vec<T> {
    let mut queues: [VecDeque<T>; Class::COUNT] = Default::default();
    for (class, item) in found {
        let queue = &mut queues[class as usize];
        if queue.len() < limit {
            queue.push_back(item);
        }
    }
    let mut chosen = Vec::new();
    while chosen.len() < limit && queues.iter().any(|queue| !queue.is_empty()) {
        let left = limit - chosen.len();
        chosen.extend(queues.iter_mut().filter_map(VecDeque::pop_front).take(left));
    }
    chosen
}

/// An answer about a position with a known value. Results are for the side to move in this
/// position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Observation {
    pub class: Class,
    /// The true result for the side to move.
    pub truth: Wdl,
    pub score: Option<Score>,
    /// The engine's move; `None` if there is no legal move, or if the engine sent none.
    pub played: Option<Move>,
    /// The result after the engine's move.
    pub after: Option<Wdl>,
    /// The depth and nodes from which on the scores are right.
    pub(super) right_from: Option<Box<RightFrom>>,
}

impl Observation {
    /// Compares an answer with the table. An illegal move is returned as a failure.
    pub(super) fn new(
        board: &Board,
        truth: Wdl,
        answer: &Answer,
        draw_band: i32,
        values: &dyn Values,
    ) -> Result<Result<Observation, Failure>, ProbeError> {
        let moves = probe::legal_moves(board);
        let played = match &answer.best {
            None => None,
            Some(text) => match text.parse().ok().filter(|mv| moves.contains(mv)) {
                None => return Ok(Err(Failure::IllegalMove(text.escape_default().to_string()))),
                found => found,
            },
        };
        let after = played.map(|mv| result_after(board, mv, values)).transpose()?;
        Ok(Ok(Observation {
            class: class_of(board, truth, values)?,
            truth,
            score: answer.score,
            played,
            after,
            right_from: right_from(answer, truth, draw_band).map(Box::new),
        }))
    }

    /// Returns whether the program was asked. Engines are not asked about mate and stalemate.
    pub fn is_asked(&self) -> bool {
        self.score.is_some() || self.class != Class::Over
    }

    /// Returns the result that the score states for the side to move; `None` without a score.
    pub fn told(&self, draw_band: i32) -> Option<Wdl> {
        self.score.map(|score| told(score, draw_band))
    }

    /// Returns whether the result read from the score is the true one.
    pub fn is_right(&self, draw_band: i32) -> Option<bool> {
        self.told(draw_band).map(|told| told == self.truth)
    }

    /// Returns the squared difference between the expected score and the true result; `None`
    /// without a score.
    pub fn squared_error(&self, curve: Option<&Logistic>) -> Option<f64> {
        let error = expected(self.score?, curve) - points(self.truth);
        Some(error * error)
    }

    /// Returns the points that the move threw away: 0, 0.5 or 1.
    pub fn points_lost(&self) -> Option<f64> {
        Some(points(self.truth) - points(self.after?))
    }

    /// Returns how wrong the answer is, in points from 0 to 2: the points that the move threw away
    /// plus, if the result read from the score is wrong, the squared error of the score.
    pub fn wrongness(&self, draw_band: i32, curve: Option<&Logistic>) -> f64 {
        let lost = self.points_lost().unwrap_or(0.0);
        match self.is_right(draw_band) {
            Some(false) => lost + self.squared_error(curve).unwrap_or(0.0),
            _ => lost,
        }
    }
}

/// Returns the most wrong answers of a sample, spread over classes. Ties go to positions nearer to
/// mate, then to the order of the sample.
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
            let plies =
                sample.value(number).and_then(|it| it.distance()).map_or(u16::MAX, Dtm::plies);
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
            truth: seen.truth.word().into(),
            score: seen.score,
            best,
            played: seen.played.map(|mv| mv.to_string()),
            line,
            class: seen.class.name().into(),
            dtm: sample.value(number).and_then(|it| it.signed_plies()),
            told: told.map(|result| result.word().into()),
            after: seen.after.map(|result| result.word().into()),
        })
    };
    spread_over_classes(chosen, limit).into_iter().map(describe).collect()
}

/// A best move and a line from the tables.
pub(crate) struct Shown {
    pub fen: String,
    /// A best move in UCI notation; `None` if there is no legal move.
    pub best: Option<String>,
    /// A line of moves in UCI notation that shows the result.
    pub line: Vec<String>,
}

/// Returns a best move and a line of a legal position, for which `told` was the stated result. In a
/// draw, the line shows how the side that was expected to lose holds it, or the side to move if a
/// draw was expected.
///
/// # Errors
///
/// Fails if a table is missing.
pub(crate) fn shown(
    placement: &Placement,
    told: Option<Wdl>,
    values: &dyn Values,
) -> Result<Shown, ProbeError> {
    let board = placement.to_board().expect("a sample has legal positions");
    let us = placement.side_to_move;
    let winner = if told == Some(Wdl::Win) { us } else { !us };
    // A line leads to mate.
    let line = match values.metric() {
        Metric::Dtm => proving_line(values, &(&board).into(), winner)?.uci,
        _ => Vec::new(),
    };
    let best = match line.first() {
        Some(first) => Some(first.clone()),
        None => probe::moves(&board, values)?.first().map(|best| best.mv.to_string()),
    };
    Ok(Shown { fen: placement.to_fen(), best, line })
}
