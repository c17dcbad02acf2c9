//! A UCI engine that answers immediately with the first legal move and a score of 0. It measures
//! the overhead of asking.

use std::io::{self, BufRead, Write};

use drawproof_board::{Board, notation::display_uci_move};

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut board: Option<Board> = None;
    let (mut line, mut answers) = (String::new(), Vec::new());
    while input.read_line(&mut line)? > 0 {
        let text = line.trim();
        if let Some(fen) = text.strip_prefix("position fen ") {
            board = fen.parse().ok();
        } else if text.starts_with("go") {
            let best = board.as_ref().and_then(first_move).unwrap_or_else(|| "(none)".into());
            writeln!(answers, "info depth 1 score cp 0 nodes 1 pv {best}\nbestmove {best}")?;
        } else if text == "uci" {
            answers.extend_from_slice(b"id name Trivial\nuciok\n");
        } else if text == "isready" {
            answers.extend_from_slice(b"readyok\n");
        } else if text == "quit" {
            return Ok(());
        }
        line.clear();
        if !answers.is_empty() {
            output.write_all(&answers)?;
            output.flush()?;
            answers.clear();
        }
    }
    Ok(())
}

fn first_move(board: &Board) -> Option<String> {
    let mut first = None;
    board.generate_moves(|moves| {
        first = moves.into_iter().next();
        true
    });
    Some(display_uci_move(board, first?).to_string())
}
