//! The threads of a search.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

use drawproof_tables::probe::legal_moves;

use super::report::{Report, Resources};
use super::root::worth_searching;
use super::worker::{Shared, Worker};
use crate::game::Game;
use crate::quote::panic_text;
use crate::score::DRAW;
use crate::time::Limits;

/// The stack of a search thread. [`crate::score::MAX_PLY`] plies with a move list each need less.
const STACK_BYTES: usize = 16 << 20;

/// Searches the position of `game` and returns the last report. `on_report` receives the report of
/// each iteration. The function does not wait for `stop` or `ponderhit`; the conversation does.
///
/// A thread that panics ends alone, and the report names the panic. If it is the reporting thread,
/// the search ends with the last report, or with any legal move.
pub fn run(
    game: &Game,
    limits: &Limits,
    resources: Resources,
    on_report: &mut (dyn FnMut(&Report) + Send),
) -> Report {
    resources.table.next_search();
    let budget = limits.budget(game.board().side_to_move(), resources.overhead);
    let time = budget.map_or(Duration::MAX, |budget| budget.hard);
    let wanted = &limits.search_moves;
    let mut legal = legal_moves(game.board());
    legal.retain(|mv| wanted.is_empty() || wanted.contains(mv));
    let mut root = worth_searching(game, legal.clone(), &resources, time);
    let preferred = root.len();
    if resources.lines > 1 {
        // Further lines may be worse.
        let others: Vec<_> = legal.into_iter().filter(|mv| !root.contains(mv)).collect();
        root.extend(others);
    }
    let shared = Shared {
        resources,
        root,
        preferred,
        limits,
        budget,
        nodes: AtomicU64::new(0),
        table_hits: AtomicU64::new(0),
        finished: AtomicBool::new(false),
    };
    let mut last = None;
    let mut faults = Vec::new();
    let finished = thread::scope(|scope| {
        let (shared, last) = (&shared, &mut last);
        let helpers: Vec<_> = (1..resources.threads.max(1))
            .map(|n| spawn(scope, n, move || Worker::new(shared, game, n).deepen(&mut |_| {})))
            .collect();
        let main = spawn(scope, 0, move || {
            let _end = EndOfSearch(&shared.finished);
            Worker::new(shared, game, 0).deepen(&mut |report| {
                *last = Some(report.clone());
                on_report(report);
            })
        });
        if main.is_err() {
            shared.finished.store(true, Relaxed);
        }
        let finished = join(main, &mut faults);
        for helper in helpers {
            join(helper, &mut faults);
        }
        finished
    });
    let report = finished.or(last).unwrap_or_else(|| unsearched(&shared));
    Report { faults, ..report }
}

/// Tells the other threads that the reporting thread has ended, also after a panic.
struct EndOfSearch<'a>(&'a AtomicBool);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    index: usize,
    search: impl FnOnce() -> Report + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, Report>> {
    let thread = Builder::new().name(format!("search {index}")).stack_size(STACK_BYTES);
    thread.spawn_scoped(scope, search)
}

/// Returns the thread's result. If there is none, adds the reason to `faults`.
fn join(thread: io::Result<ScopedJoinHandle<Report>>, faults: &mut Vec<String>) -> Option<Report> {
    let fault = match thread.map(ScopedJoinHandle::join) {
        Ok(Ok(report)) => return Some(report),
        Ok(Err(panic)) => format!("a search thread failed: {}", panic_text(&*panic)),
        Err(error) => format!("a search thread could not be started: {error}"),
    };
    // Many threads may fail for the same reason.
    if !faults.contains(&fault) {
        faults.push(fault);
    }
    None
}

/// Returns the report of a search without any result.
fn unsearched(shared: &Shared) -> Report {
    Report {
        number: 1,
        score: DRAW,
        nodes: shared.nodes.load(Relaxed),
        table_hits: shared.table_hits.load(Relaxed),
        elapsed: shared.resources.signals.elapsed(),
        line: shared.root.iter().take(1).copied().collect(),
        ..Report::default()
    }
}
