//! Why a saved judgement cannot be read, resumed or compared.

use std::error::Error;

use drawproof_tables::probe::ProbeError;
use drawproof_verifier::saved_file::FileError;

/// Why a saved judgement cannot be read, resumed or compared.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The run was made with other settings.
    #[error(
        "the saved judgement has another {setting} ('{saved}', now '{now}'): repeat that one, or \
         save to another file"
    )]
    Settings {
        /// The setting that differs.
        setting: &'static str,
        /// Its value in the run.
        saved: String,
        /// Its value now.
        now: String,
    },
    /// The run has another sample.
    #[error(
        "the saved judgement of {0} is of other positions than this version of drawproof chooses: \
         make it again with 'drawproof judge --save'"
    )]
    Sample(String),
    /// Two runs that are added up answer the same position.
    #[error("the answers about {0} are there twice")]
    Twice(String),
    /// The runs have no endgame in common.
    #[error("the saved judgements have no endgame in common")]
    NothingInCommon,
    /// A table is missing or cannot be read.
    #[error("no table of {endgame}")]
    Table {
        /// The endgame.
        endgame: String,
        /// The reason of the source.
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
    /// A position has no value.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}
