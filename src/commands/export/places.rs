//! The constants and arrays from which the code computes a position's index.

use drawproof_board::{Color, Piece, Square};
use drawproof_tables::{Coordinate, KING_PAIR_COUNT, KingPairs, Layout, Slice, Transform};

use super::parts::{Array, Parts};

/// Marks squares of kings or pawns that no index has.
const NOWHERE: u32 = u16::MAX as u32;

/// Constants and arrays of a layout.
///
/// `OUTER` holds for kings (by white king on the triangle and black king) or pawns (by their
/// squares, White's first, each colour's in rising order) the number before the digits; with pawns
/// twice that, plus one if files have to be mirrored. `DIGITS` lists the men with a digit, highest
/// first.
pub fn parts(layout: &Layout) -> Parts {
    let has_pawns = layout.material().get().has_pawns();
    let mut digits: Vec<(u32, u32)> = layout
        .coordinates()
        .iter()
        .enumerate()
        .filter_map(|(man, coordinate)| match coordinate {
            Coordinate::Digit(digit) => Some((*digit, man as u32)),
            _ => None,
        })
        .collect();
    digits.sort_by_key(|&(digit, _)| std::cmp::Reverse(digit));
    let is_pawn = |man: &usize| layout.men()[*man].piece == Piece::Pawn;
    let pawns: Vec<u32> = (0..layout.men().len()).filter(is_pawn).map(|man| man as u32).collect();
    let outer = if has_pawns { slices(layout) } else { king_pairs() };
    let black_king = layout.man(Color::Black, Piece::King);
    // The lookup needs the pawns of one colour in rising order.
    let white_pawns = layout.material().get().count(Color::White, Piece::Pawn);
    let black_pawns = layout.material().get().count(Color::Black, Piece::Pawn);
    let exchange = white_pawns == 2 || black_pawns == 2;
    let mut arrays = vec![
        Array { name: "OUTER", bits: 16, numbers: outer },
        Array { name: "DIGITS", bits: 8, numbers: digits.iter().map(|&(_, man)| man).collect() },
    ];
    let pawn_count = pawns.len() as u32;
    arrays.push(Array {
        name: "PAWNS",
        bits: 8,
        numbers: if pawns.is_empty() { vec![0] } else { pawns },
    });
    Parts {
        constants: vec![
            ("MEN", layout.men().len() as u32),
            ("DIGIT_COUNT", layout.digits()),
            ("PAWN_COUNT", pawn_count),
            ("PAWNS_ALIKE", exchange.into()),
            ("BLACK_KING", black_king as u32),
            ("COUNT", layout.count() as u32),
        ],
        arrays,
    }
}

/// King pairs by `[white king on the triangle][black king]`, the white king's squares a1 b1 c1 d1
/// b2 c2 d2 c3 d3 d4 in the order of their numbers.
fn king_pairs() -> Vec<u32> {
    let mut numbers = vec![NOWHERE; 10 * 64];
    for number in 0..KING_PAIR_COUNT {
        let [white, black] = KingPairs::get().squares(number);
        numbers[triangle(white) * 64 + black as usize] = number as u32;
    }
    numbers
}

/// The number of a square among those of the triangle, rank by rank.
fn triangle(square: Square) -> usize {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    // Ranks hold 4, 3, 2 and 1 of its squares.
    rank * (9 - rank) / 2 + file - rank
}

fn slices(layout: &Layout) -> Vec<u32> {
    let material = layout.material().get();
    let counts = Color::ALL.map(|color| material.count(color, Piece::Pawn) as u32);
    let total = counts[0] + counts[1];
    let place = |key: usize| {
        let mut pawns = [drawproof_board::BitBoard::EMPTY; 2];
        for pawn in 0..total {
            let square = Square::index(key / 48_usize.pow(total - 1 - pawn) % 48 + 8);
            pawns[usize::from(pawn >= counts[0])] |= square.bitboard();
        }
        let found = layout.slices().find(Slice { pawns });
        found.map_or(NOWHERE, |(number, transform)| {
            2 * number as u32 + u32::from(transform != Transform::IDENTITY)
        })
    };
    (0..48_usize.pow(total)).map(place).collect()
}
