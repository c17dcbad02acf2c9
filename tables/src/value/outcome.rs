//! The value of a position: win, draw or loss, with a distance.

/// The number of a decisive value in a table: odd for a win, even for a loss, 0 = the side to move
/// is mated. Of two wins, the one with the smaller number is quicker.
///
/// The metric of the table gives the number a meaning: [`Metric::plies`] returns the distance in
/// plies, [`Metric::read`] a typed distance.
///
/// [`Metric::plies`]: super::metric::Metric::plies
/// [`Metric::read`]: super::metric::Metric::read
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u16);

impl Number {
    /// Makes the number of a decisive value. Panics above 1,023 (the mates of six men reach 524).
    pub const fn new(number: u16) -> Number {
        assert!(number < 1024, "no value has a number that great");
        Number(number)
    }

    /// Returns the number: odd for a win, even for a loss, 0 for a mate on the board.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// The value of a position for the side to move. `D` is the content of a decisive value: a
/// [`Number`] in tables, elsewhere the distance of a metric, such as [`Dtm`].
///
/// [`Dtm`]: super::distance::Dtm
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value<D = Number> {
    /// The side to move wins.
    Win(D),
    /// Neither side can force mate.
    Draw,
    /// The side to move loses.
    Loss(D),
}

/// A win, draw or loss for the side to move, without a distance. As a number it is 1, 0 or -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Wdl {
    /// The other side can force mate.
    Loss = -1,
    /// Neither side can force mate.
    Draw = 0,
    /// The side to move can force mate.
    Win = 1,
}

impl Wdl {
    /// Returns the same result from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Wdl {
        match self {
            Wdl::Win => Wdl::Loss,
            Wdl::Draw => Wdl::Draw,
            Wdl::Loss => Wdl::Win,
        }
    }

    /// Returns `win`, `draw` or `loss`.
    pub const fn word(self) -> &'static str {
        match self {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        }
    }
}

impl<D: Copy> Value<D> {
    /// Returns the result without the distance.
    pub const fn wdl(self) -> Wdl {
        match self {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        }
    }

    /// Returns the distance of a win or loss; `None` for a draw.
    pub const fn distance(self) -> Option<D> {
        match self {
            Value::Win(distance) | Value::Loss(distance) => Some(distance),
            Value::Draw => None,
        }
    }

    /// Returns `win`, `draw` or `loss`.
    pub const fn category(self) -> &'static str {
        self.wdl().word()
    }
}

impl Value {
    /// The value of a position in which the side to move is mated, in every metric.
    pub const MATED: Value = Value::Loss(Number(0));

    /// A number greater than every [`Number`].
    const RANK_MAX: i32 = 2048;

    /// Returns the decisive value with this number: odd = win, even = loss. Panics above the range
    /// of [`Number`].
    pub const fn from_number(number: u16) -> Value {
        let of_value = Number::new(number);
        if number % 2 == 1 { Value::Win(of_value) } else { Value::Loss(of_value) }
    }

    /// Returns the number of a win or loss; `None` for a draw.
    pub const fn number(self) -> Option<u16> {
        match self {
            Value::Win(number) | Value::Loss(number) => Some(number.0),
            Value::Draw => None,
        }
    }

    /// Returns the rank among the values of one metric; larger is better for the side to move. A
    /// quick win ranks above a slow one, and a slow loss above a quick one.
    pub const fn rank(self) -> i32 {
        match self {
            Value::Win(number) => Value::RANK_MAX - number.0 as i32,
            Value::Draw => 0,
            Value::Loss(number) => number.0 as i32 - Value::RANK_MAX,
        }
    }

    /// Returns the value with a [rank](Value::rank).
    pub const fn from_rank(rank: i32) -> Value {
        match rank {
            0 => Value::Draw,
            1.. => Value::Win(Number::new((Value::RANK_MAX - rank) as u16)),
            _ => Value::Loss(Number::new((Value::RANK_MAX + rank) as u16)),
        }
    }

    /// Returns the better of two values of one metric for the side to move; `self` if both are
    /// equal.
    #[must_use]
    pub const fn or_better(self, other: Value) -> Value {
        if self.rank() >= other.rank() { self } else { other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_1023_are_refused() {
        assert!(std::panic::catch_unwind(|| Number::new(1024)).is_err());
    }

    #[test]
    fn rank_orders_values_for_the_side_to_move() {
        let best_first = [
            Value::from_number(1),
            Value::from_number(253),
            Value::Draw,
            Value::from_number(254),
            Value::from_number(0),
        ];
        assert!(best_first.is_sorted_by_key(|v| -v.rank()));
        assert!(best_first.iter().all(|&value| Value::from_rank(value.rank()) == value));
        assert_eq!(best_first[4].or_better(best_first[3]), best_first[3]);
    }
}
