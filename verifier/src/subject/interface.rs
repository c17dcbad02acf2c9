//! The interface through which the verifier asks any rule.

use drawproof_recognizers::{Position, Role};
use serde::{Deserialize, Serialize};

use super::answers::Answers;
use crate::{enumerate::Batch, position::fen_of};

/// A reason of a rule, for a claim or against one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Short identifier, such as `rook-hangs`.
    pub id: String,
    /// One sentence that describes the reason; empty if the rule has none.
    pub says: String,
    /// Whether it is an exception or a branch.
    pub role: Role,
}

impl Reason {
    /// A reason without a description.
    pub fn new(id: impl Into<String>, role: Role) -> Reason {
        Reason { id: id.into(), says: String::new(), role }
    }
}

/// A rule under verification.
pub trait Subject: Sync {
    /// The rule's name.
    fn name(&self) -> String;

    /// The rule's reasons by bit, at most 64; empty if the rule reports none.
    fn reasons(&self) -> Vec<Reason>;

    /// Asks the rule about every position of `batch` and overwrites `answers`. The reasons are
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

/// Exceptions to a rule: patterns whose match withdraws a claim.
pub trait Exceptions: Sync {
    /// The patterns by bit, at most 64.
    fn patterns(&self) -> Vec<Reason>;

    /// Withdraws claims in `answers`, which are about `batch`, where a pattern matches. Sets the
    /// patterns of the answers to the matching ones, in the lanes that had a claim.
    fn apply(&self, batch: &Batch, answers: &mut Answers);
}

/// Why a rule could not be verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Fault {
    /// The rule returned a number that is not a claim.
    #[error("the rule answered {answer} about '{fen}'; answers are 0 to {most} (drawproof.h)")]
    Nonsense {
        /// The number that the rule returned.
        answer: i64,
        /// The highest number that is a claim.
        most: u8,
        /// The position.
        fen: String,
    },
    /// The rule's program or library failed.
    #[error("{0}")]
    Failed(String),
}

impl Fault {
    /// The fault of a number that is not a claim.
    pub(crate) fn nonsense(answer: i64, most: u8, position: &Position) -> Fault {
        Fault::Nonsense { answer, most, fen: fen_of(position) }
    }
}
