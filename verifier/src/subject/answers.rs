//! A rule's answers about a batch.

use drawproof_recognizers::Claim;

/// The claims about the positions of a batch, as the set of lanes of each claim. The sets are
/// disjoint; a lane in none of them has no claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Lanes claimed drawn.
    pub draw: u64,
    /// Lanes claimed won for the side to move.
    pub win: u64,
    /// Lanes claimed lost for the side to move.
    pub loss: u64,
}

impl Claims {
    /// The lanes in which two sets of claims differ.
    pub fn differ(self, other: Claims) -> u64 {
        (self.draw ^ other.draw) | (self.win ^ other.win) | (self.loss ^ other.loss)
    }

    /// The claim in a lane, 0 to 63; `None` for no claim.
    pub fn get(self, lane: usize) -> Option<Claim> {
        match self.code(lane) {
            1 => Some(Claim::Draw),
            2 => Some(Claim::Win),
            3 => Some(Claim::Loss),
            _ => None,
        }
    }

    /// The claim in a lane as a number: 0 none, 1 draw, 2 win, 3 loss.
    #[inline(always)]
    pub fn code(self, lane: usize) -> usize {
        let bit = |set: u64| (set >> lane & 1) as usize;
        bit(self.draw) + 2 * bit(self.win) + 3 * bit(self.loss)
    }

    /// Adds the claim in a lane by its number: 1 draw, 2 win, 3 loss. Any other number adds
    /// nothing.
    #[inline(always)]
    pub fn note(&mut self, lane: usize, code: u32) {
        self.draw |= u64::from(code == 1) << lane;
        self.win |= u64::from(code == 2) << lane;
        self.loss |= u64::from(code == 3) << lane;
    }
}

/// The number of a claim: 0 none, 1 draw, 2 win, 3 loss.
#[inline(always)]
pub(crate) fn code_of(claim: Option<Claim>) -> u32 {
    match claim {
        None => 0,
        Some(Claim::Draw) => 1,
        Some(Claim::Win) => 2,
        Some(Claim::Loss) => 3,
    }
}

/// A rule's answers about a batch.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The claims.
    pub claims: Claims,
    /// The set of matching patterns (bit `i` = pattern `i`) by lane. Defined only for lanes of the
    /// batch, and only if the question asked for patterns.
    pub patterns: [u64; 64],
}

impl Default for Answers {
    fn default() -> Answers {
        Answers { claims: Claims::default(), patterns: [0; 64] }
    }
}
