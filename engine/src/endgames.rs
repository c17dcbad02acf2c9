//! Where exact endgame knowledge enters the search: tables and proved draw rules.

use cozy_chess::Board;
use drawproof_recognizers::Claim;

/// What a table says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Neither side can force mate.
    Draw,
    /// The side to move mates in this many plies (odd).
    Win(u16),
    /// The side to move is mated in this many plies (even).
    Loss(u16),
}

/// Endgame knowledge. Implementations are asked at every node with few enough men, from several
/// threads, and must be right: the search takes their word for final.
///
/// Castling rights and the move counters are for the caller to mind; an en-passant square is part
/// of the position.
pub trait Endgames: Send + Sync {
    /// The most men, kings included, of a position that any answer exists for.
    fn most_men(&self) -> u32;

    /// The exact value, from a table.
    fn exact(&self, board: &Board) -> Option<Outcome>;

    /// What the recognizers claim.
    fn claim(&self, board: &Board) -> Option<Claim>;
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

    fn claim(&self, _: &Board) -> Option<Claim> {
        None
    }
}
