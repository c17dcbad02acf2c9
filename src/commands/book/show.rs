//! `book show`: the moves of a position.

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Args;
use drawproof_board::{
    Board,
    notation::{display_san_move, display_uci_move},
};
use drawproof_book::{
    Book,
    choice::{Candidate, Choice, candidates},
    key,
};
use drawproof_engine::fen;
use serde_json::{Value, json};

use crate::{
    arguments::Format,
    output::{print_json, row, stdout},
};

/// Arguments of `book show`.
#[derive(Debug, Args)]
#[command(
    after_help = "'share' is the probability with which the engine plays the move; learned games change it. 'games' is
the number of learned games with the move, and 'score' their mean score for the side to move. 'value'
is the expected score from the tree of learned games."
)]
pub struct ShowArgs {
    /// The position [default: the initial position]
    #[arg(value_name = "FEN")]
    pub fen: Option<String>,
    /// The book [default: $DRAWPROOF_BOOK]
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Runs `book show`: prints the moves that a book has for a position.
pub fn run(args: &ShowArgs) -> Result<ExitCode> {
    let board = match &args.fen {
        Some(text) => fen::parse(text).with_context(|| format!("position '{text}'"))?,
        None => Board::default(),
    };
    let book = Book::open(book_path(args.book.as_ref())?)?;
    let choice = Choice { learned: true, ..Choice::default() };
    let candidates = candidates(&book, &board, choice)?;
    match args.format {
        Format::Text => print_text(&board, &candidates)?,
        Format::Json => {
            let moves: Vec<Value> =
                candidates.iter().map(|candidate| document(&board, candidate)).collect();
            print_json(&json!({
                "fen": board.to_string(), "key": format!("{:016x}", key(&board)), "moves": moves,
            }))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the path of the book: `named`, else `$DRAWPROOF_BOOK`.
pub fn book_path(named: Option<&PathBuf>) -> Result<PathBuf> {
    let default = || std::env::var_os("DRAWPROOF_BOOK").filter(|path| !path.is_empty());
    named.cloned().or_else(|| default().map(PathBuf::from)).context("name a book with --book FILE")
}

fn print_text(board: &Board, candidates: &[Candidate]) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "{board}\nkey {:016x}", key(board))?;
    if candidates.is_empty() {
        writeln!(out, "the book has no move")?;
        return Ok(());
    }
    const WIDTHS: [usize; 6] = [8, 6, 8, 6, 8, 7];
    let head = ["move", "weight", "share", "games", "score", "value"];
    writeln!(out, "\n{}", row(WIDTHS, head))?;
    for candidate in candidates {
        let entry = candidate.of_book.entry;
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let cells = [
            display_san_move(board, candidate.of_book.mv),
            entry.weight.to_string(),
            percent(candidate.probability),
            entry.games.to_string(),
            score(candidate).map_or(String::new(), percent),
            format!("{:.3}", candidate.value),
        ];
        writeln!(out, "{}", row(WIDTHS, cells))?;
    }
    Ok(())
}

/// Returns the score of the side to move in learned games, 0 to 1.
fn score(candidate: &Candidate) -> Option<f64> {
    let entry = candidate.of_book.entry;
    (entry.games > 0).then(|| f64::from(entry.half_points) / 2.0 / f64::from(entry.games))
}

fn document(board: &Board, candidate: &Candidate) -> Value {
    let Candidate { of_book, value, probability } = candidate;
    json!({
        "uci": display_uci_move(board, of_book.mv).to_string(),
        "san": display_san_move(board, of_book.mv),
        "weight": of_book.entry.weight,
        "share": probability,
        "games": of_book.entry.games,
        "score": score(candidate),
        "value": value,
    })
}
