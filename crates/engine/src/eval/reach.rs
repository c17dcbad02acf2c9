//! The squares that a piece attacks, and those it can reach in any number of moves with fixed
//! pawns.

use drawproof_board::{
    BitBoard, Board, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::pawns;
use crate::see;

/// Returns the squares that the piece on `square` can reach without being captured by a pawn and
/// without capturing a protected man, including `square`. Other pieces of its colour are no
/// obstacle, because they can step aside.
pub fn of(board: &Board, square: Square) -> BitBoard {
    let color = board.color_on(square).expect("a man stands there");
    let piece = board.piece_on(square).expect("a man stands there");
    let own_pawns = board.colored_pieces(color, Piece::Pawn);
    let enemy = board.colors(!color);
    let lost = pawns::attacks(board.colored_pieces(!color, Piece::Pawn), !color);
    let mut allowed = !own_pawns & !lost;
    for man in enemy & allowed {
        let protectors = see::attackers(board, man, board.occupied()) & enemy;
        if !protectors.is_empty() {
            allowed ^= man.bitboard();
        }
    }
    flood(piece, square.bitboard(), own_pawns | enemy, allowed)
}

/// Returns the squares that a `piece` on one of `from` can reach by moves that end on `allowed`
/// squares, if men on `blockers` stand in its way.
pub fn flood(piece: Piece, from: BitBoard, blockers: BitBoard, allowed: BitBoard) -> BitBoard {
    let mut reached = from;
    let mut frontier = from;
    while let Some(square) = frontier.next_square() {
        frontier ^= square.bitboard();
        let new = attacks(piece, square, blockers) & allowed & !reached;
        reached |= new;
        frontier |= new;
    }
    reached
}

/// Returns the squares that a `piece` on `square` attacks; none for a pawn, because its attacks
/// depend on its colour.
pub fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(fen: &str, square: Square) -> u32 {
        of(&fen.parse().unwrap(), square).len()
    }

    #[test]
    fn a_rook_behind_pawns_is_shut_in_and_one_behind_pieces_is_not() {
        let shut_in = "1r6/2b1k1p1/4p2p/3p4/1p1Pp2P/1R2P1PB/1P2P1K1/8 w - - 0 1";
        assert_eq!(squares(shut_in, Square::B3), 1);
        assert!(squares("4k3/pppppppp/8/8/8/8/PPPPPPPP/RNB1K3 w - - 0 1", Square::A1) >= 7);
    }

    #[test]
    fn an_unprotected_man_is_no_wall() {
        let wall = "4k3/8/1p6/p7/1p6/1R6/PPP5/7K w - - 0 1";
        let hole = "4k3/8/8/8/1p6/1R6/PPP5/7K w - - 0 1";
        assert!(squares(hole, Square::B3) > squares(wall, Square::B3));
    }
}
