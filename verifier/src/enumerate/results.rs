//! What is true of positions, of one and of up to 64 as sets of lanes.

use drawproof_tables::{Cell, Metric, Wdl};
use serde::{Deserialize, Serialize};

/// The truth about a position, for the side to move: one result under perfect play, or all results
/// that legal moves of both sides can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrueResult {
    /// Neither side can force mate, or, in the cooperative game, neither can mate: the position is dead.
    Draw = 0,
    /// The side to move can force mate.
    Win = 1,
    /// The side to move is mated, or the other side can force mate.
    Loss = 2,
    /// Only the side to move can still mate.
    MayWin = 3,
    /// Only the other side can still mate.
    MayLose = 4,
    /// Both sides can still mate.
    Open = 5,
}

impl TrueResult {
    /// The number of different results.
    pub const COUNT: usize = 6;

    /// All results, in the order of their numbers.
    pub const ALL: [TrueResult; TrueResult::COUNT] = [
        TrueResult::Draw,
        TrueResult::Win,
        TrueResult::Loss,
        TrueResult::MayWin,
        TrueResult::MayLose,
        TrueResult::Open,
    ];

    /// Returns the result with a signed distance to mate; that of a draw is `None`.
    pub(crate) fn of(dtm: Option<i32>) -> TrueResult {
        match dtm {
            None => TrueResult::Draw,
            Some(plies) if plies > 0 => TrueResult::Win,
            Some(_) => TrueResult::Loss,
        }
    }

    /// Returns the possible game results as bits of a claim, for the side to move: 4 is a win, 2 a
    /// draw, 1 a loss.
    pub const fn bits(self) -> u8 {
        [2, 4, 1, 6, 3, 7][self as usize]
    }

    /// Returns the true result from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> TrueResult {
        match self {
            TrueResult::Win => TrueResult::Loss,
            TrueResult::Loss => TrueResult::Win,
            TrueResult::MayWin => TrueResult::MayLose,
            TrueResult::MayLose => TrueResult::MayWin,
            TrueResult::Draw | TrueResult::Open => self,
        }
    }
}

impl From<Wdl> for TrueResult {
    fn from(result: Wdl) -> TrueResult {
        match result {
            Wdl::Win => TrueResult::Win,
            Wdl::Draw => TrueResult::Draw,
            Wdl::Loss => TrueResult::Loss,
        }
    }
}

/// The kinds of truth with which claims can be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TruthKind {
    /// The result under perfect play.
    #[default]
    Result,
    /// The results that legal moves of both sides can still reach: a draw, and the wins of the
    /// sides that can still mate with the other's help.
    CanMate,
}

impl TruthKind {
    /// Both kinds of truth.
    pub const ALL: [TruthKind; 2] = [TruthKind::Result, TruthKind::CanMate];

    /// Returns the name of the kind: `result` or `can-mate`.
    pub const fn name(self) -> &'static str {
        match self {
            TruthKind::Result => "result",
            TruthKind::CanMate => "can-mate",
        }
    }

    /// Returns the possible true results with White to move, in the order of reports.
    pub const fn truths(self) -> &'static [TrueResult] {
        match self {
            TruthKind::Result => &[TrueResult::Win, TrueResult::Draw, TrueResult::Loss],
            TruthKind::CanMate => {
                &[TrueResult::MayWin, TrueResult::Draw, TrueResult::MayLose, TrueResult::Open]
            }
        }
    }

    /// Returns the word for the truth about a position: `draw`, `win` or `loss` for the side to
    /// move; `dead`, `only_white`, `only_black` or `both` for the sides that can still mate.
    pub const fn word(self, truth: TrueResult, white_to_move: bool) -> &'static str {
        match (self, truth, white_to_move) {
            (_, TrueResult::Win, _) => "win",
            (_, TrueResult::Loss, _) => "loss",
            (_, TrueResult::Open, _) => "both",
            (_, TrueResult::MayWin, true) | (_, TrueResult::MayLose, false) => "only_white",
            (_, TrueResult::MayWin, false) | (_, TrueResult::MayLose, true) => "only_black",
            (TruthKind::Result, TrueResult::Draw, _) => "draw",
            (TruthKind::CanMate, TrueResult::Draw, _) => "dead",
        }
    }

    /// Returns the kind of truth that tables of a metric hold.
    pub const fn of(metric: Metric) -> TruthKind {
        match metric {
            Metric::Helpmate => TruthKind::CanMate,
            Metric::Dtm | Metric::Dtz | Metric::Dtc => TruthKind::Result,
        }
    }

    /// Returns the metric of the tables that hold this kind of truth; `metric` for results.
    pub const fn metric(self, metric: Metric) -> Metric {
        match self {
            TruthKind::Result => metric,
            TruthKind::CanMate => Metric::Helpmate,
        }
    }
}

