//! `diff`: what changed between two saved runs.

use std::{fs::File, io::Write, path::Path, process::ExitCode};

use anyhow::{Context, Result, bail};
use drawproof_verifier::{Recording, diff, read_recordings, report};

use super::rule_args::{DiffArgs, DocumentFormat};

/// Runs the command. The status is 1 if the new rule makes a false claim that the old did not.
pub fn run(args: &DiffArgs) -> Result<ExitCode> {
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let mut diffs = Vec::new();
    for new in &new {
        if let Some(old) = old.iter().find(|old| old.header.endgame == new.header.endgame) {
            diffs.push(diff(old, new, args.examples)?);
        }
    }
    if diffs.is_empty() {
        bail!("the two runs have no endgame in common");
    }
    let document = match args.format {
        DocumentFormat::Text => report::diff_text(&diffs),
        DocumentFormat::Json => report::diff_json(&diffs),
        DocumentFormat::Markdown => report::diff_markdown(&diffs),
    };
    std::io::stdout().write_all(document.as_bytes())?;
    let worse = diffs.iter().any(|diff| diff.gained.incorrect > 0);
    Ok(ExitCode::from(u8::from(worse)))
}

fn read(path: &Path) -> Result<Vec<Recording>> {
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    read_recordings(&mut std::io::BufReader::new(file)).with_context(name)
}
