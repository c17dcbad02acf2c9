//! The verification of a rule that this process can call.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Instant,
};

use drawproof_tables::NormalMaterial;
use rayon::prelude::*;

use super::{
    conclude::{Outcome, Rule, VerifyError, conclude, questions},
    observer::Observer,
    windows::each_window,
};
use crate::{
    enumerate::Questions,
    judge::{Findings, Judge, Options},
    record::Dump,
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
    verify_and_dump(subject, material, tables, options, observer, None)
}

/// [`verify`], which also writes every counterexample to `dump` if there is one.
///
/// # Errors
///
/// A table is missing, the rule could not be judged, or the dump cannot be written.
pub fn verify_and_dump(
    subject: &dyn Subject,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
    dump: Option<&Dump>,
) -> Result<Outcome, VerifyError> {
    let start = Instant::now();
    let mut values = tables.windows(material).map_err(VerifyError::Table)?;
    let questions = questions(&values, options, tables).map_err(VerifyError::Table)?;
    let rule = Rule { name: subject.name(), reasons: subject.reasons() };
    let judge = Judge::new(&questions, !rule.reasons.is_empty(), options, dump);
    judge.prepare(tables).map_err(VerifyError::Table)?;
    observer.begin(questions.positions());
    let chunks = 0..questions.chunks();
    let findings = each_window(&mut values, &questions, &judge, chunks, |questions, chunks| {
        judged(subject, questions, &judge, chunks, tables, observer, dump)
    })?;
    observer.end();
    conclude(rule, &judge, findings, start.elapsed(), tables, options)
}

/// Asks `subject` about some chunks of the questions and judges its claims. Every counterexample goes
/// to `dump` if there is one.
pub(super) fn judged(
    subject: &dyn Subject,
    questions: &Questions,
    judge: &Judge,
    chunks: Vec<usize>,
    tables: &dyn TableSource,
    observer: &dyn Observer,
    dump: Option<&Dump>,
) -> Result<Findings, VerifyError> {
    // Whether a claim is incorrect and waits for tables. They cannot be loaded by a thread that
    // judges: the pool that loads them is the one that waits.
    let waits = AtomicBool::new(false);
    let ask_chunk = |mut share: Share, chunk: usize| -> Result<Share, Fault> {
        if dump.is_some_and(Dump::has_failed) {
            return Ok(share);
        }
        if waits.load(Relaxed) {
            share.left.push(chunk);
            return Ok(share);
        }
        let findings = &mut share.findings;
        let before = findings.visited();
        let mut answers = [Answers::default(), Answers::default()];
        questions
            .visit(chunk, &mut |question| judge.ask(question, subject, &mut answers, findings))?;
        judge.end_chunk(chunk, findings);
        observer.advance(findings.visited() - before);
        if judge.waits(findings) {
            waits.store(true, Relaxed);
        }
        Ok(share)
    };
    let nothing = || Share { findings: judge.nothing(), left: Vec::new() };
    let mut all = Share { findings: judge.nothing(), left: chunks };
    while !all.left.is_empty() {
        let chunks = std::mem::take(&mut all.left);
        let share = if subject.thread_safe() {
            chunks
                .into_par_iter()
                .try_fold(nothing, ask_chunk)
                .try_reduce(nothing, |a, b| Ok(a.add(b)))?
        } else {
            chunks.into_iter().try_fold(nothing(), ask_chunk)?
        };
        all = all.add(share);
        if waits.swap(false, Relaxed) {
            judge.load(tables, &mut all.findings);
            if let Some(error) = judge.failure() {
                return Err(VerifyError::Table(error));
            }
        }
    }
    if let Some(error) = dump.and_then(Dump::failure) {
        return Err(VerifyError::Dump(error));
    }
    Ok(all.findings)
}

/// The findings in some chunks, and the numbers of chunks that were not asked about yet.
struct Share {
    findings: Findings,
    left: Vec<usize>,
}

impl Share {
    fn add(mut self, other: Share) -> Share {
        self.left.extend(other.left);
        Share { findings: self.findings.add(other.findings), left: self.left }
    }
}
