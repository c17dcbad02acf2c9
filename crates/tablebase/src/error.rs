//! Errors: why there is no answer.

use std::{io, path::PathBuf};

use drawproof_board::{Square, fen::FenError};
use drawproof_syzygy::SyzygyError;
use drawproof_tables::{
    MaterialError,
    file::{FolderError, TableError},
    probe::ProbeError,
};

/// Why there is no answer. The text names a remedy if there is one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not a FEN.
    #[error(transparent)]
    Fen(FenError),
    /// The position is illegal.
    #[error("the position is illegal: {0}")]
    Illegal(#[from] Illegal),
    /// The position has castling rights, which tables do not support.
    #[error("the position has castling rights, which tables do not know")]
    CastlingRights,
    /// The position has more men than any table.
    #[error("the position has {men} men; tables have at most {men_max}")]
    TooManyMen {
        /// The number of men on the board, kings included.
        men: usize,
        /// The maximum number of men of a table.
        men_max: usize,
    },
    /// The text is not the name of an endgame.
    #[error(transparent)]
    EndgameName(#[from] MaterialError),
    /// There is no table of the endgame.
    #[error("there is no table of {endgame}{}", place(folder))]
    NoTable {
        /// The name of the endgame, such as `KRPKR`.
        endgame: String,
        /// The folder that lacks the file; `None` if the tablebase has no folder.
        folder: Option<PathBuf>,
    },
    /// A file is damaged, or is not the expected table.
    #[error(transparent)]
    Damaged(#[from] TableError),
    /// The operating system could not open or list files.
    #[error("cannot {action} '{}': {cause}", path.display())]
    System {
        /// The action that failed, such as "open the folder".
        action: &'static str,
        /// The path of the file or folder.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// Syzygy's tables cannot be read.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    /// Solving would take more memory than allowed.
    #[error(
        "solving {endgame} takes {needed_bytes} bytes of memory, {allowed_bytes} are allowed: allow \
         more, or write its file with 'drawproof generate {endgame}'"
    )]
    Memory {
        /// The endgame of the first table that does not fit.
        endgame: String,
        /// The bytes of memory in use while that table is solved.
        needed_bytes: u64,
        /// The bytes of memory that may be in use.
        allowed_bytes: u64,
    },
    /// An endgame cannot be solved.
    #[error("{endgame} cannot be solved: {reason}")]
    Unsolvable {
        /// The name of the endgame, such as `KRPKR`.
        endgame: String,
        /// Why the endgame cannot be solved.
        reason: String,
    },
    /// A bug of the library interrupted solving. The next probe tries again.
    #[error("solving {endgame} failed: this is a fault of the library")]
    Fault {
        /// The name of the endgame, such as `KRPKR`.
        endgame: String,
    },
    /// The values of a position and of its successors contradict each other.
    #[error("the tables contradict each other at '{fen}': audit them with 'drawproof check'")]
    Contradiction {
        /// The position, as a FEN.
        fen: String,
    },
}

/// Why a position is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// A side has no king, or more than one.
    #[error("each side has one king")]
    Kings,
    /// The kings stand on neighbouring squares.
    #[error("the kings touch")]
    KingsTouch,
    /// Two men share a square, or a man has no colour or no kind.
    #[error("each man has one colour, one kind and a square of its own")]
    Men,
    /// A pawn stands on the first or last rank.
    #[error("a pawn stands on the first or last rank")]
    PawnRank,
    /// The side not to move is in check.
    #[error("the side not to move is in check")]
    OpponentInCheck,
    /// No pawn can just have passed this en-passant square.
    #[error("no pawn can just have passed {0}")]
    EnPassant(Square),
    /// A field of a position of the C interface has an invalid value.
    #[error("the side to move is 0 or 1, and the en-passant square at most 64")]
    Field,
}

fn place(folder: &Option<PathBuf>) -> String {
    match folder {
        Some(folder) => format!(" in '{}'", folder.display()),
        None => ": allow solving, or open a folder that has its file".to_owned(),
    }
}

impl From<FenError> for Error {
    fn from(error: FenError) -> Error {
        match error {
            FenError::CastlingRights(_) => Error::CastlingRights,
            FenError::Kings { .. } => Illegal::Kings.into(),
            FenError::KingsTouch => Illegal::KingsTouch.into(),
            FenError::PawnRank(_) => Illegal::PawnRank.into(),
            FenError::OpponentInCheck(_) => Illegal::OpponentInCheck.into(),
            FenError::NoDoublePush(square) => Illegal::EnPassant(square).into(),
            text => Error::Fen(text),
        }
    }
}

impl From<FolderError> for Error {
    fn from(error: FolderError) -> Error {
        match error {
            FolderError::Table(damage) => Error::Damaged(damage),
            FolderError::Missing { material, folder, .. } => {
                Error::NoTable { endgame: material.to_string(), folder: Some(folder) }
            }
            FolderError::System { action, path, cause, .. } => {
                Error::System { action, path, cause }
            }
        }
    }
}

/// A [`ProbeError::Unreadable`] holds an error of the shelf or, from solving, an [`Error`] of this
/// crate.
impl From<ProbeError> for Error {
    fn from(error: ProbeError) -> Error {
        match error {
            ProbeError::CastlingRights => Error::CastlingRights,
            ProbeError::TooManyMen(men) => {
                Error::TooManyMen { men, men_max: drawproof_tables::MEN_MAX }
            }
            ProbeError::Illegal(_) => Illegal::Men.into(),
            ProbeError::NoTable(material) => {
                Error::NoTable { endgame: material.to_string(), folder: None }
            }
            ProbeError::Contradiction(fen) => Error::Contradiction { fen },
            ProbeError::Unreadable(error) => of_unreadable(error),
        }
    }
}

fn of_unreadable(error: Box<dyn std::error::Error + Send + Sync>) -> Error {
    let error = match error.downcast::<Error>() {
        Ok(error) => return *error,
        Err(error) => error,
    };
    let error = match error.downcast::<FolderError>() {
        Ok(error) => return (*error).into(),
        Err(error) => error,
    };
    match error.downcast::<TableError>() {
        Ok(error) => Error::Damaged(*error),
        Err(other) => {
            Error::Unsolvable { endgame: "the endgame".to_owned(), reason: other.to_string() }
        }
    }
}
