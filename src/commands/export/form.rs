//! What a table is exported as: source code, or a file of columns.

use clap::ValueEnum;

use super::code::Language;

/// What a table becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// A Parquet file: a row a position, compressed.
    Parquet,
    /// An Arrow IPC file, also known as Feather: a row a position, not compressed.
    Arrow,
    /// An Arrow IPC stream, for pipes.
    ArrowStream,
}

impl Form {
    /// The language; `None` for a file of columns.
    pub fn language(self) -> Option<Language> {
        match self {
            Form::C => Some(Language::C),
            Form::Cpp => Some(Language::Cpp),
            Form::Rust => Some(Language::Rust),
            Form::Parquet | Form::Arrow | Form::ArrowStream => None,
        }
    }
}
