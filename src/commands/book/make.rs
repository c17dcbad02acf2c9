//! `book make`: a book of the games in PGN files.

use std::{
    io::{ErrorKind, Write, stdin},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use drawproof_book::make::{Maker, Options, Weights};
use serde_json::json;

use super::{games::Account, merge::text};
use crate::{
    arguments::Format,
    environment::Environment,
    output::{counted, print_json, stdout, write_file},
    scratch,
};

/// Arguments of `book make`.
#[derive(Debug, Args)]
#[command(
    after_help = "A move's weight is by default the number of games in which its player won; moves of weight 0
are left out. Games without a result and games of other variants are not used. Counts that do not fit into
--memory are sorted in a subfolder of the system's temporary folder ($TMPDIR).

Exit status: 0 done, 2 an error, or games that could not be read; the book is made from the others."
)]
pub struct MakeArgs {
    /// Files of games; '-' reads standard input
    #[arg(value_name = "GAMES.pgn", required = true)]
    pub games: Vec<String>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Plies of each game that enter the book
    #[arg(long, value_name = "PLIES", default_value = "40", value_parser = clap::value_parser!(u16).range(1..))]
    pub depth: u16,
    /// Leave out moves in fewer than N games
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    pub min_games: u32,
    /// What the weight of a move counts
    #[arg(long, value_name = "KIND", default_value = "wins")]
    pub weights: WeightKind,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// The quantity that the weight of a move counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WeightKind {
    /// Games in which the player of the move won
    Wins,
    /// Half points that the player of the move scored, as Polyglot counts
    Points,
    /// All games with the move
    Games,
}

/// Runs `book make`: makes a book from games.
pub fn run(args: &MakeArgs, environment: &Environment) -> Result<ExitCode> {
    /// Most of the memory is left to others: more than this makes the command no faster.
    const MEMORY_BYTES_MAX: u64 = 1 << 30;
    if args.games.iter().any(|path| path == "-") && std::io::IsTerminal::is_terminal(&stdin()) {
        bail!("standard input is a terminal: pipe games into it, or name a file");
    }
    let scratch = scratch::Folder::new().context("a temporary folder cannot be made")?;
    let options = Options {
        plies_max: args.depth.into(),
        games_min: args.min_games,
        weights: match args.weights {
            WeightKind::Wins => Weights::Wins,
            WeightKind::Points => Weights::Points,
            WeightKind::Games => Weights::Games,
        },
    };
    let memory_bytes = environment.store.memory_bytes().min(MEMORY_BYTES_MAX);
    let mut maker = Maker::new(options, memory_bytes, scratch.path());
    let account =
        Account::of_files(&args.games, options.plies_max, &mut |start, moves, half_points| {
            let added = maker.add(start, moves, half_points);
            added.with_context(|| format!("{} cannot be written", scratch.path().display()))
        })?;
    let (mut made, scratch_files) = (None, maker.scratch_files());
    let written = write_file(&args.out, |out| {
        let finished = maker.finish(out)?;
        made = Some(finished);
        if finished.moves == 0 { Err(ErrorKind::InvalidData.into()) } else { Ok(()) }
    });
    if made.is_some_and(|made| made.moves == 0) {
        let games = counted(args.min_games.into(), "game", "games");
        bail!(
            "no move was played in {games} and has a weight, so no book is written: {}; lower \
             --min-games or change --weights",
            account.text()
        );
    }
    written?;
    let made = made.expect("a file that was written was made");
    match args.format {
        Format::Text => writeln!(stdout(), "{}\n{}", account.text(), text(&made, &args.out))?,
        Format::Json => print_json(&json!({
            "path": args.out, "games": account, "positions": made.positions, "moves": made.moves,
            "scratch_files": scratch_files,
        }))?,
    }
    Ok(account.status())
}
