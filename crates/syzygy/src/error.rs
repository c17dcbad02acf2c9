//! Why there is no answer.

use std::{io, path::PathBuf};

/// Why Syzygy tables cannot be opened, or cannot answer about a position.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// A folder cannot be listed.
    #[error("the Syzygy folder '{}' cannot be read: {source}", path.display())]
    Folder {
        /// The path of the folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// There is no table for the position's men.
    #[error("no Syzygy file {name} in {folders}")]
    Missing {
        /// The name of the missing file.
        name: String,
        /// The paths of the searched folders, as the caller named them.
        folders: String,
    },
    /// A file cannot be read.
    #[error("the Syzygy file '{path}' cannot be read: {source}")]
    Read {
        /// The path of the file.
        path: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file is not a valid table, or was truncated or changed.
    #[error("the Syzygy file '{path}' is damaged: {why}")]
    Damaged {
        /// The path of the file.
        path: String,
        /// A description of the damage.
        why: &'static str,
    },
    /// A file is not a Syzygy table: its name or its first bytes are wrong.
    #[error("'{path}' is no Syzygy file")]
    Foreign {
        /// The path of the file.
        path: String,
    },
    /// No table can have the position, for the reason in the text.
    #[error("there are no Syzygy tables of {0}")]
    Position(&'static str),
}
