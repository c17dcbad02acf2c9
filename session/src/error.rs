//! Why a store has no table.

use drawproof_generator::SolveError;
use drawproof_tables::{
    MEN_MIN, NormalMaterial, SOLVABLE_MEN_MAX,
    file::{FolderError, TableError},
};

use crate::budget::size;

/// Why a store has no table. The text names the way out.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// No table of so many men can be made.
    #[error("{material} has {} men: tables have {MEN_MIN} to {SOLVABLE_MEN_MAX}", material.get().men())]
    Men {
        /// The endgame.
        material: NormalMaterial,
    },
    /// The tables do not fit into the memory allowed.
    #[error(
        "{wanted} cannot be loaded or solved within {} of memory: the step to {material} takes {}; \
         allow more with --memory, or write the files first with 'drawproof generate {wanted}'",
        size(*allowed_bytes),
        size(*needed_bytes)
    )]
    Memory {
        /// The endgames that the caller needs, separated by blanks.
        wanted: String,
        /// The first table that does not fit.
        material: NormalMaterial,
        /// Bytes in use while that table is read or solved.
        needed_bytes: u64,
        /// Bytes that may be in use.
        allowed_bytes: u64,
    },
    /// A file of the folder cannot be opened.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The bytes of a file are no sound table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An endgame cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
