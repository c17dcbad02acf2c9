//! Why there is no answer.

use std::{io, path::PathBuf};

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GaviotaError {
    /// A folder cannot be listed.
    #[error("the folder '{}' cannot be read: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("the Gaviota file '{}' cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file is no table, or was cut or changed.
    #[error("the Gaviota file '{}' is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is no table of an endgame.
    #[error("there is no Gaviota file {0}.gtb.cp4")]
    Missing(String),
}