/// For each result for the side to move, the lanes in which the result is possible, as bits. Under
/// perfect play, one result is possible in a lane. In the cooperative game, a draw is always
/// possible, and a win of each side that can still mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneResults {
    /// The lanes in which a draw is possible.
    pub draw: u64,
    /// The lanes in which the side to move may win.
    pub win: u64,
    /// The lanes in which the side to move may lose.
    pub loss: u64,
}

impl LaneResults {
    /// Returns the results of a word's 64 table cells, for the lanes `legal` only.
    #[inline]
    pub fn of(cells: &[u8; 64], legal: u64) -> LaneResults {
        let (mut draw, mut odd) = (0, 0);
        for (lane, &cell) in cells.iter().enumerate() {
            draw |= u64::from(cell == Cell::DRAW.byte()) << lane;
            odd |= u64::from(cell & 1) << lane;
        }
        LaneResults { draw: draw & legal, win: !odd & !draw & legal, loss: odd & legal }
    }

    /// Returns the results with the decisive positions in `lanes` changed to draws.
    #[inline(always)]
    pub(crate) fn with_draws(self, lanes: u64) -> LaneResults {
        let draw = self.draw | (self.win | self.loss) & lanes;
        LaneResults { draw, win: self.win & !lanes, loss: self.loss & !lanes }
    }

    /// Returns these results restricted to `lanes`.
    #[inline(always)]
    pub fn among(self, lanes: u64) -> LaneResults {
        LaneResults { draw: self.draw & lanes, win: self.win & lanes, loss: self.loss & lanes }
    }

    /// Returns the lanes in which only a draw is possible.
    #[inline(always)]
    pub fn drawn(self) -> u64 {
        self.draw & !(self.win | self.loss)
    }

    /// Calls `visit` with each true result and the lanes that have this result, possibly none.
    #[inline(always)]
    pub fn each(self, mut visit: impl FnMut(TrueResult, u64)) {
        let LaneResults { draw, win, loss } = self;
        visit(TrueResult::Draw, self.drawn());
        if draw & (win | loss) == 0 {
            visit(TrueResult::Win, win);
            visit(TrueResult::Loss, loss);
        } else {
            visit(TrueResult::MayWin, win & !loss);
            visit(TrueResult::MayLose, loss & !win);
            visit(TrueResult::Open, win & loss);
        }
    }

    /// Returns the true result in a lane.
    #[inline(always)]
    pub fn truth(self, lane: usize) -> TrueResult {
        TrueResult::ALL[self.code(lane)]
    }

    /// Returns the true result in a lane as its index in [`TrueResult::ALL`].
    #[inline(always)]
    pub fn code(self, lane: usize) -> usize {
        let bit = |lanes: u64| (lanes >> lane & 1) as usize;
        bit(self.win) + 2 * (bit(self.loss) + bit(self.draw & (self.win | self.loss)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_sets() {
        let mut cells = [Cell::DRAW.byte(); 64];
        for (lane, plies) in [(0, 0), (1, 1), (2, Cell::NUMBER_MAX), (63, Cell::NUMBER_MAX - 1)] {
            cells[lane] = Cell::from_number(plies).unwrap().byte();
        }
        let results = LaneResults::of(&cells, !8);
        assert_eq!(results.loss, 0b101);
        assert_eq!(results.win, 1 << 63 | 0b10);
        assert_eq!(results.draw, !(1 << 63 | 0b1111));
        assert_eq!([0, 1, 2, 4].map(|lane| results.code(lane)), [2, 1, 2, 0]);
    }
}
