//! What is true of the positions of a sample: values, and what follows from those of the moves.

use std::{cell::OnceCell, error::Error};

use drawproof_board::{Board, Color};
use drawproof_tables::{Wdl, helpmate::Helpmates, probe::successors};

use super::asking::VerifyError;
use crate::enumerate::{Class, Condition, Domain, TrueResult, class_of};

/// The true value of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrueValue {
    /// What is true.
    pub truth: TrueResult,
    /// The plies until the side to move mates, and until the other side does; `None` where it does not, and
    /// where the distance is not known.
    pub plies: [Option<u16>; 2],
}

impl TrueValue {
    /// A result under perfect play and the distance to mate in plies, without its sign; `None` for a draw,
    /// and where it is not known.
    pub fn of_result(result: Wdl, plies: Option<u16>) -> TrueValue {
        let plies = match result {
            Wdl::Draw => [None; 2],
            Wdl::Win => [plies, None],
            Wdl::Loss => [None, plies],
        };
        TrueValue { truth: result.into(), plies }
    }

    /// What legal moves of both sides can still bring about.
    pub fn of_helpmates([white, black]: Helpmates, side_to_move: Color) -> TrueValue {
        let plies = if side_to_move == Color::White { [white, black] } else { [black, white] };
        let truth = match plies.map(|plies| plies.is_some()) {
            [false, false] => TrueResult::Draw,
            [true, false] => TrueResult::MayWin,
            [false, true] => TrueResult::MayLose,
            [true, true] => TrueResult::Open,
        };
        TrueValue { truth, plies }
    }
}

/// Where the values of sampled positions come from.
pub trait Truths: Sync {
    /// The value of a position, en-passant right included.
    ///
    /// # Errors
    ///
    /// A table is missing or damaged.
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>>;

    /// Whose tables they are.
    fn source(&self) -> &'static str;

    /// Whether distances to mate are known.
    fn has_distances(&self) -> bool;
}

/// A position of a sample. Its value and its class are looked up once, if they are wanted.
pub(super) struct LookedUp<'a> {
    board: Board,
    truths: &'a dyn Truths,
    value: OnceCell<TrueValue>,
    class: OnceCell<Class>,
}

impl LookedUp<'_> {
    pub fn new(board: Board, truths: &dyn Truths) -> LookedUp<'_> {
        LookedUp { board, truths, value: OnceCell::new(), class: OnceCell::new() }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn value(&self) -> Result<TrueValue, VerifyError> {
        once(&self.value, || self.value_of(&self.board))
    }

    /// Whether the position is in a domain.
    pub fn is_in(&self, domain: Domain) -> Result<bool, VerifyError> {
        let board = &self.board;
        for condition in domain.conditions() {
            let holds = match condition {
                Condition::NotInCheck => board.checkers().is_empty(),
                Condition::NotOver => successors(board).next().is_some(),
                Condition::NotTactical => self.class()? != Class::Tactical,
                Condition::Quiet => self.class()? == Class::Quiet,
                Condition::NotMateInOne => !successors(board).any(|(_, after)| {
                    !after.checkers().is_empty() && successors(&after).next().is_none()
                }),
                Condition::WhiteToMove => board.side_to_move() == Color::White,
                Condition::BlackToMove => board.side_to_move() == Color::Black,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub fn class(&self) -> Result<Class, VerifyError> {
        once(&self.class, || {
            let truth = self.value()?.truth;
            class_of(&self.board, truth, |after| Ok(self.value_of(after)?.truth))
        })
    }

    fn value_of(&self, board: &Board) -> Result<TrueValue, VerifyError> {
        self.truths.value(board).map_err(VerifyError::Table)
    }
}

/// What is in a cell, or what `find` puts there.
fn once<T: Copy, E>(cell: &OnceCell<T>, find: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    match cell.get() {
        Some(known) => Ok(*known),
        None => find().map(|found| *cell.get_or_init(|| found)),
    }
}
