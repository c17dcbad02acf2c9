//! Shards: the part of a `verify`, `judge` or `check` that one of several processes does. Each writes a
//! file; `drawproof merge` reads them all.
//!
//! A file has two parts: a JSON header with the command, its options and the number of the shard, and
//! packed findings.

use std::{
    io::{Read, Write},
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Work,
    saved_file::{FileError, FileKind, unpacked},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

pub use drawproof_verifier::Shard;

use crate::{
    output::{read_file, write_file},
    rule::exchange::from_bytes,
};

/// Arguments of a command that can do one of several shards.
#[derive(Clone, Debug, Args)]
pub struct ShardArgs {
    /// Do only shard I of N and write its result to --output; 'drawproof merge' prints the report. The status
    /// is 0 once the file is written, whatever the result
    #[arg(
        long,
        value_name = "I/N",
        requires = "output",
        help_heading = "One of several processes",
        hide_short_help = true
    )]
    pub shard: Option<Shard>,
    /// The file for the result of --shard
    #[arg(
        long,
        value_name = "FILE",
        requires = "shard",
        help_heading = "One of several processes",
        hide_short_help = true
    )]
    pub output: Option<PathBuf>,
}

impl ShardArgs {
    /// Returns the shard to do and the path of its file; `None` to do all work.
    pub fn requested(&self) -> Option<(Shard, &Path)> {
        self.shard.zip(self.output.as_deref())
    }
}

/// The complete set of shards of one run, ordered by number.
pub struct ShardSet {
    /// The header that all shards share, except for their numbers.
    header: Header,
    shards: Vec<(PathBuf, Vec<u8>)>,
}

impl ShardSet {
    /// Reads the files of all shards, in any order.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or is damaged, if a shard is missing or occurs twice, or if
    /// the shards do not belong together.
    pub fn read(paths: &[PathBuf]) -> Result<ShardSet> {
        let mut files = Vec::new();
        for path in paths {
            files.push((path, ShardFile::read(path)?));
        }
        let (first_path, first) = files.first().context("name the files of the shards")?;
        let header = first.header.clone();
        ensure!(
            header.drawproof == VERSION,
            "{} was made by drawproof {}, and this is {VERSION}: make and merge shards with one \
             version",
            first_path.display(),
            header.drawproof
        );
        for (path, file) in &files[1..] {
            belong_together((first_path, &header), (path, &file.header))?;
        }
        files.sort_by_key(|(_, file)| file.header.shard);
        for pair in files.windows(2) {
            let [(path, file), (other, of_other)] = pair else { unreachable!("windows of two") };
            let shard = file.header.shard;
            if shard == of_other.header.shard {
                bail!("shard {shard} is there twice: {}, {}", path.display(), other.display());
            }
        }
        let numbers: Vec<u32> = files.iter().map(|(_, it)| it.header.shard.number()).collect();
        let missing: Vec<u32> = (1..=header.shard.count())
            .filter(|number| numbers.binary_search(number).is_err())
            .collect();
        if !missing.is_empty() {
            bail!("{}", missing_shards(&missing, header.shard.count()));
        }
        let shards = files.into_iter().map(|(path, file)| (path.clone(), file.body)).collect();
        Ok(ShardSet { header, shards })
    }

    /// Returns the name of the command that made the shards.
    pub fn command(&self) -> &str {
        &self.header.command
    }

    /// Returns the settings that all shards share.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T> {
        self.header.settings()
    }

    /// Returns the bodies of the shards, each with the path of its file.
    pub fn into_bodies(self) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
        self.shards.into_iter()
    }

    /// Groups the parts in all bodies by endgame, for commands whose bodies are lists of parts.
    /// `endgame_of` returns the endgame of a part.
    pub fn into_parts<T: DeserializeOwned>(
        self,
        endgames: &[NormalMaterial],
        endgame_of: impl Fn(&T) -> String,
    ) -> Result<Vec<(NormalMaterial, Vec<T>)>> {
        let mut parts: Vec<_> = endgames.iter().map(|&endgame| (endgame, Vec::new())).collect();
        for (path, body) in self.shards {
            let of_shard: Vec<T> =
                from_bytes(&body).with_context(|| format!("{} is damaged", path.display()))?;
            for part in of_shard {
                let name = endgame_of(&part);
                let own = parts.iter_mut().find(|(endgame, _)| endgame.to_string() == name);
                own.ok_or_else(|| damaged("it is about another endgame"))?.1.push(part);
            }
        }
        Ok(parts)
    }
}

/// Returns, for each endgame, the range of its work items that belongs to `shard`. Endgames without
/// such items are left out.
pub fn pieces(
    shard: Shard,
    endgames: &[NormalMaterial],
    work: &[Work],
) -> Vec<(NormalMaterial, Range<usize>)> {
    let ranges = shard.ranges(work).into_iter();
    let ranges = ranges.map(|range| range.start as usize..range.end as usize);
    endgames.iter().copied().zip(ranges).filter(|(_, range)| !range.is_empty()).collect()
}

