//! Reports of a search as UCI lines.

use std::fmt::Write;

use drawproof_board::{Board, Move};

use crate::moves;
use crate::score;
use crate::search::Report;

/// The `info` line of a report on `board`, one of as many as `lines` for its depth.
pub fn info(board: &Board, report: &Report, lines: usize) -> String {
    let milliseconds = report.elapsed.as_millis();
    let nps = u128::from(report.nodes) * 1_000_000 / report.elapsed.as_micros().max(1);
    let mut line = format!(
        "info depth {} seldepth {}{} score {} nodes {} nps {nps} hashfull {} tbhits {} time {}",
        report.depth,
        report.seldepth,
        if lines > 1 { format!(" multipv {}", report.number) } else { String::new() },
        score::to_uci(report.score),
        report.nodes,
        report.fullness_permille,
        report.table_hits,
        milliseconds,
    );
    if !report.line.is_empty() {
        let _ = write!(line, " pv {}", variation(board, &report.line));
    }
    line
}

/// The `bestmove` line: the first move of `line`, and the expected reply.
pub fn best_move(board: &Board, line: &[Move]) -> String {
    let Some(&best) = line.first() else { return "bestmove (none)".into() };
    let mut text = format!("bestmove {}", moves::to_uci(board, best));
    if let Some(&answer) = line.get(1) {
        let mut next = board.clone();
        next.play(best);
        let _ = write!(text, " ponder {}", moves::to_uci(&next, answer));
    }
    text
}

fn variation(board: &Board, line: &[Move]) -> String {
    let mut board = board.clone();
    let moves = line.iter().map(|&mv| {
        let text = moves::to_uci(&board, mv);
        board.play(mv);
        text
    });
    moves.collect::<Vec<_>>().join(" ")
}
