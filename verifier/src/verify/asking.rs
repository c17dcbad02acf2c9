//! The common part of all askers: the questions of a chunk, and the gathering of answers.

use std::{error::Error, io, ops::ControlFlow};

use drawproof_tables::progress::{Progress, Stage};

use crate::{
    enumerate::{Batch, Question, Questions},
    findings::{Collector, Gathered},
    subject::{Answers, Exceptions, Fault},
};

/// The reason why a verification has no verdict.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The rule could not be verified.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A table is missing.
    #[error("no table to judge by: {0}")]
    Table(Box<dyn Error + Send + Sync>),
    /// The counterexamples cannot be written.
    #[error("the counterexamples cannot be written to a temporary file")]
    Dump(#[source] io::Error),
    /// The progress stopped the verification ([`Progress::advance`]).
    #[error("the verification was stopped")]
    Stopped,
}

/// The questions that an asker puts to a rule, and the receiver of the answers.
#[derive(Clone, Copy)]
pub(super) struct Share<'a> {
    pub questions: &'a Questions<'a>,
    pub collector: &'a Collector<'a>,
    pub exceptions: Option<&'a dyn Exceptions>,
    pub progress: &'a dyn Progress,
    pub stage: Stage<'a>,
}

impl Share<'_> {
    /// Asks all questions of a chunk with `ask`, which is called only if a position is in the
    /// domain. Adds the findings about the positions and their colour-reversed positions to
    /// `gathered`. Returns whether the work may continue.
    #[inline(always)]
    pub fn chunk<E>(
        &self,
        chunk: usize,
        gathered: &mut Gathered,
        mut ask: impl FnMut(&Question, &mut [Answers; 2]) -> Result<(), E>,
    ) -> Result<ControlFlow<()>, E> {
        let before = gathered.visited();
        let mut answers = [Answers::default(), Answers::default()];
        self.questions.visit(chunk, &mut |question| {
            if !question.batch.is_empty() {
                ask(question, &mut answers)?;
            }
            self.collector.take(question, &answers[0], answers[1].claims, gathered);
            Ok(())
        })?;
        self.collector.end_chunk(chunk, gathered);
        // Half of the work on a sample was to look its positions up.
        let halves = if self.questions.are_drawn() { 1 } else { 2 };
        Ok(self.progress.advance(self.stage, halves * (gathered.visited() - before) / 2))
    }

    /// Withdraws the claims of `answers` that the exceptions exclude, if there are exceptions.
    pub fn except(&self, batch: &Batch, answers: &mut Answers) {
        if let Some(exceptions) = self.exceptions {
            exceptions.apply(batch, answers);
        }
    }
}
