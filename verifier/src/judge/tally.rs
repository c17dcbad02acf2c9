//! Counts of positions by result and claim.

use drawproof_board::Color;
use serde::{Deserialize, Serialize};

use super::claim_counts::ClaimCounts;
use crate::{
    enumerate::{ClassCounts, LaneResults},
    subject::Claims,
};

/// The lanes whose claim is incorrect: the rule excludes the true result.
#[inline(always)]
pub(crate) fn incorrect(results: LaneResults, claims: Claims) -> u64 {
    let excluded =
        (results.draw & !claims.draw) | (results.win & !claims.win) | (results.loss & !claims.loss);
    excluded & claims.asked()
}

/// Counts of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Legal positions that the rule was asked about.
    pub positions: u64,
    /// Legal positions outside of the domain of the verification or of the rule, which no other
    /// count includes.
    pub not_asked: u64,
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
    /// Positions by claim and true result.
    pub claims: ClaimCounts,
}

impl Tally {
    /// Counts a batch. `differ` are the lanes with another claim about a symmetric position.
    #[inline(always)]
    pub(crate) fn count(
        &mut self,
        side_to_move: Color,
        lanes: u64,
        results: LaneResults,
        claims: Claims,
        differ: u64,
    ) {
        let n = |set: u64| u64::from(set.count_ones());
        let asked = lanes & claims.asked();
        let results = results.among(asked);
        let only_draw = claims.draw & !(claims.win | claims.loss);
        self.positions += n(asked);
        self.not_asked += n(lanes & !asked);
        self.draws += n(results.draw);
        self.decisive += n(results.win | results.loss);
        self.spotted += n(results.draw & only_draw);
        self.missed += n(results.draw & !only_draw);
        self.incorrect += n(incorrect(results, claims) & lanes);
        self.asymmetric += n(differ);
        self.claimed_wins += n(asked & claims.win & !(claims.draw | claims.loss));
        self.claimed_losses += n(asked & claims.loss & !(claims.draw | claims.win));
        self.unclaimed += n(asked & claims.unclaimed());
        self.claims.count(side_to_move, results, claims);
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.not_asked += other.not_asked;
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
        self.claims.add(&other.claims);
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
