//! Rules with added exceptions: positions in which a claim is withdrawn.

use super::{answers::Answers, interface::Reason};
use crate::enumerate::Batch;

/// Exceptions to a rule: patterns whose match withdraws a claim.
pub trait Exceptions: Sync {
    /// The patterns by bit, at most 64.
    fn patterns(&self) -> Vec<Reason>;

    /// Withdraws claims in `answers`, which are about `batch`, where a pattern matches. Sets the
    /// patterns of the answers to the matching ones, in the lanes that had a claim.
    fn apply(&self, batch: &Batch, answers: &mut Answers);
}
