//! The endgames of one command, one after another: how many are done, and the share of all work.

use std::time::Instant;

/// The endgames that a command works on one after another, and the finished share of the work.
#[derive(Debug)]
pub struct Series {
    /// The time when the work on the first endgame began.
    pub begin: Instant,
    /// The noun of the counted things, such as "tables".
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

/// A part of the work on one endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Reading and solving tables.
    Solving,
    /// Using the table, for example to verify a rule.
    Using,
}

impl Series {
    /// Begins a series with its first endgame. `weights` is the work of each endgame in any unit,
    /// and `solving` the share of it that solving the table takes. `noun` names what is counted,
    /// such as "tables".
    pub fn new(noun: &'static str, weights: Vec<f64>, solving: f64) -> Series {
        let begin = Instant::now();
        Series { begin, noun, weights, place: 0, solving, done: 0.0, solved: 0.0, used: 0.0 }
    }

    /// Ends the current endgame, and begins the next one.
    pub fn next(&mut self) {
        self.place += 1;
        (self.done, self.solved, self.used) = (0.0, 0.0, 0.0);
    }

    /// Returns the number of finished endgames and of all endgames, such as "11 of 20 tables";
    /// `None` unless there are several.
    pub fn count(&self) -> Option<String> {
        let Series { place, weights, noun, .. } = self;
        (weights.len() > 1).then(|| format!("{place} of {} {noun}", weights.len()))
    }

    fn weight(&self) -> f64 {
        self.weights.get(self.place).copied().unwrap_or(0.0)
    }

    /// Records that further tables, which take `work`, must be solved although the use of the
    /// endgame's table has begun; lowers the finished share of solving. Does nothing if the use has
    /// not begun. Returns whether it has begun.
    pub fn begin_further(&mut self, work: f64) -> bool {
        let is_further = self.used > 0.0;
        if is_further {
            // Of the usual work a part is to be done again.
            self.solved = 1.0 - (work / self.weight()).clamp(0.0, 1.0);
        }
        is_further
    }

    /// Records the finished share of one part of the current endgame's work. Returns the finished
    /// share of the whole series, which never shrinks.
    pub fn advance(&mut self, part: Part, share: f64) -> f64 {
        let (known, part) = match part {
            Part::Solving => (&mut self.solved, self.solving),
            Part::Using => (&mut self.used, 1.0),
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
        if all > 0.0 { (before + current) / all } else { 0.0 }
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
        assert_eq!(series.advance(Part::Solving, 1.0), 0.125);
        assert_eq!(series.advance(Part::Solving, 0.2), 0.125);
        assert_eq!(series.advance(Part::Using, 0.5), 0.1875);
        series.next();
        assert_eq!(
            (series.advance(Part::Using, 1.0), series.count()),
            (1.0, Some("1 of 2 tables".into()))
        );
    }

    #[test]
    fn further_tables_take_a_part_of_what_is_left() {
        let mut series = series(&[8.0]);
        assert!(!series.begin_further(8.0), "the first tables are expected");
        assert_eq!(series.advance(Part::Solving, 1.0), 0.5);
        assert_eq!(series.advance(Part::Using, 0.5), 0.75);
        assert!(series.begin_further(8.0));
        assert_eq!(series.advance(Part::Solving, 0.0), 0.75);
        assert_eq!(series.advance(Part::Solving, 1.0), 0.875);
        assert_eq!(series.advance(Part::Using, 0.75), 0.9375);
        // Small ones take a small part.
        assert!(series.begin_further(0.0));
        assert_eq!(series.advance(Part::Solving, 1.0), 0.9375);
        assert_eq!(series.advance(Part::Using, 1.0), 1.0);
    }

    #[test]
    fn a_single_endgame_is_not_counted() {
        assert_eq!(series(&[0.0]).count(), None);
    }
}
