//! The metric of a table: which distance its values count.
//!
//! For code that derives a value from that of a successor, and for the header of a file. This version
//! makes and reads one metric.

use std::fmt;

use super::outcome::Value;

/// The distance that the values of a table count. Its code stands in the header of a file.
///
/// Codes 1 and 2 are reserved for the distances to zeroing (DTZ) and to conversion (DTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Metric {
    /// Plies to mate, the fifty-move rule left aside.
    Dtm = 0,
}

impl Metric {
    /// The metric with that code in a file's header; `None` if this version does not read it.
    pub const fn from_code(code: u8) -> Option<Metric> {
        match code {
            0 => Some(Metric::Dtm),
            _ => None,
        }
    }

    /// The code of the metric in a file's header.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The value, for the mover, of a move out of the table (a capture, a promotion) or to another
    /// pawn slice that leads to a position of value `after`. DTM: the successor's distance and one ply.
    #[must_use]
    pub const fn before_conversion(self, after: Value) -> Value {
        match self {
            Metric::Dtm => after.before_move(),
        }
    }
}

/// The usual abbreviation: `DTM`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Metric::Dtm => f.write_str("DTM"),
        }
    }
}
