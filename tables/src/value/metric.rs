//! The metric of a table: which distance its values hold, and how the value of a move follows from
//! the value of its successor.
//!
//! | metric | counts plies until | a conversion is worth |
//! |---|---|---|
//! | DTM | mate | the successor's distance and 1 |
//! | DTZ | the next capture or pawn move that keeps the result, or mate | 1; 101 where the fifty-move rule has cut the win |
//! | DTC | the next capture or promotion that keeps the result, or mate | 1 |
//! | helpmate | mate, which both sides help to bring about | the successor's distance and 1 |
//!
//! A [`Value`] holds one number that orders the values of a metric. For DTM it is the distance in
//! plies, odd for a win and even for a loss. DTZ and DTC have wins and losses at every distance, so
//! the number is twice the distance, plus one for a win. The parity is therefore the result in
//! every metric.
//!
//! **The fifty-move rule.** DTZ takes the rule into account: a win in more than 100 plies is a
//! *cursed win*, a loss in more than 100 a *blessed loss*; both are draws if the opponent claims
//! them. A capture or pawn move that keeps a cursed win counts as 101 plies, however far the next
//! one is.
//!
//! **Helpmates.** A position has two values, the length of the shortest helpmate by White and of
//! that by Black. A table of helpmates has a second layer of cells for Black's
//! ([`PlainTable::helpmates`](crate::PlainTable::helpmates)). A length is odd, like a win, if the
//! mating side is to move, and even, like a loss, if the helping side is. A draw is a position from
//! which no legal moves lead to mate. No file holds helpmates.

use std::{fmt, str::FromStr};

use super::outcome::{Number, Value, Wdl};

/// The number of plies without a capture or pawn move after which the fifty-move rule draws a game.
pub const FIFTY_MOVES_PLIES: u16 = 100;

/// The kind of distance that a table holds. A file stores the metric as a code in its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Metric {
    /// Plies to mate, ignoring the fifty-move rule.
    Dtm = 0,
    /// Plies to the next capture or pawn move that keeps the result under the fifty-move rule.
    Dtz = 1,
    /// Plies to the next capture or promotion that keeps the result, ignoring the fifty-move rule.
    Dtc = 2,
    /// Plies of the shortest helpmate, for each colour as the mating side.
    Helpmate = 3,
}

/// The kinds of moves that metrics distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A move of a piece to an empty square.
    Quiet,
    /// A pawn move that neither captures nor promotes.
    PawnMove,
    /// A capture or a promotion.
    Conversion,
}

/// The rule by which a metric counts a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A move counts one ply more than the successor's distance.
    Distance,
    /// A move counts one ply, whatever the successor's distance is.
    One {
        /// Whether a move that turns a win into a cursed win, or a loss into a blessed loss, counts
        /// as 101 plies.
        cut: bool,
    },
}

impl Metric {
    /// The metrics of perfect play, in the order of their codes: all metrics that files may hold.
    pub const ALL: [Metric; 3] = [Metric::Dtm, Metric::Dtz, Metric::Dtc];

    /// Returns the metric with this code in a file's header; `None` if this version does not
    /// support it.
    pub const fn from_code(code: u8) -> Option<Metric> {
        match code {
            0 => Some(Metric::Dtm),
            1 => Some(Metric::Dtz),
            2 => Some(Metric::Dtc),
            _ => None,
        }
    }

    /// Returns the code of the metric in a file's header.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the metric with this name ([`Metric::name`]); `None` for another word.
    pub fn from_name(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().chain([Metric::Helpmate]).find(|metric| metric.name() == name)
    }