/// Returns an error if two shards are not of the same work.
fn belong_together(
    (first_path, first): (&Path, &Header),
    (path, header): (&Path, &Header),
) -> Result<()> {
    let [first, header] = [first, header].map(|it| {
        let version = ("version of drawproof".to_owned(), it.drawproof.clone().into());
        let own = [version, ("command".to_owned(), it.command.clone().into())];
        let count = ("number of shards".to_owned(), it.shard.count().into());
        own.into_iter().chain(it.settings.clone()).chain([count]).collect::<Map<_, _>>()
    });
    for name in first.keys().chain(header.keys()) {
        let value = |of: &Map<_, Value>| of.get(name).map_or("none".into(), ToString::to_string);
        let [one, other] = [&first, &header].map(value);
        ensure!(
            one == other,
            "the shards do not belong together: the {} of {} is {one}, that of {} is {other}",
            name.replace('_', " "),
            first_path.display(),
            path.display()
        );
    }
    Ok(())
}

/// Returns the sentence about missing shards.
fn missing_shards(missing: &[u32], count: u32) -> String {
    /// The maximum number of missing shards that are named.
    const NAMED: usize = 10;
    let named: Vec<String> =
        missing.iter().take(NAMED).map(|number| format!("{number}/{count}")).collect();
    let more = match missing.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (shards, are) = if missing.len() == 1 { ("shard", "is") } else { ("shards", "are") };
    format!("{shards} {}{more} {are} missing: name the files of all {count}", named.join(", "))
}

/// Shards.
static SHARD: FileKind = FileKind {
    magic: "drawproof shard 2\n",
    part_bytes_max: 1 << 30,
    noun: "shard",
    made_by: "drawproof verify --shard I/N --output FILE",
};

/// The maximum length of an unpacked body in bytes.
const BODY_BYTES_MAX: usize = 1 << 31;

/// A fast compression level: shards are merged once.
const ZSTD_LEVEL: i32 = 3;

/// The version of this program. Shards of different versions are not merged, because rules and the
/// choice of examples may differ.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The header of a shard's file, which identifies the run that the shard belongs to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the program that made the shard.
    pub drawproof: String,
    /// The command that made the shard: `verify`, `judge` or `check`.
    pub command: String,
    /// The number of the shard, and the number of all shards.
    pub shard: Shard,
    /// The settings that all shards of the run share, by name.
    pub settings: Map<String, Value>,
}

/// The contents of a shard's file.
pub struct ShardFile {
    /// The header, which identifies the run that the shard belongs to.
    pub header: Header,
    /// The findings of the command in the shard, as serialized by the command.
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
        SHARD.write_part(&header, out)?;
        SHARD.write_part(&body, out)
    })
}

impl ShardFile {
    /// Reads the file of a shard.
    ///
    /// # Errors
    ///
    /// Fails if the file is not a shard, is damaged, or cannot be read.
    pub fn read(path: &Path) -> Result<ShardFile> {
        read_file(path, ShardFile::parse)
    }

    fn parse(input: &mut impl Read) -> Result<ShardFile> {
        let (header, packed) = parts(input).map_err(explained)?;
        let header =
            serde_json::from_slice(&header).map_err(|_| damaged("its header cannot be read"))?;
        let body = unpacked(&packed, BODY_BYTES_MAX);
        Ok(ShardFile { header, body: body.ok_or_else(|| damaged("it does not unpack"))? })
    }
}

/// Returns the header and the packed body.
fn parts(input: &mut impl Read) -> Result<(Vec<u8>, Vec<u8>), FileError> {
    let mut parts = SHARD.open(input)?;
    let both = (parts.part()?, parts.part()?);
    parts.end()?;
    Ok(both)
}

/// Returns the error, with the way out for shards: all are made again, or one by any of three
/// commands.
fn explained(error: FileError) -> anyhow::Error {
    match error {
        FileError::Version(_) => anyhow!(
            "the shard has another format, of an older or newer drawproof: make all shards with this \
             one"
        ),
        FileError::Foreign(_) => anyhow!(
            "this is not a shard: make one with 'drawproof verify', 'judge' or 'check' and \
             '--shard I/N --output FILE'"
        ),
        FileError::Damaged(_, why) => damaged(why),
        FileError::Io(_, error) => error.into(),
    }
}

impl Header {
    /// Returns the settings, deserialized into the type that the command uses.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T> {
        let settings = Value::Object(self.settings.clone());
        serde_json::from_value(settings).map_err(|_| damaged("its settings cannot be read"))
    }
}

/// Returns the error of a damaged shard; `why` names the damage.
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
