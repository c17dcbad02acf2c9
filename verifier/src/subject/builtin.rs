//! Rules within the program: those of the recognizers crate, and functions.

use drawproof_recognizers::{Claim, PatternText, Position, Role, Rule};

use super::{
    halves::{Part, PartSets, unnamed},
    interface::{Answers, Claims, Fault, Subject},
    reasons::{Reason, Reasons},
};
use crate::enumerate::Batch;

/// A [`Subject`] that wraps a rule of the recognizers crate.
pub struct Builtin<'a>(pub &'a dyn Rule);

impl Subject for Builtin<'_> {
    fn name(&self) -> String {
        self.0.name().into()
    }

    fn reasons(&self) -> Vec<Reason> {
        let reason =
            |p: &PatternText| Reason { id: p.id.into(), says: p.says.into(), role: Role::Unless };
        self.0.patterns().iter().map(reason).collect()
    }

    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault> {
        let mut claims = Claims::default();
        if with_patterns {
            batch.for_each(|lane, position| {
                let (claim, patterns) = self.0.claim_and_patterns(position);
                claims.note(lane, claim);
                answers.patterns[lane] = patterns;
            });
        } else {
            batch.for_each(|lane, position| claims.note(lane, self.0.claim(position)));
        }
        answers.claims = claims;
        Ok(())
    }
}

/// A rule given as a function that returns the claim about a position and the set of matching
/// reasons (bit `i` = reason `i`).
pub struct Predicate<F> {
    name: String,
    reasons: Vec<Reason>,
    rule: F,
}

impl<F: Fn(&Position) -> (Claim, u64) + Sync> Predicate<F> {
    /// Makes a rule with a name from the function `rule`. `patterns` are the identifiers of the
    /// rule's exceptions, by bit.
    pub fn new(name: &str, patterns: &[&str], rule: F) -> Predicate<F> {
        let named = |id: &&str| Reason::new(*id, Role::Unless);
        Predicate { name: name.into(), reasons: patterns.iter().map(named).collect(), rule }
    }

    /// Returns the rule with its reasons replaced by `reasons`, which are in the order of their
    /// bits.
    #[must_use]
    pub fn with_reasons(self, reasons: Vec<Reason>) -> Predicate<F> {
        Predicate { reasons, ..self }
    }
}

impl<F: Fn(&Position) -> (Claim, u64) + Sync> Subject for Predicate<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reasons(&self) -> Vec<Reason> {
        self.reasons.clone()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        let mut claims = Claims::default();
        batch.for_each(|lane, position| {
            let (claim, patterns) = (self.rule)(position);
            claims.note(lane, claim);
            answers.patterns[lane] = patterns;
        });
        answers.claims = claims;
        Ok(())
    }
}

/// A rule given as a function that returns the parts of its claim about a position: branches, each
/// with the results that it leaves possible.
pub struct Halved<F> {
    name: String,
    branches: Vec<Reason>,
    rule: F,
    sets: PartSets,
}

impl<F: Fn(&Position) -> Vec<Part> + Sync> Halved<F> {
    /// Makes a rule with a name from the function `rule`. `branches` are the names of the rule's
    /// branches, by number.
    pub fn new(name: &str, branches: &[&str], rule: F) -> Halved<F> {
        let branches = branches.iter().map(|id| Reason::new(*id, Role::Because)).collect();
        Halved { name: name.into(), branches, rule, sets: PartSets::default() }
    }
}

impl<F: Fn(&Position) -> Vec<Part> + Sync> Subject for Halved<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reasons(&self) -> Vec<Reason> {
        self.branches.clone()
    }

    fn explains(&self) -> bool {
        true
    }

    fn explanations(&self) -> Reasons {
        let declared = (0..self.branches.len() as u64).collect();
        self.sets.reasons(declared, |branch| {
            self.branches.get(branch as usize).cloned().unwrap_or_else(|| unnamed(branch))
        })
    }

    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault> {
        let (mut claims, mut result) = (Claims::default(), Ok(()));
        batch.for_each(|lane, position| {
            let wanted = with_patterns.then_some((lane, &mut *answers));
            match self.sets.claim(&(self.rule)(position), position, wanted) {
                Ok(claim) => claims.note(lane, claim),
                Err(fault) => result = Err(fault),
            }
        });
        answers.claims = claims;
        result
    }
}
