//! The interface through which the verifier asks any rule.

use drawproof_recognizers::Position;
use serde::{Deserialize, Serialize};

use super::answers::Answers;
use crate::{enumerate::Batch, position::fen_of};

/// The name of a pattern and its description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternName {
    /// Short identifier, such as `rook-hangs`.
    pub id: String,
    /// One sentence that describes the pattern; empty if the rule has none.
    pub says: String,
}

/// A rule under verification.
pub trait Subject: Sync {
    /// The rule's name.
    fn name(&self) -> String;

    /// The rule's patterns by bit, at most 64; empty if the rule does not report patterns.
    fn patterns(&self) -> Vec<PatternName>;

    /// Asks the rule about every position of `batch` and overwrites `answers`. The patterns are
    /// needed only if `with_patterns`.
    ///
    /// # Errors
    ///
    /// The rule failed, or returned something that is not a claim.
    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault>;

    /// Whether several threads may ask the rule at once.
    fn thread_safe(&self) -> bool {
        true
    }
}

/// Why a rule could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Fault {
    /// The rule returned a number that is not a claim.
    #[error("the rule answered {answer} about '{fen}'; answers are 0 to 3 (drawproof.h)")]
    Nonsense {
        /// The number that the rule returned.
        answer: i64,
        /// The position.
        fen: String,
    },
    /// The rule's program or library failed.
    #[error("{0}")]
    Failed(String),
}

impl Fault {
    /// The fault of a number that is not a claim.
    pub(crate) fn nonsense(answer: i64, position: &Position) -> Fault {
        Fault::Nonsense { answer, fen: fen_of(position) }
    }
}
