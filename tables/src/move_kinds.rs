//! What a move changes, as answers about positions report it.

use drawproof_board::{Board, Move, Piece};
use serde::Serialize;

use crate::value::metric::MoveKind;

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
