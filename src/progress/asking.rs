//! The progress of asking a rule or an engine about positions, or of auditing a table.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use drawproof_session::store::Store;
use drawproof_tables::parallel::locked;
use drawproof_verifier::Observer;

use super::{
    display::{Display, TICK},
    series::{self, Stage},
};
use crate::environment::Environment;

/// Shows the share of an endgame's positions that are done, and the time left. Keeps the memory of tables in
/// scratch files within its bound meanwhile.
pub struct VerifyProgress<'a> {
    store: &'a Store,
    display: &'static Display,
    verb: &'static str,
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
            verb: "verifying",
            endgame: endgame.to_owned(),
            begin: Instant::now(),
            positions: AtomicU64::new(0),
            done: AtomicU64::new(0),
        }
    }

    /// The same for a comparison.
    pub fn comparing(self) -> VerifyProgress<'a> {
        VerifyProgress { verb: "comparing", ..self }
    }

    /// The same for a search.
    pub fn searching(self) -> VerifyProgress<'a> {
        VerifyProgress { verb: "searching", ..self }
    }

    fn add(&self, positions: u64) {
        self.store.keep_within_bound();
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        let all = self.positions.load(Ordering::Relaxed).max(1);
        self.display.show(|| {
            let share = (done as f64 / all as f64).min(1.0);
            let millions = all as f64 / 1e6;
            let work = format!("{} {}, {millions:.1} M positions", self.verb, self.endgame);
            series::report(work, Stage::Using, Some(share), self.begin)
        });
    }
}

impl Observer for VerifyProgress<'_> {
    fn begin(&self, positions: u64) {
        self.positions.store(positions, Ordering::Relaxed);
        self.add(0);
    }

    fn advance(&self, positions: u64) -> ControlFlow<()> {
        // A search asks often whether to go on.
        if positions > 0 {
            self.add(positions);
        }
        ControlFlow::Continue(())
    }

    /// The display of a series stays for the next endgame.
    fn end(&self) {
        if !series::is_begun() {
            self.display.clear();
        }
    }
}

/// Shows the share of all positions that an engine is asked, the endgame, the rate and the time left.
#[derive(Debug)]
pub struct JudgeProgress {
    display: &'static Display,
    asked: Mutex<Asked>,
}

/// The endgame that an engine is asked about.
#[derive(Debug)]
struct Asked {
    endgame: String,
    positions: u64,
    /// Positions that are answered, and those that were before.
    answered: u64,
    before: u64,
    begin: Instant,
    /// When this was shown last.
    shown: Instant,
}

impl JudgeProgress {
    /// Begins a series of endgames with that many positions to ask each; shows nothing if `quiet` or
    /// if standard error is no terminal.
    pub fn begin(positions: &[f64], quiet: bool) -> JudgeProgress {
        /// The share of an endgame's work that solving its table is.
        const SOLVING: f64 = 0.02;
        series::begin("endgames", positions.to_vec(), SOLVING);
        let endgame = String::new();
        let begin = Instant::now();
        let asked = Asked { endgame, positions: 0, answered: 0, before: 0, begin, shown: begin };
        JudgeProgress { display: Display::of_process(quiet), asked: Mutex::new(asked) }
    }

    /// An endgame is asked about, of whose positions some are `answered` already.
    pub fn begin_endgame(&self, endgame: &str, positions: u64, answered: u64) {
        let (endgame, before, begin) = (endgame.to_owned(), answered, Instant::now());
        *locked(&self.asked) = Asked { endgame, positions, answered, before, begin, shown: begin };
        self.show();
    }

    /// A position is answered.
    pub fn answer(&self) {
        if !self.display.is_quiet() {
            let mut asked = locked(&self.asked);
            asked.answered += 1;
            if asked.shown.elapsed() < TICK {
                return;
            }
            asked.shown = Instant::now();
            drop(asked);
            self.show();
        }
    }

    /// The endgame is done.
    pub fn end_endgame(&self) {
        series::next();
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.display.clear();
    }

    fn show(&self) {
        self.display.show(|| {
            let asked = locked(&self.asked);
            let share = asked.answered as f64 / asked.positions.max(1) as f64;
            let seconds = asked.begin.elapsed().as_secs_f64().max(1.0);
            let rate = (asked.answered - asked.before) as f64 / seconds;
            let work = format!("judging {}, {rate:.0}/s", asked.endgame);
            series::report(work, Stage::Using, Some(share), asked.begin)
        });
    }
}
