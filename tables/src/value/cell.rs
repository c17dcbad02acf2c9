//! A value in as few bytes as a table has for it.

use super::{
    outcome::{Dtm, Value},
    width::{RawCell, Width},
};

/// A [`Value`] as tables hold it: 0 = draw, else the distance in plies and one (even = win, odd =
/// loss). Zeroed memory thus holds draws.
///
/// In files, a cell is one less: the distance in plies, or 255 = draw.
///
/// Holds distances to [`Cell::PLIES_MAX`]. A longer one is refused, never wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(RawCell);

impl Cell {
    /// Number of different cells, 256: the length of an array by raw cell.
    pub const COUNT: usize = RawCell::MAX as usize + 1;

    /// The longest distance in plies that a cell holds, 254.
    pub const PLIES_MAX: u16 = Width::One.number_max();

    /// The least of the two cells whose numbers a second layer may raise: 253 for a win, 254 for a
    /// loss.
    pub const FAR: Cell = Cell(RawCell::MAX - 1);

    /// Where a distance in plies is expected: no distance, 255. Longer than any distance.
    pub const NO_PLIES: RawCell = RawCell::MAX;

    /// The length of an array by distance in plies, [`Cell::NO_PLIES`] included: 256.
    pub const PLY_BUCKETS: usize = Cell::NO_PLIES as usize + 1;

    /// A draw; also the cell of an index that is no legal position.
    pub const DRAW: Cell = Cell(0);

    /// The cell of the decisive value at `plies`, or `None` if it does not fit.
    pub const fn from_plies(plies: u16) -> Option<Cell> {
        if plies <= Cell::PLIES_MAX { Some(Cell(plies as RawCell + 1)) } else { None }
    }

    /// The cell and the byte of the second layer of the decisive value with a number: how many times
    /// 2 it lies beyond the cell. Panics above the greatest number of [`Width::Two`].
    pub const fn split(number: u16) -> (Cell, RawCell) {
        assert!(number <= Width::Two.number_max(), "no table holds a number that great");
        let far = number.saturating_sub(Cell::PLIES_MAX - 1) / 2;
        (Cell((number - 2 * far) as RawCell + 1), far as RawCell)
    }

    /// The value for the side to move, with the byte of the second layer.
    pub const fn value_beyond(self, far: RawCell) -> Value {
        if self.0 >= Cell::FAR.0 {
            Value::from_plies(self.0 as u16 - 1 + 2 * far as u16)
        } else {
            self.value()
        }
    }

    /// The cell held as `byte` in memory; every byte is a cell.
    pub const fn from_byte(byte: RawCell) -> Cell {
        Cell(byte)
    }

    /// The byte that holds the cell in memory.
    pub const fn byte(self) -> RawCell {
        self.0
    }

    /// The cell that is `byte` in a file; every byte is a cell.
    pub const fn from_file_byte(byte: RawCell) -> Cell {
        Cell(byte.wrapping_add(1))
    }

    /// The byte of the cell in a file.
    pub const fn file_byte(self) -> RawCell {
        self.0.wrapping_sub(1)
    }

    /// The value for the side to move.
    pub const fn value(self) -> Value {
        if self.0 == Cell::DRAW.0 { Value::Draw } else { Value::from_plies(self.0 as u16 - 1) }
    }
}

const _: () = assert!(Cell::NO_PLIES as u16 == Cell::PLIES_MAX + 1);

impl TryFrom<Value> for Cell {
    type Error = Dtm;

    /// The cell of `value`, or its distance if that does not fit.
    fn try_from(value: Value) -> Result<Cell, Dtm> {
        match value.dtm() {
            None => Ok(Cell::DRAW),
            Some(dtm) => Cell::from_plies(dtm.plies()).ok_or(dtm),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_a_value_and_back() {
        for byte in 0..=RawCell::MAX {
            let value = Cell::from_byte(byte).value();
            assert_eq!(Cell::try_from(value), Ok(Cell(byte)));
            assert_eq!(Cell::from_file_byte(Cell(byte).file_byte()), Cell(byte));
            assert_eq!(value.wdl() as i32, value.rank().signum());
        }
        assert_eq!(Cell::from_byte(255).value(), Value::Loss(Dtm::from_plies(254)));
        assert_eq!(Cell::from_file_byte(254).value(), Value::Loss(Dtm::from_plies(254)));
        assert_eq!(Cell::from_file_byte(253).value(), Value::Win(Dtm::from_plies(253)));
        assert_eq!(Cell::from_byte(0), Cell::DRAW);
        assert_eq!(Cell::DRAW.file_byte(), 255);
    }

    #[test]
    fn two_layers_hold_every_number_up_to_their_greatest() {
        for number in 0..=Width::Two.number_max() {
            let (cell, far) = Cell::split(number);
            assert_eq!(cell.value_beyond(far), Value::from_plies(number), "{number}");
            assert_eq!(far == 0, number <= Width::One.number_max());
            assert_eq!(cell.value().wdl(), Value::from_plies(number).wdl());
        }
        // The second layer counts for the two greatest cells alone.
        assert_eq!(Cell::from_byte(253).value_beyond(7), Value::from_plies(252));
        assert_eq!(Cell::DRAW.value_beyond(7), Value::Draw);
    }

    #[test]
    fn a_distance_beyond_the_cell_is_refused() {
        assert_eq!(Cell::from_plies(255), None);
        assert_eq!(Cell::try_from(Value::from_plies(524)), Err(Dtm::from_plies(524)));
    }
}
