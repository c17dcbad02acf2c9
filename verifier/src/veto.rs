//! Rules held back: their claims of a draw are withdrawn where a veto says so.

use crate::{Answers, Batch, Fault, PatternName, Subject};

/// Says where a rule must claim no draw.
pub trait Veto: Sync {
    /// The patterns by bit.
    fn patterns(&self) -> Vec<PatternName>;

    /// Withdraws claims of a draw in `answers`, which are about `batch`. The patterns of the
    /// answers become those of the veto that match where a draw was claimed.
    fn apply(&self, batch: &Batch, answers: &mut Answers);
}

/// A rule and what holds it back.
pub struct Vetoed<'a> {
    rule: &'a dyn Subject,
    veto: &'a dyn Veto,
}

impl<'a> Vetoed<'a> {
    /// `rule`, held back by `veto`.
    pub fn new(rule: &'a dyn Subject, veto: &'a dyn Veto) -> Vetoed<'a> {
        Vetoed { rule, veto }
    }
}

impl Subject for Vetoed<'_> {
    fn name(&self) -> String {
        self.rule.name()
    }

    fn patterns(&self) -> Vec<PatternName> {
        self.veto.patterns()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        self.rule.ask(batch, false, answers)?;
        self.veto.apply(batch, answers);
        Ok(())
    }

    fn thread_safe(&self) -> bool {
        self.rule.thread_safe()
    }
}
