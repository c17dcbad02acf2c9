//! Blocked positions: extra material is worth nothing if no man can get through.
//!
//! The side that is ahead is *sealed in* when, with the pawns as they stand,
//! 1. none of its pawns can capture a pawn, and each is stopped by a pawn in front of it, but for
//!    at most one passed pawn that the enemy king catches;
//! 2. wherever its king and pieces can go without being lost to a pawn or taking a man that a pawn
//!    protects, they attack no pawn that is not protected by another pawn;
//! 3. the enemy king stands outside what they can attack, and has squares there to move between.
//!
//! A sacrifice may still break through. The search finds it, because the position after it is
//! evaluated anew.

use drawproof_board::{BitBoard, Board, Color, Piece, Rank, Square};

use super::pawns::{ahead, attacks as pawn_attacks, distance};
use super::reach::{attacks, flood};

/// The minimum number of pairs of pawns that block each other.
const LEAST_RAMS: u32 = 3;

/// The divisor of a score in a blocked position.
const DAMPING: i32 = 24;

/// Returns `score`, which is from White's point of view, reduced to a small fraction if the side
/// that is ahead is sealed in.
pub fn dampen(board: &Board, score: i32) -> i32 {
    let strong = if score >= 0 { Color::White } else { Color::Black };
    if is_sealed_in(board, strong) { score / DAMPING } else { score }
}

/// Returns whether so many pawns block each other that the position is blocked or may soon be. A
/// capture can then be worth far more than the captured man.
pub fn is_rammed(board: &Board) -> bool {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn);
    let rams = advanced(pawns(Color::White), Color::White) & pawns(Color::Black);
    rams.len() >= LEAST_RAMS
}

/// Returns whether `strong` is sealed in, as the module's documentation defines.
pub fn is_sealed_in(board: &Board, strong: Color) -> bool {
    let weak = !strong;
    let own = board.colored_pieces(strong, Piece::Pawn);
    let enemy = board.colored_pieces(weak, Piece::Pawn);
    if !is_rammed(board) || !(pawn_attacks(own, strong) & enemy).is_empty() {
        return false;
    }
    let fixed = fixed(own, enemy, strong);
    let loose = own & !fixed;
    if loose.len() > 1 || !loose.into_iter().all(|pawn| is_caught(board, pawn, enemy, strong)) {
        return false;
    }

    let weak_control = pawn_attacks(enemy, weak);
    let allowed = !fixed & !weak_control & !(enemy & weak_control);
    let mut attacked = pawn_attacks(own, strong);
    for piece in Piece::ALL {
        let from = board.colored_pieces(strong, piece);
        if piece == Piece::Pawn || from.is_empty() {
            continue;
        }
        for square in flood(piece, from, fixed | enemy, allowed) {
            attacked |= attacks(piece, square, fixed | enemy);
        }
    }
    if !(attacked & enemy & !weak_control).is_empty() {
        return false;
    }
    let king = board.king(weak);
    let home = flood(Piece::King, king.bitboard(), BitBoard::EMPTY, !attacked & !enemy & !own);
    !attacked.has(king) && home.len() > 2
}

/// Returns the pawns of `own` that a pawn of either side stops, where the pawns in front of them
/// are stopped too.
fn fixed(own: BitBoard, enemy: BitBoard, color: Color) -> BitBoard {
    let mut fixed = BitBoard::EMPTY;
    loop {
        let more = own & advanced(enemy | fixed, !color);
        if more == fixed {
            return fixed;
        }
        fixed = more;
    }
}

/// Returns whether the loose pawn has a free path, away from pawns that could capture it or be
/// captured, and the weak king is in time to stop it.
fn is_caught(board: &Board, pawn: Square, enemy: BitBoard, strong: Color) -> bool {
    let way = ahead(pawn.bitboard(), strong);
    let meets = pawn_attacks(way, strong) | way;
    let met = pawn_attacks(enemy, !strong) & (way | pawn.bitboard());
    if !(meets & enemy).is_empty() || !met.is_empty() {
        return false;
    }
    let promotion = Square::new(pawn.file(), Rank::Eighth.relative_to(strong));
    let steps = distance(pawn, promotion);
    let in_hand = i32::from(board.side_to_move() != strong);
    distance(board.king(!strong), promotion) - in_hand <= steps
}

/// Returns all squares moved one rank forward, from the view of `color`.
fn advanced(squares: BitBoard, color: Color) -> BitBoard {
    BitBoard(if color == Color::White { squares.0 << 8 } else { squares.0 >> 8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(fen: &str) -> bool {
        is_sealed_in(&fen.parse().unwrap(), Color::White)
    }

    const FORTRESS: &str = "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1";

    #[test]
    fn two_bishops_behind_their_own_pawns_are_sealed_in() {
        assert!(sealed(FORTRESS));
        assert!(sealed(&FORTRESS.replace("2BB4", "2B5")));
    }

    #[test]
    fn a_piece_that_gets_out_is_not() {
        // A knight or a dark-squared bishop in front of the pawns attacks d6 and g5.
        assert!(!sealed("4k3/4N3/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/8/K7 b - - 0 1"));
        assert!(!sealed("4k3/4B3/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/8/K7 b - - 0 1"));
        // A lever: e4xf5 is possible.
        assert!(!sealed("4k3/8/1p1p4/pPpP1pp1/P1P1P1Pp/5P1P/2BB4/K7 b - - 0 1"));
    }

    #[test]
    fn one_loose_pawn_is_harmless_only_if_it_is_caught() {
        // After a sacrifice on f4 the g-pawn is loose.
        let near = "4k3/8/1p1p4/pPpPp3/P1P1PpPp/5P1P/2B5/K7 w - - 0 1";
        assert!(sealed(near));
        assert!(!sealed("1k6/8/1p1p4/pPpPp1P1/P1P1Pp1p/5P1P/2B5/K7 w - - 0 1"));
    }
}
