//! The resources of a search and its reports.

use std::time::Duration;

use drawproof_board::Move;

use crate::cutoffs::Cutoffs;
use crate::endgames::Endgames;
use crate::score::Score;
use crate::time::Signals;
use crate::tt::Table;

/// The resources of a search.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Tables and recognizers.
    pub endgames: &'a dyn Endgames,
    /// Whether the recognizers are asked. Tables always are.
    pub use_recognizers: bool,
    /// Whether a game is drawn after 100 plies without a capture or pawn move.
    pub fifty_move_rule: bool,
    /// Number of search threads, 1 or more.
    pub threads: usize,
    /// Number of lines to report at each depth, 1 or more.
    pub lines: usize,
    /// Time lost between the engine and the clock at each move.
    pub overhead: Duration,
    /// The signals that stop the search, and the clock.
    pub signals: &'a Signals,
}

/// The result of an iteration, for one of the lines that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The number of the line, from 1; the best comes first.
    pub number: usize,
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line searched.
    pub seldepth: u32,
    /// The score from the side to move.
    pub score: Score,
    /// Positions searched, by all threads.
    pub nodes: u64,
    /// Positions that tables or recognizers settled.
    pub table_hits: u64,
    /// How full the transposition table is, in permille.
    pub fullness_permille: usize,
    /// Time since the start.
    pub elapsed: Duration,
    /// The principal variation, best move first; empty if there is no legal move.
    pub line: Vec<Move>,
    /// Nodes that a move cut off, by the thread that reports.
    pub cutoffs: Cutoffs,
    /// Search threads that failed or could not be started, a sentence each. The report is then that
    /// of the others' work, or of what was known before.
    pub faults: Vec<String>,
}
