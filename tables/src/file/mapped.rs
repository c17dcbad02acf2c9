//! The bytes of a file: mapped into memory, or read where mapping fails.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

/// The bytes of a file.
#[derive(Debug)]
pub enum FileBytes {
    /// Mapped: the system reads pages from the disk on first access.
    Mapped(memmap2::Mmap),
    /// Read into memory.
    Read(Vec<u8>),
}

impl FileBytes {
    /// The bytes of the file at `path`, mapped if the system can.
    ///
    /// The file must not be changed in place or shortened while it is open. [`super::Folder`] writes
    /// a table under another name and renames it, so that a visible file never changes.
    pub fn open(path: &Path) -> io::Result<FileBytes> {
        // Opening a pipe would wait for a writer.
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

/// Maps a file read-only.
#[expect(unsafe_code, reason = "other processes can change the bytes of a mapped file")]
fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: a map is sound while no process writes into the file or shortens it. Table files are
    // never written in place: `Folder` writes under another name and renames, and the contract of
    // `FileBytes::open` asks the same of every other writer. Readers take bounded, checked slices
    // of the bytes and compare them with a checksum before use.
    unsafe { memmap2::Mmap::map(file) }
}
