//! A table as source code: its values packed, with a probe function that needs nothing else.
//!
//! For engines that embed a small table rather than read a file. Outcomes (win, draw, loss) are
//! plain bits, found in a step; distances are coded cell by cell from their neighbours, and a probe
//! decodes part of one block. Every language gets the same arrays and the same few functions.

mod distances;
mod emit;
mod outcomes;
mod places;

use drawproof_tables::PlainTable;

pub use emit::emit;

/// What is exported of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Distances to mate in plies: odd a win, even a loss, 255 a draw.
    Dtm,
    /// 1 a win, 0 a draw, -1 a loss.
    Wdl,
}

/// The language of the source code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
}

/// The most men of a table that is exported: larger ones are no source code for anybody.
pub const MEN_MAX: usize = 4;

/// A named array of unsigned numbers.
struct Array {
    name: &'static str,
    /// Bits of each number: 8, 16 or 32.
    bits: u32,
    numbers: Vec<u32>,
}

/// Numbers and arrays that the code of a probe is completed with.
struct Parts {
    constants: Vec<(&'static str, u32)>,
    arrays: Vec<Array>,
}

impl Array {
    fn size_bytes(&self) -> usize {
        self.numbers.len() * self.bits as usize / 8
    }
}

/// The bytes of data in the source code of a table.
pub fn data_bytes(table: &PlainTable, content: Content) -> usize {
    let places = places::parts(table.layout());
    let values = values(table, content);
    places.arrays.iter().chain(&values.arrays).map(Array::size_bytes).sum()
}

fn values(table: &PlainTable, content: Content) -> Parts {
    match content {
        Content::Dtm => distances::parts(table),
        Content::Wdl => outcomes::parts(table),
    }
}
