//! The index of a position in its table: the number of the pawns, or without pawns that of the
//! kings, then the squares of the other men as digits. Squares are numbers, a1 = 0, b1 = 1, h8 =
//! 63.

use std::sync::LazyLock;

use drawproof_board::{Color, Piece, get_king_moves};
use drawproof_tables::{NormalMaterial, Placement};

/// The kinds of men besides kings and pawns, in the order of the digits.
const PIECES: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The number of unordered pairs of squares, followed by that of triples.
const PAIRS: u64 = 64 * 63 / 2;
const TRIPLES: u64 = 64 * 63 * 62 / 6;

/// The number of squares for pawns, followed by that of unordered pairs of such squares.
const PAWN_SQUARES: usize = 48;
const PAWN_PAIRS: u64 = 48 * 47 / 2;

/// Marks a combination of squares that has no number.
const NONE: u16 = u16::MAX;

/// The numbers of kings and pawns, assigned by counting in a fixed order.
struct Numbers {
    /// The number of each placement of the kings after normalisation, `[black king][white king]`.
    kings: Vec<[u16; 64]>,
    /// The number of each placement of two white pawns, `[anchor][other]`, with the squares as
    /// [`pawn_24`] and [`from_top`] number them.
    pairs: Vec<[u16; PAWN_SQUARES]>,
    /// The number of each placement of three white pawns. The index has the pawns' squares in
    /// ascending order as digits of base 48.
    triples: Vec<u16>,
    /// The numbers of entries that `kings`, `pairs` and `triples` number.
    counts: [u64; 3],
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(Numbers::new);

/// Returns the number of indices of a table for each side to move.
pub fn count(material: NormalMaterial) -> u64 {
    let [kings, pairs, triples] = NUMBERS.counts;
    let pawns = Color::ALL.map(|color| material.get().count(color, Piece::Pawn));
    let first = match pawns {
        [0, 0] => kings,
        [1, 0] | [0, 1] => 24 * 64 * 64,
        [1, 1] => 24 * 48 * 64 * 64,
        [2, 0] => pairs * 64 * 64,
        [2, 1] => 24 * PAWN_PAIRS * 64 * 64,
        _ => triples * 64 * 64,
    };
    let groups = Color::ALL.into_iter().flat_map(|color| PIECES.map(|it| (color, it)));
    groups.fold(first, |count, (color, piece)| {
        count
            * match material.get().count(color, piece) {
                0 => 1,
                1 => 64,
                2 => PAIRS,
                _ => TRIPLES,
            }
    })
}

/// Returns the table index of a position with canonical material; `None` if the kings are adjacent.
pub fn index(placement: &Placement) -> Option<u64> {
    let squares = |color: Color, piece: Piece| -> Vec<usize> {
        placement.men[color as usize][piece as usize].into_iter().map(|it| it as usize).collect()
    };
    let [white, black] = Color::ALL.map(|color| squares(color, Piece::King)[0]);
    let pawns = Color::ALL.map(|color| squares(color, Piece::Pawn));
    let (turn, mut index) = first(white, black, &pawns)?;
    let groups = Color::ALL.into_iter().flat_map(|color| PIECES.map(|it| (color, it)));
    let groups = groups.map(|(color, piece)| {
        let mut squares: Vec<u64> =
            squares(color, piece).into_iter().map(|it| turn.of(it) as u64).collect();
        squares.sort_unstable();
        squares
    });
    let (single, several): (Vec<_>, Vec<_>) = groups.partition(|it| it.len() < 2);
    for group in several.iter().chain(&single) {
        index = match group[..] {
            [] => index,
            [square] => index * 64 + square,
            [low, high] => index * PAIRS + pair(low, high, 64),
            [low, mid, high, ..] => {
                index * TRIPLES
                    + (low + mid * mid.saturating_sub(1) / 2)
                    + high * high.saturating_sub(1) * high.saturating_sub(2) / 6
            }
        };
    }
    Some(index)
}

/// Returns the number of an unordered pair of different numbers below `of`; `low` is the smaller
/// one.
fn pair(low: u64, high: u64, of: u64) -> u64 {
    low * (2 * of - low - 1) / 2 + high - low - 1
}

/// Returns the symmetry that normalises a position as the table does, and the number of its kings
/// and pawns.
fn first(white: usize, black: usize, pawns: &[Vec<usize>; 2]) -> Option<(Turn, u64)> {
    let numbers = &*NUMBERS;
    let number = |number: u16| (number != NONE).then_some(u64::from(number));
    let by_file = |square: usize| Turn { files: square & 7 > 3, ..Turn::default() };
    let (turn, number) = match [&pawns[0][..], &pawns[1][..]] {
        [[], []] => {
            let turn = Turn::of_kings(black, white);
            let number = number(numbers.kings[turn.of(black)][turn.of(white)])?;
            return Some((turn, number));
        }
        [[pawn], []] => {
            let turn = by_file(*pawn);
            (turn, pawn_24(turn.of(*pawn) ^ 56) as u64)
        }
        [[], [pawn]] => {
            let turn = by_file(*pawn);
            (turn, pawn_24(turn.of(*pawn)) as u64)
        }
        [[pawn], [other]] => {
            let turn = by_file(*pawn);
            let number = pawn_24(turn.of(*pawn) ^ 56) * PAWN_SQUARES + turn.of(*other) - 8;
            (turn, number as u64)
        }
        [[one, two], []] => {
            let (anchor, other) = anchor_first(*one, *two);
            let turn = by_file(anchor);
            let anchor = pawn_24(turn.of(anchor) ^ 56);
            (turn, number(numbers.pairs[anchor][from_top(turn.of(other))])?)
        }
        [[one, two], [pawn]] => {
            let turn = by_file(*pawn);
            // Squares are counted from h7 down.
            let places = [*one, *two].map(|it| 55 - turn.of(it) as u64);
            let [low, high] = [places[0].min(places[1]), places[0].max(places[1])];
            let number = pair(low, high, PAWN_SQUARES as u64);
            (turn, pawn_24(turn.of(*pawn)) as u64 * PAWN_PAIRS + number)
        }
        [[one, two, three], []] => {
            let of = |turn: Turn| {
                let place = triple_place([*one, *two, *three].map(|it| turn.of(it)));
                number(numbers.triples[place])
            };
            let mirrored = Turn { files: true, ..Turn::default() };
            let own = of(Turn::default()).map(|number| (Turn::default(), number));
            own.or_else(|| of(mirrored).map(|number| (mirrored, number)))?
        }
        _ => return None,
    };
    Some((turn, (number * 64 + turn.of(white) as u64) * 64 + turn.of(black) as u64))
}

/// A symmetry of the board: reverses files, then ranks, then exchanges files and ranks.
#[derive(Clone, Copy, Default)]
struct Turn {
    files: bool,
    ranks: bool,
    diagonal: bool,
}

impl Turn {
    /// Returns the symmetry that takes the first king to the triangle a1-d1-d4 and, if the first
    /// king is then on the diagonal, the second below it.
    fn of_kings(first: usize, second: usize) -> Turn {
        let turn = Turn { files: first & 7 > 3, ranks: first >> 3 > 3, diagonal: false };
        let [(rank, file), (other_rank, other_file)] =
            [first, second].map(|it| (turn.of(it) >> 3, turn.of(it) & 7));
        Turn { diagonal: rank > file || rank == file && other_rank > other_file, ..turn }
    }

