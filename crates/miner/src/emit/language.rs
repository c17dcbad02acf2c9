//! The languages in which recognizers are written.

/// A programming language, or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// The rule as data for other programs.
    Json,
}
