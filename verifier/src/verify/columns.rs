//! Asks a rule about columns of positions.
//!
//! Workers enumerate the questions of some chunks into columns, and enumerate them again to take the
//! claims. The rule is called by the caller's thread alone, about one set of columns after the other.

use std::{
    panic::resume_unwind,
    sync::{
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use drawproof_board::Color;
use drawproof_recognizers::Claim;

use super::asking::{Share, VerifyError};
use crate::{
    enumerate::{Question, for_each_lane},
    findings::Gathered,
    subject::{Claims, ColumnRule, Fault, PositionColumns},
};

/// The number of positions from which on columns are long enough.
const ROWS: usize = 1 << 17;

/// Returns the findings about a rule in some chunks. The calling thread calls the rule. Its claim
/// about a position is also taken as its claim about the colour-reversed position.
pub(super) fn ask(
    rule: &mut dyn ColumnRule,
    share: Share,
    chunks: &[usize],
) -> Result<Gathered, VerifyError> {
    let worker = Worker { share, chunks, next: &AtomicUsize::new(0) };
    let (requests, requested) = channel();
    let workers = rayon::current_num_threads().min(chunks.len());
    let (gathered, asked) = thread::scope(|scope| {
        let work = |_| {
            let requests = requests.clone();
            scope.spawn(move || worker.gather(&requests))
        };
        let workers: Vec<_> = (0..workers).map(work).collect();
        drop(requests);
        let asked = ask_all(rule, requested);
        // What a worker panics with is for the caller of this function.
        let joined =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|it| resume_unwind(it)));
        (joined.collect::<Result<Vec<_>, _>>(), asked)
    });
    asked?;
    Ok(gathered?.into_iter().flatten().fold(share.collector.nothing(), Gathered::add))
}

/// Positions that a worker asks about.
struct Request {
    positions: PositionColumns,
    reply: SyncSender<Reply>,
}

/// The claims about them.
struct Reply {
    claims: Vec<u8>,
    /// The time that the rule took.
    time: Duration,
}

/// Asks a rule until no worker has any more positions, or until it fails.
fn ask_all(rule: &mut dyn ColumnRule, requested: Receiver<Request>) -> Result<(), Fault> {
    for Request { positions, reply } in requested {
        let rows = positions.len();
        let start = Instant::now();
        let claims = rule.claims(positions)?;
        if claims.len() != rows {
            let found = claims.len();
            let text = format!("the rule made {found} claims about {rows} positions");
            return Err(Fault::Failed(text));
        }
        // A worker that is gone has panicked; that is found when it is joined.
        let _ = reply.send(Reply { claims, time: start.elapsed() });
    }
    Ok(())
}

/// One of several workers, which share the chunks.
#[derive(Clone, Copy)]
struct Worker<'a> {
    share: Share<'a>,
    chunks: &'a [usize],
    /// The index of the next chunk.
    next: &'a AtomicUsize,
}

impl Worker<'_> {
    /// Asks about chunks as long as there are any. `None` if the rule failed.
    fn gather(&self, requests: &Sender<Request>) -> Result<Option<Gathered>, VerifyError> {
        let mut gathered = self.share.collector.nothing();
        loop {
            let (chunks, positions) = self.next_columns();
            if chunks.is_empty() {
                return Ok(Some(gathered));
            }
            let mut received = Reply { claims: Vec::new(), time: Duration::ZERO };
            if !positions.is_empty() {
                let (reply, replies) = sync_channel(1);
                let request = Request { positions, reply };
                if requests.send(request).is_err() {
                    return Ok(None);
                }
                // The rule failed if nothing is received: `reply` was dropped with the request.
                match replies.recv() {
                    Ok(reply) => received = reply,
                    Err(_) => return Ok(None),
                }
            }
            gathered.note_calls(received.time, received.claims.len() as u64);
            self.take(&chunks, &received.claims, &mut gathered)?;
            self.share.collector.settle(&mut gathered).map_err(VerifyError::Table)?;
        }
    }

    /// Returns the next chunks, and the columns of their positions.
    fn next_columns(&self) -> (Vec<usize>, PositionColumns) {
        let questions = self.share.questions;
        let layout = questions.layout();
        let mut positions = PositionColumns::new(layout.men().len());
        let mut chunks = Vec::new();
        while positions.len() < ROWS {
            let Some(&chunk) = self.chunks.get(self.next.fetch_add(1, Relaxed)) else { break };
            chunks.push(chunk);
            let added: Result<(), std::convert::Infallible> =
                questions.visit(chunk, &mut |question| {
                    if is_asked(question) {
                        let squares = layout.squares(question.stored.place.word * 64);
                        positions.add(&question.batch, layout, &squares, question.image);
                    }
                    Ok(())
                });
            added.expect("nothing can fail");
        }
        (chunks, positions)
    }

    /// Takes the claims about the positions of some chunks, which are in the order of the columns.
    fn take(
        &self,
        chunks: &[usize],
        claims: &[u8],
        gathered: &mut Gathered,
    ) -> Result<(), VerifyError> {
        let mut left = claims;
        for &chunk in chunks {
            let go_on = self.share.chunk(chunk, gathered, |question, [own, reversed]| {
                if is_asked(question) {
                    let (claims, rest) = left.split_at(question.batch.len());
                    left = rest;
                    own.claims = claims_of(question, claims)?;
                    self.share.except(&question.batch, own);
                    reversed.claims = own.claims;
                }
                Ok::<(), Fault>(())
            })?;
            if go_on.is_break() {
                return Err(VerifyError::Stopped);
            }
        }
        Ok(())
    }
}

/// Returns whether the rule is asked about a question: not again for another order of the like
/// pawns.
fn is_asked(question: &Question) -> bool {
    question.first_of_image && !question.batch.is_empty()
}

/// Returns the claims about the positions of a question as sets of lanes. `claims` are those of the
/// rule, from the point of view of the colours.
fn claims_of(question: &Question, claims: &[u8]) -> Result<Claims, Fault> {
    let mut found = Claims::default();
    let mut row = 0;
    let mut nonsense = None;
    for_each_lane(question.batch.lanes(), |lane| {
        let bits = claims[row];
        row += 1;
        if bits > Claim::NONE.bits() {
            nonsense.get_or_insert((lane, bits));
            return;
        }
        let (black, draw, white) = (bits & 1, bits & 2, bits >> 2);
        let own = match question.stored.place.side_to_move() {
            Color::White => bits,
            Color::Black => white | draw | black << 2,
        };
        found.note(lane, Claim::from_bits(own).expect("three bits are a claim"));
    });
    match nonsense {
        None => Ok(found),
        Some((lane, bits)) => {
            let position = question.batch.position(lane);
            Err(Fault::nonsense(bits.into(), Claim::NONE.bits(), &position))
        }
    }
}
