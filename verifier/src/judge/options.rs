//! What to count and to keep.

use serde::{Deserialize, Serialize};

use crate::enumerate::{Counting, Domain};

/// The options of a verification.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The counting convention.
    pub counting: Counting,
    /// The positions that the rule is asked about.
    pub domain: Domain,
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
            examples: 10,
            features: false,
            record: false,
        }
    }
}
