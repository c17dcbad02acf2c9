//! Rules with added exceptions: positions in which a claim of a draw is withdrawn.

use super::{
    answers::Answers,
    interface::{Fault, PatternName, Subject},
};
use crate::enumerate::Batch;

/// Exceptions to a rule: patterns whose match withdraws a claim of a draw.
pub trait Exceptions: Sync {
    /// The patterns by bit, at most 64.
    fn patterns(&self) -> Vec<PatternName>;

    /// Withdraws claims of a draw in `answers`, which are about `batch`, where a pattern matches.
    /// Sets the patterns of the answers to the matching ones, in the lanes that were claimed drawn.
    fn apply(&self, batch: &Batch, answers: &mut Answers);
}

/// A rule with exceptions added to it. Its patterns are the exceptions'.
pub struct WithExceptions<'a> {
    rule: &'a dyn Subject,
    exceptions: &'a dyn Exceptions,
}

impl<'a> WithExceptions<'a> {
    /// `rule` without the claims of a draw that `exceptions` withdraw.
    pub fn new(rule: &'a dyn Subject, exceptions: &'a dyn Exceptions) -> WithExceptions<'a> {
        WithExceptions { rule, exceptions }
    }
}

impl Subject for WithExceptions<'_> {
    fn name(&self) -> String {
        self.rule.name()
    }

    fn patterns(&self) -> Vec<PatternName> {
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