    /// Returns the name of the metric: `dtm`, `dtz` or `dtc`, as in commands, JSON and file names;
    /// or `helpmate`, a metric that no file holds.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Dtm => "dtm",
            Metric::Dtz => "dtz",
            Metric::Dtc => "dtc",
            Metric::Helpmate => "helpmate",
        }
    }

    /// Returns how the metric counts a move of this kind.
    pub const fn worth(self, kind: MoveKind) -> Worth {
        match (self, kind) {
            (Metric::Dtm | Metric::Helpmate, _)
            | (_, MoveKind::Quiet)
            | (Metric::Dtc, MoveKind::PawnMove) => Worth::Distance,
            (Metric::Dtz, MoveKind::PawnMove | MoveKind::Conversion) => Worth::One { cut: true },
            (Metric::Dtc, MoveKind::Conversion) => Worth::One { cut: false },
        }
    }

    /// Returns whether wins and losses occur at odd and even distances alike, so that the number of
    /// a value must be about twice its distance.
    pub const fn is_doubled(self) -> bool {
        matches!(self, Metric::Dtz | Metric::Dtc)
    }

    /// Returns the value of a win (`true`) or loss in `plies` plies. Panics above the range of
    /// [`Number`].
    pub const fn decisive(self, win: bool, plies: u16) -> Value {
        let number = if self.is_doubled() { 2 * plies + win as u16 } else { plies };
        if win { Value::Win(Number::new(number)) } else { Value::Loss(Number::new(number)) }
    }

    /// Returns the distance of a value in plies by this metric; `None` for a draw.
    pub const fn plies(self, value: Value) -> Option<u16> {
        match value.distance() {
            Some(number) => Some(self.plies_of(number)),
            None => None,
        }
    }

    /// Returns the distance in plies that a number stands for.
    pub(super) const fn plies_of(self, number: Number) -> u16 {
        if self.is_doubled() { number.get() / 2 } else { number.get() }
    }

    /// Returns the distance in plies, negative for a loss, 0 for a mate on the board; `None` for a
    /// draw.
    pub const fn signed_plies(self, value: Value) -> Option<i32> {
        match (self.plies(value), value.wdl()) {
            (Some(plies), Wdl::Loss) => Some(-(plies as i32)),
            (Some(plies), _) => Some(plies as i32),
            (None, _) => None,
        }
    }

    /// Returns the value of a move for the mover. `kind` is the kind of the move, and `after` is
    /// the value of the position after the move.
    #[must_use]
    pub const fn before(self, kind: MoveKind, after: Value) -> Value {
        let Some(plies) = self.plies(after) else { return Value::Draw };
        let plies = match self.worth(kind) {
            Worth::Distance => plies + 1,
            Worth::One { cut: true } if plies > FIFTY_MOVES_PLIES => FIFTY_MOVES_PLIES + 1,
            Worth::One { .. } => 1,
        };
        self.decisive(matches!(after, Value::Loss(_)), plies)
    }
}

/// Writes the usual abbreviation, such as `DTM`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Metric::Dtm => "DTM",
            Metric::Dtz => "DTZ",
            Metric::Dtc => "DTC",
            Metric::Helpmate => "helpmates",
        })
    }
}

/// The error for a text that is not the name of a metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a metric: dtm, dtz or dtc")]
pub struct MetricError(String);

/// Reads the abbreviation in upper or lower case.
impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(word: &str) -> Result<Metric, MetricError> {
        let named = |metric: &Metric| metric.to_string().eq_ignore_ascii_case(word);
        Metric::ALL.into_iter().find(named).ok_or_else(|| MetricError(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_counted_by_the_kind_of_move() {
        use MoveKind::{Conversion, PawnMove, Quiet};
        for (metric, kind, before) in [
            (Metric::Dtm, Quiet, 8),
            (Metric::Dtm, Conversion, 8),
            (Metric::Dtz, Quiet, 8),
            (Metric::Dtz, PawnMove, 1),
            (Metric::Dtz, Conversion, 1),
            (Metric::Dtc, Quiet, 8),
            (Metric::Dtc, PawnMove, 8),
            (Metric::Dtc, Conversion, 1),
        ] {
            // A win at an odd distance, which every metric has.
            let value = metric.before(kind, metric.decisive(true, 7));
            assert_eq!(metric.signed_plies(value), Some(-before), "{metric} {kind:?}");
            assert_eq!(metric.before(kind, Value::Draw), Value::Draw);
        }
    }

    #[test]
    fn the_fifty_move_rule_cuts_dtz_after_100_plies() {
        let dtz = |win, plies| Metric::Dtz.decisive(win, plies);
        let zeroing = |after| Metric::Dtz.before(MoveKind::Conversion, after);
        assert_eq!(zeroing(dtz(false, 100)), dtz(true, 1));
        assert_eq!(zeroing(dtz(false, 101)), dtz(true, 101));
        assert_eq!(zeroing(dtz(true, 140)), dtz(false, 101));
        assert_eq!(Metric::Dtz.before(MoveKind::Quiet, dtz(true, 140)), dtz(false, 141));
    }

    #[test]
    fn the_number_of_a_value_has_the_parity_of_its_result() {
        for metric in Metric::ALL {
            for plies in 0..300 {
                for win in [false, true] {
                    if metric == Metric::Dtm && (plies % 2 == 1) != win {
                        continue;
                    }
                    let value = metric.decisive(win, plies);
                    assert_eq!(Value::from_number(value.number().unwrap()), value);
                    assert_eq!(metric.plies(value), Some(plies));
                }
            }
            assert_eq!(metric.name().parse(), Ok(metric));
            assert_eq!(Metric::from_code(metric.code()), Some(metric));
        }
        assert_eq!(Metric::from_code(3), None);
        assert!("dtx".parse::<Metric>().is_err());
    }
}
