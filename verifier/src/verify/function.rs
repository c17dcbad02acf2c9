//! Asks a rule that this process can call, with all threads of the current pool.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Instant,
};

use drawproof_tables::mixing::mixed;
use rayon::prelude::*;

use super::asking::{Share, VerifyError};
use crate::{
    findings::{CallTimes, Gathered},
    subject::{Fault, Subject},
};

/// Returns the findings about a rule in some chunks: the same for any number of threads, except
/// times.
pub(super) fn ask(
    rule: &dyn Subject,
    share: Share,
    chunks: Vec<usize>,
) -> Result<Gathered, VerifyError> {
    let collector = share.collector;
    let with_patterns = collector.with_patterns() && share.exceptions.is_none();
    // Whether a claim is incorrect and waits for tables. They cannot be loaded by a thread that
    // asks: the pool that loads them is the one that waits.
    let waits = AtomicBool::new(false);
    let ask_chunk = |mut own: Own, chunk: usize| -> Result<Own, VerifyError> {
        if collector.has_failed_to_dump() {
            return Ok(own);
        }
        if waits.load(Relaxed) {
            own.left.push(chunk);
            return Ok(own);
        }
        let mut times = CallTimes::default();
        let go_on = share.chunk(chunk, &mut own.gathered, |question, [own, reversed]| {
            // Reading the clock costs as much as a few calls: one question in 32 is timed.
            let timed = mixed(question.stored.place.word as u64) >> 59 == 0;
            let start = timed.then(Instant::now);
            rule.ask(&question.batch, with_patterns, own)?;
            share.except(&question.batch, own);
            rule.ask(&question.reversed, false, reversed)?;
            share.except(&question.reversed, reversed);
            if let Some(start) = start {
                times.note(start.elapsed(), 2 * question.batch.len() as u64);
            }
            Ok::<(), Fault>(())
        })?;
        if go_on.is_break() {
            return Err(VerifyError::Stopped);
        }
        own.gathered.add_times(&times);
        if own.gathered.waits() {
            waits.store(true, Relaxed);
        }
        Ok(own)
    };
    let nothing = || Own { gathered: collector.nothing(), left: Vec::new() };
    let mut all = Own { left: chunks, ..nothing() };
    while !all.left.is_empty() {
        let chunks = std::mem::take(&mut all.left);
        let more = if rule.thread_safe() {
            chunks
                .into_par_iter()
                .try_fold(nothing, ask_chunk)
                .try_reduce(nothing, |a, b| Ok(a.add(b)))?
        } else {
            chunks.into_iter().try_fold(nothing(), ask_chunk)?
        };
        all = all.add(more);
        collector.settle(&mut all.gathered).map_err(VerifyError::Table)?;
        waits.store(false, Relaxed);
    }
    Ok(all.gathered)
}

/// What one thread has gathered, and the numbers of chunks that were not asked about yet.
struct Own {
    gathered: Gathered,
    left: Vec<usize>,
}

impl Own {
    fn add(mut self, other: Own) -> Own {
        self.left.extend(other.left);
        Own { gathered: self.gathered.add(other.gathered), left: self.left }
    }
}
