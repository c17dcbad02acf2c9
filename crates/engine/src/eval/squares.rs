//! Pairs of values for the middlegame and the endgame. Terms for material and placement: piece
//! values, and bonuses by ring, rank and file.
//!
//! The tables are sums of three short tables, so that people can read them. A *ring* is the
//! distance from the centre (0 = d4 d5 e4 e5, 3 = the edge). Ranks are counted from the own side.

use std::ops::{Add, AddAssign, Mul};

use drawproof_board::{Board, Color, Piece, Square};

/// A value in centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// The value with all men on the board.
    pub middlegame: i32,
    /// The value with only pawns and kings.
    pub endgame: i32,
}

/// Creates a [`Pair`], in the short form `S(middlegame, endgame)` for tables.
#[allow(non_snake_case)]
pub const fn S(middlegame: i32, endgame: i32) -> Pair {
    Pair { middlegame, endgame }
}

impl Pair {
    /// Returns the value at a phase of the game: a `phase` of `full` is the middlegame, 0 the
    /// endgame.
    pub fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (full - phase)) / full
    }
}

impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        S(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    fn mul(self, factor: i32) -> Pair {
        S(self.middlegame * factor, self.endgame * factor)
    }
}

/// The value of each kind of piece, by [`Piece`].
pub const MATERIAL: [Pair; Piece::NUM] =
    [S(73, 104), S(320, 330), S(345, 351), S(436, 595), S(1033, 1073), S(0, 0)];

const RING: [[Pair; 4]; Piece::NUM] = [
    [S(14, -11), S(2, 0), S(-4, 11), S(-4, 4)],
    [S(9, 9), S(11, 13), S(-4, 13), S(-24, -7)],
    [S(25, 9), S(11, 17), S(-3, 5), S(-15, 4)],
    [S(-5, 5), S(-12, 18), S(6, 13), S(-17, 18)],
    [S(9, 35), S(10, 47), S(27, 9), S(17, 4)],
    [S(-41, 31), S(-6, 16), S(-39, 0), S(19, -25)],
];

const RANK: [[Pair; 8]; Piece::NUM] = [
    [S(0, 0), S(9, -3), S(7, 5), S(6, 6), S(7, 8), S(20, 36), S(25, 65), S(0, 0)],
    [S(0, -1), S(-2, 4), S(10, -1), S(16, 19), S(12, 31), S(16, -4), S(-21, 0), S(-18, -2)],
    [S(-2, 1), S(17, 3), S(-5, 6), S(0, 5), S(15, 12), S(5, 1), S(-23, 11), S(2, 1)],
    [S(1, -9), S(-17, -4), S(-16, 0), S(-16, 16), S(-5, 18), S(2, 28), S(34, 19), S(2, 32)],
    [S(15, -7), S(8, -16), S(10, -1), S(1, 26), S(5, 34), S(22, 31), S(10, 21), S(1, 24)],
    [
        S(-8, -48),
        S(10, -19),
        S(-23, -6),
        S(-35, -6),
        S(-42, 21),
        S(-38, 35),
        S(-40, 37),
        S(-40, -4),
    ],
];

/// The bonus of each man by its file, `[piece][file]`, files a to d; files e to h mirror them.
const FILE: [[Pair; 4]; Piece::NUM] = [
    [S(-6, 8), S(-4, -6), S(2, 7), S(0, -4)],
    [S(0, 8), S(4, 3), S(-9, 11), S(5, 18)],
    [S(4, 2), S(0, 15), S(3, 9), S(4, 9)],
    [S(-22, 20), S(-7, 16), S(-5, 9), S(7, 9)],
    [S(17, 21), S(5, 25), S(20, 23), S(16, 24)],
    [S(-20, -4), S(25, 2), S(7, 2), S(-1, 1)],
];

/// Returns the value of the material and placement of all of `color`'s men.
pub fn score(board: &Board, color: Color) -> Pair {
    let mut sum = Pair::default();
    for piece in Piece::ALL {
        for square in board.colored_pieces(color, piece) {
            sum += VALUES[piece as usize][square.relative_to(color) as usize];
        }
    }
    sum
}

/// Returns the distance of `square` from the four centre squares, from 0 to 3.
pub const fn ring(square: Square) -> usize {
    let file = centre_distance(square.file() as usize);
    let rank = centre_distance(square.rank() as usize);
    if file > rank { file } else { rank }
}

const fn centre_distance(line: usize) -> usize {
    if line < 4 { 3 - line } else { line - 4 }
}

/// The value of each man on each square, from White's point of view, `[piece][square]`.
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
    fn blending_goes_from_endgame_to_middlegame() {
        assert_eq!(S(24, 48).blend(24, 24), 24);
        assert_eq!(S(24, 48).blend(0, 24), 48);
        assert_eq!(S(24, 48).blend(12, 24), 36);
    }

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
