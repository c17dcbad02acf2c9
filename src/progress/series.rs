//! The endgames of one command, one after another: how many are done, and the share of all work.
//!
//! One for the process, because a process runs one command.

use std::{sync::Mutex, time::Instant};

use drawproof_tables::parallel::locked;

use super::display::Report;

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
    /// The shares of its stages that are done.
    solved: f64,
    used: f64,
}

/// A part of the work on an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and solving tables.
    Solving,
    /// What is done with the table.
    Using,
}

/// Begins a series of endgames with the given work each, of which solving is the share `solving`.
/// The first is at work.
pub fn begin(noun: &'static str, weights: Vec<f64>, solving: f64) {
    *locked(&SERIES) = Some(Series::new(noun, weights, solving));
}

/// The endgame at work is done; the next one is at work.
pub fn next() {
    if let Some(series) = &mut *locked(&SERIES) {
        series.place += 1;
        (series.done, series.solved, series.used) = (0.0, 0.0, 0.0);
    }
}

/// Further tables are solved, which the work after solving turned out to need: `work` of them. Returns
/// whether that is so.
pub fn begin_further(work: f64) -> bool {
    locked(&SERIES).as_mut().is_some_and(|series| series.begin_further(work))
}

/// The report of some work once a share of a stage of the endgame at work is done: its place in the
/// series, where the share never shrinks, or without one the share alone, since `begin`.
pub fn report(work: String, stage: Stage, share: Option<f64>, begin: Instant) -> Report {
    let Some(series) = &mut *locked(&SERIES) else {
        return Report { work, share, elapsed: begin.elapsed(), ..Report::default() };
    };
    let (count, share) = series.advance(stage, share.unwrap_or(0.0));
    let elapsed = series.begin.elapsed();
    Report { work, count, share: Some(share), elapsed, ..Report::default() }
}

/// How many endgames of the series are done, and of how many: "11 of 20 tables". `None` if there are not
/// several.
pub fn done() -> Option<String> {
    let series = locked(&SERIES);
    let Series { place, weights, noun, .. } = series.as_ref()?;
    (weights.len() > 1).then(|| format!("{place} of {} {noun}", weights.len()))
}

/// Whether there is a series.
pub fn is_begun() -> bool {
    locked(&SERIES).is_some()
}

impl Series {
    fn new(noun: &'static str, weights: Vec<f64>, solving: f64) -> Series {
        let begin = Instant::now();
        Series { begin, noun, weights, place: 0, solving, done: 0.0, solved: 0.0, used: 0.0 }
    }

    fn weight(&self) -> f64 {
        self.weights.get(self.place).copied().unwrap_or(0.0)
    }

    fn begin_further(&mut self, work: f64) -> bool {
        let is_further = self.used > 0.0;
        if is_further {
            // Of the usual work a part is to be done again.
            self.solved = 1.0 - (work / self.weight()).clamp(0.0, 1.0);
        }
        is_further
    }

    /// The count, such as "3 of 8 tables", empty for a series of one; and the share of the work of the series
    /// that is done.
    fn advance(&mut self, stage: Stage, share: f64) -> (String, f64) {
        let (known, part) = match stage {
            Stage::Solving => (&mut self.solved, self.solving),
            Stage::Using => (&mut self.used, 1.0),
        };
        let share = share.clamp(0.0, 1.0);
        if share > *known {
            // Each stage takes its part of what is left, whatever other stages come between.
            let left = (1.0 - part * share) / (1.0 - part * *known);
            self.done = 1.0 - (1.0 - self.done) * left;
            *known = share;
        }
        let all: f64 = self.weights.iter().sum();
        let before: f64 = self.weights.iter().take(self.place).sum();
        let current = self.weight() * self.done;
        let count = match self.weights.len() {
            1 => String::new(),
            total => format!("{} of {total} {}", self.place, self.noun),
        };
        (count, if all > 0.0 { (before + current) / all } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(weights: &[f64]) -> Series {
        Series::new("tables", weights.to_vec(), 0.5)
    }

    #[test]
    fn the_share_only_grows() {
        let mut series = series(&[1.0, 3.0]);
        assert_eq!(series.advance(Stage::Solving, 1.0).1, 0.125);
        assert_eq!(series.advance(Stage::Solving, 0.2).1, 0.125);
        assert_eq!(series.advance(Stage::Using, 0.5).1, 0.1875);
        series.place = 1;
        (series.done, series.solved, series.used) = (0.0, 0.0, 0.0);
        assert_eq!(series.advance(Stage::Using, 1.0), ("1 of 2 tables".into(), 1.0));
    }

    #[test]
    fn further_tables_take_a_part_of_what_is_left() {
        let mut series = series(&[8.0]);
        assert!(!series.begin_further(8.0), "the first tables are expected");
        assert_eq!(series.advance(Stage::Solving, 1.0).1, 0.5);
        assert_eq!(series.advance(Stage::Using, 0.5).1, 0.75);
        assert!(series.begin_further(8.0));
        assert_eq!(series.advance(Stage::Solving, 0.0).1, 0.75);
        assert_eq!(series.advance(Stage::Solving, 1.0).1, 0.875);
        assert_eq!(series.advance(Stage::Using, 0.75).1, 0.9375);
        // Small ones take a small part.
        assert!(series.begin_further(0.0));
        assert_eq!(series.advance(Stage::Solving, 1.0).1, 0.9375);
        assert_eq!(series.advance(Stage::Using, 1.0).1, 1.0);
    }

    #[test]
    fn a_single_endgame_is_not_counted() {
        assert_eq!(series(&[0.0]).advance(Stage::Using, 1.0).0, "");
    }
}
