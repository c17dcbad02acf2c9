//! Boards of the chess library for positions.

use drawproof_board::{Board, BoardBuilder, Color, Piece, Square};
use drawproof_recognizers::Position;

/// The board of a position, three checkers included; `None` for an en-passant right that no double
/// push can have given.
pub(crate) fn any_board_of(position: &Position) -> Option<Board> {
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
    builder.build().ok()
}

/// The board of a position; `None` for a position that the chess library refuses although it is
/// legal here: three checkers, or an en-passant right that no double push can have given.
pub fn board_of(position: &Position) -> Option<Board> {
    any_board_of(position).filter(|board| board.checkers().len() < 3)
}
