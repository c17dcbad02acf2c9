//! The verification of a rule that is a program.
//!
//! Several processes share the chunks. For each process, one thread writes all positions while
//! another enumerates the same questions again and reads the answers.

use std::{io, thread, time::Instant};

use drawproof_tables::NormalMaterial;

use super::{
    conclude::{Outcome, Rule, VerifyError, conclude, questions},
    observer::Observer,
    windows::each_window,
};
use crate::{
    enumerate::Questions,
    judge::{Findings, Judge, Options},
    record::Dump,
    subject::{AnswerLines, Answers, Exceptions, Fault, Pipe, Program, ReadError, write_batch},
    tables::TableSource,
};

/// Asks a program about every position of an endgame and judges its claims.
///
/// # Errors
///
/// A table is missing, or the program could not be judged.
pub fn verify_program(
    program: &Program,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Outcome, VerifyError> {
    verify_program_with(program, None, material, tables, options, observer, None)
}

/// [`verify_program`] for a program with exceptions added to it, if there are any. Writes every
/// counterexample to `dump` if there is one.
///
/// # Errors
///
/// A table is missing, the program could not be judged, or the dump cannot be written.
pub fn verify_program_with(
    program: &Program,
    exceptions: Option<&dyn Exceptions>,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
    dump: Option<&Dump>,
) -> Result<Outcome, VerifyError> {
    let start = Instant::now();
    let mut values = tables.windows(material).map_err(VerifyError::Table)?;
    let questions = questions(&values, options, tables).map_err(VerifyError::Table)?;
    let reasons = exceptions.map_or_else(Vec::new, Exceptions::patterns);
    let judge = Judge::new(&questions, !reasons.is_empty(), options, dump);
    judge.prepare(tables).map_err(VerifyError::Table)?;
    observer.begin(questions.positions());
    let chunks = 0..questions.chunks();
    let findings = each_window(&mut values, &questions, &judge, chunks, |questions, chunks| {
        let share = Share { program, exceptions, questions, judge: &judge, tables };
        judged(share, &chunks, observer, dump)
    })?;
    observer.end();
    let rule = Rule { name: program.name(), reasons };
    conclude(rule, &judge, findings, start.elapsed(), tables, options)
}

/// The findings in some chunks, which the processes of the program share. Every counterexample goes to
/// `dump` if there is one.
pub(super) fn judged(
    share: Share,
    chunks: &[usize],
    observer: &dyn Observer,
    dump: Option<&Dump>,
) -> Result<Findings, VerifyError> {
    let judge = share.judge;
    let workers = share.program.workers().min(chunks.len());
    let shares: Vec<Result<Findings, Fault>> = thread::scope(|scope| {
        let work = |worker| {
            let chunks = chunks.iter().copied().skip(worker).step_by(workers);
            scope.spawn(move || share.judged(chunks, observer))
        };
        let workers: Vec<_> = (0..workers).map(work).collect();
        workers.into_iter().map(|w| w.join().expect("the worker does not panic")).collect()
    });
    let mut findings = judge.nothing();
    for share in shares {
        findings = findings.add(share?);
    }
    if let Some(error) = judge.failure() {
        return Err(VerifyError::Table(error));
    }
    if let Some(error) = dump.and_then(Dump::failure) {
        return Err(VerifyError::Dump(error));
    }
    Ok(findings)
}

/// The share of the questions that one process answers.
#[derive(Clone, Copy)]
pub(super) struct Share<'a> {
    pub program: &'a Program,
    pub exceptions: Option<&'a dyn Exceptions>,
    pub questions: &'a Questions,
    pub judge: &'a Judge<'a>,
    pub tables: &'a dyn TableSource,
}

impl Share<'_> {
    /// Starts the process, asks it about some chunks and judges its claims.
    fn judged(
        &self,
        chunks: impl Iterator<Item = usize> + Clone + Send,
        observer: &dyn Observer,
    ) -> Result<Findings, Fault> {
        let to_write = chunks.clone();
        let write = |out: &mut Pipe| -> io::Result<()> {
            let mut line = Vec::with_capacity(80);
            for chunk in to_write {
                self.questions.visit(chunk, &mut |question| {
                    write_batch(&question.batch, &mut line, out)?;
                    write_batch(&question.reversed, &mut line, out)
                })?;
            }
            Ok(())
        };
        let read = |lines: &mut AnswerLines| -> Result<Findings, ReadError> {
            let mut findings = self.judge.nothing();
            let start = Instant::now();
            for chunk in chunks {
                let before = findings.visited();
                self.read_chunk(chunk, lines, &mut findings)?;
                observer.advance(findings.visited() - before);
            }
            findings.times.note(start.elapsed(), findings.calls);
            Ok(findings)
        };
        self.program.converse(write, read)
    }

    fn read_chunk(
        &self,
        chunk: usize,
        lines: &mut AnswerLines,
        findings: &mut Findings,
    ) -> Result<(), ReadError> {
        let [mut answers, mut reversed] = [Answers::default(), Answers::default()];
        self.questions.visit(chunk, &mut |question| {
            answers.claims = lines.claims(&question.batch)?;
            reversed.claims = lines.claims(&question.reversed)?;
            if let Some(exceptions) = self.exceptions {
                exceptions.apply(&question.batch, &mut answers);
                exceptions.apply(&question.reversed, &mut reversed);
            }
            self.judge.judge(question, &answers, reversed.claims, findings);
            Ok(())
        })?;
        self.judge.end_chunk(chunk, findings);
        if self.judge.waits(findings) {
            self.judge.load(self.tables, findings);
        }
        Ok(())
    }
}
