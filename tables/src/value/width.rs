//! The width of a cell: the bytes that hold one value, and so the longest distance that fits.
//!
//! Code that sizes an array by cell or by ply uses this module, and so does the header of a file.
//! [`super::cell`] defines how a cell encodes a value.

/// The unsigned integer that holds a cell of one layer, in memory and in files.
pub type RawCell = u8;

/// The width of a cell in bytes. A file stores the width as a code in its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// One byte per cell, for numbers up to 254, the longest mate of five men.
    One = 1,
    /// Two bytes per cell, in two layers of bytes. The first layer has the cells. For the two
    /// greatest cells, the second layer has half of the difference between the number of the value
    /// and the number of the cell.
    Two = 2,
}

impl Width {
    /// Returns the width with this code in a file's header; `None` if this version does not support
    /// it.
    pub const fn from_code(code: u8) -> Option<Width> {
        match code {
            1 => Some(Width::One),
            2 => Some(Width::Two),
            _ => None,
        }
    }

    /// Returns the code of the width in a file's header, which is its number of bytes.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the greatest number of a value that fits the width.
    pub const fn number_max(self) -> u16 {
        // Each byte but one is a number; the remaining byte is the draw.
        let one_layer = RawCell::MAX as u16 - 1;
        match self {
            Width::One => one_layer,
            Width::Two => one_layer + 2 * RawCell::MAX as u16,
        }
    }
}

const _: () = assert!(Width::One.number_max() == 254);
const _: () = assert!(Width::Two.number_max() == 764);
