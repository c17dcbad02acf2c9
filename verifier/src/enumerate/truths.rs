//! The truths about the positions of a sample: values, and the truths that follow from the values
//! of moves.

use drawproof_board::{Board, Color};
use drawproof_tables::{Cell, RawCell, Wdl, helpmate::Helpmates, parallel, probe::successors};

use super::{
    class::{Class, class_of},
    domain::{Condition, Domain},
    results::{TrueResult, TruthKind},
};
use crate::tables::TableError;

/// Positions of one task, if they are looked up one by one.
const TASK: usize = 1 << 10;

/// The plies that stand for a win and a loss at an unknown distance: odd and even, as distances are.
const UNKNOWN: [u16; 2] = [1, 2];

/// The true result of a position and its distances, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrueValue {
    /// The true result of the position.
    pub truth: TrueResult,
    /// The plies until the side to move mates, and the plies until the other side mates. `None` if
    /// that side does not mate, or if the distance is unknown.
    pub plies: [Option<u16>; 2],
}

impl TrueValue {
    /// Makes the value of a position with a result under perfect play. `plies` is the unsigned
    /// distance to mate; `None` for a draw, or if the distance is unknown.
    pub fn of_result(result: Wdl, plies: Option<u16>) -> TrueValue {
        let plies = match result {
            Wdl::Draw => [None; 2],
            Wdl::Win => [plies, None],
            Wdl::Loss => [None, plies],
        };
        TrueValue { truth: result.into(), plies }
    }

    /// Makes the value of a position from the shortest helpmates of both sides, in the cooperative
    /// game.
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

    /// Returns the table cells that would hold this value in tables of the given kind of truth, in
    /// the form of [`WordValues`](super::values::WordValues).
    pub(super) fn cells(self, kind: TruthKind, side_to_move: Color) -> [RawCell; 2] {
        let one = |plies| Cell::from_number(plies).expect("a cell holds a helpmate").byte();
        match (kind, self.truth) {
            (TruthKind::Result, TrueResult::Win | TrueResult::Loss) => {
                let by = usize::from(self.truth == TrueResult::Loss);
                let (cell, far) = Cell::split(self.plies[by].unwrap_or(UNKNOWN[by]));
                [cell.byte(), far]
            }
            (TruthKind::Result, _) => [Cell::DRAW.byte(), 0],
            (TruthKind::CanMate, _) => {
                let [own, other] = self.plies.map(|plies| plies.map_or(Cell::DRAW.byte(), one));
                if side_to_move == Color::White { [own, other] } else { [other, own] }
            }
        }
    }
}

/// A source of the values of sampled positions.
pub trait Truths: Sync {
    /// Returns the value of a position, which may have an en-passant right.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing or damaged.
    fn value(&self, board: &Board) -> Result<TrueValue, TableError>;

    /// Returns the values of many positions of the endgame, in their order.
    ///
    /// # Errors
    ///
    /// Returns the first error of [`Truths::value`].
    fn values(&self, boards: &[Board]) -> Result<Vec<TrueValue>, TableError> {
        let found = parallel::map_ranges(boards.len(), TASK, |range| {
            boards[range].iter().map(|board| self.value(board)).collect::<Result<Vec<_>, _>>()
        });
        found.into_iter().try_fold(Vec::new(), |mut all, found| {
            all.extend(found?);
            Ok(all)
        })
    }

    /// Returns the name of the tables' format or maker: `drawproof` or `syzygy`.
    fn source(&self) -> &'static str;

    /// Returns whether the source knows distances to mate.
    fn has_distances(&self) -> bool;
}

/// Returns the class of a position with the true result `truth`.
///
/// # Errors
///
/// Fails if a value after a capture or promotion cannot be read.
pub(crate) fn class_by_moves(
    board: &Board,
    truth: TrueResult,
    truths: &dyn Truths,
) -> Result<Class, TableError> {
    class_of(board, truth, |after| Ok(truths.value(after)?.truth))
}

/// Returns whether a position with the true result `truth` is in a domain.
///
/// # Errors
///
/// Fails as [`class_by_moves`] does.
pub(super) fn is_in(
    domain: Domain,
    board: &Board,
    truth: TrueResult,
    truths: &dyn Truths,
) -> Result<bool, TableError> {
    for condition in domain.conditions() {
        let holds = match condition {
            Condition::NotInCheck => board.checkers().is_empty(),
            Condition::NotOver => successors(board).next().is_some(),
            Condition::NotTactical => class_by_moves(board, truth, truths)? != Class::Tactical,
            Condition::Quiet => class_by_moves(board, truth, truths)? == Class::Quiet,
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
