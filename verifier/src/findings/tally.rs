//! Counts of positions by result and claim.

use drawproof_board::Color;
use drawproof_recognizers::Claim;
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
    /// Claims that are incorrect without the fifty-move rule and right within it; 0 unless they are
    /// counted.
    pub incorrect_but_cursed: u64,
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
        let asked = lanes & claims.asked();
        let not_asked = lanes & !asked;
        if not_asked | differ != 0 {
            self.not_asked += u64::from(not_asked.count_ones());
            self.asymmetric += u64::from(differ.count_ones());
        }
        let results = results.among(asked);
        let mut left = asked;
        for claim in [Claim::NONE, Claim::DRAW] {
            let lanes = claims.lanes_of(claim) & asked;
            left &= !lanes;
            self.count_claim(side_to_move, claim, results.among(lanes));
        }
        if left != 0 {
            let others = [Claim::WIN, Claim::LOSS, Claim::NO_WIN, Claim::NO_LOSS, Claim::NO_DRAW];
            for claim in others {
                let lanes = claims.lanes_of(claim) & left;
                self.count_claim(side_to_move, claim, results.among(lanes));
            }
        }
    }

    /// Counts the positions with a claim, given by their results.
    #[inline(always)]
    fn count_claim(&mut self, side_to_move: Color, claim: Claim, results: LaneResults) {
        let n = |set: u64| u64::from(set.count_ones());
        let [win, draw, loss] = [results.win, results.draw, results.loss].map(n);
        let all = win + draw + loss;
        self.positions += all;
        self.draws += draw;
        self.decisive += win + loss;
        *(if claim == Claim::DRAW { &mut self.spotted } else { &mut self.missed }) += draw;
        let excluded = |bit: u8, count: u64| if claim.bits() & bit == 0 { count } else { 0 };
        self.incorrect += excluded(1, loss) + excluded(2, draw) + excluded(4, win);
        match claim {
            Claim::WIN => self.claimed_wins += all,
            Claim::LOSS => self.claimed_losses += all,
            Claim::NONE => self.unclaimed += all,
            _ => {}
        }
        self.claims.add_results(side_to_move, claim, [win, draw, loss]);
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
        self.incorrect_but_cursed += other.incorrect_but_cursed;
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
