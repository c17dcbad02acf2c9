//! Optimal lines to mate, which refute incorrect claims.

use drawproof_board::{Board, notation::display_san_move};
use drawproof_recognizers::Position;
use drawproof_tables::probe::{self, ProbeError};
use serde::{Deserialize, Serialize};

use super::source::{Probing, TableSource};
use crate::position::fen_of;

/// A line of moves in three notations, each with one entry a ply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The moves in UCI notation, such as `b7b8q`.
    pub uci: Vec<String>,
    /// The moves in standard algebraic notation, such as `b8=Q+`.
    pub san: Vec<String>,
    /// The FEN of the position after each move.
    pub fens: Vec<String>,
}

/// An optimal line from a decisive position to mate; empty for a draw and for a mate.
///
/// # Errors
///
/// A table is missing, or the board has castling rights.
pub fn mating_line(tables: &dyn TableSource, board: &Board) -> Result<Line, ProbeError> {
    let mut line = Line::default();
    let mut board = board.clone();
    for mv in probe::line(&board, &Probing(tables))? {
        line.uci.push(mv.to_string());
        line.san.push(display_san_move(&board, mv).to_string());
        board.play_unchecked(mv);
        line.fens.push(fen_of(&Position::from(&board)));
    }
    Ok(line)
}
