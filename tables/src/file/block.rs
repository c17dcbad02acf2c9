//! One block, decoded: 64 words of 64 cells, both sides to move.

use std::ops::Range;

use drawproof_board::Color;

use super::grid::{Grid, SIDE, Spot};
use crate::value::{cell::Cell, width::RawCell};

/// The values of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// [`Cell::file_byte`] by `[side to move][word][lane]`; a draw where no cell is stored.
    pub cells: [[[RawCell; SIDE]; SIDE]; 2],
    /// Stored cells by `[side to move][word]`, bit = lane: the legal positions; of those that differ
    /// by an exchange of like men, one.
    pub stored: [[u64; SIDE]; 2],
    /// Number of words decoded, from the first on, by side to move.
    pub words: [usize; 2],
}

impl Block {
    /// A block without values.
    pub fn empty() -> Box<Block> {
        let cells = [[[Cell::DRAW.file_byte(); SIDE]; SIDE]; 2];
        Box::new(Block { cells, stored: [[0; SIDE]; 2], words: [0; 2] })
    }

    /// Block `number` of a layer in memory, its cells only; `cells` by `[side to move][index]`.
    pub fn gather(cells: [&[RawCell]; 2], grid: &Grid, number: usize) -> Box<Block> {
        let mut block = Block::empty();
        let stride = grid.stride(1);
        for (cells, words) in cells.into_iter().zip(&mut block.cells) {
            for (word, word_cells) in words.iter_mut().enumerate().take(grid.words(number)) {
                let first = grid.index(Spot { block: number, word, lane: 0 });
                let cells = &cells[first..=first + (SIDE - 1) * stride];
                // Most tables have lanes side by side: those are converted by vectors.
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

    /// Some blocks in a row, as [`Block::gather`] returns them one by one.
    pub fn gather_neighbours(
        cells: [&[RawCell]; 2],
        grid: &Grid,
        numbers: Range<usize>,
    ) -> Vec<Box<Block>> {
        /// Blocks whose cells at one place are often side by side.
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

    /// Copies the cells to `cells`, those of the whole table by `[side to move][index]`.
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

    /// Whether the word of `spot` has been decoded.
    #[inline]
    pub fn has(&self, side_to_move: Color, spot: Spot) -> bool {
        spot.word < self.words[side_to_move as usize]
    }

    /// The cell at `spot`, `None` if no cell is stored there.
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
    use crate::endgame::{layout::Layout, material::NormalMaterial};

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
