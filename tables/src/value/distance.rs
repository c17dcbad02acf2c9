//! Distances with a type for each metric: to mate, to zeroing, to conversion.
//!
//! A table holds numbers; its metric reads them as distances ([`Metric::read`]). From then on the
//! metric is part of the type, so a distance by the wrong metric does not compile.

use std::fmt::Debug;

use super::{
    metric::{Metric, MoveKind},
    outcome::{Number, Value},
};

/// A distance in plies by one metric: [`Dtm`], [`Dtz`] or [`Dtc`]. 0 = the side to move is mated.
/// Only [`Metric::read`] makes distances.
///
/// The number of a value in a table becomes a distance only when a metric reads it, and only
/// distances to zeroing give a result under the fifty-move rule:
///
/// ```
/// use drawproof_tables::{Dtz, FiftyMoves, Metric, Value};
///
/// let stored = Metric::Dtz.decisive(true, 101);
/// let value: Value<Dtz> = Metric::Dtz.read(stored);
/// assert_eq!(value.signed_plies(), Some(101));
/// assert_eq!(FiftyMoves::new(value, 0), FiftyMoves::CursedWin);
/// ```
///
/// ```compile_fail,E0599
/// use drawproof_tables::{Metric, Value};
///
/// let stored = Metric::Dtz.decisive(true, 101);
/// let plies = stored.signed_plies();
/// ```
///
/// ```compile_fail,E0308
/// use drawproof_tables::{Dtm, FiftyMoves, Metric, Value};
///
/// let value: Value<Dtm> = Metric::Dtm.read(Metric::Dtm.decisive(true, 101));
/// let within_the_rule = FiftyMoves::new(value, 0);
/// ```
///
/// ```compile_fail,E0308
/// use drawproof_tables::{Dtm, Dtz, Metric, Value};
///
/// let value: Value<Dtz> = Metric::Dtz.read(Metric::Dtz.decisive(true, 101));
/// let to_mate: Option<Dtm> = value.distance();
/// ```
pub trait Distance: Copy + Debug + Ord + Into<u16> + sealed::FromPlies {
    /// The metric that counts the distance.
    const METRIC: Metric;
}

mod sealed {
    /// Makes a distance from a number of plies. Only this module can use the trait.
    pub trait FromPlies {
        fn from_plies(plies: u16) -> Self;
    }
}

/// Defines the distance type of each metric, with its documentation.
macro_rules! distances {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(u16);

            impl $name {
                /// Returns the distance in plies.
                pub const fn plies(self) -> u16 {
                    self.0
                }
            }

            impl From<$name> for u16 {
                fn from(distance: $name) -> u16 {
                    distance.plies()
                }
            }

            impl sealed::FromPlies for $name {
                fn from_plies(plies: u16) -> $name {
                    $name(plies)
                }
            }

            impl Distance for $name {
                const METRIC: Metric = Metric::$name;
            }
        )*
    };
}

distances! {
    /// A distance to mate, ignoring the fifty-move rule.
    Dtm,
    /// A distance to the next capture or pawn move that keeps the result under the fifty-move rule,
    /// or to mate.
    Dtz,
    /// A distance to the next capture or promotion that keeps the result, ignoring the fifty-move
    /// rule, or to mate.
    Dtc,
}

impl Dtm {
    /// Returns the distance in moves of the winner, rounded up: 45 plies are 23 moves.
    pub const fn moves(self) -> u16 {
        self.0.div_ceil(2)
    }
}

impl<D: Distance> Value<D> {
    /// Returns the distance in plies, negative for a loss, 0 for a mate on the board; `None` for a
    /// draw.
    pub fn signed_plies(self) -> Option<i32> {
        match self {
            Value::Win(distance) => Some(distance.into().into()),
            Value::Draw => None,
            Value::Loss(distance) => Some(-i32::from(distance.into())),
        }
    }

    /// Returns the value of a move for the mover. `kind` is the kind of the move, and `self` is the
    /// value of the position after the move.
    #[must_use]
    pub fn before(self, kind: MoveKind) -> Value<D> {
        let after = match self {
            Value::Win(distance) => D::METRIC.decisive(true, distance.into()),
            Value::Draw => Value::Draw,
            Value::Loss(distance) => D::METRIC.decisive(false, distance.into()),
        };
        D::METRIC.read(D::METRIC.before(kind, after))
    }
}

impl Metric {
    /// Converts a value from a table of this metric into a value with a distance. Panics if `D`
    /// belongs to another metric.
    pub fn read<D: Distance>(self, value: Value) -> Value<D> {
        assert_eq!(self, D::METRIC, "a value is read by its own metric");
        let distance = |number: Number| D::from_plies(self.plies_of(number));
        match value {
            Value::Win(number) => Value::Win(distance(number)),
            Value::Draw => Value::Draw,
            Value::Loss(number) => Value::Loss(distance(number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_by_its_own_metric() {
        for (win, plies, signed) in [(true, 7, 7), (false, 8, -8), (false, 0, 0)] {
            let value: Value<Dtm> = Metric::Dtm.read(Metric::Dtm.decisive(win, plies));
            assert_eq!(value.signed_plies(), Some(signed));
            let value: Value<Dtz> = Metric::Dtz.read(Metric::Dtz.decisive(win, plies));
            assert_eq!(value.signed_plies(), Some(signed));
            assert_eq!(
                value.before(MoveKind::Quiet).signed_plies(),
                Some(match win {
                    true => -signed - 1,
                    false => 1 - signed,
                })
            );
            let value: Value<Dtc> = Metric::Dtc.read(Metric::Dtc.decisive(win, plies));
            assert_eq!(value.signed_plies(), Some(signed));
        }
        let of_another = || Metric::Dtz.read::<Dtm>(Metric::Dtz.decisive(true, 7));
        assert!(std::panic::catch_unwind(of_another).is_err());
    }

    #[test]
    fn plies_count_as_moves_of_the_winner() {
        assert_eq!(Dtm(45).moves(), 23);
        assert_eq!(Dtm(44).moves(), 22);
    }
}
