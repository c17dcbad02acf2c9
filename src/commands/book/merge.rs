//! `book merge`: one book of several.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use clap::Args;
use drawproof_book::{Written, merge::Merge};
use serde_json::json;

use crate::{
    arguments::Format,
    output::{counted, print_json, stdout, write_file},
};

/// Arguments of `book merge`.
#[derive(Debug, Args)]
#[command(
    after_help = "Weights of the same move are added, and so are learned games. If a weight exceeds 65535, the
weights of its position are scaled down."
)]
pub struct MergeArgs {
    /// The books
    #[arg(value_name = "BOOK", required = true, num_args = 2..)]
    pub books: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Runs `book merge`: merges books into one.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    let merge = Merge::open(&args.books)?;
    let mut merged = None;
    write_file(&args.out, |out| {
        merged = Some(merge.write(out)?);
        Ok(())
    })?;
    let merged = merged.expect("a file that was written was merged");
    match args.format {
        Format::Text => writeln!(stdout(), "{}", text(&merged, &args.out))?,
        Format::Json => print_json(&json!({
            "path": args.out, "positions": merged.positions, "moves": merged.moves,
        }))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Describes a written book in one line: its size and its path.
pub fn text(written: &Written, path: &Path) -> String {
    let positions = counted(written.positions, "position", "positions");
    let moves = counted(written.moves, "move", "moves");
    format!("{positions}, {moves}: {}", path.display())
}
