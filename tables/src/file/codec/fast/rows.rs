//! The surroundings of 64 places at a time, for a block with all values known.
//!
//! A value is represented by its *worth* for the side to move, a byte: losses from the shortest to
//! the longest, the draw, then wins from the longest to the shortest. Worths are compared as
//! numbers, and one subtraction converts the worth of a win or loss into its distance.

#![allow(clippy::needless_range_loop, reason = "loops over lanes become vectors")]

use drawproof_board::Color;

use crate::{
    file::{
        codec::{
            contexts::NEIGHBOURS,
            frame::Frame,
            predict::{Bytes, NONE},
            walk::{NOT_A, NOT_H, words_before},
        },
        grid::{Block, SIDE},
    },
    value::width::RawCell,
};

/// One byte for each lane of a word, `[lane]`.
pub type Row = [u8; SIDE];

/// The worth of a draw. A worth is a byte that orders values for the side to move: losses are below
/// 128, wins above.
pub const DRAW: u8 = 128;

/// Returns the file cell whose value has the worth `worth`.
#[cfg(test)]
pub fn cell(worth: u8) -> RawCell {
    if worth == DRAW {
        crate::value::cell::Cell::DRAW.file_byte()
    } else if worth > DRAW {
        2 * (255 - worth) + 1
    } else {
        2 * worth
    }
}

/// Returns the worths of file cells, by lane. The mapping is one to one.
#[inline(always)]
pub fn worths(cells: &[RawCell; SIDE]) -> Row {
    let mut worths = [0; SIDE];
    for lane in 0..SIDE {
        let moves = cells[lane] >> 1;
        let win = (cells[lane] & 1).wrapping_neg();
        // Without this, the draw (255) would be the win 255 - 127.
        worths[lane] = moves ^ win;
    }
    worths
}

/// Returns the worths of cells, given the ranks of their best successors; see
/// [`super::super::predict`].
#[inline(always)]
pub fn before(ranks: &Row) -> Row {
    let mut worths = [0; SIDE];
    for lane in 0..SIDE {
        // One ply more after a win of the opponent than after a loss.
        worths[lane] = (255 - ranks[lane]).wrapping_add(ranks[lane] >> 7);
    }
    worths
}

/// Returns 255 if `holds` is true, otherwise 0.
#[inline(always)]
pub fn mask(holds: bool) -> u8 {
    if holds { 255 } else { 0 }
}

/// The number of lanes before the first lane of each row of a [`Plane`]: at least 9, for the most
/// distant neighbour.
const MARGIN: usize = 64;

/// The number of words before the first word: the neighbour one rank down is 8 words before.
const WORDS_BEFORE: usize = 8;

const PLANE_BYTES: usize = (WORDS_BEFORE + SIDE) * (MARGIN + SIDE);

/// One byte for each place of one side to move of a block, and for the places before them.
struct Plane(Box<Aligned>);

#[repr(align(64))]
struct Aligned([u8; PLANE_BYTES]);

impl Plane {
    fn new() -> Plane {
        Plane(Box::new(Aligned([0; PLANE_BYTES])))
    }

    /// Returns the bytes that are `back` lanes before those of a word.
    #[inline(always)]
    fn row(&self, word: usize, back: usize) -> &Row {
        self.back_from(WORDS_BEFORE + word, back)
    }

    /// Returns the bytes of the word that is eight words before a word.
    #[inline(always)]
    fn row_down(&self, word: usize) -> &Row {
        self.back_from(word, 0)
    }

    #[inline(always)]
    fn back_from(&self, row: usize, back: usize) -> &Row {
        let first = row * (MARGIN + SIDE) + MARGIN - back;
        self.0.0[first..first + SIDE].try_into().expect("a row has SIDE lanes")
    }

    /// Returns the bytes of the neighbours of a word, in the order of [`Around::neighbours`].
    /// `left` is the word one file to the left.
    #[inline(always)]
    fn around(&self, word: usize, left: usize) -> [&Row; NEIGHBOURS] {
        [
            self.row(word, 1),
            self.row(word, 8),
            self.row(left, 0),
            self.row_down(word),
            self.row(word, 9),
            self.row(word, 7),
        ]
    }

    #[inline(always)]
    fn set(&mut self, word: usize, row: &Row) {
        let first = (WORDS_BEFORE + word) * (MARGIN + SIDE) + MARGIN;
        self.0.0[first..first + SIDE].copy_from_slice(row);
    }
}

/// The values and neighbours of a block's cells, for one side to move. The memory is reused from
/// block to block.
pub struct Rows {
    /// The worth of each value.
    worths: Plane,
    /// 255 if a cell is stored, else 0.
    stored: Plane,
    /// 255 if the guess is right, else 0.
    right: Plane,
}

/// The values and neighbours of the cells of a word, by lane.
pub struct Around<'a> {
    /// The worths of the neighbours in the order of [`super::super::contexts::Site::neighbours`].
    /// The worths of missing neighbours are meaningless.
    pub neighbours: [&'a Row; NEIGHBOURS],
    /// For each neighbour, 255 if its value is known, otherwise 0.
    pub present: [Row; NEIGHBOURS],
    /// The worths of the cells themselves.
    pub actual: &'a Row,
    /// The [`super::super::contexts::Site::agreement`] of each cell; meaningless without guesses.
    pub agreement: Row,
}

