//! Counts of positions by result and claim.

use serde::{Deserialize, Serialize};

use super::class::ClassCounts;
use crate::{enumerate::LaneResults, subject::Claims};

/// The lanes whose claim is incorrect.
#[inline(always)]
pub(super) fn incorrect(results: LaneResults, claims: Claims) -> u64 {
    (claims.draw & !results.draw) | (claims.win & !results.win) | (claims.loss & !results.loss)
}

/// Counts of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Legal positions that the rule was asked about.
    pub positions: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions won for either side.
    pub decisive: u64,
    /// Drawn positions claimed drawn.
    pub spotted: u64,
    /// Drawn positions not claimed drawn.
    pub missed: u64,
    /// Incorrect claims of any kind.
    pub incorrect: u64,
    /// The incorrect claims by class.
    pub incorrect_by_class: ClassCounts,
    /// Positions with another claim than one of their mirror images or than the colour-reversed
    /// position.
    pub asymmetric: u64,
    /// Positions claimed won for the side to move.
    pub claimed_wins: u64,
    /// Positions claimed lost for the side to move.
    pub claimed_losses: u64,
    /// Positions without a claim.
    pub unclaimed: u64,
}

impl Tally {
    /// Counts a batch. `differ` are the lanes with another claim about a symmetric position.
    #[inline(always)]
    pub(crate) fn count(&mut self, lanes: u64, results: LaneResults, claims: Claims, differ: u64) {
        let n = |set: u64| u64::from(set.count_ones());
        self.positions += n(lanes);
        self.draws += n(results.draw);
        self.decisive += n(results.win | results.loss);
        self.spotted += n(results.draw & claims.draw);
        self.missed += n(results.draw & !claims.draw);
        self.incorrect += n(incorrect(results, claims));
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
        self.incorrect_by_class.add(&other.incorrect_by_class);
        self.asymmetric += other.asymmetric;
        self.claimed_wins += other.claimed_wins;
        self.claimed_losses += other.claimed_losses;
        self.unclaimed += other.unclaimed;
    }

    /// The share of the draws that were spotted, 0 to 1; `None` if there are no draws.
    pub fn spotted_share(&self) -> Option<f64> {
        (self.draws > 0).then(|| self.spotted as f64 / self.draws as f64)
    }

    /// Whether no claim is incorrect and symmetric positions have the same claim.
    pub fn is_sound(&self) -> bool {
        self.incorrect == 0 && self.asymmetric == 0
    }
}
