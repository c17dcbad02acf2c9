//! The parts of exported source code: its values, its language, its constants and arrays.

use clap::ValueEnum;

/// The values that are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Content {
    /// Distances to mate in plies.
    Dtm,
    /// Win, draw or loss.
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

/// A named array of unsigned numbers.
pub struct Array {
    /// Its name in the source code.
    pub name: &'static str,
    /// Bits of each number: 8, 16 or 32.
    pub bits: u32,
    /// The numbers.
    pub numbers: Vec<u32>,
}

/// Constants and arrays that the code of a probe refers to.
pub struct Parts {
    /// Names and values.
    pub constants: Vec<(&'static str, u32)>,
    /// The arrays.
    pub arrays: Vec<Array>,
}

impl Array {
    /// Bytes of the array in a compiled program.
    pub fn size_bytes(&self) -> usize {
        self.numbers.len() * self.bits as usize / 8
    }
}
