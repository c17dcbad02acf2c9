//! One block, decoded: the values of 64 x 64 places, both sides to move.

use cozy_chess::{Color, Square};

use super::grid::{Grid, PLACES, SIDE, Spot};
use crate::{Cell, Layout, PlainTable, legality::legal_lanes};

/// The values of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// [`Cell`] bytes by `[side to move][row][lane]`; a draw where the place is no legal position.
    pub cells: [[[u8; SIDE]; SIDE]; 2],
    /// Legal positions by `[side to move][row]`, bit = lane.
    pub legal: [[u64; SIDE]; 2],
}

impl Block {
    /// A block whose legal positions are all drawn.
    pub fn drawn(layout: &Layout, grid: &Grid, number: usize) -> Box<Block> {
        let cells = [[[Cell::DRAW.byte(); SIDE]; SIDE]; 2];
        let mut block = Box::new(Block { cells, legal: [[0; SIDE]; 2] });
        let lane_man = grid.lane_man(layout);
        for row in 0..grid.rows(number) {
            let squares = layout.squares(grid.index(Spot { block: number, row, lane: 0 }));
            let legal = legal_lanes(layout.men(), &squares, lane_man);
            for side in Color::ALL {
                block.legal[side as usize][row] = legal[side as usize];
            }
        }
        block
    }

    /// The block of a table.
    pub fn gather(table: &PlainTable, grid: &Grid, number: usize) -> Box<Block> {
        let mut block = Block::drawn(table.layout(), grid, number);
        for side in Color::ALL {
            let cells = table.cells(side);
            for row in 0..grid.rows(number) {
                let first = grid.index(Spot { block: number, row, lane: 0 });
                for lane in 0..SIDE {
                    let index = first + lane * grid.stride(1);
                    block.cells[side as usize][row][lane] = cells[index];
                }
            }
        }
        block
    }

    /// Puts the values where the whole table has them: cells by index, legal positions by word.
    pub fn scatter(
        &self,
        grid: &Grid,
        number: usize,
        cells: &mut [Vec<u8>; 2],
        legal: &mut [Vec<u64>; 2],
    ) {
        for side in 0..2 {
            for row in 0..grid.rows(number) {
                let first = grid.index(Spot { block: number, row, lane: 0 });
                if grid.stride(1) == 1 {
                    cells[side][first..first + SIDE].copy_from_slice(&self.cells[side][row]);
                    legal[side][first / SIDE] = self.legal[side][row];
                    continue;
                }
                for lane in 0..SIDE {
                    let index = first + lane * grid.stride(1);
                    cells[side][index] = self.cells[side][row][lane];
                    let bit = self.legal[side][row] >> lane & 1;
                    legal[side][index / SIDE] |= bit << (index % SIDE);
                }
            }
        }
    }

    /// The cell of a legal position, `None` where the place is none.
    #[inline]
    pub fn cell(&self, side_to_move: Color, spot: Spot) -> Option<Cell> {
        let side = side_to_move as usize;
        let legal = self.legal[side][spot.row] >> spot.lane & 1 != 0;
        legal.then(|| Cell::from_byte(self.cells[side][spot.row][spot.lane]))
    }
}

/// Bytes of the values of a block, both sides to move.
pub const VALUE_BYTES: usize = 2 * PLACES;
const _: () = assert!(VALUE_BYTES <= 65536);
const _: () = assert!(Square::NUM == SIDE);
