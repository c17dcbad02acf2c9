//! Why games cannot be studied.

use std::io;

use drawproof_find::{ConditionError, TablesError};
use drawproof_session::error::SessionError;
use drawproof_syzygy::SyzygyError;
use drawproof_tables::probe::ProbeError;

/// The reason why a study of games ends without complete findings.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The study was stopped. The findings about earlier games are kept.
    #[error("stopped")]
    Stopped,
    /// A table cannot be opened, read or solved.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The value of a position cannot be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A Syzygy table is damaged.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    /// The condition on positions is invalid.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// A table that the condition needs is unavailable.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The games cannot be read, or an output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The user's rule cannot be asked, for the reason in the text.
    #[error("{0}")]
    Rule(String),
}
