//! King safety in outline: a king behind its pawns is safer than one in the open.

use drawproof_board::{Board, Color, Piece, Rank};

use super::pair::{Pair, S};
use super::pawns::Structure;

/// A pawn of the own colour in front of the king, on its file or a neighbouring one: one rank
/// ahead, two ranks ahead, none.
const SHIELD: [Pair; 3] = [S(-5, 0), S(-16, 0), S(-27, 0)];
/// A file next to the king on which neither side has a pawn.
const OPEN_FILE: Pair = S(-27, 0);

/// The safety of `color`'s king. Zero if the enemy has neither a queen nor two rooks.
pub fn score(board: &Board, color: Color, pawns: &Structure) -> Pair {
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
        sum += if on(1) {
            SHIELD[0]
        } else if on(2) {
            SHIELD[1]
        } else {
            SHIELD[2]
        };
        if ((own | pawns.pawns[!color as usize]) & file).is_empty() {
            sum += OPEN_FILE;
        }
    }
    sum
}
