//! Reads tiles: the values that a conversion leads to, by the squares of two men, the first upper
//! man and the low man of the folded row.
//!
//! [`super::by_row`] uses tiles. A tile holds what [`Reader`] would read line by line.

#![allow(clippy::needless_range_loop, reason = "loops over the first upper man's squares")]

use drawproof_board::{BitBoard, Square};
use drawproof_tables::{Cell, MEN_MAX};

use crate::{
    conversions::{
        read::{Anchor, Arrived, Reader},
        recount::Recount,
    },
    shape::row::{Place, RowSet},
    simd::{Kernel, Simd},
};

/// Cells and legal positions, `[first upper man's square][low man's square]`.
#[derive(Debug)]
// A row of cells, and eight of the words, in one cache line.
#[repr(align(64))]
pub struct Tile {
    /// The cells, `[first upper man's square][low man's square]`.
    pub cells: [[u8; 64]; 64],
    /// The legal positions, bit = lane.
    pub legal: RowSet,
    /// Whether all cells read into the tile are draws.
    pub only_draws: bool,
}

/// If the low man has more squares than this, lines along the first upper man are read into rows of
/// the tile, which is then transposed. Otherwise they are put into its columns one by one.
const FEW_LINES: u32 = 12;

/// The size in cells of a part that is probably in the cache: a single tile. The lines of a tile of
/// a larger part come from memory, so they are prefetched. This saves 5 % of the time of KRPKR.
const NEAR: usize = 64 * 64;

impl Tile {
    /// A tile without a legal position.
    pub const EMPTY: Tile = Tile { cells: [[0; 64]; 64], legal: [0; 64], only_draws: true };

    /// Reads lines along the man with the second digit into rows: one row for each square in
    /// `lines` of the man with the first digit.
    #[inline(always)]
    fn read_lines<S: Simd>(
        &mut self,
        simd: S,
        anchor: &Anchor,
        [by, along]: [u32; 2],
        lines: u64,
        wanted: u64,
    ) {
        // Along other digits, a line of cells is not a cache line.
        if along == 0 && anchor.part.cells.len() > NEAR {
            for place in BitBoard(lines).into_iter().map(|square| anchor.with(square, by).place) {
                simd.prefetch(anchor.part.cells, place);
                simd.prefetch(anchor.part.legal, place / 64);
            }
        }
        for square in BitBoard(lines) {
            let cells = &mut self.cells[square as usize];
            self.legal[square as usize] = anchor.with(square, by).line(simd, along, wanted, cells);
        }
    }

    /// Reads lines along the man with the second digit into columns: one column for each square in
    /// `columns` of the man with the first digit.
    #[inline(always)]
    fn read_columns<S: Simd>(
        &mut self,
        simd: S,
        anchor: &Anchor,
        [by, along]: [u32; 2],
        columns: u64,
    ) {
        self.legal = [0; 64];
        for square in BitBoard(columns) {
            let mut cells = [0; 64];
            let legal = anchor.with(square, by).line(simd, along, u64::MAX, &mut cells);
            self.put_column(square, &cells, legal);
        }
    }

    /// Puts cells and legal positions, by the square of the first upper man, into the column of a
    /// lane.
    #[inline(always)]
    fn put_column(&mut self, lane: Square, cells: &[u8; 64], legal: u64) {
        for square in 0..64 {
            self.cells[square][lane as usize] = cells[square];
            self.legal[square] |= (legal >> square & 1) << lane as u32;
        }
    }

