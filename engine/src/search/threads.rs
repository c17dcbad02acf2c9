//! The threads of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::report::{Report, Resources};
use super::worker::{Shared, Worker};
use crate::game::Game;
use crate::time::Limits;

/// Stack of a search thread: [`crate::score::MAX_PLY`] plies with a move list each need less.
const STACK_BYTES: usize = 16 << 20;

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
