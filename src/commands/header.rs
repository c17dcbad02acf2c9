//! `header`: the headers that rules include.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail};
use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use crate::output::{read_text, stdout, write_file};

/// The name and the text of each C header.
pub const HEADERS: [(&str, &str); 2] = [
    ("drawproof.h", include_str!("../../bindings/c/include/drawproof.h")),
    ("drawproof_board.h", include_str!("../../bindings/c/include/drawproof_board.h")),
];

/// Arguments of `header`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof header                      # drawproof.h, the interface of rules
  drawproof header drawproof_board.h    # boards for engines
  drawproof header --output include     # both, into a folder")]
pub struct HeaderArgs {
    /// The header to print
    #[arg(value_name = "NAME", default_value = HEADERS[0].0, value_parser = header())]
    name: usize,
    /// Write all headers into this folder, replacing older ones
    #[arg(short, long, value_name = "DIR", conflicts_with = "name")]
    output: Option<PathBuf>,
}

fn header() -> impl TypedValueParser<Value = usize> {
    PossibleValuesParser::new(HEADERS.map(|(name, _)| name)).map(|name| {
        let place = HEADERS.iter().position(|(known, _)| *known == name);
        place.expect("only names of headers are accepted")
    })
}

/// Runs `header`: prints a header, or writes all headers into a folder.
pub fn run(args: &HeaderArgs) -> Result<ExitCode> {
    match &args.output {
        Some(folder) => write_headers(folder, true)?,
        None => stdout().write_all(HEADERS[args.name].1.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes all headers into a folder.
///
/// # Errors
///
/// Fails if the folder has a header of another version and `replaces` is not set. Nothing is
/// written then.
pub fn write_headers(folder: &Path, replaces: bool) -> Result<()> {
    let is_here = |path: &Path, text: &str| read_text(path).is_ok_and(|it| it == text);
    let headers = HEADERS.map(|(name, text)| (folder.join(name), text));
    let missing: Vec<_> = headers.iter().filter(|(path, text)| !is_here(path, text)).collect();
    let other = missing.iter().find(|(path, _)| !replaces && path.exists());
    if let Some((path, _)) = other {
        bail!(
            "{} is that of another version: 'drawproof header --output DIR' replaces it",
            path.display()
        );
    }
    if replaces {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    missing.iter().try_for_each(|(path, text)| write_file(path, |it| it.write_all(text.as_bytes())))
}
