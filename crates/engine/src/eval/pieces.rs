//! What pieces do from where they stand: mobility, pieces shut in for good, the bishop pair, rooks
//! on open files, pieces that pawns attack, attacks on the enemy king's neighbourhood.

use drawproof_board::{Board, Color, Piece, get_king_moves};

use super::attacks::attacks;
use super::pair::{Pair, S};
use super::pawns::Structure;
use super::reach;

/// Pieces whose mobility counts.
const MOBILE: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Per safe square, by [`Piece`], counted from [`USUAL_MOBILITY`].
const MOBILITY: [Pair; Piece::NUM] = [S(0, 0), S(7, 5), S(2, 6), S(5, 5), S(3, 9), S(0, 0)];
const USUAL_MOBILITY: [i32; Piece::NUM] = [0, 4, 6, 7, 13, 0];

/// A piece with at most this many safe squares may be shut in.
const FEW_SQUARES: i32 = 2;
/// A piece that can reach at most this many squares in any number of moves is shut in.
const SHUT_IN_SQUARES: u32 = 4;
/// A piece shut in for good, by [`Piece`].
const SHUT_IN: [Pair; Piece::NUM] =
    [S(0, 0), S(-80, -80), S(-90, -110), S(-170, -230), S(-150, -150), S(0, 0)];

const BISHOP_PAIR: Pair = S(10, 65);
const OPEN_FILE: Pair = S(22, 13);
const HALF_OPEN_FILE: Pair = S(14, 15);

/// A piece that a pawn attacks.
const ATTACKED_BY_PAWN: Pair = S(17, 9);

/// What an attacked square next to the enemy king is worth in danger units, by [`Piece`].
const DANGER: [i32; Piece::NUM] = [0, 4, 3, 5, 6, 0];

/// The value of the activity of `color`'s pieces.
pub fn score(board: &Board, color: Color, pawns: &Structure) -> Pair {
    let safe = !board.colors(color) & !pawns.attacks[!color as usize];
    let king_zone = get_king_moves(board.king(!color));
    let mut sum = Pair::default();
    let mut danger = 0;
    let mut attackers = 0;
    for piece in MOBILE {
        for square in board.colored_pieces(color, piece) {
            let attacks = attacks(piece, square, board.occupied());
            let mobility = (attacks & safe).len() as i32;
            sum += MOBILITY[piece as usize] * (mobility - USUAL_MOBILITY[piece as usize]);
            if mobility <= FEW_SQUARES && reach::of(board, square).len() <= SHUT_IN_SQUARES {
                sum += SHUT_IN[piece as usize];
            }
            let near_king = (attacks & king_zone).len() as i32;
            if near_king > 0 {
                danger += DANGER[piece as usize] * near_king;
                attackers += 1;
            }
        }
    }
    if attackers >= 2 {
        // Attackers add to each other: the danger grows with its square.
        sum += S((danger * danger / 7).min(450), 0);
    }
    if board.colored_pieces(color, Piece::Bishop).len() >= 2 {
        sum += BISHOP_PAIR;
    }
    let pieces = board.colors(!color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
    sum += ATTACKED_BY_PAWN * (pawns.attacks[color as usize] & pieces).len() as i32;
    sum + rooks(board, color, pawns)
}

fn rooks(board: &Board, color: Color, pawns: &Structure) -> Pair {
    let mut sum = Pair::default();
    for square in board.colored_pieces(color, Piece::Rook) {
        let file = square.file().bitboard();
        if (pawns.pawns[color as usize] & file).is_empty() {
            let open = (pawns.pawns[!color as usize] & file).is_empty();
            sum += if open { OPEN_FILE } else { HALF_OPEN_FILE };
        }
    }
    sum
}
