//! The width of a cell: the bytes that hold one value, and so the longest distance that fits.
//!
//! For code that sizes an array by cell or by ply, and for the header of a file. How a cell encodes a
//! value is the subject of [`super::cell`].

/// The unsigned integer that holds a cell of one layer, in memory and in files.
pub type RawCell = u8;

/// The width of a cell. Its number, the bytes of a cell, stands in the header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// One byte a cell: numbers to 254, which is the longest mate of five men.
    One = 1,
    /// Two bytes a cell, in two layers of bytes: cells of one byte, and how far the number of the
    /// two greatest of them lies beyond.
    Two = 2,
}

impl Width {
    /// Returns the width with that code in a file's header; `None` if this version does not read
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

    /// Returns the greatest number of a value that fits.
    pub const fn number_max(self) -> u16 {
        // Each byte but one is a number, the other is the draw.
        let one_layer = RawCell::MAX as u16 - 1;
        match self {
            Width::One => one_layer,
            Width::Two => one_layer + 2 * RawCell::MAX as u16,
        }
    }
}

const _: () = assert!(Width::One.number_max() == 254);
const _: () = assert!(Width::Two.number_max() == 764);
