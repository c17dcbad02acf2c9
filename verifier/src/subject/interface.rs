//! The interface through which the verifier asks any rule, and the rule's answers.

use drawproof_recognizers::{Claim, Position};
use serde::{Deserialize, Serialize};

use super::reasons::{Reason, Reasons};
use crate::{enumerate::Batch, position::fen_of};

/// A rule under verification.
pub trait Subject: Sync {
    /// Returns the rule's name.
    fn name(&self) -> String;

    /// Returns the rule's reasons by bit, at most 64; empty if the rule reports no reasons.
    fn reasons(&self) -> Vec<Reason>;

    /// Returns whether the rule reports reasons.
    fn explains(&self) -> bool {
        !self.reasons().is_empty()
    }

    /// Returns the reasons in all answers so far, and the meaning of the numbers of their sets.
    fn explanations(&self) -> Reasons {
        self.reasons().into()
    }

    /// Asks the rule about every position of `batch` and overwrites `answers`. The reasons are
    /// needed only if `with_patterns` is true.
    ///
    /// # Errors
    ///
    /// Fails if the rule fails, or if it returns something that is not a claim.
    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault>;

    /// Returns whether several threads may ask the rule at once.
    fn thread_safe(&self) -> bool {
        true
    }
}

/// Exceptions to a rule: patterns whose match withdraws a claim.
pub trait Exceptions: Sync {
    /// Returns the exceptions' patterns by bit, at most 64.
    fn patterns(&self) -> Vec<Reason>;

    /// Withdraws the claims in `answers` about those positions of `batch` in which a pattern
    /// matches. In all lanes that had a claim, sets [`Answers::patterns`] to the matching patterns.
    fn apply(&self, batch: &Batch, answers: &mut Answers);
}

/// The reason why a rule could not be verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Fault {
    /// The rule returned a number that is not a claim.
    #[error("the rule answered {answer} about '{fen}'; answers are 0 to {most} (drawproof.h)")]
    Nonsense {
        /// The number that the rule returned.
        answer: i64,
        /// The highest number that is a claim.
        most: u8,
        /// The FEN of the position that was asked about.
        fen: String,
    },
    /// The parts of an answer contradict each other: together they leave no result possible.
    #[error(
        "the parts of the rule's answer about '{fen}' contradict each other: {} leave no result possible",
        branches.join(" and ")
    )]
    Contradiction {
        /// The names of the parts' branches.
        branches: Vec<String>,
        /// The FEN of the position that was asked about.
        fen: String,
    },
    /// The rule's program or library failed; the text says how.
    #[error("{0}")]
    Failed(String),
}

impl Fault {
    /// Makes the fault of an answer with an invalid number of parts, `count`.
    pub(crate) fn too_many_parts(count: i64, position: &Position) -> Fault {
        Fault::Failed(format!(
            "the rule returned {count} parts about '{}'; a claim has 0 to 64 (drawproof_parts)",
            fen_of(position)
        ))
    }

    /// Makes the fault of an answer that is not the number of a claim.
    pub(crate) fn nonsense(answer: i64, most: u8, position: &Position) -> Fault {
        Fault::Nonsense { answer, most, fen: fen_of(position) }
    }
}

/// The claims about the positions of a batch, for the side to move: for each result, the lanes (as
/// bits) in which the rule leaves it possible. A lane in none of the sets was not asked about; a
/// lane in all sets has no claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The lanes in which a draw is possible.
    pub draw: u64,
    /// The lanes in which a win is possible.
    pub win: u64,
    /// The lanes in which a loss is possible.
    pub loss: u64,
}

impl Claims {
    /// Makes claims about `lanes`: a draw in the lanes that are in `draw` too, and no claim in the
    /// other lanes.
    pub fn drawn(draw: u64, lanes: u64) -> Claims {
        Claims { draw: lanes, win: lanes & !draw, loss: lanes & !draw }
    }

    /// Returns the lanes in which two sets of claims differ, as bits.
    pub fn differ(self, other: Claims) -> u64 {
        (self.draw ^ other.draw) | (self.win ^ other.win) | (self.loss ^ other.loss)
    }

    /// Returns the lanes that the rule was asked about, as bits.
    #[inline(always)]
    pub fn asked(self) -> u64 {
        self.draw | self.win | self.loss
    }

    /// Returns the lanes that were asked about but have no claim, as bits.
    #[inline(always)]
    pub fn unclaimed(self) -> u64 {
        self.draw & self.win & self.loss
    }

    /// Returns the lanes with a claim, as bits.
    #[inline(always)]
    pub fn made(self) -> u64 {
        self.asked() & !self.unclaimed()
    }

    /// Returns the lanes with the claim `claim`, as bits.
    #[inline(always)]
    pub fn lanes_of(self, claim: Claim) -> u64 {
        let side = |set: u64, bit: u8| if claim.bits() & bit != 0 { set } else { !set };
        side(self.loss, 1) & side(self.draw, 2) & side(self.win, 4)
    }

    /// Returns the claim in a lane, 0 to 63.
    #[inline(always)]
    pub fn get(self, lane: usize) -> Claim {
        let bit = |set: u64| (set >> lane & 1) as u8;
        let bits = bit(self.loss) | bit(self.draw) << 1 | bit(self.win) << 2;
        Claim::from_bits(bits).expect("three bits are a claim")
    }

    /// Sets the claim in a lane about which the rule has not been asked before.
    #[inline(always)]
    pub fn note(&mut self, lane: usize, claim: Claim) {
        let bits = u64::from(claim.bits());
        self.loss |= (bits & 1) << lane;
        self.draw |= (bits >> 1 & 1) << lane;
        self.win |= (bits >> 2) << lane;
    }

    /// Withdraws the claims in some lanes. Lanes that were not asked about remain so.
    pub fn withdraw(&mut self, lanes: u64) {
        let lanes = lanes & self.asked();
        self.draw |= lanes;
        self.win |= lanes;
        self.loss |= lanes;
    }
}

/// A rule's answers about a batch of positions.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The claims by lane. Lanes outside of the batch count as not asked about.
    pub claims: Claims,
    /// The set of matching reasons by lane: bit `i` is reason `i`. If the rule reports the results
    /// of each branch, an entry is the number of a set instead (see [`Subject::explanations`]).
    /// Entries are defined only in lanes that hold a position, and only if reasons were requested.
    pub patterns: [u64; 64],
}

impl Default for Answers {
    fn default() -> Answers {
        Answers { claims: Claims::default(), patterns: [0; 64] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_is_a_lane_of_its_own() {
        let all: Vec<Claim> = (0..8).filter_map(Claim::from_bits).collect();
        let mut claims = Claims::default();
        for (lane, &claim) in all.iter().enumerate() {
            claims.note(lane, claim);
        }
        for (lane, &claim) in all.iter().enumerate() {
            assert_eq!(claims.get(lane), claim);
            assert_eq!(claims.lanes_of(claim) & 0xff, 1 << lane);
            assert_eq!(claims.made() >> lane & 1 != 0, claim.is_made());
        }
        claims.withdraw(0xff);
        assert_eq!(
            [0, 2, 3, 7].map(|lane| claims.get(lane)),
            [Claim::NOT_ASKED, Claim::NONE, Claim::NONE, Claim::NONE,]
        );
        let drawn = Claims::drawn(0b01, 0b11);
        assert_eq!(
            [0, 1, 2].map(|lane| drawn.get(lane)),
            [Claim::DRAW, Claim::NONE, Claim::NOT_ASKED,]
        );
    }
}
