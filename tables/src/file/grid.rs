//! The division of a table into blocks: two digits of the index vary within a block.

use std::ops::Range;

use crate::endgame::layout::{Coordinate, Layout};

/// Words of a block at most, and lanes of a word.
pub const SIDE: usize = 64;

/// Divides the indices of a layout into blocks of 64 words of 64 lanes.
///
/// Two digits of the index vary within a block: one is the number of the word, the other the lane.
/// Where a layout has one digit only, the words of a block are king pairs, and the last block may
/// have fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// `[word, lane]`.
    digits: [u8; 2],
    layout_digits: u32,
    outer_count: usize,
}

/// The place of an index in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The block.
    pub block: usize,
    /// The word of the block, below 64.
    pub word: usize,
    /// The lane of the word, below 64.
    pub lane: usize,
}

impl Grid {
    /// The grid with `digits` `[word, lane]` varying within each block; `None` if the layout has no
    /// such digits. The outer number counts as the digit above the others.
    pub fn new(layout: &Layout, digits: [u8; 2]) -> Option<Grid> {
        let layout_digits = layout.digits();
        let within = |digit: u8| u32::from(digit) < layout_digits.max(2);
        let fits = within(digits[0]) && within(digits[1]) && digits[0] != digits[1];
        let one_digit_only = layout_digits == 1 && digits != [1, 0];
        let grid = Grid { digits, layout_digits, outer_count: layout.outer_count() };
        (fits && !one_digit_only).then_some(grid)
    }

    /// The digits that vary within a block, `[word, lane]`.
    pub fn digits(&self) -> [u8; 2] {
        self.digits
    }

    /// Whether the words of a block are king pairs, not squares of a man.
    pub fn words_are_outer(&self) -> bool {
        self.layout_digits == 1
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        if self.words_are_outer() {
            self.outer_count.div_ceil(SIDE)
        } else {
            self.outer_count << (6 * (self.layout_digits - 2))
        }
    }

    /// The blocks of some king pairs or pawn slices; all where words are king pairs.
    pub fn blocks_of(&self, parts: &Range<usize>) -> Range<usize> {
        if self.words_are_outer() {
            return 0..self.blocks();
        }
        let of_part = 1 << (6 * (self.layout_digits - 2));
        parts.start * of_part..parts.end * of_part
    }

    /// Number of words of a block.
    pub fn words(&self, block: usize) -> usize {
        if self.words_are_outer() { (self.outer_count - block * SIDE).min(SIDE) } else { SIDE }
    }

    /// The place of an index.
    pub fn spot(&self, index: usize) -> Spot {
        let [word, lane] = self.digits.map(|digit| index >> (6 * digit) & 63);
        let [low, high] = self.ordered();
        let block = without_digit(without_digit(index, high), low);
        Spot { block, word, lane }
    }

    /// The index at a place.
    pub fn index(&self, spot: Spot) -> usize {
        self.first_index(spot.block) + spot.word * self.stride(0) + spot.lane * self.stride(1)
    }

    /// The index of word 0, lane 0 of a block.
    pub fn first_index(&self, block: usize) -> usize {
        let [low, high] = self.ordered();
        with_zero_digit(with_zero_digit(block, low), high)
    }

    /// Difference of the indices of one word (0) or lane (1) and the next.
    pub fn stride(&self, which: usize) -> usize {
        1 << (6 * self.digits[which])
    }

    /// The men whose squares number the words (`None` if words are king pairs) and the lanes.
    pub fn men(&self, layout: &Layout) -> (Option<usize>, usize) {
        let [word, lane] = self.digits.map(|digit| {
            let has_digit = |c: &Coordinate| *c == Coordinate::Digit(digit.into());
            layout.coordinates().iter().position(has_digit)
        });
        (word, lane.expect("a man has the digit of the lanes"))
    }

    fn ordered(&self) -> [u8; 2] {
        let [a, b] = self.digits;
        [a.min(b), a.max(b)]
    }
}

/// The number with a digit in base 64 removed.
fn without_digit(number: usize, digit: u8) -> usize {
    let low = number & ((1 << (6 * digit)) - 1);
    number >> (6 * digit + 6) << (6 * digit) | low
}

/// The number with a digit 0 inserted.
fn with_zero_digit(number: usize, digit: u8) -> usize {
    let low = number & ((1 << (6 * digit)) - 1);
    number >> (6 * digit) << (6 * digit + 6) | low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::NormalMaterial;

    #[test]
    fn every_index_has_one_spot() {
        for name in ["KRK", "KPK", "KRKN", "KRKP", "KPKP"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            for digits in [[1, 0], [0, 1], [2, 0], [0, 2], [1, 2], [0, 0], [1, 7]] {
                let Some(grid) = Grid::new(&layout, digits) else { continue };
                for index in 0..layout.count() {
                    let spot = grid.spot(index);
                    assert!(spot.block < grid.blocks() && spot.word < grid.words(spot.block));
                    assert_eq!(grid.index(spot), index, "{name} {digits:?}");
                }
                let places: usize = (0..grid.blocks()).map(|b| grid.words(b) * SIDE).sum();
                assert_eq!(places, layout.count());
            }
        }
    }
}
