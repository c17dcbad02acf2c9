//! The resources of a search and its reports.

use std::time::Duration;

use drawproof_board::Move;

use crate::cutoffs::Cutoffs;
use crate::endgames::Endgames;
use crate::score::Score;
use crate::time::Signals;
use crate::tt::Table;

/// The tables, options and signals of a search.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// The source of table values and of the recognizers' claims.
    pub endgames: &'a dyn Endgames,
    /// Whether to ask the draw recognizers. Tables are always probed.
    pub use_recognizers: bool,
    /// Whether a game is drawn after 100 plies without a capture or pawn move.
    pub fifty_move_rule: bool,
    /// The number of search threads, at least 1.
    pub threads: usize,
    /// The number of lines to report at each depth, at least 1.
    pub lines: usize,
    /// The time lost at each move between the engine and the clock.
    pub overhead: Duration,
    /// The signals that stop the search, with the clock of the search.
    pub signals: &'a Signals,
}

/// The result of one iteration for one of the requested lines.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The number of the line, from 1 for the best one.
    pub number: usize,
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The length in plies of the longest line searched.
    pub seldepth: u32,
    /// The score of the line in centipawns, for the side to move.
    pub score: Score,
    /// The number of positions searched by all threads.
    pub nodes: u64,
    /// The number of positions that tables or recognizers decided.
    pub table_hits: u64,
    /// The share of the transposition table that entries of this search fill, in permille.
    pub fullness_permille: usize,
    /// The time since the start of the search.
    pub elapsed: Duration,
    /// The principal variation, best move first; empty if there is no legal move.
    pub line: Vec<Move>,
    /// The numbers of cut-offs in the nodes of the reporting thread.
    pub cutoffs: Cutoffs,
    /// A sentence about each search thread that failed or could not be started. The report then
    /// covers the work of the other threads, or the state before the search.
    pub faults: Vec<String>,
}
