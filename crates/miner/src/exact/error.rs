//! The error of damaged files of outcomes.

/// The reason why bytes are no outcomes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// Another kind of file.
    #[error("these are no exact outcomes: make them with 'drawproof mine ENDGAME --exact'")]
    Foreign,
    /// The bytes were cut or changed.
    #[error("the exact outcomes are damaged ({0}): make them again with 'drawproof mine --exact'")]
    Damaged(&'static str),
}
