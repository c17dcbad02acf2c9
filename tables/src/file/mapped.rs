//! The bytes of a file: mapped into memory, or read where that cannot be done.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

/// The bytes of a file.
#[derive(Debug)]
pub enum FileBytes {
    /// Mapped: read from disk when looked at.
    Mapped(memmap2::Mmap),
    /// Read into memory.
    Read(Vec<u8>),
}

impl FileBytes {
    /// The bytes of the file at `path`, mapped if the system can.
    ///
    /// The file must not be changed in place or shortened while it is open: tables are written
    /// under another name and renamed, so that a file once visible stays as it is.
    pub fn open(path: &Path) -> io::Result<FileBytes> {
        // Opening a pipe would wait for somebody to write into it.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("this is not a regular file"));
        }
        let file = File::open(path)?;
        match map(&file) {
            Ok(map) => Ok(FileBytes::Mapped(map)),
            Err(_) => fs::read(path).map(FileBytes::Read),
        }
    }
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            FileBytes::Mapped(map) => map,
            FileBytes::Read(bytes) => bytes,
        }
    }
}

/// Maps a file, to be read only.
#[expect(unsafe_code, reason = "a map's bytes are the file's, which others can change")]
fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: a map is sound as long as nobody writes into the file or shortens it. Files of tables
    // are never written in place: `Folder` writes under another name and renames, and the
    // documentation of `FileBytes::open` asks the same of everybody else. Every reader takes the
    // bytes once into checked, bounded slices and verifies them against a checksum before use.
    unsafe { memmap2::Mmap::map(file) }
}
