//! How good a value is for the side to move, as a byte: losses from the shortest to the longest, the draw,
//! wins from the longest to the shortest.
//!
//! For code that works on the values of many places at once: worths are compared as numbers, and the
//! distance of a win or loss is a subtraction away.

use crate::{file::grid::SIDE, value::width::RawCell};

/// A byte for each lane of a word.
pub type Row = [u8; SIDE];

/// The worth of a draw. Losses are below, wins above.
pub const DRAW: u8 = 128;

/// The file cell of a worth.
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

/// The worths of file cells: one to one.
#[inline(always)]
pub fn worths(cells: &[RawCell; SIDE]) -> Row {
    let mut worths = [0; SIDE];
    for lane in 0..SIDE {
        let moves = cells[lane] >> 1;
        let win = (cells[lane] & 1).wrapping_neg();
        // The draw, 255, would be the win 255 - 127.
        worths[lane] = moves ^ win;
    }
    worths
}

/// The worth of a place by the rank of its best successor, see [`super::predict`].
#[inline(always)]
pub fn before(ranks: &Row) -> Row {
    let mut worths = [0; SIDE];
    for lane in 0..SIDE {
        // One ply more for a win of the opponent than for a loss.
        worths[lane] = (255 - ranks[lane]).wrapping_add(ranks[lane] >> 7);
    }
    worths
}

/// 255 where it holds, else 0.
#[inline(always)]
pub fn mask(holds: bool) -> u8 {
    if holds { 255 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::codec::{predict::BEFORE, walk};

    /// The worth of one file cell.
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
