//! Damage to the bytes of a table.

use std::fmt;

use crate::{endgame::material::NormalMaterial, value::metric::Metric};

/// An error in the bytes of a table, with the name of the file or of the bytes.
#[derive(Debug, thiserror::Error)]
#[error("{origin}: {damage}")]
pub struct TableError {
    /// The path of the file, or the name given for the bytes.
    pub origin: String,
    /// The kind of damage.
    pub damage: Damage,
}

/// The kinds of damage to the bytes of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The first bytes are not those of a table.
    #[error(
        "this is not a drawproof table: expected {expected:02x?} at its start, found {found:02x?}"
    )]
    Magic {
        /// The first bytes of every table.
        expected: [u8; 8],
        /// The first bytes that were found.
        found: [u8; 8],
    },
    /// The bytes have a format version that this program does not read.
    #[error(
        "the table is of format version {found}, expected 1 to {expected}: read it with a newer \
         drawproof, or make it again with 'drawproof generate'"
    )]
    Version {
        /// The newest version that this program reads.
        expected: u32,
        /// The version number in the bytes.
        found: u32,
    },
    /// The values are distances by a metric that this version does not read.
    #[error(
        "the table holds distances of an unknown kind, code {found}: read it with a newer drawproof, or make it again \
         with 'drawproof generate'"
    )]
    Metric {
        /// The unknown code in the header.
        found: u8,
    },
    /// The cells have a width that this version does not read.
    #[error(
        "the table has cells of {found} bytes, expected 1 or 2: read it with a newer drawproof, or \
         make it again with 'drawproof generate'"
    )]
    Width {
        /// The unknown width in the header, in bytes per cell.
        found: u8,
    },
    /// A part of the file, or the whole file, is too short or too long.
    #[error(
        "expected {expected} bytes for {part}, found {found}: delete the file and make it again \
         with 'drawproof generate'"
    )]
    Length {
        /// The part of the file that is too short or too long.
        part: Part,
        /// The number of bytes that the part should have.
        expected: u64,
        /// The number of bytes that the part has.
        found: u64,
    },
    /// The operating system failed to read some bytes.
    #[error("{part} cannot be read: {cause}")]
    Unreadable {
        /// The part that cannot be read.
        part: Part,
        /// The error message of the operating system.
        cause: String,
    },
    /// A checksum does not match, so bytes have changed since they were written.
    #[error(
        "{part} is damaged: expected checksum {expected:016x}, found {found:016x}; delete the file \
         and make it again with 'drawproof generate'"
    )]
    Checksum {
        /// The damaged part.
        part: Part,
        /// The stored checksum.
        expected: u64,
        /// The checksum of the bytes read.
        found: u64,
    },
    /// The checksum matches, but drawproof never writes such content.
    #[error(
        "{part} makes no sense ({what}): delete the file and make it again with 'drawproof generate'"
    )]
    Content {
        /// The part with the invalid content.
        part: Part,
        /// A description of what is wrong with the content.
        what: String,
    },
    /// The table is of another endgame than its file name says.
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
    /// All values were requested from a table that holds only one side to move.
    #[error(
        "the table holds one side to move: the values of the other follow from it and from the tables of its \
         captures and promotions"
    )]
    OneSide,
    /// The table has another metric than its file name says.
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

/// A part of a table's bytes, as errors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The file as a whole.
    File,
    /// The prefix: the bytes before the header.
    Prefix,
    /// The header, which describes the table and its compression.
    Header,
    /// A group of entries of the block index, by the number of the group.
    IndexGroup(usize),
    /// A block of values, by the number of the block.
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
