//! `book learn`: results of games, counted in a book.

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Args;
use drawproof_book::learn::Lessons;
use serde_json::json;

use super::{games::Account, show::book_path};
use crate::{
    arguments::Format,
    output::{counted, print_json, stdout},
};

/// Arguments of `book learn`.
#[derive(Debug, Args)]
#[command(
    after_help = "Moves of both sides count, each for the side that played it. Moves that are not in the book are
ignored, and the book's weights do not change. The engine's option BookLearning uses these counts.

Exit status: 0 done, 2 an error, or games that could not be read; the book learns from the others."
)]
pub struct LearnArgs {
    /// Files of games; '-' reads standard input
    #[arg(value_name = "GAMES.pgn", required = true)]
    pub games: Vec<String>,
    /// The book [default: $DRAWPROOF_BOOK]
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Runs `book learn`: adds the results of games to a book.
pub fn run(args: &LearnArgs) -> Result<ExitCode> {
    /// Moves of a game that may be in a book.
    const PLIES_MAX: usize = 200;
    let book = book_path(args.book.as_ref())?;
    let mut lessons = Lessons::default();
    let mut entries = 0;
    let account = Account::of_files(&args.games, PLIES_MAX, &mut |start, moves, half_points| {
        lessons.add(start, moves, half_points);
        // A bound of memory: what has been counted goes into the book.
        if lessons.len() > 1 << 20 {
            entries += std::mem::take(&mut lessons).teach(&book)?.entries;
        }
        Ok(())
    })?;
    entries += lessons.teach(&book)?.entries;
    match args.format {
        Format::Text => {
            let entries = counted(entries, "move", "moves");
            writeln!(stdout(), "{}\n{entries} of {} corrected", account.text(), book.display())?;
        }
        Format::Json => print_json(&json!({
            "path": book, "games": account, "entries": entries,
        }))?,
    }
    Ok(account.status())
}
