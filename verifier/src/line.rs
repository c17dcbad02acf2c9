//! Boards of positions, and the lines that refute wrong claims.

use cozy_chess::{Board, BoardBuilder, Color, Piece, Square, util::display_san_move};
use drawproof_recognizers::Position;
use drawproof_tables::probe::{self, ProbeError};
use serde::{Deserialize, Serialize};

use crate::{TableSource, fen_of, tables::Probing};

/// The board of a position; `None` where the board library has no such board (three checkers, an
/// en-passant right that no move can have given).
pub fn board_of(position: &Position) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = position.stm();
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in position.men(color, piece) {
                *builder.square_mut(square) = Some((piece, color));
            }
        }
    }
    builder.en_passant = Square::try_index(position.en_passant.into());
    builder.build().ok().filter(|board| board.checkers().len() < 3)
}

/// A line of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The moves as `b7b8q`.
    pub uci: Vec<String>,
    /// The same as `b8=Q+`.
    pub san: Vec<String>,
    /// The positions after each move, as FENs.
    pub fens: Vec<String>,
}

/// An optimal line from a decisive position to mate. Empty for a draw and for a mate.
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
