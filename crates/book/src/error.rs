//! Why a book cannot be used or written.

use std::io;
use std::path::{Path, PathBuf};

/// Why a book cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A file cannot be read or written.
    #[error("{} cannot be {what}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        what: &'static str,
        /// What the system reports.
        error: io::Error,
    },
    /// The file is no Polyglot book, or damaged.
    #[error("{} is not a sound Polyglot book: {problem}", path.display())]
    Unsound {
        /// The file.
        path: PathBuf,
        /// A clause.
        problem: String,
    },
}

impl BookError {
    /// Returns a file that cannot be read.
    pub(crate) fn read(path: &Path, error: io::Error) -> BookError {
        BookError::File { path: path.into(), what: "read", error }
    }

    /// Returns a file that cannot be written.
    pub(crate) fn write(path: &Path, error: io::Error) -> BookError {
        BookError::File { path: path.into(), what: "written", error }
    }

    /// Returns a file that is no sound book.
    pub(crate) fn unsound(path: &Path, problem: impl Into<String>) -> BookError {
        BookError::Unsound { path: path.into(), problem: problem.into() }
    }
}
