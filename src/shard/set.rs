//! All shards of one piece of work.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::de::DeserializeOwned;

use super::file::{Header, ShardFile, VERSION};
use crate::rule::exchange::from_bytes;

/// The shards of one command, complete, each once, in their order.
pub struct ShardSet {
    /// The header that all of them have but for their numbers.
    header: Header,
    shards: Vec<(PathBuf, Vec<u8>)>,
}

impl ShardSet {
    /// Reads the files of all shards, in any order.
    ///
    /// # Errors
    ///
    /// One cannot be read or is damaged, one is missing or there twice, or they do not belong together.
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

    /// The command that made the shards.
    pub fn command(&self) -> &str {
        &self.header.command
    }

    /// The settings that all shards share.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T> {
        self.header.settings()
    }

    /// The bodies of the shards, each with the path of its file.
    pub fn into_bodies(self) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
        self.shards.into_iter()
    }

    /// What the bodies hold, for commands whose bodies are lists.
    pub fn into_parts<T: DeserializeOwned>(self) -> Result<Vec<T>> {
        let mut parts = Vec::new();
        for (path, body) in self.shards {
            let of_shard: Vec<T> =
                from_bytes(&body).with_context(|| format!("{} is damaged", path.display()))?;
            parts.extend(of_shard);
        }
        Ok(parts)
    }
}

/// An error if two shards are not of the same work.
fn belong_together(
    (first_path, first): (&Path, &Header),
    (path, header): (&Path, &Header),
) -> Result<()> {
    let differ = |what: &str, one: &str, other: &str| {
        let (first_path, path) = (first_path.display(), path.display());
        bail!(
            "the shards do not belong together: the {what} of {first_path} is {one}, that of \
             {path} is {other}"
        )
    };
    if header.drawproof != first.drawproof {
        return differ("version of drawproof", &first.drawproof, &header.drawproof);
    }
    if header.command != first.command {
        return differ("command", &first.command, &header.command);
    }
    let names = first.settings.keys().chain(header.settings.keys());
    for name in names {
        let [one, other] = [first, header]
            .map(|it| it.settings.get(name).map_or("none".into(), ToString::to_string));
        if one != other {
            return differ(&name.replace('_', " "), &one, &other);
        }
    }
    let [one, other] = [first, header].map(|it| it.shard.count());
    if one != other {
        return differ("number of shards", &one.to_string(), &other.to_string());
    }
    Ok(())
}

/// The sentence about missing shards.
fn missing_shards(missing: &[u32], count: u32) -> String {
    /// The most that are named.
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