    /// Fills the tile's columns for the lanes next to `square`. A column holds the cells and legal
    /// positions of one lane, by the square of the first upper man. The cells of other columns are
    /// undefined; if `only_draws` is true, all cells are undefined.
    #[inline(always)]
    pub fn put_columns_around<S: Simd>(
        &mut self,
        simd: S,
        square: Square,
        columns: &[Option<(&[u8; 64], u64)>; 64],
        only_draws: bool,
    ) {
        (self.legal, self.only_draws) = ([0; 64], only_draws);
        // Four columns of a rank at once include all that are next to the square. This saves 5 % of
        // the time of KNNKR.
        let (rank, file) = (square as usize / 8, (square as usize % 8).clamp(1, 5) - 1);
        let ranks = if only_draws { 0..0 } else { rank.saturating_sub(1)..(rank + 2).min(8) };
        for lane in ranks.map(|rank| 8 * rank + file) {
            let four: [&[u8; 64]; 4] =
                std::array::from_fn(|i| columns[lane + i].map_or(&[0; 64], |(cells, _)| cells));
            for square in 0..64 {
                let cells = four.map(|column| column[square]);
                self.cells[square][lane..lane + 4].copy_from_slice(&cells);
            }
        }
        for (lane, column) in columns.iter().enumerate() {
            let Some((_, legal)) = column else { continue };
            for (eighth, rows) in self.legal.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let there = simd.keep(simd.splat(1 << lane), (legal >> (8 * eighth)) as u8);
                simd.save(simd.or(simd.load(rows), there), rows);
            }
        }
    }

    /// Exchanges the roles of the first upper man and the low man.
    #[inline(always)]
    fn transpose(&mut self) {
        transpose_cells(&mut self.cells);
        transpose_bits(&mut self.legal);
    }
}

/// A kernel that reads a tile: the values that a conversion to `to` leads to from a row whose men
/// stand on `places`. Both the first upper man and the low man must be on the board afterwards.
pub struct ReadTile<'t> {
    /// The tile to fill.
    pub tile: &'t mut Tile,
    /// The reader of the values that the conversion leads to.
    pub reader: &'t Reader<'t>,
    /// The places of the men before the move.
    pub places: &'t [Place; MEN_MAX],
    /// The place to which the mover moves.
    pub to: Place,
    /// The squares to read, of the first upper man and of the low man. Other squares may be read
    /// too.
    pub squares: (u64, u64),
}

impl Kernel for ReadTile<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let ReadTile { tile, reader, places, to, squares: (first_uppers, lows) } = self;
        let Arrived { squares, first_upper, low } = reader.arrived(places, to);
        let (first_upper, low) = (first_upper.expect("it varies"), low.expect("it varies"));
        match (reader.digit(first_upper), reader.digit(low)) {
            (Some(upper_digit), Some(low_digit)) => {
                let Some(anchor) = reader.anchor(&squares, [Some(first_upper), Some(low)]) else {
                    (tile.legal, tile.only_draws) = ([0; 64], true);
                    return;
                };
                if upper_digit > low_digit {
                    // Lines along the lower digit have their cells closer together in memory.
                    tile.read_lines(simd, &anchor, [upper_digit, low_digit], first_uppers, lows);
                } else if upper_digit == 0 && lows.count_ones() <= FEW_LINES {
                    tile.read_columns(simd, &anchor, [low_digit, upper_digit], lows);
                } else {
                    tile.read_lines(simd, &anchor, [low_digit, upper_digit], lows, first_uppers);
                    tile.transpose();
                }
            }
            // A king of the target's king pair stands on the low man's square.
            (_, None) => {
                tile.legal = [0; 64];
                for lane in BitBoard(lows) {
                    let mut squares = squares;
                    squares[low] = reader.flipped(lane);
                    let mut cells = [0; 64];
                    let legal =
                        reader.line_of(simd, squares, first_upper, first_uppers, &mut cells);
                    tile.put_column(lane, &cells, legal);
                }
            }
            // A king of the target's king pair stands on the first upper man's square.
            (None, Some(_)) => {
                for square in BitBoard(first_uppers) {
                    let mut squares = squares;
                    squares[first_upper] = reader.flipped(square);
                    let cells = &mut tile.cells[square as usize];
                    tile.legal[square as usize] = reader.line_of(simd, squares, low, lows, cells);
                }
            }
        }
        if reader.recount() != Recount::Keep {
            for square in BitBoard(first_uppers) {
                reader.recount().apply(&mut tile.cells[square as usize]);
            }
        }
        let mut any = [0; 64];
        for square in BitBoard(first_uppers) {
            for (any, cell) in any.iter_mut().zip(&tile.cells[square as usize]) {
                *any |= cell ^ Cell::DRAW.byte();
            }
        }
        tile.only_draws = any == [0; 64];
    }
}

