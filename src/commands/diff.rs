//! `diff`: the differences between two saved runs.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail};
use clap::Args;
use drawproof_report as report;
use drawproof_verifier::{Recording, diff, read_recordings};

use crate::{
    arguments::{DocumentFormat, parse_examples},
    environment::Environment,
    output::{stdout, text_style},
};

/// Arguments of `diff`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  drawproof verify KRKR --plugin ./old.so --save old.run
  drawproof verify KRKR --plugin ./new.so --save new.run
  drawproof diff old.run new.run --format markdown")]
pub struct DiffArgs {
    /// The run of the old rule, from 'verify --save'
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The run of the new rule
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// Examples of each label (newly incorrect, corrected, lost, gained) to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DocumentFormat,
}

/// Runs the command. The status is 1 if the new rule makes a false claim that the old did not.
pub fn run(args: &DiffArgs, environment: &Environment) -> Result<ExitCode> {
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let mut diffs = Vec::new();
    for new in &new {
        if let Some(old) = old.iter().find(|old| old.header.endgame == new.header.endgame) {
            diffs.push(diff(old, new, args.examples, &environment.store)?);
        }
    }
    if diffs.is_empty() {
        bail!("the two runs have no endgame in common");
    }
    let document = match args.format {
        DocumentFormat::Text => report::diff_text(&diffs, text_style()),
        DocumentFormat::Json => report::diff_json(&diffs),
        DocumentFormat::Markdown => report::diff_markdown(&diffs),
    };
    stdout().write_all(document.as_bytes())?;
    let worse = diffs.iter().any(|diff| diff.gained.incorrect > 0);
    Ok(ExitCode::from(u8::from(worse)))
}

fn read(path: &Path) -> Result<Vec<Recording>> {
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    read_recordings(&mut std::io::BufReader::new(file)).with_context(name)
}
