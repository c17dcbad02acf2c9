//! Why games cannot be studied.

use std::io;

use drawproof_find::{ConditionError, TablesError};
use drawproof_session::error::SessionError;
use drawproof_syzygy::SyzygyError;
use drawproof_tables::probe::ProbeError;

/// Why games cannot be studied.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The work was stopped. What was studied before is kept.
    #[error("stopped")]
    Stopped,
    /// A table is unavailable.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A position has no value.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A Syzygy table is damaged.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    /// The condition is wrong.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// A table of the condition is unavailable.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// An output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The rule cannot be asked.
    #[error("{0}")]
    Rule(String),
}
