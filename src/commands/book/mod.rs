//! `book`: Polyglot opening books.

mod games;
mod learn;
mod make;
mod merge;
mod show;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::environment::Environment;

/// Arguments of `book`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof book make games.pgn --out book.bin
  zstdcat games.pgn.zst | drawproof book make - --out book.bin --depth 24
  drawproof book show --book book.bin
  drawproof book merge mine.bin theirs.bin --out both.bin
  drawproof book learn played.pgn --book book.bin

Exit status: 0 done, 2 an error, or games that could not be read: 'make' and 'learn' name the
lines of these games and use the others.")]
pub struct BookArgs {
    /// What to do with books
    #[command(subcommand)]
    pub command: BookCommand,
}

/// The commands about books.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Make a book from the games in PGN files
    Make(make::MakeArgs),
    /// Show the moves that a book has for a position
    Show(show::ShowArgs),
    /// Merge several books into one
    Merge(merge::MergeArgs),
    /// Count the results of games in a book
    Learn(learn::LearnArgs),
}

/// Runs the command about books that the arguments name.
pub fn run(args: &BookArgs, environment: &Environment) -> Result<ExitCode> {
    match &args.command {
        BookCommand::Make(args) => make::run(args, environment),
        BookCommand::Show(args) => show::run(args),
        BookCommand::Merge(args) => merge::run(args),
        BookCommand::Learn(args) => learn::run(args),
    }
}
