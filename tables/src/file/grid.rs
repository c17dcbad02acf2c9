//! Which places share a block: two of an index's digits run, the rest is the same.

use crate::endgame::layout::{Coordinate, Layout};

/// Rows of a block at most; also the cells of a row.
pub const SIDE: usize = 64;

/// Divides the indices of a layout into blocks of 64 rows of 64 cells.
///
/// Two digits of the index run within a block, one along the rows, one along the lanes. Where a
/// layout has one digit only, rows are king pairs, and the last block may have fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    digits: [u8; 2],
    layout_digits: u32,
    outer_count: usize,
}

/// Where an index stands in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The block.
    pub block: usize,
    /// Its row, below 64.
    pub row: usize,
    /// The cell in the row, below 64.
    pub lane: usize,
}

impl Grid {
    /// The grid with `digits` `[row, lane]` running in each block; `None` if the layout has no such
    /// digits. The outer number counts as the digit above the others.
    pub fn new(layout: &Layout, digits: [u8; 2]) -> Option<Grid> {
        let layout_digits = layout.digits();
        let within = |digit: u8| u32::from(digit) < layout_digits.max(2);
        let fits = within(digits[0]) && within(digits[1]) && digits[0] != digits[1];
        let one_digit_only = layout_digits == 1 && digits != [1, 0];
        let grid = Grid { digits, layout_digits, outer_count: layout.outer_count() };
        (fits && !one_digit_only).then_some(grid)
    }

    /// The digits that run within a block, `[row, lane]`.
    pub fn digits(&self) -> [u8; 2] {
        self.digits
    }

    /// Whether rows are king pairs rather than squares of a man.
    pub fn rows_are_outer(&self) -> bool {
        self.layout_digits == 1
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        if self.rows_are_outer() {
            self.outer_count.div_ceil(SIDE)
        } else {
            self.outer_count << (6 * (self.layout_digits - 2))
        }
    }

    /// Number of rows of a block.
    pub fn rows(&self, block: usize) -> usize {
        if self.rows_are_outer() { (self.outer_count - block * SIDE).min(SIDE) } else { SIDE }
    }

    /// Where an index stands.
    pub fn spot(&self, index: usize) -> Spot {
        let [row, lane] = self.digits.map(|digit| index >> (6 * digit) & 63);
        let [low, high] = self.ordered();
        let block = without_digit(without_digit(index, high), low);
        Spot { block, row, lane }
    }

    /// The index that stands there.
    pub fn index(&self, spot: Spot) -> usize {
        self.first_index(spot.block) + spot.row * self.stride(0) + spot.lane * self.stride(1)
    }

    /// The index of row 0, lane 0 of a block.
    pub fn first_index(&self, block: usize) -> usize {
        let [low, high] = self.ordered();
        with_zero_digit(with_zero_digit(block, low), high)
    }

    /// Indices from one row (0) or lane (1) to the next.
    pub fn stride(&self, which: usize) -> usize {
        1 << (6 * self.digits[which])
    }

    /// The man whose squares are the rows, unless rows are king pairs, and the one whose squares are
    /// the lanes.
    pub fn men(&self, layout: &Layout) -> (Option<usize>, usize) {
        let [row, lane] = self.digits.map(|digit| {
            let has_digit = |c: &Coordinate| *c == Coordinate::Digit(digit.into());
            layout.coordinates().iter().position(has_digit)
        });
        (row, lane.expect("a man has the digit of the lanes"))
    }

    fn ordered(&self) -> [u8; 2] {
        let [a, b] = self.digits;
        [a.min(b), a.max(b)]
    }
}

/// The number with a digit in base 64 taken out.
fn without_digit(number: usize, digit: u8) -> usize {
    let low = number & ((1 << (6 * digit)) - 1);
    number >> (6 * digit + 6) << (6 * digit) | low
}

/// The number with a digit 0 put in.
fn with_zero_digit(number: usize, digit: u8) -> usize {
    let low = number & ((1 << (6 * digit)) - 1);
    number >> (6 * digit) << (6 * digit + 6) | low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::Material;

    #[test]
    fn every_index_has_a_spot_of_its_own() {
        for name in ["KRK", "KPK", "KRKN", "KRKP", "KPKP"] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            for digits in [[1, 0], [0, 1], [2, 0], [0, 2], [1, 2], [0, 0], [1, 7]] {
                let Some(grid) = Grid::new(&layout, digits) else { continue };
                for index in 0..layout.count() {
                    let spot = grid.spot(index);
                    assert!(spot.block < grid.blocks() && spot.row < grid.rows(spot.block));
                    assert_eq!(grid.index(spot), index, "{name} {digits:?}");
                }
                let places: usize = (0..grid.blocks()).map(|b| grid.rows(b) * SIDE).sum();
                assert_eq!(places, layout.count());
            }
        }
    }
}