    fn of(self, square: usize) -> usize {
        let square = square ^ if self.files { 7 } else { 0 } ^ if self.ranks { 56 } else { 0 };
        if self.diagonal { (square & 7) << 3 | square >> 3 } else { square }
    }
}

/// Returns the number of a pawn's square on the files a to d.
fn pawn_24(square: usize) -> usize {
    (square - 8 + (square & 3)) / 2
}

/// Returns the number of a white pawn's square, counted from the seventh rank down.
fn from_top(square: usize) -> usize {
    (square ^ 56) - 8
}

/// Orders two white pawns: first the one on the higher rank, then nearer to an edge, then on the
/// lower square.
fn anchor_first(one: usize, two: usize) -> (usize, usize) {
    let key = |square: usize| (square >> 3, (square & 7).max(square & 7 ^ 7), 63 - square);
    if key(one) > key(two) { (one, two) } else { (two, one) }
}

fn triple_place(mut squares: [usize; 3]) -> usize {
    squares.sort_unstable();
    squares.into_iter().fold(0, |place, square| place * PAWN_SQUARES + square - 8)
}

impl Numbers {
    fn new() -> Numbers {
        let mut counts = [0; 3];
        let mut next = |kind: usize, number: &mut u16| {
            if *number == NONE {
                *number = counts[kind] as u16;
                counts[kind] += 1;
            }
        };
        let mut kings = vec![[NONE; 64]; 64];
        for black in drawproof_board::Square::ALL {
            for white in drawproof_board::Square::ALL {
                if black != white && !get_king_moves(black).has(white) {
                    let turn = Turn::of_kings(black as usize, white as usize);
                    next(0, &mut kings[turn.of(black as usize)][turn.of(white as usize)]);
                }
            }
        }
        let mut pairs = vec![[NONE; PAWN_SQUARES]; 24];
        for one in (8..56).rev().filter(|square| square & 4 != 0) {
            for two in (8..one).rev() {
                let (anchor, other) = anchor_first(one, two);
                let turn = Turn { files: anchor & 7 > 3, ..Turn::default() };
                let anchor = pawn_24(turn.of(anchor) ^ 56);
                next(1, &mut pairs[anchor][from_top(turn.of(other))]);
            }
        }
        // From h7 to e7, down to e2; then from d7 in the same way.
        let square = |place: usize| 55 - (place % 24 / 4 * 8 + place % 4) - place / 24 * 4;
        let mut triples = vec![NONE; PAWN_SQUARES.pow(3)];
        for one in 0..PAWN_SQUARES {
            // Two of the three pawns are on the files a to d.
            for two in (one + 1..PAWN_SQUARES).filter(|&two| two >= 24) {
                for three in two + 1..PAWN_SQUARES {
                    next(2, &mut triples[triple_place([one, two, three].map(square))]);
                }
            }
        }
        Numbers { kings, pairs, triples, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_and_pawns_have_as_many_numbers_as_in_the_files() {
        assert_eq!(NUMBERS.counts, [462, 576, 8648]);
    }
}
