//! What to count and to keep.

use drawproof_tables::census::Counting;
use serde::{Deserialize, Serialize};

use crate::enumerate::{Domain, FiftyMoveRule};

/// The options of a verification.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The counting convention.
    pub counting: Counting,
    /// The positions that the rule is asked about.
    pub domain: Domain,
    /// What the fifty-move rule changes.
    pub fifty_moves: FiftyMoveRule,
    /// The maximum number of examples of each kind.
    pub examples: usize,
    /// Whether to count missed draws by features of the position.
    pub features: bool,
    /// Whether to record the claims and patterns of every position.
    pub record: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            counting: Counting::Full,
            domain: Domain::default(),
            fifty_moves: FiftyMoveRule::default(),
            examples: 10,
            features: false,
            record: false,
        }
    }
}

impl Options {
    /// What decides which positions are asked about, and their results.
    pub(crate) fn asked(&self) -> (Counting, Domain, FiftyMoveRule) {
        (self.counting, self.domain, self.fifty_moves)
    }
}
