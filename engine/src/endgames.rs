//! Where exact endgame knowledge enters the search: tables and proved draw rules.

use drawproof_board::Board;
use drawproof_recognizers::Claim;

/// The result of a position in a table, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Neither side can force mate.
    Draw,
    /// The side to move mates in this many plies (odd).
    Win(u16),
    /// The side to move is mated in this many plies (even).
    Loss(u16),
}

/// Endgame knowledge. The search asks at every node with few enough men, from several threads, and
/// takes each answer as final.
///
/// The caller checks castling rights and the move counters; an en-passant square is part of the
/// position.
pub trait Endgames: Send + Sync {
    /// The most men, kings included, of a position that may have an answer.
    fn most_men(&self) -> u32;

    /// The exact value, from a table.
    fn exact(&self, board: &Board) -> Option<Outcome>;

    /// The claim of the recognizers.
    fn claim(&self, board: &Board) -> Claim;

    /// What has been found wrong since the last call, a sentence each, such as a damaged file. No
    /// sentence is returned twice.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// No knowledge at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEndgames;

impl Endgames for NoEndgames {
    fn most_men(&self) -> u32 {
        0
    }

    fn exact(&self, _: &Board) -> Option<Outcome> {
        None
    }

    fn claim(&self, _: &Board) -> Claim {
        Claim::NONE
    }
}
