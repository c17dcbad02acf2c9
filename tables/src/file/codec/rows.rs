//! The surroundings of 64 places at a time, for a block whose values are all known.

use drawproof_board::Color;

use super::{
    contexts::NEIGHBOURS,
    frame::Frame,
    predict::{BEFORE, Bytes, NONE},
    walk::{DRAW, NOT_A, NOT_H, words_before},
};
use crate::{
    file::{block::Block, grid::SIDE},
    value::width::RawCell,
};

/// A byte for each lane of a word.
pub type Row = [u8; SIDE];

/// Lanes before the first of each row of a [`Plane`]: at least 9, the most distant neighbour's.
const MARGIN: usize = 16;

/// Words before the first: the neighbour one rank down is 8 words before.
const WORDS_BEFORE: usize = 8;

const PLANE_BYTES: usize = (WORDS_BEFORE + SIDE) * (MARGIN + SIDE);

/// A byte for each place of one side to move of a block, and for places before them.
struct Plane(Box<[u8; PLANE_BYTES]>);

impl Plane {
    fn new() -> Plane {
        Plane(Box::new([0; PLANE_BYTES]))
    }

    /// The bytes `back` lanes before those of a word.
    #[inline(always)]
    fn row(&self, word: usize, back: usize) -> &Row {
        self.back_from(WORDS_BEFORE + word, back)
    }

    /// The bytes eight words before a word.
    #[inline(always)]
    fn row_down(&self, word: usize) -> &Row {
        self.back_from(word, 0)
    }

    #[inline(always)]
    fn back_from(&self, row: usize, back: usize) -> &Row {
        let first = row * (MARGIN + SIDE) + MARGIN - back;
        self.0[first..first + SIDE].try_into().expect("a row has SIDE lanes")
    }

    #[inline(always)]
    fn set(&mut self, word: usize, row: &Row) {
        let first = (WORDS_BEFORE + word) * (MARGIN + SIDE) + MARGIN;
        self.0[first..first + SIDE].copy_from_slice(row);
    }
}

/// What the places of one side to move of a block have around them. Kept from block to block, so that
/// its memory is allocated once.
pub struct Rows {
    /// File cells.
    cells: Plane,
    /// 255 where a cell is stored, else 0.
    stored: Plane,
    /// 255 where the guess is right, else 0.
    right: Plane,
}

/// What the places of a word have around them, by lane.
pub struct WordRows {
    /// The neighbours whose value is known, as [`super::contexts::Site::present`].
    pub present: Row,
    /// Those of them with the value of the place itself.
    pub alike: Row,
    /// Those of the first four whose guess is right; zeros without guesses.
    pub agreeing: Row,
}

impl Rows {
    pub fn new() -> Rows {
        Rows { cells: Plane::new(), stored: Plane::new(), right: Plane::new() }
    }

    /// Takes the values of `side` to move from a block; `best` holds the rank of the best move by
    /// place, if there are guesses.
    pub fn fill(&mut self, frame: &Frame, side: Color, best: Option<&Bytes>, block: &Block) {
        for (word, cells) in block.cells[side as usize].iter().enumerate() {
            let stored = expanded(frame.stored[side as usize][word]).map(u8::wrapping_neg);
            self.cells.set(word, cells);
            self.stored.set(word, &stored);
            let Some(best) = best else { continue };
            let mut right = [0; SIDE];
            for lane in 0..SIDE {
                let rank = best[word][lane];
                let is_right = cells[lane] == BEFORE[usize::from(rank)] && rank != NONE;
                right[lane] = stored[lane] & u8::from(is_right).wrapping_neg();
            }
            self.right.set(word, &right);
        }
    }

