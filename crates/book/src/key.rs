//! The key of a position in the Polyglot format.

use drawproof_board::{Board, Color, Piece, Rank, Square, get_pawn_attacks};

use crate::random::RANDOM;

/// The index in [`RANDOM`] of the first castling right. The order is White short, White long, Black
/// short, Black long.
const CASTLING: usize = 768;
/// The index in [`RANDOM`] of the en-passant file a; the other files follow.
const EN_PASSANT: usize = 772;
/// The index in [`RANDOM`] of the number for White to move.
const WHITE_TO_MOVE: usize = 780;

/// Returns the key under which a book has the moves of `board`.
///
/// An en-passant file counts if a pawn of the side to move stands beside the pawn that just passed,
/// even if it may not capture. Half-move clock and move number do not count.
pub fn key(board: &Board) -> u64 {
    let mut key = if board.side_to_move() == Color::White { RANDOM[WHITE_TO_MOVE] } else { 0 };
    for color in Color::ALL {
        for piece in Piece::ALL {
            let kind = 2 * piece as usize + usize::from(color == Color::White);
            for square in board.colored_pieces(color, piece) {
                key ^= RANDOM[64 * kind + square as usize];
            }
        }
        let rights = board.castle_rights(color);
        for (place, right) in [rights.short, rights.long].into_iter().enumerate() {
            if right.is_some() {
                key ^= RANDOM[CASTLING + 2 * color as usize + place];
            }
        }
    }
    if let Some(file) = board.en_passant() {
        let stm = board.side_to_move();
        let passed = Square::new(file, Rank::Sixth.relative_to(stm));
        let takers = get_pawn_attacks(passed, !stm) & board.colored_pieces(stm, Piece::Pawn);
        if !takers.is_empty() {
            key ^= RANDOM[EN_PASSANT + file as usize];
        }
    }
    key
}

// Kinds of men are numbered by the order of pieces.
const _: () = assert!(Piece::Pawn as usize == 0 && Piece::Knight as usize == 1);
const _: () = assert!(Piece::Bishop as usize == 2 && Piece::Rook as usize == 3);
const _: () = assert!(Piece::Queen as usize == 4 && Piece::King as usize == 5);
const _: () = assert!(Color::White as usize == 0 && Color::Black as usize == 1);

#[cfg(test)]
mod tests {
    use drawproof_board::notation::parse_uci_move;

    use super::*;

    /// The examples of the page that specifies the format.
    #[test]
    fn keys_are_those_of_the_specification() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let mut board = Board::default();
            for text in moves.split_whitespace() {
                board.play(parse_uci_move(&board, text).unwrap());
            }
            assert_eq!(key(&board), expected, "{moves}");
            let again: Board = board.to_string().parse().unwrap();
            assert_eq!(key(&again), expected, "{board}");
        }
    }
}
