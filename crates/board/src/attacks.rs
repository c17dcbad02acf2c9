//! The sets of squares that a man attacks, and the lines between squares.
//!
//! Every table is a `static`, because a `const` is copied into each crate that reads it.

use cozy_chess_types::{BitBoard, Color, Square, get_bishop_moves_slow, get_rook_moves_slow};

use crate::sliders;

static ROOK_RAYS: [BitBoard; Square::NUM] = rays(true);
static BISHOP_RAYS: [BitBoard; Square::NUM] = rays(false);
static KNIGHT: [BitBoard; Square::NUM] =
    steps(&[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]);
static KING: [BitBoard; Square::NUM] =
    steps(&[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);
/// The squares that a pawn attacks, `[color][square]`.
static PAWN: [[BitBoard; Square::NUM]; Color::NUM] =
    [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];
/// The squares between two squares, `[from][to]`.
static BETWEEN: [[BitBoard; Square::NUM]; Square::NUM] = lines(false);
/// The whole line through two squares, `[from][to]`.
static LINE: [[BitBoard; Square::NUM]; Square::NUM] = lines(true);

/// Returns the squares that a rook on `square` attacks if the squares `blockers` are occupied,
/// including the first blocker in each direction.
#[inline]
pub fn get_rook_moves(square: Square, blockers: BitBoard) -> BitBoard {
    BitBoard(sliders::rook(square, blockers.0))
}

/// Returns the squares that a bishop on `square` attacks if the squares `blockers` are occupied,
/// including the first blocker in each direction.
#[inline]
pub fn get_bishop_moves(square: Square, blockers: BitBoard) -> BitBoard {
    BitBoard(sliders::bishop(square, blockers.0))
}

/// Returns the squares that a rook on `square` attacks on an empty board.
#[inline]
pub fn get_rook_rays(square: Square) -> BitBoard {
    ROOK_RAYS[square as usize]
}

/// Returns the squares that a bishop on `square` attacks on an empty board.
#[inline]
pub fn get_bishop_rays(square: Square) -> BitBoard {
    BISHOP_RAYS[square as usize]
}

/// Returns the squares that a knight on `square` attacks.
#[inline]
pub fn get_knight_moves(square: Square) -> BitBoard {
    KNIGHT[square as usize]
}

/// Returns the squares that a king on `square` attacks.
#[inline]
pub fn get_king_moves(square: Square) -> BitBoard {
    KING[square as usize]
}

/// Returns the squares that a pawn of `color` on `square` attacks.
#[inline]
pub fn get_pawn_attacks(square: Square, color: Color) -> BitBoard {
    PAWN[color as usize][square as usize]
}

/// Returns the squares strictly between two squares on one rank, file or diagonal; the empty set if
/// no such line joins them.
#[inline]
pub fn get_between_rays(from: Square, to: Square) -> BitBoard {
    BETWEEN[from as usize][to as usize]
}

/// Returns all squares of the rank, file or diagonal through two different squares, including these
/// two; the empty set if no such line joins them.
#[inline]
pub fn get_line_rays(from: Square, to: Square) -> BitBoard {
    LINE[from as usize][to as usize]
}

const fn rays(rook: bool) -> [BitBoard; Square::NUM] {
    let mut table = [BitBoard::EMPTY; Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        let square = Square::index_const(index);
        table[index] = if rook {
            get_rook_moves_slow(square, BitBoard::EMPTY)
        } else {
            get_bishop_moves_slow(square, BitBoard::EMPTY)
        };
        index += 1;
    }
    table
}

/// Returns, for each square, the squares at distances `(files, ranks)` from it.
const fn steps(distances: &[(i8, i8)]) -> [BitBoard; Square::NUM] {
    let mut table = [BitBoard::EMPTY; Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        let mut i = 0;
        while i < distances.len() {
            let (files, ranks) = distances[i];
            if let Some(to) = Square::index_const(index).try_offset(files, ranks) {
                table[index].0 |= to.bitboard().0;
            }
            i += 1;
        }
        index += 1;
    }
    table
}

/// Returns, for each pair of squares on one line, the whole line or the squares between them.
const fn lines(whole: bool) -> [[BitBoard; Square::NUM]; Square::NUM] {
    let mut table = [[BitBoard::EMPTY; Square::NUM]; Square::NUM];
    let mut from = 0;
    while from < Square::NUM {
        let mut to = 0;
        while to < Square::NUM {
            let (a, b) = (Square::index_const(from), Square::index_const(to));
            table[from][to] = if whole { line(a, b) } else { between(a, b) };
            to += 1;
        }
        from += 1;
    }
    table
}

const fn line(from: Square, to: Square) -> BitBoard {
    let rays = if ROOK_RAYS[from as usize].has(to) {
        &ROOK_RAYS
    } else if BISHOP_RAYS[from as usize].has(to) {
        &BISHOP_RAYS
    } else {
        return BitBoard::EMPTY;
    };
    let common = rays[from as usize].0 & rays[to as usize].0;
    BitBoard(common | from.bitboard().0 | to.bitboard().0)
}

const fn between(from: Square, to: Square) -> BitBoard {
    let mut set = BitBoard::EMPTY;
    if line(from, to).is_empty() {
        return set;
    }
    let files = (to.file() as i8 - from.file() as i8).signum();
    let ranks = (to.rank() as i8 - from.rank() as i8).signum();
    let mut square = from.offset(files, ranks);
    while square as u8 != to as u8 {
        set.0 |= square.bitboard().0;
        square = square.offset(files, ranks);
    }
    set
}
