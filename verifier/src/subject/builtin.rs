//! Rules within the program: those of the recognizers crate, and functions.

use drawproof_recognizers::{Claim, PatternText, Position, Role, Rule};

use super::interface::{Answers, Claims, Fault, Reason, Subject};
use crate::enumerate::Batch;

/// A rule of the recognizers crate.
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
    /// The rule `rule` with a name; `patterns` are the identifiers of its exceptions by bit.
    pub fn new(name: &str, patterns: &[&str], rule: F) -> Predicate<F> {
        let named = |id: &&str| Reason::new(*id, Role::Unless);
        Predicate { name: name.into(), reasons: patterns.iter().map(named).collect(), rule }
    }

    /// The rule with other reasons, by bit.
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
