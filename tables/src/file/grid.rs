//! The division of a table into blocks, within which two digits of the index vary; and the decoded
//! block, 64 words of 64 cells for both sides to move.

use std::ops::Range;

use drawproof_board::Color;

use crate::{
    endgame::layout::{Coordinate, Layout},
    value::{cell::Cell, width::RawCell},
};

/// The number of lanes of a word, and the maximum number of words of a block.
pub const SIDE: usize = 64;

/// Divides the indices of a layout into blocks of 64 words of 64 lanes.
///
/// Two digits of the index vary within a block: one is the number of the word, the other the lane.
/// If a layout has only one digit, the words of a block are king pairs, and the last block may have
/// fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The varying digits, `[word, lane]`.
    digits: [u8; 2],
    layout_digits: u32,
    outer_count: usize,
}

/// The location of a table index in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The number of the block that holds the index.
    pub block: usize,
    /// The number of the word within the block, below 64.
    pub word: usize,
    /// The number of the lane within the word, below 64.
    pub lane: usize,
}

impl Grid {
    /// Makes the grid in which the digits `[word, lane]` vary within each block; `None` if the
    /// layout has no such digits. The number of the king pair or pawn slice counts as the highest
    /// digit.
    pub fn new(layout: &Layout, digits: [u8; 2]) -> Option<Grid> {
        let layout_digits = layout.digits();
        let within = |digit: u8| u32::from(digit) < layout_digits.max(2);
        let fits = within(digits[0]) && within(digits[1]) && digits[0] != digits[1];
        let one_digit_only = layout_digits == 1 && digits != [1, 0];
        let grid = Grid { digits, layout_digits, outer_count: layout.outer_count() };
        (fits && !one_digit_only).then_some(grid)
    }

    /// Returns the digits that vary within a block, `[word, lane]`.
    pub fn digits(&self) -> [u8; 2] {
        self.digits
    }

    /// Returns whether the words of a block are king pairs instead of squares of a man.
    pub fn words_are_outer(&self) -> bool {
        self.layout_digits == 1
    }

    /// Returns the number of blocks of the grid.
    pub fn blocks(&self) -> usize {
        if self.words_are_outer() {
            self.outer_count.div_ceil(SIDE)
        } else {
            self.outer_count << (6 * (self.layout_digits - 2))
        }
    }

    /// Returns the range of blocks that hold the king pairs or pawn slices `parts`; all blocks if
    /// the words of a block are king pairs.
    pub fn blocks_of(&self, parts: &Range<usize>) -> Range<usize> {
        if self.words_are_outer() {
            return 0..self.blocks();
        }
        let of_part = 1 << (6 * (self.layout_digits - 2));
        parts.start * of_part..parts.end * of_part
    }

    /// Returns the number of words of a block: 64, or fewer in the last block if words are king
    /// pairs.
    pub fn words(&self, block: usize) -> usize {
        if self.words_are_outer() { (self.outer_count - block * SIDE).min(SIDE) } else { SIDE }
    }

    /// Returns the location of an index.
    pub fn spot(&self, index: usize) -> Spot {
        let [word, lane] = self.digits.map(|digit| index >> (6 * digit) & 63);
        let [low, high] = self.ordered();
        let block = without_digit(without_digit(index, high), low);
        Spot { block, word, lane }
    }

    /// Returns the index at a location in the grid.
    pub fn index(&self, spot: Spot) -> usize {
        self.first_index(spot.block) + spot.word * self.stride(0) + spot.lane * self.stride(1)
    }

    /// Returns the index of word 0, lane 0 of a block.
    pub fn first_index(&self, block: usize) -> usize {
        let [low, high] = self.ordered();
        with_zero_digit(with_zero_digit(block, low), high)
    }

    /// Returns the difference between the indices of neighbouring words (if `which` is 0) or of
    /// neighbouring lanes (if `which` is 1).
    pub fn stride(&self, which: usize) -> usize {
        1 << (6 * self.digits[which])
    }

    /// Returns two men: the man whose square numbers the words (`None` if the words are king
    /// pairs), and the man whose square numbers the lanes.
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

/// Returns the number with a digit in base 64 removed.
fn without_digit(number: usize, digit: u8) -> usize {
    let low = number & ((1 << (6 * digit)) - 1);
    number >> (6 * digit + 6) << (6 * digit) | low
}

/// Returns the number with a digit 0 inserted.
fn with_zero_digit(number: usize, digit: u8) -> usize {
    let low = number & ((1 << (6 * digit)) - 1);
    number >> (6 * digit) << (6 * digit + 6) | low
}

/// The values of one block, with both sides to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The [`Cell::file_byte`] of each cell, `[side to move][word][lane]`. Cells that are not
    /// stored hold draws.
    pub cells: [[[RawCell; SIDE]; SIDE]; 2],
    /// The stored cells, `[side to move][word]`, bit = lane. Only cells of legal positions are
    /// stored, and of positions that differ only by exchanging like men, only one.
    pub stored: [[u64; SIDE]; 2],
    /// The number of words decoded so far, by side to move. Words are decoded in order.
    pub words: [usize; 2],
}

