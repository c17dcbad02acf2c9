//! What to count and to keep.

use serde::{Deserialize, Serialize};

use crate::enumerate::{Counting, Domain};

/// What the fifty-move rule changes about a verification. The half-move clock of every position is
/// 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FiftyMoveRule {
    /// Nothing.
    #[default]
    Ignored,
    /// Results are those without it; incorrect claims that it would pardon are counted. Tables of
    /// distances to zeroing are asked for only if there may be any.
    Counted,
    /// Cursed wins and blessed losses are draws.
    Applied,
}

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