impl Rows {
    pub fn new() -> Rows {
        Rows { worths: Plane::new(), stored: Plane::new(), right: Plane::new() }
    }

    /// Reads the values of `side` to move from a block. `best` has the rank of the best move for
    /// each cell, if there are guesses.
    #[inline(always)]
    pub fn fill(&mut self, frame: &Frame, side: Color, best: Option<&Bytes>, block: &Block) {
        for (word, cells) in block.cells[side as usize].iter().enumerate() {
            let stored = masks(frame.stored[side as usize][word]);
            let worths = worths(cells);
            self.worths.set(word, &worths);
            self.stored.set(word, &stored);
            let Some(best) = best else { continue };
            let guesses = before(&best[word]);
            let mut right = [0; SIDE];
            for lane in 0..SIDE {
                let is_right = mask(worths[lane] == guesses[lane]) & mask(best[word][lane] != NONE);
                right[lane] = stored[lane] & is_right;
            }
            self.right.set(word, &right);
        }
    }

    /// Returns the values and neighbours of the cells of a word.
    #[inline(always)]
    pub fn word(&self, frame: &Frame, word: usize, guesses: bool) -> Around<'_> {
        let left = words_before(frame, word)[0];
        let has_left = mask(left.is_some());
        let left = left.unwrap_or(word);
        let neighbours = self.worths.around(word, left);
        let stored = self.stored.around(word, left);
        let mut present = [[0; SIDE]; NEIGHBOURS];
        for lane in 0..SIDE {
            present[0][lane] = stored[0][lane] & WITHIN[0][lane];
            present[1][lane] = stored[1][lane];
            present[2][lane] = stored[2][lane] & has_left;
            present[3][lane] = stored[3][lane];
            present[4][lane] = stored[4][lane] & WITHIN[0][lane];
            present[5][lane] = stored[5][lane] & WITHIN[1][lane];
        }
        let mut agreement = [0; SIDE];
        if guesses {
            let right = self.right.around(word, left);
            for lane in 0..SIDE {
                let state = |place: usize| present[place][lane] & (2 - (right[place][lane] & 1));
                agreement[lane] = ((state(0) * 3 + state(1)) * 3 + state(2)) * 3 + state(3);
            }
        }
        Around { neighbours, present, actual: self.worths.row(word, 0), agreement }
    }

    /// Returns, for each lane of a word, 255 if the guess is right, otherwise 0.
    #[inline(always)]
    pub fn right(&self, word: usize) -> &Row {
        self.right.row(word, 0)
    }
}

const _: () = assert!(NEIGHBOURS == 6);

/// Returns, for each lane, the result of the position with the other side to move: 0 unknown, 1
/// draw, 2 loss, 3 win.
#[inline(always)]
pub fn outcomes(cells: &Row, stored: u64) -> Row {
    let mut outcomes = masks(stored);
    let worths = worths(cells);
    for lane in 0..SIDE {
        let decisive = 2 + (worths[lane] >> 7);
        outcomes[lane] &= if worths[lane] == DRAW { 1 } else { decisive };
    }
    outcomes
}

/// Combines three sets of lanes into a number for each lane; the first set is the lowest bit.
#[inline(always)]
pub fn joined(sets: [u64; 3]) -> Row {
    let (mut joined, second, third) = (masks(sets[0]), masks(sets[1]), masks(sets[2]));
    for lane in 0..SIDE {
        joined[lane] = joined[lane] & 1 | second[lane] & 2 | third[lane] & 4;
    }
    joined
}

/// Returns, for each lane, 255 if the lane is in the set, otherwise 0.
#[inline(always)]
pub fn masks(set: u64) -> Row {
    let mut row = [0; SIDE];
    for (eight, byte) in row.as_chunks_mut::<8>().0.iter_mut().zip(set.to_le_bytes()) {
        // Copies the byte to each byte, and keeps only that byte's own bit.
        let bits = (u64::from(byte) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        *eight = bits.to_le_bytes();
    }
    for lane in 0..SIDE {
        row[lane] = mask(row[lane] != 0);
    }
    row
}

/// 255 in the lanes that are not on file a, and in those that are not on file h.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::codec::{predict::BEFORE, walk};

    /// Returns the worth of one file cell.
    fn worth_of(cell: RawCell) -> u8 {
        worths(&[cell; SIDE])[0]
    }

    #[test]
    fn worths_are_in_the_order_of_values() {
        let mut all: Vec<u8> = (0..=255).collect();
        all.sort_by_key(|&cell| walk::worth(cell));
        for (order, &value) in all.iter().enumerate() {
            assert_eq!((usize::from(worth_of(value)), cell(order as u8)), (order, value));
            assert_eq!(worths(&[value; SIDE]), [order as u8; SIDE]);
        }
    }

    #[test]
    fn what_comes_before_a_rank_is_that_of_the_cells() {
        for rank in 0..255 {
            assert_eq!(
                before(&[rank; SIDE]),
                [worth_of(BEFORE[usize::from(rank)]); SIDE],
                "{rank}"
            );
        }
    }
}