    /// The surroundings of the places of a word.
    #[inline]
    pub fn word(&self, frame: &Frame, word: usize, guesses: bool) -> WordRows {
        let left = words_before(frame, word)[0];
        let has_left = if left.is_some() { u8::MAX } else { 0 };
        let left = left.unwrap_or(word);
        let around = |plane: &Plane| {
            [plane.row(word, 1), plane.row(word, 8), plane.row(left, 0), plane.row_down(word)]
                .map(|row| *row)
        };
        let cells = self.cells.row(word, 0);
        let (mut present, mut alike) = ([0; SIDE], [0; SIDE]);
        let mut add = |place: usize, plane_row: &Row, cell_row: &Row, within: &Row| {
            for lane in 0..SIDE {
                let bit = plane_row[lane] & within[lane] & 1 << place;
                present[lane] |= bit;
                alike[lane] |= bit & u8::from(cell_row[lane] == cells[lane]).wrapping_neg();
            }
        };
        let stored = around(&self.stored);
        let neighbours = around(&self.cells);
        let within = [&WITHIN[0], &ANYWHERE, &[has_left; SIDE], &ANYWHERE];
        for place in 0..4 {
            add(place, &stored[place], &neighbours[place], within[place]);
        }
        for (place, back, within) in [(4, 9, &WITHIN[0]), (5, 7, &WITHIN[1])] {
            add(place, self.stored.row(word, back), self.cells.row(word, back), within);
        }
        let mut agreeing = [0; SIDE];
        if guesses {
            let right = around(&self.right);
            for place in 0..4 {
                for lane in 0..SIDE {
                    agreeing[lane] |= right[place][lane] & within[place][lane] & 1 << place;
                }
            }
        }
        WordRows { present, alike, agreeing }
    }

    /// The file cells of the neighbours of a place, as [`super::contexts::Site::neighbours`]; those
    /// of missing neighbours mean nothing.
    #[inline]
    pub fn neighbours(&self, frame: &Frame, word: usize, lane: usize) -> [RawCell; 8] {
        let left = words_before(frame, word)[0].unwrap_or(word);
        [
            self.cells.row(word, 1)[lane],
            self.cells.row(word, 8)[lane],
            self.cells.row(left, 0)[lane],
            self.cells.row_down(word)[lane],
            self.cells.row(word, 9)[lane],
            self.cells.row(word, 7)[lane],
            0,
            0,
        ]
    }
}

const _: () = assert!(NEIGHBOURS == 6);

/// By lane, the outcome with the other side to move: 0 none, 1 draw, 2 loss, 3 win.
#[inline]
pub fn outcomes(cells: &Row, stored: u64) -> Row {
    let mut outcomes = expanded(stored);
    for (outcome, &cell) in outcomes.iter_mut().zip(cells) {
        *outcome *= if cell == DRAW { 1 } else { 2 + cell % 2 };
    }
    outcomes
}

/// The bits of three sets as a number by lane, the first set's lowest.
#[inline]
pub fn joined(sets: [u64; 3]) -> Row {
    let [mut joined, second, third] = sets.map(expanded);
    for lane in 0..SIDE {
        joined[lane] |= second[lane] << 1 | third[lane] << 2;
    }
    joined
}

/// 1 in each lane of a set, 0 in the others.
#[inline]
fn expanded(set: u64) -> Row {
    let mut row = [0; SIDE];
    for (eight, byte) in row.chunks_exact_mut(8).zip(set.to_le_bytes()) {
        eight.copy_from_slice(&EXPANDED[usize::from(byte)]);
    }
    row
}

/// The bits of a byte, one byte each.
static EXPANDED: [[u8; 8]; 256] = {
    let mut expanded = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            expanded[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    expanded
};

/// 255 in every lane.
const ANYWHERE: Row = [u8::MAX; SIDE];

/// 255 in the lanes that are not on file a, and not on file h.
static WITHIN: [Row; 2] = {
    let mut rows = [[0; SIDE]; 2];
    let mut lane = 0;
    while lane < SIDE {
        rows[0][lane] = (NOT_A >> lane & 1) as u8 * u8::MAX;
        rows[1][lane] = (NOT_H >> lane & 1) as u8 * u8::MAX;
        lane += 1;
    }
    rows
};
