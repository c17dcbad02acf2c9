//! Results under the fifty-move rule, which distances to zeroing determine.

use super::{
    distance::Dtz,
    metric::FIFTY_MOVES_PLIES,
    outcome::{Value, Wdl},
};

/// The result of a position under the fifty-move rule, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FiftyMoves {
    /// The side to move loses under the rule.
    Loss,
    /// The side to move loses without the rule, but the rule makes the position a draw.
    BlessedLoss,
    /// The position is a draw even without the rule.
    Draw,
    /// The side to move wins without the rule, but the rule makes the position a draw.
    CursedWin,
    /// The side to move wins under the rule.
    Win,
}

impl FiftyMoves {
    /// Returns the result of a position with this DTZ value and a half-move clock of `clock`: the
    /// plies played since the last capture or pawn move.
    ///
    /// A win in n plies stays a win if n + `clock` is at most 100. This is exact even if the moves
    /// since the last zeroing were not the best ones. A mate on the board is a loss whatever the
    /// clock.
    pub const fn new(dtz: Value<Dtz>, clock: u16) -> FiftyMoves {
        let (plies, wins) = match dtz {
            Value::Draw => return FiftyMoves::Draw,
            Value::Win(dtz) => (dtz.plies(), true),
            Value::Loss(dtz) => (dtz.plies(), false),
        };
        let within = plies == 0 || plies + clock <= FIFTY_MOVES_PLIES;
        match (wins, within) {
            (true, true) => FiftyMoves::Win,
            (true, false) => FiftyMoves::CursedWin,
            (false, true) => FiftyMoves::Loss,
            (false, false) => FiftyMoves::BlessedLoss,
        }
    }

    /// Returns the result without the fifty-move rule.
    pub fn wdl(self) -> Wdl {
        match self {
            FiftyMoves::Win | FiftyMoves::CursedWin => Wdl::Win,
            FiftyMoves::Draw => Wdl::Draw,
            FiftyMoves::Loss | FiftyMoves::BlessedLoss => Wdl::Loss,
        }
    }

    /// Returns whether the side to move wins without the fifty-move rule.
    pub fn wins(self) -> bool {
        self > FiftyMoves::Draw
    }

    /// Returns whether the side to move loses without the fifty-move rule.
    pub fn loses(self) -> bool {
        self < FiftyMoves::Draw
    }

    /// Returns the same result from the other side's point of view.
    #[must_use]
    pub fn reversed(self) -> FiftyMoves {
        match self {
            FiftyMoves::Loss => FiftyMoves::Win,
            FiftyMoves::BlessedLoss => FiftyMoves::CursedWin,
            FiftyMoves::Draw => FiftyMoves::Draw,
            FiftyMoves::CursedWin => FiftyMoves::BlessedLoss,
            FiftyMoves::Win => FiftyMoves::Loss,
        }
    }

    /// Returns `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`.
    pub const fn category(self) -> &'static str {
        match self {
            FiftyMoves::Win => "win",
            FiftyMoves::CursedWin => "cursed-win",
            FiftyMoves::Draw => "draw",
            FiftyMoves::BlessedLoss => "blessed-loss",
            FiftyMoves::Loss => "loss",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::metric::Metric;

    #[test]
    fn a_win_takes_at_most_100_plies_with_those_of_the_clock() {
        let dtz = |win, plies| Metric::Dtz.decisive(win, plies);
        let fifty = |win, plies, clock| {
            FiftyMoves::new(Metric::Dtz.read(dtz(win, plies)), clock).category()
        };
        assert_eq!(fifty(true, 100, 0), "win");
        assert_eq!(fifty(true, 100, 1), "cursed-win");
        assert_eq!(fifty(true, 101, 0), "cursed-win");
        assert_eq!(fifty(false, 1, 99), "loss");
        assert_eq!(fifty(false, 1, 100), "blessed-loss");
        assert_eq!(fifty(false, 0, 100), "loss");
        assert_eq!(FiftyMoves::new(Value::Draw, 0).category(), "draw");
    }
}
