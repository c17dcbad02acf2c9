//! Why there is no answer.

use std::{io, path::PathBuf};

/// Why a position has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// A folder cannot be listed.
    #[error("the Syzygy folder '{}' cannot be read: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// There is no table of these men.
    #[error("no Syzygy file {name} in {folders}")]
    Missing {
        /// The name of the file.
        name: String,
        /// The folders, as they were named.
        folders: String,
    },
    /// A file cannot be read.
    #[error("the Syzygy file '{path}' cannot be read: {source}")]
    Read {
        /// The file.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A file is no table, or was cut or changed.
    #[error("the Syzygy file '{path}' is damaged: {why}")]
    Damaged {
        /// The file.
        path: String,
        /// The damage that was found.
        why: &'static str,
    },
    /// A file does not begin as a table of its name does.
    #[error("'{path}' is no Syzygy file")]
    Foreign {
        /// The file.
        path: String,
    },
    /// No table has these positions.
    #[error("there are no Syzygy tables of {0}")]
    Position(&'static str),
}
