//! Classes of incorrect claims.
//!
//! Engines do not ask their evaluation in check and leave captures to quiescence search, so an
//! incorrect claim about a quiet position weighs most.

use drawproof_board::Board;
use drawproof_tables::probe::{MoveKinds, successors};
use serde::{Deserialize, Serialize};

use super::results::TrueResult;

/// The classes of positions with incorrect claims, in the order of reports: the most serious class
/// comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The position belongs to no other class.
    Quiet,
    /// A legal capture or promotion keeps the true result. In a lost position, every legal capture
    /// or promotion does.
    Tactical,
    /// The side to move is in check and has a legal move.
    InCheck,
    /// Mate or stalemate is on the board.
    Over,
}

impl Class {
    /// The number of classes of positions.
    pub const COUNT: usize = 4;

    /// All classes in the order of reports.
    pub const ALL: [Class; Class::COUNT] =
        [Class::Quiet, Class::Tactical, Class::InCheck, Class::Over];

    /// Returns the name of the class in JSON documents.
    pub fn name(self) -> &'static str {
        ["quiet", "tactical", "in-check", "over"][self as usize]
    }
}

/// Returns the class of a legal position whose true result is `truth`. `truth_after` returns the
/// true result after a capture or promotion, for the side to move there.
///
/// # Errors
///
/// Returns the first error of `truth_after`.
pub fn class_of<E>(
    board: &Board,
    truth: TrueResult,
    mut truth_after: impl FnMut(&Board) -> Result<TrueResult, E>,
) -> Result<Class, E> {
    let mut moves = successors(board).peekable();
    if moves.peek().is_none() {
        return Ok(Class::Over);
    }
    if !board.checkers().is_empty() {
        return Ok(Class::InCheck);
    }
    // Every move of a lost side loses.
    let is_lost = truth == TrueResult::Loss;
    for (_, after) in moves.filter(|(mv, _)| MoveKinds::new(board, *mv).conversion) {
        if is_lost || truth_after(&after)? == truth.reversed() {
            return Ok(Class::Tactical);
        }
    }
    Ok(Class::Quiet)
}

/// The number of positions of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassCounts([u64; Class::COUNT]);

impl ClassCounts {
    /// Returns the number of positions of a class.
    pub fn of(&self, class: Class) -> u64 {
        self.0[class as usize]
    }

    /// Returns the total number of positions.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds `positions` positions to the count of a class.
    pub(crate) fn count(&mut self, class: Class, positions: u64) {
        self.0[class as usize] += positions;
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &ClassCounts) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_board::fen;

    use super::*;

    #[test]
    fn a_class_follows_from_the_moves_and_what_is_true_after_captures() {
        use TrueResult::{Draw, Loss, Win};
        let en_passant = "1k1K4/8/8/pP6/8/8/8/8 w - a6 0 1";
        for (fen, truth, truth_after, class) in [
            ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Draw, Win, Class::Over),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Loss, Win, Class::Over),
            ("k7/8/1K6/8/8/8/8/Q7 b - - 0 1", Loss, Win, Class::InCheck),
            (en_passant, Draw, Draw, Class::Tactical),
            (en_passant, Draw, Win, Class::Quiet),
            ("1k1K4/8/8/pP6/8/8/8/8 w - - 0 1", Draw, Draw, Class::Quiet),
            ("8/P7/8/8/8/8/1k6/3K4 w - - 0 1", Win, Loss, Class::Tactical),
            ("8/8/8/8/8/1k6/2q5/K1R5 b - - 0 1", Loss, Draw, Class::Tactical),
        ] {
            let board = fen::parse(fen).unwrap();
            let found = class_of(&board, truth, |_| Ok::<_, ()>(truth_after));
            assert_eq!(found, Ok(class), "{fen}");
        }
    }
}
