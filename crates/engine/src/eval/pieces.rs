//! The activity of pieces (mobility, pieces shut in for good, the bishop pair, rooks on open files,
//! pieces attacked by pawns, attacks near the enemy king) and the safety of the own king.

use drawproof_board::{Board, Color, Piece, Rank, get_king_moves};

use super::pawns::Structure;
use super::reach::{self, attacks};
use super::squares::{Pair, S};

/// The pieces with a mobility term.
const MOBILE: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The value of each safe square by [`Piece`], counted from [`USUAL_MOBILITY`].
const MOBILITY: [Pair; Piece::NUM] = [S(0, 0), S(7, 5), S(2, 6), S(5, 5), S(3, 9), S(0, 0)];
const USUAL_MOBILITY: [i32; Piece::NUM] = [0, 4, 6, 7, 13, 0];

/// The maximum number of safe squares of a piece that may be shut in.
const FEW_SQUARES: i32 = 2;
/// The maximum number of squares, in any number of moves, of a piece that is shut in.
const SHUT_IN_SQUARES: u32 = 4;
/// The penalty of a piece that is shut in for good, by [`Piece`].
const SHUT_IN: [Pair; Piece::NUM] =
    [S(0, 0), S(-80, -80), S(-90, -110), S(-170, -230), S(-150, -150), S(0, 0)];

const BISHOP_PAIR: Pair = S(10, 65);
const OPEN_FILE: Pair = S(22, 13);
const HALF_OPEN_FILE: Pair = S(14, 15);

/// The bonus for attacking a piece with a pawn.
const ATTACKED_BY_PAWN: Pair = S(17, 9);

/// The danger of an attack on a square next to the enemy king, by [`Piece`].
const DANGER: [i32; Piece::NUM] = [0, 4, 3, 5, 6, 0];

/// The value of the nearest own pawn in front of the king, on its file or a neighbouring one: one
/// rank ahead, two ranks ahead, none.
const SHIELD: [Pair; 3] = [S(-5, 0), S(-16, 0), S(-27, 0)];
/// The penalty of a file at the king without pawns.
const OPEN_FILE_AT_KING: Pair = S(-27, 0);

/// Returns the value of the activity of `color`'s pieces, from `color`'s point of view.
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
        // Attackers reinforce each other, so the square of the danger counts.
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

/// Returns an estimate of the safety of `color`'s king; the king is safer behind its pawns. Returns
/// 0 if the enemy has neither a queen nor two rooks.
pub fn king_safety(board: &Board, color: Color, pawns: &Structure) -> Pair {
    let enemy = board.colors(!color);
    let queens = enemy & board.pieces(Piece::Queen);
    let rooks = enemy & board.pieces(Piece::Rook);
    if queens.is_empty() && rooks.len() < 2 {
        return Pair::default();
    }
    let king = board.king(color);
    let own = pawns.pawns[color as usize];
    let rank = king.rank().relative_to(color) as usize;
    let mut sum = Pair::default();
    for square in (king.file().adjacent() | king.file().bitboard()) & king.rank().bitboard() {
        let file = square.file().bitboard();
        let on = |ahead: usize| {
            Rank::try_index(rank + ahead)
                .is_some_and(|r| !(own & file & r.relative_to(color).bitboard()).is_empty())
        };
        sum += match (on(1), on(2)) {
            (true, _) => SHIELD[0],
            (false, true) => SHIELD[1],
            (false, false) => SHIELD[2],
        };
        if ((own | pawns.pawns[!color as usize]) & file).is_empty() {
            sum += OPEN_FILE_AT_KING;
        }
    }
    sum
}
