//! What can be wrong with the bytes of a table.

use std::fmt;

use crate::{endgame::material::NormalMaterial, value::metric::Metric};

/// Damage to the bytes of a table, and their origin.
#[derive(Debug, thiserror::Error)]
#[error("{origin}: {damage}")]
pub struct TableError {
    /// The path of the file, or the name given for the bytes.
    pub origin: String,
    /// The damage.
    pub damage: Damage,
}

/// Damage to the bytes of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The bytes are not those of a table.
    #[error(
        "this is not a drawproof table: expected {expected:02x?} at its start, found {found:02x?}"
    )]
    Magic {
        /// The first bytes of every table.
        expected: [u8; 8],
        /// The first bytes found.
        found: [u8; 8],
    },
    /// The version of the format is unknown.
    #[error(
        "the table is of format version {found}, expected 1 to {expected}: read it with a newer \
         drawproof, or make it again with 'drawproof generate'"
    )]
    Version {
        /// The newest version that this program reads.
        expected: u32,
        /// The version of the bytes.
        found: u32,
    },
    /// The values count a distance that this version does not read.
    #[error(
        "the table holds distances of an unknown kind, code {found}: read it with a newer drawproof, or make it again \
         with 'drawproof generate'"
    )]
    Metric {
        /// The code of the table's metric.
        found: u8,
    },
    /// The cells have a width that this version does not read.
    #[error(
        "the table has cells of {found} bytes, expected 1 or 2: read it with a newer drawproof, or \
         make it again with 'drawproof generate'"
    )]
    Width {
        /// The code of the table's width: bytes of a cell.
        found: u8,
    },
    /// Bytes are missing, or too many.
    #[error(
        "expected {expected} bytes for {part}, found {found}: delete the file and make it again \
         with 'drawproof generate'"
    )]
    Length {
        /// The part that is too short or too long.
        part: Part,
        /// Bytes that the part should have.
        expected: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// The operating system cannot read bytes.
    #[error("{part} cannot be read: {cause}")]
    Unreadable {
        /// The part that cannot be read.
        part: Part,
        /// The system's error.
        cause: String,
    },
    /// Bytes have changed since they were written.
    #[error(
        "{part} is damaged: expected checksum {expected:016x}, found {found:016x}; delete the file \
         and make it again with 'drawproof generate'"
    )]
    Checksum {
        /// The damaged part.
        part: Part,
        /// The checksum stored.
        expected: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// The checksum is right, but drawproof never writes such bytes.
    #[error(
        "{part} makes no sense ({what}): delete the file and make it again with 'drawproof generate'"
    )]
    Content {
        /// The part that makes no sense.
        part: Part,
        /// The senseless content.
        what: String,
    },
    /// The table of another endgame.
    #[error(
        "expected a table of {expected}, found one of {found}: give the file its own name, or make \
         the table again with 'drawproof generate {expected}'"
    )]
    Material {
        /// The endgame of the file's name.
        expected: NormalMaterial,
        /// The endgame of the table.
        found: NormalMaterial,
    },
    /// All values are wanted of a table that holds one side to move.
    #[error(
        "the table holds one side to move: the values of the other follow from it and from the tables of its \
         captures and promotions"
    )]
    OneSide,
    /// A table of another metric than the file's name states.
    #[error(
        "expected a table of {expected}, found one of {found}: give the file its own name, or make \
         the table again with 'drawproof generate --metric'"
    )]
    OtherMetric {
        /// The metric of the file's name.
        expected: Metric,
        /// The metric of the table.
        found: Metric,
    },
}

/// A part of a table's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole table.
    File,
    /// The bytes before the header.
    Prefix,
    /// The header.
    Header,
    /// A group of entries of the block index, by number.
    IndexGroup(usize),
    /// A block, by number.
    Block(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Part::File => write!(f, "the table"),
            Part::Prefix => write!(f, "the prefix"),
            Part::Header => write!(f, "the header"),
            Part::IndexGroup(number) => write!(f, "group {number} of the block index"),
            Part::Block(number) => write!(f, "block {number}"),
        }
    }
}
