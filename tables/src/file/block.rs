//! One block, decoded: the values of 64 x 64 places, both sides to move.

use cozy_chess::Color;

use super::grid::{Grid, SIDE, Spot};
use crate::{
    memory::{aligned::Aligned, plain::PlainTable},
    value::cell::Cell,
};

/// The values of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// [`Cell::file_byte`] by `[side to move][row][lane]`; a draw where none is stored.
    pub cells: [[[u8; SIDE]; SIDE]; 2],
    /// Places with a value by `[side to move][row]`, bit = lane: legal positions, and of those that
    /// differ by an exchange of like men one.
    pub stored: [[u64; SIDE]; 2],
    /// Rows that have been decoded, from the first on, by side to move.
    pub rows: [usize; 2],
}

impl Block {
    /// A block without values.
    pub fn empty() -> Box<Block> {
        let cells = [[[Cell::DRAW.file_byte(); SIDE]; SIDE]; 2];
        Box::new(Block { cells, stored: [[0; SIDE]; 2], rows: [0; 2] })
    }

    /// The cells of a table's block.
    pub fn gather(table: &PlainTable, grid: &Grid, number: usize) -> Box<Block> {
        let mut block = Block::empty();
        for (side, rows) in Color::ALL.into_iter().zip(&mut block.cells) {
            let cells = table.cells(side);
            for (row, row_cells) in rows.iter_mut().enumerate().take(grid.rows(number)) {
                let first = grid.index(Spot { block: number, row, lane: 0 });
                for (lane, cell) in row_cells.iter_mut().enumerate() {
                    *cell = Cell::from_byte(cells[first + lane * grid.stride(1)]).file_byte();
                }
            }
        }
        block
    }

    /// Puts the values where the whole table has them, by `[side to move][index]`.
    pub fn scatter(&self, grid: &Grid, number: usize, cells: &mut [Aligned<u8>; 2]) {
        for (cells, rows) in cells.iter_mut().zip(&self.cells) {
            for (row, row_cells) in rows.iter().enumerate().take(grid.rows(number)) {
                let first = grid.index(Spot { block: number, row, lane: 0 });
                for (lane, &cell) in row_cells.iter().enumerate() {
                    cells[first + lane * grid.stride(1)] = Cell::from_file_byte(cell).byte();
                }
            }
        }
    }

    /// Whether a row has been decoded.
    #[inline]
    pub fn has(&self, side_to_move: Color, spot: Spot) -> bool {
        spot.row < self.rows[side_to_move as usize]
    }

    /// The cell of a stored position, `None` where none is.
    #[inline]
    pub fn cell(&self, side_to_move: Color, spot: Spot) -> Option<Cell> {
        let side = side_to_move as usize;
        let stored = self.stored[side][spot.row] >> spot.lane & 1 != 0;
        stored.then(|| Cell::from_file_byte(self.cells[side][spot.row][spot.lane]))
    }
}

const _: () = assert!(size_of::<Block>() < 64 * 1024);
