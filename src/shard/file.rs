//! Files of shards.
//!
//! A file has two parts: a JSON header with the command, its options and the number of the shard, and
//! packed findings.

use std::{
    fs::File,
    io::{BufReader, Read, Write},
    path::Path,
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use drawproof_verifier::saved_file::{FileError, FileKind, unpacked, write_part};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::Shard;
use crate::output::write_file;

/// Shards.
static SHARD: FileKind = FileKind {
    magic: "drawproof shard 1\n",
    part_bytes_max: 1 << 30,
    noun: "shard",
    made_by: "drawproof verify --shard I/N --output FILE",
};

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
        ensure!(
            part.len() <= SHARD.part_bytes_max as usize,
            "the shard is too large: use more shards"
        );
    }
    write_file(path, |out| {
        out.write_all(SHARD.magic.as_bytes())?;
        write_part(&header, out)?;
        write_part(&body, out)
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
        let (header, packed) = parts(input).map_err(explained)?;
        let header = serde_json::from_slice(&header).map_err(|_| damaged("its header is none"))?;
        let body = unpacked(&packed, BODY_BYTES_MAX);
        Ok(ShardFile { header, body: body.ok_or_else(|| damaged("it does not unpack"))? })
    }
}

/// Header and packed body.
fn parts(input: &mut impl Read) -> Result<(Vec<u8>, Vec<u8>), FileError> {
    let mut parts = SHARD.open(input)?;
    let both = (parts.part()?, parts.part()?);
    parts.end()?;
    Ok(both)
}

/// The error, with the way out for shards: all are made again, or one by any of three commands.
fn explained(error: FileError) -> anyhow::Error {
    match error {
        FileError::Version(_) => anyhow!(
            "the shard has another format, of an older or newer drawproof: make all shards with this \
             one"
        ),
        FileError::Foreign(_) => anyhow!(
            "this is no shard: make one with 'drawproof verify', 'judge' or 'check' and \
             '--shard I/N --output FILE'"
        ),
        FileError::Damaged(_, why) => damaged(why),
        FileError::Io(_, error) => error.into(),
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
    anyhow!("the shard is damaged ({why}): make it again")
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
