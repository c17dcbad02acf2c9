//! What can be wrong with the bytes of a table.

use std::fmt;

use crate::endgame::material::NormalMaterial;

/// Bytes that are no sound table, and whose bytes they are.
#[derive(Debug, thiserror::Error)]
#[error("{origin}: {damage}")]
pub struct TableError {
    /// The file, or what else the bytes are known as.
    pub origin: String,
    /// What is wrong.
    pub damage: Damage,
}

/// What is wrong with the bytes of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Some other kind of file.
    #[error(
        "this is not a drawproof table: expected {expected:02x?} at its start, found {found:02x?}"
    )]
    Magic {
        /// How every table begins.
        expected: [u8; 8],
        /// How this one begins.
        found: [u8; 8],
    },
    /// Of another version of the format.
    #[error(
        "the table is of format version {found}, expected {expected}: make it again with \
         'drawproof generate'"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version of the bytes.
        found: u32,
    },
    /// Bytes are missing, or too many.
    #[error(
        "expected {expected} bytes for {part}, found {found}: delete the file and make it again \
         with 'drawproof generate'"
    )]
    Length {
        /// What is too short or too long.
        part: Part,
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// Bytes have changed since they were written.
    #[error(
        "{part} is damaged: expected checksum {expected:016x}, found {found:016x}; delete the file \
         and make it again with 'drawproof generate'"
    )]
    Checksum {
        /// What is damaged.
        part: Part,
        /// The checksum stored.
        expected: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// The checksum is right, but no such bytes are ever written.
    #[error(
        "{part} makes no sense ({what}): delete the file and make it again with 'drawproof generate'"
    )]
    Content {
        /// What makes no sense.
        part: Part,
        /// In which way.
        what: String,
    },
    /// The table of another endgame.
    #[error(
        "expected a table of {expected}, found one of {found}: give the file its own name, or make \
         the table again with 'drawproof generate {expected}'"
    )]
    Material {
        /// The endgame asked for.
        expected: NormalMaterial,
        /// The endgame of the table.
        found: NormalMaterial,
    },
}

/// A part of a table's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    File,
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
            Part::Header => write!(f, "the header"),
            Part::IndexGroup(number) => write!(f, "group {number} of the block index"),
            Part::Block(number) => write!(f, "block {number}"),
        }
    }
}
