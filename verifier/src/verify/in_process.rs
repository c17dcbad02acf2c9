//! The verification of a rule that this process can call.

use std::time::Instant;

use drawproof_tables::NormalMaterial;
use rayon::prelude::*;

use super::{
    conclude::{Outcome, Rule, VerifyError, conclude},
    observer::Observer,
};
use crate::{
    enumerate::Questions,
    judge::{Findings, Judge, Options},
    subject::{Answers, Fault, Subject},
    tables::TableSource,
};

/// Asks `subject` about every position of an endgame and judges its claims. Runs on the current
/// rayon pool; the outcome is the same for any number of threads, times aside.
///
/// # Errors
///
/// A table is missing, or the rule could not be judged.
pub fn verify(
    subject: &dyn Subject,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Outcome, VerifyError> {
    let start = Instant::now();
    let table = tables.table(material).map_err(VerifyError::Table)?;
    let questions = Questions::new(table, options.counting, tables).map_err(VerifyError::Table)?;
    let rule = Rule { name: subject.name(), patterns: subject.patterns() };
    let judge = Judge::new(questions.table().layout(), !rule.patterns.is_empty(), options);
    observer.begin(questions.positions());
    let ask_chunk = |mut findings: Findings, chunk: usize| -> Result<Findings, Fault> {
        let before = findings.calls;
        let mut answers = [Answers::default(), Answers::default()];
        questions.visit(chunk, &mut |question| {
            judge.ask(question, subject, &mut answers, &mut findings)
        })?;
        findings.end_chunk(chunk);
        observer.advance((findings.calls - before) / 2);
        Ok(findings)
    };
    let findings = if subject.thread_safe() {
        (0..questions.chunks())
            .into_par_iter()
            .try_fold(|| judge.nothing(), ask_chunk)
            .try_reduce(|| judge.nothing(), |a, b| Ok(a.add(b)))?
    } else {
        (0..questions.chunks()).try_fold(judge.nothing(), ask_chunk)?
    };
    observer.end();
    conclude(rule, &judge, findings, start.elapsed(), tables, options)
}
