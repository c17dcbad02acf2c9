//! A value in the bytes that a table has for it.

use super::{
    outcome::{Number, Value},
    width::{RawCell, Width},
};

/// A [`Value`] in the form that tables hold: 0 = draw, otherwise the number of the value plus one
/// (even = win, odd = loss). Zeroed memory therefore holds draws.
///
/// In files, the byte of a cell is one less, modulo 256: it is the number of the value, or 255 for
/// a draw.
///
/// A cell holds numbers up to [`Cell::NUMBER_MAX`]. A greater number is an error; it never wraps
/// around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(RawCell);

impl Cell {
    /// The number of different cells, 256: the length of an array indexed by raw cell.
    pub const COUNT: usize = RawCell::MAX as usize + 1;

    /// The greatest number that a cell holds without a second layer, 254.
    pub const NUMBER_MAX: u16 = Width::One.number_max();

    /// The lower of the two greatest cells, 254 and 255. Without a second layer, these cells stand
    /// for the numbers 253 (a win) and 254 (a loss). With a second layer, they also stand for all
    /// greater numbers.
    pub const FAR: Cell = Cell(RawCell::MAX - 1);

    /// The marker for "no number" where a number is expected: 255, greater than any number.
    pub const NO_NUMBER: RawCell = RawCell::MAX;

    /// The length of an array indexed by number, [`Cell::NO_NUMBER`] included: 256.
    pub const NUMBERS: usize = Cell::NO_NUMBER as usize + 1;

    /// A draw; also the cell of an index that is not a legal position.
    pub const DRAW: Cell = Cell(0);

    /// Returns the cell of the decisive value with this number; `None` if the number does not fit.
    pub const fn from_number(number: u16) -> Option<Cell> {
        if number <= Cell::NUMBER_MAX { Some(Cell(number as RawCell + 1)) } else { None }
    }

    /// Splits the number of a decisive value into a cell and a byte of the second layer: half of
    /// the difference between `number` and the number of the cell. Panics above the greatest number
    /// of [`Width::Two`].
    pub const fn split(number: u16) -> (Cell, RawCell) {
        assert!(number <= Width::Two.number_max(), "no table holds a number that great");
        let far = number.saturating_sub(Cell::NUMBER_MAX - 1) / 2;
        (Cell((number - 2 * far) as RawCell + 1), far as RawCell)
    }

    /// Returns the value of the cell for the side to move, given its byte `far` of the second
    /// layer.
    pub const fn value_beyond(self, far: RawCell) -> Value {
        if self.0 >= Cell::FAR.0 {
            Value::from_number(self.0 as u16 - 1 + 2 * far as u16)
        } else {
            self.value()
        }
    }

    /// Returns the cell that is `byte` in memory; every byte is valid.
    pub const fn from_byte(byte: RawCell) -> Cell {
        Cell(byte)
    }

    /// Returns the byte that holds the cell in memory.
    pub const fn byte(self) -> RawCell {
        self.0
    }

    /// Returns the cell that is `byte` in a file; every byte is valid.
    pub const fn from_file_byte(byte: RawCell) -> Cell {
        Cell(byte.wrapping_add(1))
    }

    /// Returns the byte of the cell in a file.
    pub const fn file_byte(self) -> RawCell {
        self.0.wrapping_sub(1)
    }

    /// Returns the value of the cell for the side to move, without a second layer.
    pub const fn value(self) -> Value {
        if self.0 == Cell::DRAW.0 { Value::Draw } else { Value::from_number(self.0 as u16 - 1) }
    }
}

const _: () = assert!(Cell::NO_NUMBER as u16 == Cell::NUMBER_MAX + 1);

impl TryFrom<Value> for Cell {
    type Error = Number;

    /// Returns the cell of `value`. If the value's number does not fit into a cell, returns the
    /// number as the error.
    fn try_from(value: Value) -> Result<Cell, Number> {
        match value.distance() {
            None => Ok(Cell::DRAW),
            Some(number) => Cell::from_number(number.get()).ok_or(number),
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
        assert_eq!(Cell::from_byte(255).value(), Value::Loss(Number::new(254)));
        assert_eq!(Cell::from_file_byte(254).value(), Value::Loss(Number::new(254)));
        assert_eq!(Cell::from_file_byte(253).value(), Value::Win(Number::new(253)));
        assert_eq!(Cell::from_byte(0), Cell::DRAW);
        assert_eq!(Cell::DRAW.file_byte(), 255);
    }

    #[test]
    fn two_layers_hold_every_number_up_to_their_greatest() {
        for number in 0..=Width::Two.number_max() {
            let (cell, far) = Cell::split(number);
            assert_eq!(cell.value_beyond(far), Value::from_number(number), "{number}");
            assert_eq!(far == 0, number <= Width::One.number_max());
            assert_eq!(cell.value().wdl(), Value::from_number(number).wdl());
        }
        // The second layer counts only for the two greatest cells.
        assert_eq!(Cell::from_byte(253).value_beyond(7), Value::from_number(252));
        assert_eq!(Cell::DRAW.value_beyond(7), Value::Draw);
    }

    #[test]
    fn a_number_beyond_the_cell_is_refused() {
        assert_eq!(Cell::from_number(255), None);
        assert_eq!(Cell::try_from(Value::from_number(524)), Err(Number::new(524)));
    }
}
