//! FENs of positions, and their boards of the chess library.

use drawproof_board::{BitBoard, Board, BoardBuilder, Color, Piece, Square, fen::write_men};
use drawproof_recognizers::Position;

/// Appends the FEN of a position to `out`: ASCII, no castling rights, counters `0 1`.
pub fn write_fen(position: &Position, out: &mut Vec<u8>) {
    let men = position.colour.map(|colour| position.kind.map(|kind| BitBoard(colour & kind)));
    write_men(&men, out);
    out.extend_from_slice(if position.side_to_move == 0 { b" w - " } else { b" b - " });
    match position.en_passant {
        64 => out.push(b'-'),
        square => out.extend_from_slice(&[b'a' + square % 8, b'1' + square / 8]),
    }
    out.extend_from_slice(b" 0 1");
}

/// Returns the FEN of a position: no castling rights, counters `0 1`.
pub fn fen_of(position: &Position) -> String {
    let mut text = Vec::with_capacity(48);
    write_fen(position, &mut text);
    String::from_utf8(text).expect("a FEN is ASCII")
}

/// Returns the board of a position, even if three men give check; `None` for an en-passant right
/// that no double push can have given.
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

/// Returns the board of a position. Returns `None` for a position that is legal here but not for
/// the chess library: with three checkers, or with an en-passant right that no double push can have
/// given.
pub fn board_of(position: &Position) -> Option<Board> {
    any_board_of(position).filter(|board| board.checkers().len() < 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_are_those_of_the_chess_library() {
        for fen in [
            "8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1",
            "8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1",
            "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(fen_of(&Position::from(&board)), fen);
        }
    }
}
