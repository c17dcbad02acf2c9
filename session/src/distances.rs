//! Distances of metrics other than DTM, as answers have them, and what a move is for a metric.
//!
//! [`crate::metrics`] finds the distances.

use drawproof_board::{Board, Move, Piece};
use drawproof_tables::MoveKind;
use serde::Serialize;

/// Distances of a position besides DTM. `None` where they were not asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Distances {
    /// Plies to the next capture or pawn move that keeps the result, or to mate; negative for a loss,
    /// 0 for mated; `None` for a draw too. Exact, not rounded.
    pub dtz: Option<i32>,
    /// Plies to the next capture or promotion that keeps the result, or to mate.
    pub dtc: Option<i32>,
    /// A word of [`drawproof_tables::FiftyMoves::category`]: the result with the half-move clock of the position.
    pub fifty: Option<&'static str>,
}

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveKinds {
    /// Whether it is a capture or a pawn move, after which the half-move clock is 0.
    pub zeroing: bool,
    /// Whether it is a capture or a promotion.
    pub conversion: bool,
}

impl MoveKinds {
    /// What a legal move of a position is.
    pub fn new(board: &Board, mv: Move) -> MoveKinds {
        let is_pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
        let captures = board.color_on(mv.to) == Some(!board.side_to_move())
            || is_pawn && mv.from.file() != mv.to.file();
        MoveKinds { zeroing: captures || is_pawn, conversion: captures || mv.promotion.is_some() }
    }

    /// The same, as metrics look at it.
    pub fn of_metric(self) -> MoveKind {
        match self {
            MoveKinds { conversion: true, .. } => MoveKind::Conversion,
            MoveKinds { zeroing: true, .. } => MoveKind::PawnMove,
            _ => MoveKind::Quiet,
        }
    }
}
