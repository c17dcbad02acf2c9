//! A rule as the verifier sees it, wherever it lives.

use drawproof_recognizers::{Claim, Position, Rule};
use serde::{Deserialize, Serialize};

use crate::{Answers, Batch, Claims, batch::code_of, notation::fen_of};

/// The name of a pattern, and its sentence if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternName {
    /// Short identifier, such as `rook-hangs`.
    pub id: String,
    /// One sentence, or empty.
    pub says: String,
}

/// A rule that can be asked.
pub trait Subject: Sync {
    /// The rule's own name.
    fn name(&self) -> String;

    /// The patterns by bit; empty if the rule tells none.
    fn patterns(&self) -> Vec<PatternName>;

    /// Asks about every position of `batch` and overwrites `answers`. Patterns are wanted only
    /// where `with_patterns` says so.
    fn ask(&self, batch: &Batch, with_patterns: bool, answers: &mut Answers) -> Result<(), Fault>;

    /// Whether it may be asked by several threads at once.
    fn thread_safe(&self) -> bool {
        true
    }
}

/// A rule that could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Fault {
    /// The answer is none of those there are.
    #[error("the rule answered {answer} about '{fen}'; answers are 0 to 3 (drawproof.h)")]
    Nonsense {
        /// What it said.
        answer: i64,
        /// The position.
        fen: String,
    },
    /// The rule's program or library failed.
    #[error("{0}")]
    Failed(String),
}

/// A rule of the recognizers crate.
pub struct Builtin<'a>(pub &'a dyn Rule);

impl Subject for Builtin<'_> {
    fn name(&self) -> String {
        self.0.name().into()
    }

    fn patterns(&self) -> Vec<PatternName> {
        let name = |p: &drawproof_recognizers::PatternText| PatternName {
            id: p.id.into(),
            says: p.says.into(),
        };
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

/// A rule given as a function of the position; patterns by number only.
pub struct Predicate<F> {
    name: String,
    patterns: Vec<PatternName>,
    rule: F,
}

impl<F: Fn(&Position) -> (Option<Claim>, u64) + Sync> Predicate<F> {
    /// The rule `rule`, whose patterns have the given identifiers.
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

/// The fault of an answer outside the range.
pub(crate) fn nonsense(answer: i64, position: &Position) -> Fault {
    Fault::Nonsense { answer, fen: fen_of(position) }
}
