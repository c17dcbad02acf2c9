//! The endgames of one command, one after another: how many are done, and the share of all work.
//!
//! One for the process, because a process runs one command.

use std::{
    sync::{Mutex, MutexGuard},
    time::{Duration, Instant},
};

use super::line::Report;

static SERIES: Mutex<Option<Series>> = Mutex::new(None);

/// Endgames of a command.
#[derive(Debug)]
struct Series {
    begin: Instant,
    /// What is counted, such as "tables".
    noun: &'static str,
    /// The work of each endgame, in any unit.
    weights: Vec<f64>,
    /// The endgame at work; the number of endgames once all are done.
    place: usize,
    /// The share of an endgame's work that solving its table is.
    solving: f64,
    /// The share of the endgame's work that is done.
    done: f64,
    /// That share when the work after solving began.
    solved: f64,
}

/// A part of the work on an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and solving tables.
    Solving,
    /// What is done with the table.
    Using,
}

/// The place in a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Such as "3 of 8 tables"; empty for a series of one.
    pub count: String,
    /// The share of the work of the series that is done, 0 to 1.
    pub share: f64,
    /// Time since the series began.
    pub elapsed: Duration,
}

/// Begins a series of endgames with the given work each, of which solving is the share `solving`.
/// The first is at work.
pub fn begin(noun: &'static str, weights: Vec<f64>, solving: f64) {
    let begin = Instant::now();
    *locked() = Some(Series { begin, noun, weights, place: 0, solving, done: 0.0, solved: 0.0 });
}

/// The endgame at work is done; the next one is at work.
pub fn next() {
    if let Some(series) = &mut *locked() {
        series.place += 1;
        (series.done, series.solved) = (0.0, 0.0);
    }
}

/// The work after solving begins.
pub fn begin_using() {
    if let Some(series) = &mut *locked() {
        series.solved = series.done;
    }
}

/// The place in the series once a share of a stage of the endgame at work is done, if there is a
/// series. Never less than before.
pub fn place(stage: Stage, share: f64) -> Option<Place> {
    let mut series = locked();
    Some(series.as_mut()?.advance(stage, share))
}

/// The report of some work once a share of a stage of the endgame at work is done: its place in the
/// series, or without one the share alone, since `begin`.
pub fn report(work: String, stage: Stage, share: f64, begin: Instant) -> Report {
    match place(stage, share) {
        Some(Place { count, share, elapsed }) => {
            Report { work, count, share: Some(share), elapsed, ..Report::default() }
        }
        None => Report { work, share: Some(share), elapsed: begin.elapsed(), ..Report::default() },
    }
}

/// Whether there is a series.
pub fn is_begun() -> bool {
    locked().is_some()
}

fn locked() -> MutexGuard<'static, Option<Series>> {
    SERIES.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Series {
    fn advance(&mut self, stage: Stage, share: f64) -> Place {
        let done = match stage {
            Stage::Solving => share * self.solving,
            Stage::Using => self.solved + share * (1.0 - self.solved),
        };
        self.done = self.done.max(done.clamp(0.0, 1.0));
        let all: f64 = self.weights.iter().sum();
        let before: f64 = self.weights.iter().take(self.place).sum();
        let current = self.weights.get(self.place).map_or(0.0, |weight| weight * self.done);
        let total = self.weights.len();
        Place {
            count: match total {
                1 => String::new(),
                _ => format!("{} of {total} {}", self.place, self.noun),
            },
            share: if all > 0.0 { (before + current) / all } else { 0.0 },
            elapsed: self.begin.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(weights: &[f64]) -> Series {
        Series {
            begin: Instant::now(),
            noun: "tables",
            weights: weights.to_vec(),
            place: 0,
            solving: 0.5,
            done: 0.0,
            solved: 0.0,
        }
    }

    #[test]
    fn the_share_only_grows() {
        let mut series = series(&[1.0, 3.0]);
        assert_eq!(series.advance(Stage::Solving, 1.0).share, 0.125);
        assert_eq!(series.advance(Stage::Solving, 0.2).share, 0.125);
        series.solved = series.done;
        assert_eq!(series.advance(Stage::Using, 0.5).share, 0.1875);
        series.place = 1;
        (series.done, series.solved) = (0.0, 0.0);
        let place = series.advance(Stage::Using, 1.0);
        assert_eq!((place.share, place.count.as_str()), (1.0, "1 of 2 tables"));
    }

    #[test]
    fn a_single_endgame_is_not_counted() {
        assert_eq!(series(&[0.0]).advance(Stage::Using, 1.0).count, "");
    }
}
