//! The errors of books.

use std::io;
use std::path::{Path, PathBuf};

/// The reason why a book cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A file cannot be read or written.
    #[error("{} cannot be {what}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The failed operation: `read` or `written`.
        what: &'static str,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is damaged, or not a Polyglot book.
    #[error("{} is not a valid Polyglot book: {problem}", path.display())]
    Unsound {
        /// The path of the file.
        path: PathBuf,
        /// The problem with the file, as a clause.
        problem: String,
    },
}

impl BookError {
    /// Returns the error of a file that cannot be read.
    pub(crate) fn read(path: &Path, error: io::Error) -> BookError {
        BookError::File { path: path.into(), what: "read", error }
    }

    /// Returns the error of a file that cannot be written.
    pub(crate) fn write(path: &Path, error: io::Error) -> BookError {
        BookError::File { path: path.into(), what: "written", error }
    }

    /// Returns the error of a file that is not a sound book.
    pub(crate) fn unsound(path: &Path, problem: impl Into<String>) -> BookError {
        BookError::Unsound { path: path.into(), problem: problem.into() }
    }
}
