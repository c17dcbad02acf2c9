//! Files in parts: saved runs, saved judgements, shards.
//!
//! A file begins with a line that names its kind and the version of its format. Each part is preceded
//! by its length (4 bytes) and checksum (8 bytes), little-endian.

use std::io::{self, ErrorKind, Read, Write};

use twox_hash::XxHash3_64;

/// A kind of saved file, such as a saved run or a shard.
#[derive(Debug)]
pub struct FileKind {
    /// The first line of such a file: words, then the format's version as one digit.
    pub magic: &'static str,
    /// The maximum length of a section in bytes; a file with a longer one is damaged.
    pub part_bytes_max: u32,
    /// The noun for such a file in error messages.
    pub noun: &'static str,
    /// The command that makes such a file.
    pub made_by: &'static str,
}

/// The reason why a saved file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file is of another kind than the requested one.
    #[error("this is no {}: make one with '{}'", .0.noun, .0.made_by)]
    Foreign(&'static FileKind),
    /// The file has another version of the format.
    #[error(
        "the {} has another format, of an older or newer drawproof: make it again with '{}'",
        .0.noun, .0.made_by
    )]
    Version(&'static FileKind),
    /// The file is damaged; the text says how.
    #[error("the {} is damaged ({}): make it again with '{}'", .0.noun, .1, .0.made_by)]
    Damaged(&'static FileKind, &'static str),
    /// The system cannot read the file, for this reason.
    #[error("the {} cannot be read", .0.noun)]
    Io(&'static FileKind, #[source] io::Error),
}

impl FileKind {
    /// Returns whether a file that starts with `first_bytes` is of this kind, in any version.
    pub fn is_begun_by(&self, first_bytes: &[u8]) -> bool {
        first_bytes.starts_with(&self.magic.as_bytes()[..self.magic.len() - "1\n".len()])
    }

    /// Makes the error of a damaged file; `why` is the reason.
    pub fn damaged(&'static self, why: &'static str) -> FileError {
        FileError::Damaged(self, why)
    }

    /// Reads the first line of a file and returns a reader of its sections.
    ///
    /// # Errors
    ///
    /// Fails if the file is of another kind or version, or cannot be read.
    pub fn open<'a, R: Read>(&'static self, input: &'a mut R) -> Result<Parts<'a, R>, FileError> {
        let mut magic = vec![0; self.magic.len()];
        match input.read_exact(&mut magic) {
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => {
                Err(FileError::Io(self, error))
            }
            Ok(()) if magic == self.magic.as_bytes() => Ok(Parts { kind: self, input }),
            Ok(()) if self.is_begun_by(&magic) => Err(FileError::Version(self)),
            _ => Err(FileError::Foreign(self)),
        }
    }

    /// Writes one section to `out`.
    ///
    /// # Errors
    ///
    /// Fails if the section is longer than readers accept, or if `out` cannot be written.
    pub fn write_part(&self, part: &[u8], out: &mut impl Write) -> io::Result<()> {
        let length = u32::try_from(part.len()).ok().filter(|&it| it <= self.part_bytes_max);
        let length = length.ok_or_else(|| {
            let text = format!("the {} would be too large to be read again", self.noun);
            io::Error::new(ErrorKind::FileTooLarge, text)
        })?;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&XxHash3_64::oneshot(part).to_le_bytes())?;
        out.write_all(part)
    }
}

/// A reader of the sections of a file, after its first line.
#[derive(Debug)]
pub struct Parts<'a, R> {
    kind: &'static FileKind,
    input: &'a mut R,
}

impl<R: Read> Parts<'_, R> {
    /// Reads one section. Never allocates more than the file still holds.
    ///
    /// # Errors
    ///
    /// Fails if the section cannot be read, or if its length or checksum is wrong.
    pub fn part(&mut self) -> Result<Vec<u8>, FileError> {
        let length = self.number()?;
        let checksum = u64::from_le_bytes(self.array()?);
        if length > self.kind.part_bytes_max {
            return Err(self.kind.damaged("a length is out of range"));
        }
        let mut part = Vec::new();
        let read = self.input.take(length.into()).read_to_end(&mut part);
        read.map_err(|error| FileError::Io(self.kind, error))?;
        if part.len() != length as usize {
            return Err(self.kind.damaged("it ends too soon"));
        }
        if XxHash3_64::oneshot(&part) != checksum {
            return Err(self.kind.damaged("a checksum is wrong"));
        }
        Ok(part)
    }

    /// Reads a number of 4 bytes, which has no checksum; the lowest byte comes first.
    ///
    /// # Errors
    ///
    /// Fails if the file ends before the number, or cannot be read.
    pub fn number(&mut self) -> Result<u32, FileError> {
        self.array().map(u32::from_le_bytes)
    }

    /// Checks that the file has ended.
    ///
    /// # Errors
    ///
    /// Fails if there are more bytes, or if the file cannot be read.
    pub fn end(self) -> Result<(), FileError> {
        match self.input.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.kind.damaged("bytes are left over")),
            Err(error) => Err(FileError::Io(self.kind, error)),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(self.kind.damaged("it ends too soon"))
            }
            Err(error) => Err(FileError::Io(self.kind, error)),
        }
    }
}

/// Decompresses zstd data. Returns `None` if the data is damaged, or if its stated length exceeds
/// `bytes_max` or the maximum that the packed bytes can represent. Checks the length before
/// allocating memory.
pub fn unpacked(packed: &[u8], bytes_max: usize) -> Option<Vec<u8>> {
    /// Bytes that a byte stands for, at most: a block of 128 KiB takes four.
    const RATIO_MAX: usize = 1 << 15;
    let size = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten()?;
    let is_possible = |&size: &usize| size <= bytes_max && size / RATIO_MAX <= packed.len();
    let size = usize::try_from(size).ok().filter(is_possible)?;
    zstd::bulk::decompress(packed, size).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_the_bytes_cannot_stand_for_is_refused() {
        let plain = vec![7; 1 << 24];
        for level in [1, 19] {
            let packed = zstd::bulk::compress(&plain, level).unwrap();
            assert!(packed.len() < 1000 && unpacked(&packed, plain.len()).unwrap() == plain);
            assert_eq!(unpacked(&packed, plain.len() - 1), None);
        }
        // A frame whose header states a gigabyte.
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
        frame.extend((1u32 << 30).to_le_bytes());
        frame.extend([1, 0, 0]);
        assert_eq!(zstd::zstd_safe::get_frame_content_size(&frame).ok(), Some(Some(1 << 30)));
        assert_eq!(unpacked(&frame, 1 << 31), None);
    }
}