impl Block {
    /// Makes a block without stored cells.
    pub fn empty() -> Box<Block> {
        let cells = [[[Cell::DRAW.file_byte(); SIDE]; SIDE]; 2];
        Box::new(Block { cells, stored: [[0; SIDE]; 2], words: [0; 2] })
    }

    /// Copies the cells of block `number` from a layer in memory, `[side to move][index]`.
    pub fn gather(cells: [&[RawCell]; 2], grid: &Grid, number: usize) -> Box<Block> {
        let mut block = Block::empty();
        let stride = grid.stride(1);
        for (cells, words) in cells.into_iter().zip(&mut block.cells) {
            for (word, word_cells) in words.iter_mut().enumerate().take(grid.words(number)) {
                let first = grid.index(Spot { block: number, word, lane: 0 });
                let cells = &cells[first..=first + (SIDE - 1) * stride];
                // Most tables have their lanes in adjacent cells, which vector instructions
                // convert.
                if let Ok(cells) = <&[RawCell; SIDE]>::try_from(cells) {
                    for lane in 0..SIDE {
                        word_cells[lane] = Cell::from_byte(cells[lane]).file_byte();
                    }
                } else {
                    for (cell, &byte) in word_cells.iter_mut().zip(cells.iter().step_by(stride)) {
                        *cell = Cell::from_byte(byte).file_byte();
                    }
                }
            }
        }
        block
    }

    /// Copies consecutive blocks, each as [`Block::gather`] does.
    pub fn gather_neighbours(
        cells: [&[RawCell]; 2],
        grid: &Grid,
        numbers: Range<usize>,
    ) -> Vec<Box<Block>> {
        /// Blocks whose cells at the same location are often adjacent in memory.
        const NEAR: usize = 8;
        let stride = grid.stride(1);
        let are_near =
            |last: usize| grid.first_index(last) == grid.first_index(numbers.start) + NEAR - 1;
        if numbers.len() != NEAR || !are_near(numbers.end - 1) {
            return numbers.map(|number| Block::gather(cells, grid, number)).collect();
        }
        let mut blocks: Vec<Box<Block>> = numbers.clone().map(|_| Block::empty()).collect();
        for (side, cells) in cells.into_iter().enumerate() {
            for word in 0..grid.words(numbers.start) {
                let first = grid.index(Spot { block: numbers.start, word, lane: 0 });
                for lane in 0..SIDE {
                    let place = first + lane * stride;
                    let near: [RawCell; NEAR] =
                        cells[place..place + NEAR].try_into().expect("as many");
                    for (block, byte) in blocks.iter_mut().zip(near) {
                        block.cells[side][word][lane] = Cell::from_byte(byte).file_byte();
                    }
                }
            }
        }
        blocks
    }

    /// Copies the cells of the block to the whole table, `[side to move][index]`.
    pub fn scatter(&self, grid: &Grid, number: usize, cells: &mut [&mut [RawCell]; 2]) {
        for (cells, words) in cells.iter_mut().zip(&self.cells) {
            for (word, word_cells) in words.iter().enumerate().take(grid.words(number)) {
                let first = grid.index(Spot { block: number, word, lane: 0 });
                for (lane, &cell) in word_cells.iter().enumerate() {
                    cells[first + lane * grid.stride(1)] = Cell::from_file_byte(cell).byte();
                }
            }
        }
    }

    /// Returns whether the word at `spot` has been decoded.
    #[inline]
    pub fn has(&self, side_to_move: Color, spot: Spot) -> bool {
        spot.word < self.words[side_to_move as usize]
    }

    /// Returns the cell at `spot`; `None` if no cell is stored there.
    #[inline]
    pub fn cell(&self, side_to_move: Color, spot: Spot) -> Option<Cell> {
        let side = side_to_move as usize;
        let stored = self.stored[side][spot.word] >> spot.lane & 1 != 0;
        stored.then(|| Cell::from_file_byte(self.cells[side][spot.word][spot.lane]))
    }
}

const _: () = assert!(size_of::<Block>() < 64 * 1024);

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

    #[test]
    fn neighbouring_blocks_are_those_gathered_one_by_one() {
        for name in ["KRK", "KRKN", "KPPK", "KRKP"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let cells: Vec<RawCell> =
                (0..layout.count()).map(|index| ((index * 0x9e37_79b9) >> 13) as u8).collect();
            let cells = [&cells[..], &cells[1..]];
            for digits in [[1, 0], [0, 1], [2, 0], [0, 2], [2, 1], [1, 2]] {
                let Some(grid) = Grid::new(&layout, digits) else { continue };
                // The second side has one cell less.
                let last = grid.blocks() - 2;
                for first in (0..last).step_by(last / 40 + 1) {
                    for end in [first + 1, first + 8] {
                        let numbers = first..end.min(last);
                        let found = Block::gather_neighbours(cells, &grid, numbers.clone());
                        let expected: Vec<_> =
                            numbers.map(|number| Block::gather(cells, &grid, number)).collect();
                        assert!(found == expected, "{name} {digits:?} {first}..{end}");
                    }
                }
            }
        }
    }
}
