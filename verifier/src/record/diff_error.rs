//! Why two runs cannot be compared.

use super::recording::RecordingError;
use crate::tables::TableError;

/// Why two runs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// A run cannot be read.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// They are of different endgames, counting conventions or domains, or only one was verified within
    /// the fifty-move rule.
    #[error(
        "the runs are of {0} and {1}: only runs of one endgame, counting and domain, both within or \
         both without the fifty-move rule, can be compared"
    )]
    Unlike(String, String),
    /// A table for the lines of the examples is missing.
    #[error("no table for the lines of the examples: {0}")]
    Table(#[source] TableError),
}
