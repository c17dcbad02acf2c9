//! The games of PGN files, and an account of those that are not used.

use std::{
    fs::File,
    io::{Read, stdin},
    process::ExitCode,
};

use anyhow::{Context, Result};
use drawproof_board::{Board, Move};
use drawproof_pgn::{Games, main_line};
use serde::Serialize;

use crate::{
    output::{counted, grouped, print_error},
    process::ERROR,
};

/// Problems that are printed one by one.
const PROBLEMS_MAX: u64 = 20;

/// Takes the start and the moves of a game, and White's half points in it.
type Take<'a> = dyn FnMut(&Board, &[Move], u8) -> Result<()> + 'a;

/// The numbers of games that were read, used and left out.
#[derive(Debug, Default, Serialize)]
pub struct Account {
    /// The number of games in the files.
    pub games: u64,
    /// The number of standard games with a result, which were used.
    pub used: u64,
    /// The number of games without a result.
    pub without_result: u64,
    /// The number of games of other chess variants.
    pub other_variants: u64,
    /// The number of games that could not be read.
    pub unreadable: u64,
}

impl Account {
    /// Calls `take` for each usable game of the PGN files `paths` (`-` is standard input), with the
    /// start, the moves and White's half points. Reads at most `plies_max` moves of a game. Prints
    /// the unreadable games on standard error.
    pub fn of_files(paths: &[String], plies_max: usize, take: &mut Take) -> Result<Account> {
        let mut account = Account::default();
        for path in paths {
            let read = match path.as_str() {
                "-" => account.read("standard input", Box::new(stdin()), plies_max, take),
                path => {
                    let file = File::open(path).with_context(|| path.to_owned())?;
                    account.read(path, Box::new(file), plies_max, take)
                }
            };
            read.with_context(|| path.clone())?;
        }
        if account.unreadable > PROBLEMS_MAX {
            let more = grouped(account.unreadable - PROBLEMS_MAX);
            print_error(&format!("drawproof: and {more} more games that cannot be read"));
        }
        Ok(account)
    }

    fn read(
        &mut self,
        name: &str,
        input: Box<dyn Read>,
        plies_max: usize,
        take: &mut Take,
    ) -> Result<()> {
        let mut games = Games::new(input, plies_max);
        while let Some(game) = games.next_game().context("the games cannot be read")? {
            self.games += 1;
            if let Some(problem) = &game.problem {
                self.unreadable += 1;
                if self.unreadable <= PROBLEMS_MAX {
                    print_error(&format!("drawproof: {name}, {problem}"));
                }
            } else if !game.standard {
                self.other_variants += 1;
            } else if let Some(half_points) = game.outcome.white_half_points() {
                self.used += 1;
                take(&game.start, &main_line(&game.moves), half_points)?;
            } else {
                self.without_result += 1;
            }
        }
        Ok(())
    }

    /// Describes the numbers of games in one line.
    pub fn text(&self) -> String {
        let mut text =
            format!("{} used of {}", counted(self.used, "game", "games"), grouped(self.games));
        for (count, why) in [
            (self.without_result, "without a result"),
            (self.other_variants, "of other variants"),
            (self.unreadable, "unreadable"),
        ] {
            if count > 0 {
                text += &format!(", {} {why}", grouped(count));
            }
        }
        text
    }

    /// Returns the exit status: [`ERROR`] if a game could not be read, otherwise success.
    pub fn status(&self) -> ExitCode {
        if self.unreadable > 0 { ExitCode::from(ERROR) } else { ExitCode::SUCCESS }
    }
}
