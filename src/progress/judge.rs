//! The progress of asking an engine about the samples of endgames.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use super::{
    display::Display,
    series::{self, Stage},
};

/// How often a new report is shown at most.
const INTERVAL: Duration = Duration::from_millis(100);

/// The time over which the rate is measured.
const RATE_TIME: Duration = Duration::from_secs(2);

/// Shows the share of all positions that are asked, the endgame, the rate and the time left.
#[derive(Debug)]
pub struct JudgeProgress {
    display: &'static Display,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    endgame: String,
    /// Positions of the endgame, and those that are answered.
    positions: u64,
    answered: u64,
    begin: Instant,
    shown: Instant,
    /// When the rate was last measured, the answers since then, and the rate in answers a second.
    measured: Instant,
    since: u64,
    rate: Option<f64>,
}

impl JudgeProgress {
    /// Begins a series of endgames with that many positions to ask each; shows nothing if `quiet` or
    /// if standard error is no terminal.
    pub fn begin(positions: &[f64], quiet: bool) -> JudgeProgress {
        /// The share of an endgame's work that solving its table is.
        const SOLVING: f64 = 0.02;
        series::begin("endgames", positions.to_vec(), SOLVING);
        let now = Instant::now();
        let state = State {
            endgame: String::new(),
            positions: 0,
            answered: 0,
            begin: now,
            shown: now,
            measured: now,
            since: 0,
            rate: None,
        };
        JudgeProgress { display: Display::of_process(quiet), state: Mutex::new(state) }
    }

    /// An endgame is asked about, of whose positions some are `answered` already.
    pub fn begin_endgame(&self, endgame: &str, positions: u64, answered: u64) {
        series::begin_using();
        let mut state = self.state();
        state.endgame = endgame.to_owned();
        (state.positions, state.answered) = (positions, answered);
        self.show(&state);
    }

    /// A position is answered.
    pub fn answer(&self) {
        if !self.display.is_visible() {
            return;
        }
        let mut state = self.state();
        state.answered += 1;
        state.since += 1;
        let now = Instant::now();
        let since = now - state.measured;
        if since >= RATE_TIME {
            state.rate = Some(state.since as f64 / since.as_secs_f64());
            (state.measured, state.since) = (now, 0);
        }
        if now - state.shown >= INTERVAL {
            state.shown = now;
            self.show(&state);
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

    fn show(&self, state: &State) {
        self.display.show(|| {
            let share = state.answered as f64 / state.positions.max(1) as f64;
            let rate = state.rate.map_or(String::new(), |rate| format!(", {rate:.0}/s"));
            let work = format!("judging {}{rate}", state.endgame);
            series::report(work, Stage::Using, share, state.begin)
        });
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
