//! An incorrect claim that may be shown, and as data for other processes.

use drawproof_board::Square;
use drawproof_recognizers::Claim;
use drawproof_tables::Layout;
use serde::{Deserialize, Serialize};

use super::features::is_key;
use crate::{
    enumerate::{Class, WordPlace},
    position::OrderedPosition,
};

/// An incorrect claim. The order of the fields is the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WrongClaim {
    /// 0 for a stored position, 1 for another image of it, 2 for the colour-reversed position.
    pub variant: u8,
    pub position: OrderedPosition,
    /// The bits of the claim.
    pub claim: u8,
    /// The distance to mate in plies, [`DRAWN`] for a draw.
    pub plies: u16,
    /// The word of the stored position, and its lane.
    pub stored: (WordPlace, usize),
}

/// What an incorrect claim has in common with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Group {
    /// The set of patterns that match; not empty.
    Patterns(u64),
    /// The key of the position's features.
    Features(usize),
}

/// The order of incorrect claims of one class: the distance to mate in plies, then a fixed random
/// order.
pub(crate) type WrongKey = (u16, u64);

/// An incorrect claim and its group.
pub(super) type Candidate = (WrongClaim, Group);

/// An incorrect claim as data.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub class: Class,
    pub key: WrongKey,
    /// The set of patterns that match.
    patterns: Option<u64>,
    /// The key of the position's features, if no pattern matches.
    features: u64,
    variant: u8,
    position: OrderedPosition,
    claim: u8,
    plies: u16,
    black_to_move: bool,
    word: u64,
    target: Option<u8>,
    lane: u8,
}

impl Kept {
    pub fn new(class: Class, key: WrongKey, group: Group, claim: &WrongClaim) -> Kept {
        let (patterns, features) = match group {
            Group::Patterns(set) => (Some(set), 0),
            Group::Features(key) => (None, key as u64),
        };
        let &WrongClaim { variant, position, claim, plies, stored: (place, lane) } = claim;
        Kept {
            class,
            key,
            patterns,
            features,
            variant,
            position,
            claim,
            plies,
            black_to_move: place.black_to_move,
            word: place.word as u64,
            target: place.target.map(|square| square as u8),
            lane: lane as u8,
        }
    }

    /// The claim and its group.
    ///
    /// # Errors
    ///
    /// A number is out of its range.
    pub fn candidate(&self) -> Result<Candidate, &'static str> {
        let target = self.target.map(|square| Square::try_index(square.into()).ok_or(OUT_OF_RANGE));
        let features = self.features as usize;
        let is_made = Claim::from_bits(self.claim).is_some_and(Claim::is_made);
        if !is_made || self.lane > 63 || !is_key(features) {
            return Err(OUT_OF_RANGE);
        }
        let (word, target) = (self.word as usize, target.transpose()?);
        let place = WordPlace { black_to_move: self.black_to_move, word, target };
        let (position, claim) = (self.position, self.claim);
        let (variant, plies, stored) = (self.variant, self.plies, (place, self.lane.into()));
        let claim = WrongClaim { variant, position, claim, plies, stored };
        Ok((claim, self.patterns.map_or(Group::Features(features), Group::Patterns)))
    }
}

/// Why data are no findings.
pub(super) const OUT_OF_RANGE: &str = "a number is out of range";

impl WrongClaim {
    /// Whether the claim may be about an endgame.
    pub fn is_of(&self, layout: &Layout) -> bool {
        self.stored.0.word < layout.words() && self.position.is_of(layout)
    }
}
