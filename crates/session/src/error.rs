//! Why a store has no table.

use std::path::PathBuf;

use drawproof_generator::SolveError;
use drawproof_tables::{
    MEN_OF_TABLES, NormalMaterial,
    file::{FolderError, TableError},
};

use crate::budget::size;

/// Why a store has no table. The text names the way out.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// No table with this number of men can be made.
    #[error("{material} has {} men: {MEN_OF_TABLES}", material.get().men())]
    Men {
        /// The endgame.
        material: NormalMaterial,
    },
    /// The table is large and has not been made yet.
    #[error(
        "there is no table of {material}, which has {} men: make it first, with \
         'drawproof generate {material}'", material.get().men()
    )]
    Unmade {
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
    /// The tables fit neither into the memory allowed nor into the scratch folder.
    #[error(
        "{wanted} takes more than the {} of memory allowed, and {} of scratch files in '{}', where {} are \
         free; name another folder with --scratch, or allow more with --memory",
        size(*allowed_bytes),
        size(*needed_bytes),
        folder.display(),
        size(*free_bytes)
    )]
    ScratchFull {
        /// The endgames that the caller needs, separated by blanks.
        wanted: String,
        /// Bytes of memory that may be in use.
        allowed_bytes: u64,
        /// Bytes of scratch files in use at once, at most.
        needed_bytes: u64,
        /// Bytes free on the disk of the folder.
        free_bytes: u64,
        /// The scratch folder.
        folder: PathBuf,
    },
    /// A scratch file cannot be made.
    #[error("no scratch file for {material} in '{}': {cause}; name another folder with --scratch", folder.display())]
    Scratch {
        /// The endgame whose table it is for.
        material: NormalMaterial,
        /// The scratch folder.
        folder: PathBuf,
        /// The system's reason.
        cause: std::io::Error,
    },
    /// The system has no addresses for a table that is read part by part.
    #[error(
        "the system has no addresses for {material}: {cause}; allow the process more address space \
         (ulimit -v)"
    )]
    Addresses {
        /// The endgame.
        material: NormalMaterial,
        /// The system's reason.
        cause: std::io::Error,
    },
    /// A file of the folder cannot be opened.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file is not a valid table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An endgame cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Making a table panicked.
    #[error("solving failed: this is a fault of the program")]
    Fault,
}
