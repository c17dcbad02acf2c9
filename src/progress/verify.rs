//! The progress of asking a rule about every position, or of auditing a table.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};

use drawproof_session::store::Store;
use drawproof_verifier::Observer;

use super::{
    display::Display,
    series::{self, Stage},
};
use crate::environment::Environment;

/// Shows the share of an endgame's positions that are done, and the time left. Keeps the memory of tables in
/// scratch files within its bound meanwhile.
pub struct VerifyProgress<'a> {
    store: &'a Store,
    display: &'static Display,
    endgame: String,
    begin: Instant,
    positions: AtomicU64,
    done: AtomicU64,
}

impl<'a> VerifyProgress<'a> {
    /// A display for an endgame; it shows nothing if the environment is quiet or if standard error is no
    /// terminal.
    pub fn new(endgame: &str, environment: &'a Environment) -> VerifyProgress<'a> {
        VerifyProgress {
            store: &environment.store,
            display: Display::of_process(environment.quiet),
            endgame: endgame.to_owned(),
            begin: Instant::now(),
            positions: AtomicU64::new(0),
            done: AtomicU64::new(0),
        }
    }

    fn add(&self, positions: u64) {
        self.store.keep_within_bound();
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        let all = self.positions.load(Ordering::Relaxed).max(1);
        self.display.show(|| {
            let share = (done as f64 / all as f64).min(1.0);
            let millions = all as f64 / 1e6;
            let work = format!("verifying {}, {millions:.1} M positions", self.endgame);
            series::report(work, Stage::Using, share, self.begin)
        });
    }
}

impl Observer for VerifyProgress<'_> {
    fn begin(&self, positions: u64) {
        self.positions.store(positions, Ordering::Relaxed);
        series::begin_using();
        self.add(0);
    }

    fn advance(&self, positions: u64) -> ControlFlow<()> {
        self.add(positions);
        ControlFlow::Continue(())
    }

    /// The display of a series stays for the next endgame.
    fn end(&self) {
        if !series::is_begun() {
            self.display.clear();
        }
    }
}
