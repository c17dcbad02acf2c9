//! What is kept of one answer: the score, and what the move did.

use drawproof_board::{Board, Move};
use drawproof_tables::{
    Wdl,
    probe::{self, ProbeError, Values},
};
use drawproof_verifier::Class;

use super::{
    class::{class_of, result_after},
    logistic::{expected, points},
    needed::{RightFrom, right_from},
    reading::told,
};
use crate::{
    answer::{Answer, Failure, Score},
    judgement::Logistic,
};

/// An answer about a position whose value is known. Results are for the side to move there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Observation {
    pub class: Class,
    /// The true result.
    pub truth: Wdl,
    pub score: Option<Score>,
    /// The move; `None` where there is none, or none was answered.
    pub played: Option<Move>,
    /// The result after the move.
    pub after: Option<Wdl>,
    /// Where the scores by depth become right.
    pub(super) right_from: Option<Box<RightFrom>>,
}

impl Observation {
    /// Compares an answer with the table; a failure if its move is not legal.
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
            class: class_of(board, truth, &moves, values)?,
            truth,
            score: answer.score,
            played,
            after,
            right_from: right_from(answer, truth, draw_band).map(Box::new),
        }))
    }

    /// Whether a score is missing although there is a legal move.
    pub fn lacks_score(&self) -> bool {
        self.score.is_none() && self.class != Class::Over
    }

    /// The result read from the score.
    pub fn told(&self, draw_band: i32) -> Option<Wdl> {
        self.score.map(|score| told(score, draw_band))
    }

    /// Whether the result read from the score is the true one.
    pub fn is_right(&self, draw_band: i32) -> Option<bool> {
        self.told(draw_band).map(|told| told == self.truth)
    }

    /// The square of the difference between the expected score and the result.
    pub fn squared_error(&self, curve: Option<&Logistic>) -> Option<f64> {
        let error = expected(self.score?, curve) - points(self.truth);
        Some(error * error)
    }

    /// The points that the move threw away: 0, 0.5 or 1.
    pub fn points_lost(&self) -> Option<f64> {
        Some(points(self.truth) - points(self.after?))
    }

    /// How wrong the answer is, in points: those that the move threw away, and the squared error of
    /// the score if the result read from it is wrong. 0 to 2; 0 = right.
    pub fn wrongness(&self, draw_band: i32, curve: Option<&Logistic>) -> f64 {
        let lost = self.points_lost().unwrap_or(0.0);
        match self.is_right(draw_band) {
            Some(false) => lost + self.squared_error(curve).unwrap_or(0.0),
            _ => lost,
        }
    }
}