/// The tiles of one conversion that all rows of a block share, so that they are read only once per
/// block. This saves 10 % of the time to solve KNNKR.
#[derive(Default)]
pub struct BlockTiles {
    /// Eight tiles; empty until the first is read.
    tiles: Vec<Tile>,
    /// One bit for each tile that has been read in this block.
    read: u8,
}

impl BlockTiles {
    /// Returns the tile with a number below 8, and whether the tile has been read in this block.
    /// Afterwards the tile counts as read.
    #[inline(always)]
    pub fn tile(&mut self, number: usize) -> (&mut Tile, bool) {
        if self.tiles.is_empty() {
            self.tiles.resize_with(8, || Tile::EMPTY);
        }
        let is_read = self.read >> number & 1 != 0;
        self.read |= 1 << number;
        (&mut self.tiles[number], is_read)
    }

    /// Returns the eight tiles by number; empty before the first tile is read.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Marks all tiles as unread, for another block.
    pub fn next_block(&mut self) {
        self.read = 0;
    }
}

/// Transposes the cells, eight rows at a time. Eight rows are eight squares of 8 x 8 cells; a word
/// holds a row of a square.
#[inline(always)]
fn transpose_cells(cells: &mut [[u8; 64]; 64]) {
    let mut turned = [[0; 64]; 64];
    for (above, rows) in cells.chunks_exact(8).enumerate() {
        let mut rows: [[u64; 8]; 8] = std::array::from_fn(|row| {
            std::array::from_fn(|word| {
                let bytes = &rows[row][8 * word..8 * word + 8];
                u64::from_le_bytes(bytes.try_into().expect("eight cells"))
            })
        });
        const HALVES: u64 = 0x00000000ffffffff;
        const QUARTERS: u64 = 0x0000ffff0000ffff;
        const EIGHTHS: u64 = 0x00ff00ff00ff00ff;
        for (apart, low) in [(4, HALVES), (2, QUARTERS), (1, EIGHTHS)] {
            for row in (0..8).filter(|row| row & apart == 0) {
                for word in 0..8 {
                    let change = (rows[row][word] >> (8 * apart) ^ rows[row + apart][word]) & low;
                    rows[row + apart][word] ^= change;
                    rows[row][word] ^= change << (8 * apart);
                }
            }
        }
        for word in 0..8 {
            for row in 0..8 {
                let bytes = rows[row][word].to_le_bytes();
                turned[8 * word + row][8 * above..8 * above + 8].copy_from_slice(&bytes);
            }
        }
    }
    *cells = turned;
}

/// Transposes a matrix of bits.
#[inline(always)]
fn transpose_bits(rows: &mut RowSet) {
    let mut apart = 32;
    let mut low = u64::MAX >> 32;
    while apart > 0 {
        for first in (0..64).step_by(2 * apart) {
            for row in first..first + apart {
                let change = (rows[row] >> apart ^ rows[row + apart]) & low;
                rows[row + apart] ^= change;
                rows[row] ^= change << apart;
            }
        }
        apart /= 2;
        low ^= low << apart;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_numbers::numbers;

    #[test]
    fn tiles_are_transposed() {
        let mut next = numbers();
        let cells = std::array::from_fn(|_| std::array::from_fn(|_| next() as u8));
        let tile = Tile { cells, legal: std::array::from_fn(|_| next()), only_draws: false };
        let mut turned = Tile { ..tile };
        turned.transpose();
        for low in 0..64 {
            for lane in 0..64 {
                assert_eq!(turned.cells[lane][low], tile.cells[low][lane]);
                assert_eq!(turned.legal[lane] >> low & 1, tile.legal[low] >> lane & 1);
            }
        }
    }
}
