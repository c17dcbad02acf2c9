//! Counts of a rule's answers.

use drawproof_tables::Cell;
use serde::{Deserialize, Serialize};

use crate::Claims;

/// What the positions of a batch are: the lanes of each value, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Truths {
    pub draw: u64,
    pub win: u64,
    pub loss: u64,
}

impl Truths {
    /// The values of the lanes `legal` of 64 table cells.
    pub fn of(cells: &[u8; 64], legal: u64) -> Truths {
        let (mut draw, mut odd) = (0, 0);
        for (lane, &cell) in cells.iter().enumerate() {
            draw |= u64::from(cell == Cell::DRAW.byte()) << lane;
            odd |= u64::from(cell & 1) << lane;
        }
        Truths { draw: draw & legal, win: !odd & !draw & legal, loss: odd & legal }
    }

    /// The lanes whose claim is false.
    #[inline(always)]
    pub fn incorrect(self, claims: Claims) -> u64 {
        (claims.draw & !self.draw) | (claims.win & !self.win) | (claims.loss & !self.loss)
    }

    /// The value in a lane as a number: 0 draw, 1 win, 2 loss.
    #[inline(always)]
    pub fn code(self, lane: usize) -> usize {
        ((self.win >> lane & 1) + 2 * (self.loss >> lane & 1)) as usize
    }
}

/// Counts over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Legal positions asked about.
    pub positions: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those that are won for either side.
    pub decisive: u64,
    /// Draws claimed drawn.
    pub spotted: u64,
    /// Draws not claimed drawn.
    pub missed: u64,
    /// False claims of any kind.
    pub incorrect: u64,
    /// Positions answered differently with colours reversed or mirrored.
    pub asymmetric: u64,
    /// Positions claimed won for the side to move.
    pub claimed_wins: u64,
    /// Positions claimed lost for the side to move.
    pub claimed_losses: u64,
    /// Positions about which nothing is claimed.
    pub unclaimed: u64,
}

impl Tally {
    /// Counts a batch: its lanes, their values, the claims, and the lanes answered differently
    /// elsewhere.
    #[inline(always)]
    pub(crate) fn count(&mut self, lanes: u64, truths: Truths, claims: Claims, differ: u64) {
        let n = |set: u64| u64::from(set.count_ones());
        self.positions += n(lanes);
        self.draws += n(truths.draw);
        self.decisive += n(truths.win | truths.loss);
        self.spotted += n(truths.draw & claims.draw);
        self.missed += n(truths.draw & !claims.draw);
        self.incorrect += n(truths.incorrect(claims));
        self.asymmetric += n(differ);
        self.claimed_wins += n(claims.win);
        self.claimed_losses += n(claims.loss);
        self.unclaimed += n(lanes & !(claims.draw | claims.win | claims.loss));
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.draws += other.draws;
        self.decisive += other.decisive;
        self.spotted += other.spotted;
        self.missed += other.missed;
        self.incorrect += other.incorrect;
        self.asymmetric += other.asymmetric;
        self.claimed_wins += other.claimed_wins;
        self.claimed_losses += other.claimed_losses;
        self.unclaimed += other.unclaimed;
    }

    /// Share of the draws that were spotted; `None` where there are no draws.
    pub fn spotted_share(&self) -> Option<f64> {
        (self.draws > 0).then(|| self.spotted as f64 / self.draws as f64)
    }

    /// Whether no claim is false and none differs on symmetric positions.
    pub fn is_sound(&self) -> bool {
        self.incorrect == 0 && self.asymmetric == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_sets() {
        let mut cells = [Cell::DRAW.byte(); 64];
        for (lane, plies) in [(0, 0), (1, 1), (2, 254), (63, 253)] {
            cells[lane] = Cell::from_plies(plies).unwrap().byte();
        }
        let truths = Truths::of(&cells, !8);
        assert_eq!(truths.loss, 0b101);
        assert_eq!(truths.win, 1 << 63 | 0b10);
        assert_eq!(truths.draw, !(1 << 63 | 0b1111));
        assert_eq!([0, 1, 2, 4].map(|lane| truths.code(lane)), [2, 1, 2, 0]);
    }
}
