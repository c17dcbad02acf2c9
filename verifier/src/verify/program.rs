//! Asks a program: several processes share the chunks. For each process, one thread writes all
//! positions while another enumerates the same questions again and reads the answers.

use std::{io, ops::ControlFlow, thread, time::Instant};

use super::asking::{Share, VerifyError};
use crate::{
    findings::Gathered,
    subject::{AnswerLines, Pipe, Program, ReadError, write_batch},
};

/// Returns the findings about a program in some chunks.
pub(super) fn ask(
    program: &Program,
    share: Share,
    chunks: &[usize],
) -> Result<Gathered, VerifyError> {
    let workers = program.workers().min(chunks.len());
    let shares: Vec<Result<Gathered, VerifyError>> = thread::scope(|scope| {
        let work = |worker| {
            let chunks = chunks.iter().copied().skip(worker).step_by(workers);
            scope.spawn(move || ask_process(program, share, chunks))
        };
        let workers: Vec<_> = (0..workers).map(work).collect();
        workers.into_iter().map(|w| w.join().expect("the worker does not panic")).collect()
    });
    let nothing = share.collector.nothing();
    shares.into_iter().try_fold(nothing, |all, gathered| Ok(all.add(gathered?)))
}

/// Starts a process and asks it about some chunks.
fn ask_process(
    program: &Program,
    share: Share,
    chunks: impl Iterator<Item = usize> + Clone + Send,
) -> Result<Gathered, VerifyError> {
    let to_write = chunks.clone();
    let write = |out: &mut Pipe| -> io::Result<()> {
        let mut line = Vec::with_capacity(80);
        for chunk in to_write {
            share.questions.visit(chunk, &mut |question| {
                write_batch(&question.batch, &mut line, out)?;
                write_batch(&question.reversed, &mut line, out)
            })?;
        }
        Ok(())
    };
    let mut given_up = None;
    let read = |lines: &mut AnswerLines| -> Result<Gathered, ReadError> {
        let mut gathered = share.collector.nothing();
        let with_patterns = share.exceptions.is_none();
        let start = Instant::now();
        for chunk in chunks {
            let go_on = share.chunk(chunk, &mut gathered, |question, answers| {
                let [own, reversed] = answers;
                lines.answers(&question.batch, with_patterns, own)?;
                share.except(&question.batch, own);
                lines.answers(&question.reversed, false, reversed)?;
                share.except(&question.reversed, reversed);
                Ok(())
            })?;
            let settled = match go_on {
                ControlFlow::Break(()) => Err(VerifyError::Stopped),
                ControlFlow::Continue(()) => {
                    share.collector.settle(&mut gathered).map_err(VerifyError::Table)
                }
            };
            settled.map_err(|error| {
                given_up = Some(error);
                ReadError::GivenUp
            })?;
        }
        gathered.note_time(start.elapsed());
        Ok(gathered)
    };
    let gathered = program.converse(write, read);
    match given_up {
        Some(error) => Err(error),
        None => Ok(gathered?),
    }
}
