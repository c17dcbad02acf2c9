//! The jobs of the engine besides reading commands: searches, perft, and the work after changed
//! options.

use std::collections::hash_map::RandomState;
use std::fmt::Write;
use std::hash::{BuildHasher, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use drawproof_board::{Board, BoardBuilder, Move};
use drawproof_book::{
    Book,
    choice::{Choice, choose},
    learn::Lessons,
};
use drawproof_tables::probe::legal_moves;

use super::options::{EndgameOptions, Options};
use super::output::Output;
use super::record::Played;
use crate::endgames::Endgames;
use crate::game::Game;
use crate::moves::{self, after, perft};
use crate::quote::panic_text;
use crate::score::{self, Score};
use crate::search::{self, Report, Resources};
use crate::time::{Limits, Signals};
use crate::tt::Table;

/// The interval at which a finished search checks whether it may answer (`go infinite`, `go
/// ponder`).
const LOOK: Duration = Duration::from_millis(2);

/// The maximum number of plies of perft; more would take too long.
const PERFT_PLIES_MAX: u32 = 30;

/// A function that opens the tables selected by the options. Its error text is shown to the user.
pub type Loader = dyn Fn(&EndgameOptions) -> Result<Arc<dyn Endgames>, String> + Send + Sync;

/// The result of a job.
pub enum Finished {
    /// The job has no result.
    Nothing,
    /// A transposition table, and its size in MiB.
    Table(Arc<Table>, usize),
    /// The answer to a `go` in a game: the move, and its score for the side to move; `None` for a
    /// move of the book.
    Answer(Move, Option<Score>),
    /// The opened book; `None` if it could not be opened.
    Book(Option<Book>),
    /// The endgame knowledge that the options select; `None` if it could not be loaded.
    Endgames(Option<(Arc<dyn Endgames>, EndgameOptions)>),
}

/// The parameters of a search that answers a `go` command.
pub struct Search {
    pub game: Game,
    pub limits: Limits,
    pub options: Options,
    pub table: Arc<Table>,
    pub endgames: Arc<dyn Endgames>,
    /// The opening book, if the search may use it.
    pub book: Option<Book>,
    pub signals: Arc<Signals>,
}

/// The line of the answer, and its move with the score.
type Answer = (String, Finished);

impl Search {
    /// Searches, and writes one `bestmove` even if the search fails.
    pub fn run(self, output: &Output) -> Finished {
        let searched = catch_unwind(AssertUnwindSafe(|| self.best_move(output)));
        let (best, finished) = searched.unwrap_or_else(|panic| {
            internal_error(output, "the search failed", &panic_text(&*panic));
            (any_move(self.game.board(), &self.limits.search_moves), Finished::Nothing)
        });
        while (self.limits.infinite || self.signals.is_pondering()) && !self.signals.is_stopped() {
            thread::sleep(LOOK);
        }
        output.say(&best);
        finished
    }

    /// Takes a move of the book, or searches and reports.
    fn best_move(&self, output: &Output) -> Answer {
        if let Some(answer) = self.book.as_ref().and_then(|book| self.book_move(book, output)) {
            return answer;
        }
        let resources = Resources {
            table: &self.table,
            endgames: &*self.endgames,
            use_recognizers: self.options.use_recognizers,
            fifty_move_rule: self.options.fifty_move_rule,
            threads: self.options.threads,
            lines: self.options.lines,
            overhead: self.options.overhead,
            signals: &self.signals,
        };
        let board = self.game.board();
        let report = search::run(&self.game, &self.limits, resources, &mut |report| {
            say_faults(&*self.endgames, output);
            output.report(&info_line(board, report, self.options.lines));
        });
        for fault in &report.faults {
            internal_error(output, "the search goes on without a thread", fault);
        }
        say_faults(&*self.endgames, output);
        let answer = report.line.first().map(|&mv| Finished::Answer(mv, Some(report.score)));
        (best_move_line(board, &report.line), answer.unwrap_or(Finished::Nothing))
    }

    /// Returns a move of the book, if it has one.
    fn book_move(&self, book: &Book, output: &Output) -> Option<Answer> {
        let board = self.game.board();
        let number = BoardBuilder::from_board(board).fullmove_number;
        if usize::from(number) > self.options.book.depth {
            return None;
        }
        let options = &self.options.book;
        let choice = Choice { best: options.best, learned: options.learning };
        // The standard library's hashers are randomly seeded.
        let random = RandomState::new().build_hasher().finish();
        match choose(book, board, choice, random) {
            Ok(candidate) => {
                let candidate = candidate?;
                let mv = candidate.of_book.mv;
                output.inform(&format!(
                    "book move {}, weight {}, share {:.1} %",
                    moves::to_uci(board, mv),
                    candidate.of_book.entry.weight,
                    100.0 * candidate.probability,
                ));
                Some((best_move_line(board, &[mv]), Finished::Answer(mv, None)))
            }
            Err(problem) => {
                output.inform(&problem.to_string());
                None
            }
        }
    }
}

/// Returns the `bestmove` of a failed search: the first legal move of `wanted` or, if none of these
/// is legal, the first legal move.
pub fn any_move(board: &Board, wanted: &[Move]) -> String {
    let found = catch_unwind(|| {
        let moves = legal_moves(board);
        let best = moves.iter().find(|mv| wanted.contains(mv)).or(moves.first());
        best_move_line(board, best.map_or(&[], std::slice::from_ref))
    });
    found.unwrap_or_else(|_| "bestmove 0000".into())
}

/// Reports a bug of the engine, with its cause and consequence.
pub fn internal_error(output: &Output, consequence: &str, cause: &str) {
    output.inform(&format!("internal error: {consequence}: {cause}"));
}

/// Counts the move sequences of `depth` plies, and writes the number for each first move and the
/// sum.
pub fn count_moves(board: &Board, depth: u32, signals: &Signals, output: &Output) -> Finished {
    if depth > PERFT_PLIES_MAX {
        output.inform(&format!("perft counts at most {PERFT_PLIES_MAX} plies, not {depth}"));
        return Finished::Nothing;
    }
    let mut total = u64::from(depth == 0);
    for mv in legal_moves(board).into_iter().filter(|_| depth > 0) {
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

/// Creates a transposition table of `mebibytes` MiB. If that fails, returns `old`, whose size is
/// `old_mebibytes` MiB.
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

/// Opens the book in the file at `path`; reports a failure on `output`.
pub fn open_book(path: &str, output: &Output) -> Finished {
    match Book::open(path) {
        Ok(book) => Finished::Book(Some(book)),
        Err(problem) => {
            output.inform(&problem.to_string());
            Finished::Book(None)
        }
    }
}

/// Adds the result of a game to the book.
pub fn learn(book: &Book, played: &Played, output: &Output) -> Finished {
    let mut lessons = Lessons::default();
    lessons.add(&played.start, &played.moves, played.white_half_points);
    match lessons.teach(book.path()) {
        Ok(learned) => {
            let result = ["0-1", "1/2-1/2", "1-0"][usize::from(played.white_half_points.min(2))];
            output.inform(&format!("learned {result}: {} moves of the book", learned.entries));
        }
        Err(problem) => output.inform(&problem.to_string()),
    }
    Finished::Nothing
}

/// Loads the tables that `options` select, and clears the transposition table, because its scores
/// come from the previous knowledge.
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

/// Formats the `info` line of a report on `board`, one of `lines` lines at its depth.
fn info_line(board: &Board, report: &Report, lines: usize) -> String {
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

/// Formats the `bestmove` line: the first move of `line`, and the expected reply.
fn best_move_line(board: &Board, line: &[Move]) -> String {
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
