//! Tables on disk: one file per endgame, with both sides to move or one, in blocks that are read
//! one at a time.
//!
//! [`pack`] encodes a table as the bytes of a file. [`Table`] reads such bytes from a file, a `Vec`
//! or an embedded array. [`Folder`] names, locks, writes and opens the files of a folder. FORMAT.md
//! specifies the bytes. Nothing in this module computes values or prints.

mod agreement;
mod bytes;
mod cache;
mod codec;
mod error;
mod folder;
mod grid;
mod header;
mod index;
mod reader;
mod rebuilt;
mod sides;
mod writer;

pub use bytes::{FileBytes, ReadBytes};
pub use cache::BlockCache;
pub use error::{Damage, Part, TableError};
pub use folder::{Folder, FolderError, State, TableLock, open_file, open_named};
pub use reader::{Place, Table};
pub use sides::Sides;
pub use writer::{
    LEVEL_DEFAULT, LEVEL_FAST, LEVEL_MAX, LEVEL_SMALL, SliceValues, blocks_walked, head_of_slices,
    pack, pack_one_side, pack_parts, pack_slice, pack_with, packed_bytes_about,
};
