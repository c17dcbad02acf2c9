//! The search: iterative deepening over all threads, and what it reports.
//!
//! [`run`] is the whole interface. A `worker::Worker` is one thread's search; workers share the
//! transposition table, the signals and the counters, nothing else.

mod lines;
mod quiescence;
mod tree;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use cozy_chess::Move;

use super::endgames::Endgames;
use super::game::Game;
use super::score::Score;
use super::time::{Budget, Limits, Signals};
use super::tt::Table;
use worker::Worker;

/// Stack of a search thread: [`super::score::MAX_PLY`] plies with a move list each, and to spare.
const STACK_BYTES: usize = 16 << 20;

/// What a search works with.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Tables and recognizers.
    pub endgames: &'a dyn Endgames,
    /// Whether the recognizers are asked. Tables always are.
    pub use_recognizers: bool,
    /// How many threads search, at least 1.
    pub threads: usize,
    /// Time lost between the engine and the clock at each move.
    pub overhead: Duration,
    /// How the outside stops the search, and the clock.
    pub signals: &'a Signals,
}

/// What is known after an iteration.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched in full.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// The score from the side to move.
    pub score: Score,
    /// Positions looked at, over all threads.
    pub nodes: u64,
    /// Positions that tables or recognizers settled.
    pub table_hits: u64,
    /// How full the transposition table is, in permille.
    pub fullness_permille: usize,
    /// Time since the start.
    pub elapsed: Duration,
    /// The principal variation, best move first; empty if there is no legal move.
    pub line: Vec<Move>,
}

/// What all workers share.
struct Shared<'a> {
    resources: Resources<'a>,
    limits: &'a Limits,
    budget: Option<Budget>,
    nodes: AtomicU64,
    table_hits: AtomicU64,
    /// The reporting thread has finished: the others are no longer needed.
    finished: AtomicBool,
}

/// Searches the position of `game` and returns the last report; `on_report` sees every iteration's
/// as it is finished. Does not wait for `stop` or `ponderhit`: that is the conversation's business.
pub fn run(
    game: &Game,
    limits: &Limits,
    resources: Resources,
    on_report: &mut (dyn FnMut(&Report) + Send),
) -> Report {
    resources.table.next_search();
    let shared = Shared {
        resources,
        limits,
        budget: limits.budget(game.board().side_to_move(), resources.overhead),
        nodes: AtomicU64::new(0),
        table_hits: AtomicU64::new(0),
        finished: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        let shared = &shared;
        let thread = || std::thread::Builder::new().stack_size(STACK_BYTES);
        let helpers: Vec<_> = (1..resources.threads.max(1))
            .map(|n| move || Worker::new(shared, game, n).deepen(&mut |_| {}))
            .filter_map(|search| thread().spawn_scoped(scope, search).ok())
            .collect();
        let main = thread().spawn_scoped(scope, move || {
            let report = Worker::new(shared, game, 0).deepen(on_report);
            shared.finished.store(true, Relaxed);
            report
        });
        let report = main.expect("a thread can be started").join().expect("the search ends");
        for helper in helpers {
            helper.join().expect("the search ends");
        }
        report
    })
}
