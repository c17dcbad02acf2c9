//! What the engine does beside reading commands: searches, perft, and the work that options ask for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use drawproof_board::{Board, Move};

use super::format;
use super::options::{EndgameOptions, Options};
use super::output::Output;
use crate::endgames::Endgames;
use crate::game::Game;
use crate::moves::{self, after};
use crate::perft::perft;
use crate::quote::panic_text;
use crate::search::{self, Resources};
use crate::time::{Limits, Signals};
use crate::tt::Table;

/// How often a finished search checks whether it may answer (`go infinite`, `go ponder`).
const LOOK: Duration = Duration::from_millis(2);

/// The most plies that perft counts: more take longer than anybody waits.
const PERFT_PLIES_MAX: u32 = 30;

/// Opens the tables that the options select. The text of an error is shown to the user.
pub type Loader = dyn Fn(&EndgameOptions) -> Result<Arc<dyn Endgames>, String> + Send + Sync;

/// The result of a job.
pub enum Finished {
    /// Nothing to take over.
    Nothing,
    /// A transposition table of this size in MiB.
    Table(Arc<Table>, usize),
    /// Endgame knowledge as these options select it, or `None` if it could not be loaded.
    Endgames(Option<(Arc<dyn Endgames>, EndgameOptions)>),
}

/// A search that answers a `go` command.
pub struct Search {
    pub game: Game,
    pub limits: Limits,
    pub options: Options,
    pub table: Arc<Table>,
    pub endgames: Arc<dyn Endgames>,
    pub signals: Arc<Signals>,
}

impl Search {
    /// Searches, and answers with one `bestmove`, whatever happens in the search.
    pub fn run(self, output: &Output) -> Finished {
        let searched = catch_unwind(AssertUnwindSafe(|| self.best_move(output)));
        let best = searched.unwrap_or_else(|panic| {
            internal_error(output, "the search failed", &panic_text(&*panic));
            any_move(self.game.board(), &self.limits.search_moves)
        });
        while (self.limits.infinite || self.signals.is_pondering()) && !self.signals.is_stopped() {
            thread::sleep(LOOK);
        }
        output.say(&best);
        Finished::Nothing
    }

    /// Searches and reports; returns the line that answers.
    fn best_move(&self, output: &Output) -> String {
        let resources = Resources {
            table: &self.table,
            endgames: &*self.endgames,
            use_recognizers: self.options.use_recognizers,
            fifty_move_rule: self.options.fifty_move_rule,
            threads: self.options.threads,
            overhead: self.options.overhead,
            signals: &self.signals,
        };
        let board = self.game.board();
        let report = search::run(&self.game, &self.limits, resources, &mut |report| {
            say_faults(&*self.endgames, output);
            output.report(&format::info(board, report));
        });
        for fault in &report.faults {
            internal_error(output, "the search goes on without a thread", fault);
        }
        say_faults(&*self.endgames, output);
        format::best_move(board, &report.line)
    }
}

/// The answer of a search that failed: the first legal move, of `wanted` if there are any.
pub fn any_move(board: &Board, wanted: &[Move]) -> String {
    let found = catch_unwind(|| {
        let mut moves = Vec::new();
        board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        let best = moves.iter().find(|mv| wanted.contains(mv)).or(moves.first());
        format::best_move(board, best.map_or(&[], std::slice::from_ref))
    });
    found.unwrap_or_else(|_| "bestmove 0000".into())
}

/// Says that something failed which should not be able to fail.
pub fn internal_error(output: &Output, consequence: &str, cause: &str) {
    output.inform(&format!("internal error: {consequence}: {cause}"));
}

/// Counts the move sequences of `depth` plies, move by move.
pub fn count_moves(board: &Board, depth: u32, signals: &Signals, output: &Output) -> Finished {
    if depth > PERFT_PLIES_MAX {
        output.inform(&format!("perft counts at most {PERFT_PLIES_MAX} plies, not {depth}"));
        return Finished::Nothing;
    }
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    let mut total = u64::from(depth == 0);
    for mv in moves.into_iter().filter(|_| depth > 0) {
        let below = perft(&after(board, mv), depth - 1, &|| signals.is_stopped());
        let Some(count) = below else {
            output.inform("perft was stopped");
            return Finished::Nothing;
        };
        total += count;
        output.report(&format!("{}: {count}", moves::to_uci(board, mv)));
    }
    output.say(&format!("\nNodes searched: {total}"));
    Finished::Nothing
}

/// Makes a transposition table of `mebibytes`, or returns `old`, whose size is `old_mebibytes`.
pub fn resize(
    old: Arc<Table>,
    old_mebibytes: usize,
    mebibytes: usize,
    output: &Output,
) -> Finished {
    match Table::new(mebibytes) {
        Some(table) => Finished::Table(Arc::new(table), mebibytes),
        None => {
            output.inform("not enough memory for this Hash; the old one is kept");
            Finished::Table(old, old_mebibytes)
        }
    }
}

/// Loads the tables that `options` select, and clears the transposition table, whose scores come
/// from other knowledge.
pub fn load(load: &Loader, options: EndgameOptions, table: &Table, output: &Output) -> Finished {
    let loaded = catch_unwind(AssertUnwindSafe(|| load(&options)));
    let loaded = loaded.unwrap_or_else(|panic| {
        Err(format!("internal error: loading tables failed: {}", panic_text(&*panic)))
    });
    match loaded {
        Ok(endgames) => {
            say_faults(&*endgames, output);
            table.clear();
            Finished::Endgames(Some((endgames, options)))
        }
        Err(problem) => {
            output.inform(&problem);
            Finished::Endgames(None)
        }
    }
}

fn say_faults(endgames: &dyn Endgames, output: &Output) {
    for fault in endgames.faults() {
        output.inform(&fault);
    }
}
