//! Files of shards.
//!
//! A file is a magic line, a JSON header and packed findings, the latter two each preceded by their length
//! (4 bytes) and checksum (8 bytes), little-endian. The header has the command, its options and the number
//! of the shard.

use std::{
    fs::File,
    io::{BufReader, ErrorKind, Read, Write},
    path::Path,
};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use twox_hash::XxHash3_64;

use super::Shard;
use crate::output::write_file;

/// The first bytes of a shard's file; the digit is the format's version.
const MAGIC: &[u8] = b"drawproof shard 1\n";

/// The part of the first bytes that all versions have.
const MAGIC_OF_ALL: usize = b"drawproof shard ".len();

/// The maximum length of a header or body in bytes; a file with a longer one is damaged.
const PART_BYTES_MAX: u32 = 1 << 30;

/// The maximum length of an unpacked body in bytes.
const BODY_BYTES_MAX: usize = 1 << 31;

/// A fast compression level: shards are merged once.
const ZSTD_LEVEL: i32 = 3;

/// This version of the program. Shards of different versions are not merged: rules and the choice of
/// examples may differ.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a shard is one of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the program that made it.
    pub drawproof: String,
    /// The command: `verify`, `judge` or `check`.
    pub command: String,
    /// Which one of how many.
    pub shard: Shard,
    /// The settings that all shards share, by name.
    pub settings: Map<String, Value>,
}

/// The contents of a file.
pub struct ShardFile {
    /// What it is one of.
    pub header: Header,
    /// What the command found.
    pub body: Vec<u8>,
}

/// Writes the file of a shard, whole or not at all.
pub fn write(
    path: &Path,
    command: &str,
    shard: Shard,
    settings: &impl Serialize,
    body: &[u8],
) -> Result<()> {
    let Value::Object(settings) = serde_json::to_value(settings)? else {
        bail!("settings have names");
    };
    let (drawproof, command) = (VERSION.to_owned(), command.to_owned());
    let header = serde_json::to_vec(&Header { drawproof, command, shard, settings })?;
    let body = zstd::bulk::compress(body, ZSTD_LEVEL)?;
    for part in [&header, &body] {
        ensure!(part.len() <= PART_BYTES_MAX as usize, "the shard is too large: use more shards");
    }
    write_file(path, |out| {
        out.write_all(MAGIC)?;
        for part in [&header, &body] {
            out.write_all(&(part.len() as u32).to_le_bytes())?;
            out.write_all(&XxHash3_64::oneshot(part).to_le_bytes())?;
            out.write_all(part)?;
        }
        Ok(())
    })
}

impl ShardFile {
    /// Reads the file of a shard.
    ///
    /// # Errors
    ///
    /// It is none, is damaged, or cannot be read.
    pub fn read(path: &Path) -> Result<ShardFile> {
        let name = || path.display().to_string();
        let file = File::open(path).with_context(name)?;
        ShardFile::parse(&mut BufReader::new(file)).with_context(name)
    }

    fn parse(input: &mut impl Read) -> Result<ShardFile> {
        let mut magic = [0; MAGIC.len()];
        match input.read_exact(&mut magic) {
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(error.into()),
            Ok(()) if magic == MAGIC => {}
            Ok(()) if magic[..MAGIC_OF_ALL] == MAGIC[..MAGIC_OF_ALL] => bail!(
                "the shard has another format, of an older or newer drawproof: make all shards \
                 with this one"
            ),
            _ => bail!(
                "this is no shard: make one with 'drawproof verify', 'judge' or 'check' and \
                 '--shard I/N --output FILE'"
            ),
        }
        let header =
            serde_json::from_slice(&part(input)?).map_err(|_| damaged("its header is none"))?;
        let packed = part(input)?;
        if input.read(&mut [0])? > 0 {
            return Err(damaged("bytes are left over"));
        }
        // Checked before memory is allocated for it.
        let size = zstd::zstd_safe::get_frame_content_size(&packed).ok().flatten();
        let size = size.and_then(|size| usize::try_from(size).ok());
        let size = size.filter(|&size| size <= BODY_BYTES_MAX);
        let body = size.and_then(|size| zstd::bulk::decompress(&packed, size).ok());
        Ok(ShardFile { header, body: body.ok_or_else(|| damaged("it does not unpack"))? })
    }
}

impl Header {
    /// The settings as their command has them.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T> {
        let settings = Value::Object(self.settings.clone());
        serde_json::from_value(settings).map_err(|_| damaged("its settings are none"))
    }
}

/// The error of a damaged shard.
pub fn damaged(why: &str) -> anyhow::Error {
    anyhow::anyhow!("the shard is damaged ({why}): make it again")
}

/// Reads a header or body and checks its length and checksum. Memory is taken for bytes that are
/// there.
fn part(input: &mut impl Read) -> Result<Vec<u8>> {
    let length = u32::from_le_bytes(array(input)?);
    let checksum = u64::from_le_bytes(array(input)?);
    if length > PART_BYTES_MAX {
        return Err(damaged("a length is out of range"));
    }
    let mut part = Vec::new();
    input.take(length.into()).read_to_end(&mut part)?;
    if part.len() != length as usize {
        return Err(damaged("it ends too soon"));
    }
    if XxHash3_64::oneshot(&part) != checksum {
        return Err(damaged("a checksum is wrong"));
    }
    Ok(part)
}

fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(damaged("it ends too soon")),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_cut_or_changed_anywhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.shard");
        let settings = serde_json::json!({ "counting": "full" });
        write(&path, "verify", Shard::new(1, 2).unwrap(), &settings, b"what was found").unwrap();
        let file = std::fs::read(&path).unwrap();
        let parse = |bytes: &[u8]| ShardFile::parse(&mut &*bytes);
        let read = parse(&file).unwrap();
        assert_eq!(read.body, b"what was found");
        assert_eq!(read.header.settings["counting"], "full");
        for length in 0..file.len() {
            assert!(parse(&file[..length]).is_err(), "cut at {length}");
        }
        assert!(parse(&[&file[..], &[0]].concat()).is_err(), "a byte more");
        for bit in 0..file.len() * 8 {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(parse(&changed).is_err(), "bit {bit}");
        }
    }
}
