//! Rules within the program: those of the recognizers crate, and functions.

use drawproof_recognizers::{Claim, PatternText, Position, Rule};

use super::{
    answers::{Answers, Claims, code_of},
    interface::{Fault, PatternName, Subject},
};
use crate::enumerate::Batch;

/// A rule of the recognizers crate.
pub struct Builtin<'a>(pub &'a dyn Rule);

impl Subject for Builtin<'_> {
    fn name(&self) -> String {
        self.0.name().into()
    }

    fn patterns(&self) -> Vec<PatternName> {
        let name = |p: &PatternText| PatternName { id: p.id.into(), says: p.says.into() };
        self.0.patterns().iter().map(name).collect()
    }

    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault> {
        let mut claims = Claims::default();
        if with_patterns {
            batch.for_each(|lane, position| {
                let (claim, patterns) = self.0.claim_and_patterns(position);
                claims.note(lane, code_of(claim));
                answers.patterns[lane] = patterns;
            });
        } else {
            batch.for_each(|lane, position| claims.note(lane, code_of(self.0.claim(position))));
        }
        answers.claims = claims;
        Ok(())
    }
}

/// A rule given as a function that returns the claim about a position and the set of matching
/// patterns (bit `i` = pattern `i`).
pub struct Predicate<F> {
    name: String,
    patterns: Vec<PatternName>,
    rule: F,
}

impl<F: Fn(&Position) -> (Option<Claim>, u64) + Sync> Predicate<F> {
    /// The rule `rule` with a name; `patterns` are the identifiers of its patterns by bit.
    pub fn new(name: &str, patterns: &[&str], rule: F) -> Predicate<F> {
        let named = |id: &&str| PatternName { id: (*id).into(), says: String::new() };
        Predicate { name: name.into(), patterns: patterns.iter().map(named).collect(), rule }
    }
}

impl<F: Fn(&Position) -> (Option<Claim>, u64) + Sync> Subject for Predicate<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn patterns(&self) -> Vec<PatternName> {
        self.patterns.clone()
    }

    fn ask(&self, batch: &Batch, _: bool, answers: &mut Answers) -> Result<(), Fault> {
        let mut claims = Claims::default();
        batch.for_each(|lane, position| {
            let (claim, patterns) = (self.rule)(position);
            claims.note(lane, code_of(claim));
            answers.patterns[lane] = patterns;
        });
        answers.claims = claims;
        Ok(())
    }
}
