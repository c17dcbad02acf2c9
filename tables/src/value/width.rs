//! The width of a cell: the bytes that hold one value, and so the longest distance that fits.
//!
//! For code that sizes an array by cell or by ply, and for the header of a file. How a cell encodes a
//! value is the subject of [`super::cell`].

/// The unsigned integer that holds a cell, in memory and in files.
pub type RawCell = u8;

/// The width of a cell. Its number, the bytes of a cell, stands in the header of a file.
///
/// Code 2, two bytes, is reserved for endgames of six men, whose longest mate takes 524 plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Width {
    /// One byte a cell: distances to 254 plies, the longest of five men.
    One = 1,
}

impl Width {
    /// The width with that code in a file's header; `None` if this version does not read it.
    pub const fn from_code(code: u8) -> Option<Width> {
        match code {
            1 => Some(Width::One),
            _ => None,
        }
    }

    /// The code of the width in a file's header.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Bytes of a cell.
    pub const fn bytes(self) -> usize {
        self as usize
    }

    /// Number of different cells.
    pub const fn cells(self) -> usize {
        1 << (8 * self.bytes())
    }

    /// The longest distance in plies that a cell holds: each cell but one is a distance, the other
    /// is the draw.
    pub const fn plies_max(self) -> u16 {
        (self.cells() - 2) as u16
    }
}

const _: () = assert!(size_of::<RawCell>() == Width::One.bytes());
const _: () = assert!(Width::One.plies_max() == 254);
