//! Material and where it stands: piece values, and bonuses by ring, rank and file.
//!
//! The tables are sums of three short ones, so that a person can read them: a *ring* is the
//! distance from the centre (0 = d4 d5 e4 e5, 3 = the edge), ranks are counted from the own side.

use drawproof_board::{Board, Color, Piece, Square};

use super::pair::{Pair, S};

/// Piece values, by [`Piece`].
pub const MATERIAL: [Pair; Piece::NUM] =
    [S(80, 105), S(320, 290), S(335, 315), S(470, 540), S(975, 980), S(0, 0)];

const RING: [[Pair; 4]; Piece::NUM] = [
    [S(14, 4), S(6, 2), S(0, 0), S(-6, 0)],
    [S(16, 14), S(10, 6), S(-6, -6), S(-28, -26)],
    [S(10, 8), S(8, 4), S(2, -2), S(-12, -10)],
    [S(4, 0), S(2, 0), S(0, 0), S(0, 0)],
    [S(2, 16), S(4, 8), S(2, -4), S(-4, -18)],
    [S(-40, 34), S(-30, 20), S(-10, -2), S(14, -30)],
];

const RANK: [[Pair; 8]; Piece::NUM] = [
    [S(0, 0), S(0, 0), S(0, 2), S(6, 6), S(12, 16), S(22, 34), S(40, 60), S(0, 0)],
    [S(-8, -4), S(-4, 0), S(0, 0), S(6, 4), S(14, 8), S(14, 4), S(0, 0), S(-8, -6)],
    [S(-6, 0), S(4, 0), S(4, 0), S(4, 0), S(4, 2), S(2, 2), S(-4, 0), S(-8, 0)],
    [S(0, 0), S(-6, 0), S(-6, 0), S(-4, 2), S(0, 6), S(6, 10), S(20, 16), S(8, 12)],
    [S(0, -10), S(2, -4), S(2, 0), S(0, 6), S(0, 10), S(4, 10), S(2, 8), S(4, 0)],
    [S(10, -12), S(0, 0), S(-20, 4), S(-30, 8), S(-40, 12), S(-40, 12), S(-40, 6), S(-40, -4)],
];

/// Files a-d; e-h are their mirror image.
const FILE: [[Pair; 4]; Piece::NUM] = [
    [S(-8, 4), S(-2, 2), S(2, 0), S(6, 0)],
    [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
    [S(0, 0), S(2, 0), S(0, 0), S(0, 0)],
    [S(-4, 0), S(0, 0), S(4, 0), S(8, 0)],
    [S(0, 0), S(0, 0), S(0, 0), S(0, 0)],
    [S(10, 0), S(16, 0), S(0, 0), S(-14, 0)],
];

/// Material and placement of all of `color`'s men.
pub fn score(board: &Board, color: Color) -> Pair {
    let mut sum = Pair::default();
    for piece in Piece::ALL {
        for square in board.colored_pieces(color, piece) {
            sum += VALUES[piece as usize][square.relative_to(color) as usize];
        }
    }
    sum
}

/// How far `square` is from the four centre squares: 0-3.
pub const fn ring(square: Square) -> usize {
    let file = centre_distance(square.file() as usize);
    let rank = centre_distance(square.rank() as usize);
    if file > rank { file } else { rank }
}

const fn centre_distance(line: usize) -> usize {
    if line < 4 { 3 - line } else { line - 4 }
}

/// `[piece][square]`, from White's side.
static VALUES: [[Pair; Square::NUM]; Piece::NUM] = {
    let mut values = [[S(0, 0); Square::NUM]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let mut index = 0;
        while index < Square::NUM {
            let square = Square::index_const(index);
            let terms = [
                MATERIAL[piece],
                RING[piece][ring(square)],
                RANK[piece][square.rank() as usize],
                FILE[piece][3 - centre_distance(square.file() as usize)],
            ];
            let mut term = 0;
            while term < terms.len() {
                values[piece][index].middlegame += terms[term].middlegame;
                values[piece][index].endgame += terms[term].endgame;
                term += 1;
            }
            index += 1;
        }
        piece += 1;
    }
    values
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_count_from_the_centre() {
        let count = |n| Square::ALL.iter().filter(|&&s| ring(s) == n).count();
        assert_eq!([count(0), count(1), count(2), count(3)], [4, 12, 20, 28]);
    }

    #[test]
    fn tables_are_symmetric_about_the_middle() {
        for row in &VALUES {
            for square in Square::ALL {
                assert_eq!(row[square as usize], row[square.flip_file() as usize]);
            }
        }
    }
}
