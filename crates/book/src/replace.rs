//! Replacing a file whole or not at all, one process at a time.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::BookError;

/// Replaces the file at `path` by what `write` writes, which may read the file as it is now. Another
/// process that replaces the same file waits until this one is done. Readers see the old file or the
/// new one.
///
/// Beside the file stay `path.lock`, an empty file, and for a moment `path.new`.
pub fn replace<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, BookError>,
) -> Result<T, BookError> {
    // A link stays, and what it refers to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let writing = |error| BookError::write(path, error);
    let lock = File::create(beside(path, ".lock")).map_err(writing)?;
    match lock.lock() {
        // Without locks the replacement is still whole.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(writing(error)),
        _ => {}
    }
    let new = beside(path, ".new");
    let mut out = BufWriter::with_capacity(1 << 16, File::create(&new).map_err(writing)?);
    let written = write(&mut out).and_then(|result| {
        let mut finish = || -> io::Result<()> {
            out.flush()?;
            out.get_ref().sync_all()?;
            if let Ok(known) = fs::metadata(path) {
                fs::set_permissions(&new, known.permissions())?;
            }
            fs::rename(&new, path)
        };
        finish().map_err(writing)?;
        Ok(result)
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}
