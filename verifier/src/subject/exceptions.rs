//! Rules with added exceptions: positions in which a claim is withdrawn.

use super::{
    answers::Answers,
    interface::{Fault, Reason, Subject},
};
use crate::enumerate::Batch;

/// Exceptions to a rule: patterns whose match withdraws a claim.
pub trait Exceptions: Sync {
    /// The patterns by bit, at most 64.
    fn patterns(&self) -> Vec<Reason>;

    /// Withdraws claims in `answers`, which are about `batch`, where a pattern matches. Sets the
    /// patterns of the answers to the matching ones, in the lanes that had a claim.
    fn apply(&self, batch: &Batch, answers: &mut Answers);
}

/// A rule with exceptions added to it. Its patterns are the exceptions'.
pub struct WithExceptions<'a> {
    rule: &'a dyn Subject,
    exceptions: &'a dyn Exceptions,
}

impl<'a> WithExceptions<'a> {
    /// `rule` without the claims that `exceptions` withdraw.
    pub fn new(rule: &'a dyn Subject, exceptions: &'a dyn Exceptions) -> WithExceptions<'a> {
        WithExceptions { rule, exceptions }
    }
}

impl Subject for WithExceptions<'_> {
    fn name(&self) -> String {
        self.rule.name()
    }

    fn reasons(&self) -> Vec<Reason> {
        self.exceptions.patterns()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        self.rule.ask(batch, false, answers)?;
        self.exceptions.apply(batch, answers);
        Ok(())
    }

    fn thread_safe(&self) -> bool {
        self.rule.thread_safe()
    }
}
