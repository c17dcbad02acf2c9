//! Why a store has no table.

use std::path::PathBuf;

use drawproof_generator::SolveError;
use drawproof_tables::{
    MEN_OF_TABLES, NormalMaterial,
    file::{FolderError, TableError},
};

use crate::budget::size;

/// Why a store cannot provide a table. The text names a remedy.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// No table with the endgame's number of men can be made.
    #[error("{material} has {} men: {MEN_OF_TABLES}", material.get().men())]
    Men {
        /// The endgame with too few or too many men.
        material: NormalMaterial,
    },
    /// The table is large and has not been made yet.
    #[error(
        "there is no table of {material}, which has {} men: make it first, with \
         'drawproof generate {material}'", material.get().men()
    )]
    Unmade {
        /// The endgame whose table is missing.
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
        /// The endgame of the first table that does not fit.
        material: NormalMaterial,
        /// The memory in bytes that is in use while that table is read or solved.
        needed_bytes: u64,
        /// The memory in bytes that may be in use.
        allowed_bytes: u64,
    },
    /// The tables fit neither into the allowed memory nor into the scratch folder.
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
        /// The memory in bytes that may be in use.
        allowed_bytes: u64,
        /// The peak size of the scratch files in bytes.
        needed_bytes: u64,
        /// The free bytes on the disk of the scratch folder.
        free_bytes: u64,
        /// The path of the scratch folder.
        folder: PathBuf,
    },
    /// A scratch file cannot be created.
    #[error("no scratch file for {material} in '{}': {cause}; name another folder with --scratch", folder.display())]
    Scratch {
        /// The endgame whose table needs the scratch file.
        material: NormalMaterial,
        /// The path of the scratch folder.
        folder: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// The system cannot reserve addresses for a table that is read window by window.
    #[error(
        "the system has no addresses for {material}: {cause}; allow the process more address space \
         (ulimit -v)"
    )]
    Addresses {
        /// The endgame of the table.
        material: NormalMaterial,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// A file of the table folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file is not a valid table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An endgame cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A bug caused a panic while a table was being made.
    #[error("solving failed: this is a fault of the program")]
    Fault,
}
