//! The bytes of a table: in memory, in a file that is read block by block, or in a mapped file.

use std::{
    borrow::Cow,
    fs::{self, File},
    io,
    ops::Range,
    path::Path,
};

/// A file up to this size is read completely when it is opened.
const WHOLE_BYTES_MAX: u64 = 64 << 10;

/// Bytes that can be read at any offset, such as a file or a slice.
pub trait ReadBytes: Sync {
    /// Returns the number of bytes.
    fn size_bytes(&self) -> u64;

    /// Returns the bytes of `range`, or fewer if the bytes end before it.
    ///
    /// # Errors
    ///
    /// Fails if the operating system cannot read the bytes.
    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>>;
}

impl<D: AsRef<[u8]> + Sync> ReadBytes for D {
    fn size_bytes(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(part(self.as_ref(), range)))
    }
}

/// The bytes of a file.
///
/// [`FileBytes::open`] reads them with system calls. If such a file is truncated, reading returns
/// an error that names the file. A mapped file would instead end the process with SIGBUS; no check
/// of the length before the access can rule that out.
#[derive(Debug)]
pub struct FileBytes(Bytes);

#[derive(Debug)]
enum Bytes {
    /// A small file, read when it was opened.
    Memory(Vec<u8>),
    /// A file whose bytes are read when they are needed.
    File { file: File, size_bytes: u64 },
    /// A mapped file.
    Mapped(memmap2::Mmap),
}

impl FileBytes {
    /// Opens the file at `path`. Its bytes are read when they are needed.
    ///
    /// # Errors
    ///
    /// Fails if the path is not a regular file, or the operating system cannot open it.
    pub fn open(path: &Path) -> io::Result<FileBytes> {
        let file = open_regular(path)?;
        let size_bytes = file.metadata()?.len();
        if size_bytes <= WHOLE_BYTES_MAX || !cfg!(any(unix, windows)) {
            return Ok(FileBytes(Bytes::Memory(read_from(&file, 0..size_bytes)?)));
        }
        Ok(FileBytes(Bytes::File { file, size_bytes }))
    }

    /// Maps the file at `path` into memory. This saves two system calls for each block that is not
    /// in the cache. Use it only for tables in a folder to which nobody writes.
    ///
    /// # Errors
    ///
    /// Fails if the path is not a regular file, or the operating system cannot map it.
    ///
    /// # Safety
    ///
    /// While the value lives, no process may write into the file or shorten it: the bytes of a
    /// slice would change, or the process would end with SIGBUS. [`super::Folder`] writes a table
    /// under another name and renames it, which does not count as writing.
    #[expect(unsafe_code, reason = "other processes can change the bytes of a mapped file")]
    pub unsafe fn map(path: &Path) -> io::Result<FileBytes> {
        let file = open_regular(path)?;
        // SAFETY: the caller guarantees that nobody changes the file.
        let map = unsafe { memmap2::Mmap::map(&file) }?;
        Ok(FileBytes(Bytes::Mapped(map)))
    }
}

impl ReadBytes for FileBytes {
    fn size_bytes(&self) -> u64 {
        match &self.0 {
            Bytes::Memory(bytes) => bytes.len() as u64,
            Bytes::File { size_bytes, .. } => *size_bytes,
            Bytes::Mapped(map) => map.len() as u64,
        }
    }

    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        match &self.0 {
            Bytes::Memory(bytes) => Ok(Cow::Borrowed(part(bytes, range))),
            Bytes::Mapped(map) => Ok(Cow::Borrowed(part(map, range))),
            // A file that has grown keeps its old size, as a mapping of it would.
            Bytes::File { file, size_bytes } => {
                let end = range.end.min(*size_bytes);
                Ok(Cow::Owned(read_from(file, range.start.min(end)..end)?))
            }
        }
    }
}

/// Opens a regular file. Opening a pipe would wait for a writer, so other files are refused.
fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    File::open(path)
}

/// Returns the bytes of `range`, or fewer if `bytes` end before it.
fn part(bytes: &[u8], range: Range<u64>) -> &[u8] {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
    &bytes[place(range.start).min(place(range.end))..place(range.end)]
}

/// Reads the bytes of `range`, or fewer if the file ends before it.
fn read_from(file: &File, range: Range<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; (range.end - range.start) as usize];
    let mut found = 0;
    while found < bytes.len() {
        match read_at(file, &mut bytes[found..], range.start + found as u64) {
            Ok(0) => break,
            Ok(more) => found += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(found);
    Ok(bytes)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, offset)
}

/// Reads at an offset by seeking. On such systems files are read completely, by one thread.
#[cfg(not(any(unix, windows)))]
fn read_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read(bytes)
}
