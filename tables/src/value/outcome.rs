//! The value of a position: win, draw or loss, and the distance.

/// Distance to mate in plies: 0 = the side to move is mated. At most 1,023 (six men reach 524).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dtm(u16);

impl Dtm {
    /// A distance of `plies`. Panics above 1,023.
    pub const fn from_plies(plies: u16) -> Dtm {
        assert!(plies < 1024, "no distance to mate is that long");
        Dtm(plies)
    }

    /// The distance in plies.
    pub const fn plies(self) -> u16 {
        self.0
    }

    /// The distance in moves of the winner, rounded up: 45 plies are 23 moves.
    pub const fn moves(self) -> u16 {
        self.0.div_ceil(2)
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move mates in an odd number of plies.
    Win(Dtm),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in an even number of plies; 0 = it is mated.
    Loss(Dtm),
}

/// Win, draw or loss for the side to move, without the distance; as a number 1, 0 or -1.
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

impl Value {
    /// The decisive value at `plies`: odd = win, even = loss.
    pub const fn from_plies(plies: u16) -> Value {
        if plies % 2 == 1 { Value::Win(Dtm(plies)) } else { Value::Loss(Dtm(plies)) }
    }

    /// Win, draw or loss.
    pub const fn wdl(self) -> Wdl {
        match self {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        }
    }

    /// Distance to mate, `None` for a draw.
    pub const fn dtm(self) -> Option<Dtm> {
        match self {
            Value::Win(dtm) | Value::Loss(dtm) => Some(dtm),
            Value::Draw => None,
        }
    }

    /// The value, for the mover, of a position whose only legal move leads to a position of value
    /// `self`: the other outcome, one ply further from mate.
    #[must_use]
    pub const fn before_move(self) -> Value {
        match self {
            Value::Win(dtm) => Value::Loss(Dtm::from_plies(dtm.plies() + 1)),
            Value::Draw => Value::Draw,
            Value::Loss(dtm) => Value::Win(Dtm::from_plies(dtm.plies() + 1)),
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn category(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }

    /// Signed distance to mate in plies: positive for a win, negative for a loss, 0 = mated; `None`
    /// for a draw.
    pub const fn signed_plies(self) -> Option<i32> {
        match self {
            Value::Win(dtm) => Some(dtm.plies() as i32),
            Value::Draw => None,
            Value::Loss(dtm) => Some(-(dtm.plies() as i32)),
        }
    }

    /// Rank for the side to move: a larger number is better for it. A quick win is better than a
    /// slow one, a slow loss better than a quick one.
    pub const fn rank(self) -> i32 {
        match self {
            Value::Win(dtm) => 2048 - dtm.plies() as i32,
            Value::Draw => 0,
            Value::Loss(dtm) => dtm.plies() as i32 - 2048,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_beyond_1023_plies_are_refused() {
        assert!(std::panic::catch_unwind(|| Dtm::from_plies(1024)).is_err());
    }

    #[test]
    fn rank_orders_values_for_the_side_to_move() {
        let best_first = [
            Value::from_plies(1),
            Value::from_plies(253),
            Value::Draw,
            Value::from_plies(254),
            Value::from_plies(0),
        ];
        assert!(best_first.is_sorted_by_key(|v| -v.rank()));
    }

    #[test]
    fn plies_count_as_moves_of_the_winner() {
        assert_eq!(Dtm::from_plies(45).moves(), 23);
        assert_eq!(Dtm::from_plies(44).moves(), 22);
    }
}
