//! Tables on disk: one file an endgame, both sides to move, in blocks that are read one at a time.
//!
//! For whoever keeps tables: [`pack`] makes the bytes of a file, [`Table`] answers from such bytes
//! wherever they are (a mapped file, a `Vec`, an embedded array), [`Folder`] names, locks, writes
//! and opens the files of a folder. The bytes are described in FORMAT.md. Nothing here makes values
//! or prints.

mod block;
mod cache;
mod codec;
mod error;
mod folder;
mod grid;
mod header;
mod index;
mod mapped;
mod reader;
mod writer;

pub use error::{Damage, Part, TableError};
pub use folder::{Folder, FolderError, State, TableLock, open_file};
pub use mapped::FileBytes;
pub use reader::Table;
pub use writer::{LEVEL_DEFAULT, LEVEL_MAX, pack};
