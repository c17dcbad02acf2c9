//! The verification of a rule that is asked about columns of positions.
//!
//! Workers enumerate the questions of some chunks into columns, and enumerate them again to judge the
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
use drawproof_tables::{NormalMaterial, Windows};

use super::{
    conclude::{Outcome, Rule, VerifyError, conclude, questions},
    observer::Observer,
};
use crate::{
    enumerate::{Question, Questions, for_each_lane},
    judge::{Findings, Judge, Options},
    subject::{Answers, Claims, ColumnRule, Exceptions, Fault, PositionColumns},
    tables::TableSource,
};

/// The number of positions from which on columns are long enough.
const ROWS: usize = 1 << 17;

/// Asks a rule about columns with every position of an endgame and judges its claims. The rule is
/// called by this thread; its claims about colour-reversed positions are those about the positions.
/// `exceptions`, if there are any, withdraw some of its claims.
///
/// # Errors
///
/// A table is missing, or the rule could not be judged.
pub fn verify_columns(
    rule: &mut dyn ColumnRule,
    exceptions: Option<&dyn Exceptions>,
    material: NormalMaterial,
    tables: &dyn TableSource,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Outcome, VerifyError> {
    let start = Instant::now();
    let table = tables.table(material).map_err(VerifyError::Table)?;
    let values = Windows::whole(table);
    let questions = questions(&values, options, tables).map_err(VerifyError::Table)?;
    let reasons = exceptions.map_or_else(Vec::new, Exceptions::patterns);
    let judge = Judge::new(&questions, !reasons.is_empty(), options, None);
    judge.prepare(tables).map_err(VerifyError::Table)?;
    observer.begin(questions.positions());
    let share = Share {
        exceptions,
        questions: &questions,
        judge: &judge,
        tables,
        observer,
        next_chunk: &AtomicUsize::new(0),
    };
    let (requests, requested) = channel();
    let workers = rayon::current_num_threads().min(questions.chunks());
    let (findings, asked) = thread::scope(|scope| {
        let work = |_| {
            let requests = requests.clone();
            scope.spawn(move || share.judged(&requests))
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
    let findings = findings?.into_iter().flatten().fold(judge.nothing(), Findings::add);
    observer.end();
    if let Some(error) = judge.failure() {
        return Err(VerifyError::Table(error));
    }
    let rule = Rule { name: rule.name(), reasons };
    conclude(rule, &judge, findings, start.elapsed(), tables, options)
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

/// The questions, which the workers share.
#[derive(Clone, Copy)]
struct Share<'a> {
    exceptions: Option<&'a dyn Exceptions>,
    questions: &'a Questions,
    judge: &'a Judge<'a>,
    tables: &'a dyn TableSource,
    observer: &'a dyn Observer,
    next_chunk: &'a AtomicUsize,
}

impl Share<'_> {
    /// Asks about chunks as long as there are any, and judges the claims. `None` if the rule failed.
    fn judged(&self, requests: &Sender<Request>) -> Result<Option<Findings>, Fault> {
        let mut findings = self.judge.nothing();
        loop {
            let (chunks, positions) = self.next_columns();
            if chunks.is_empty() {
                return Ok(Some(findings));
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
            let Reply { claims, time } = received;
            let before = findings.visited();
            findings.times.note(time, claims.len() as u64);
            self.judge_chunks(&chunks, &claims, &mut findings)?;
            self.observer.advance(findings.visited() - before);
        }
    }

    /// The next chunks, and the columns of their positions.
    fn next_columns(&self) -> (Vec<usize>, PositionColumns) {
        let layout = self.questions.table().layout();
        let mut positions = PositionColumns::new(layout.men().len());
        let mut chunks = Vec::new();
        while positions.len() < ROWS {
            let chunk = self.next_chunk.fetch_add(1, Relaxed);
            if chunk >= self.questions.chunks() {
                break;
            }
            chunks.push(chunk);
            let added: Result<(), std::convert::Infallible> =
                self.questions.visit(chunk, &mut |question| {
                    if is_asked(question) {
                        let squares = layout.squares(question.word * 64);
                        positions.add(&question.batch, layout, &squares, question.image);
                    }
                    Ok(())
                });
            added.expect("nothing can fail");
        }
        (chunks, positions)
    }

    /// Judges the claims about the positions of some chunks, which are in the order of the columns.
    fn judge_chunks(
        &self,
        chunks: &[usize],
        claims: &[u8],
        findings: &mut Findings,
    ) -> Result<(), Fault> {
        let mut left = claims;
        let mut answers = Answers::default();
        for &chunk in chunks {
            self.questions.visit(chunk, &mut |question| {
                if is_asked(question) {
                    let (own, rest) = left.split_at(question.batch.len());
                    left = rest;
                    answers.claims = claims_of(question, own)?;
                    if let Some(exceptions) = self.exceptions {
                        exceptions.apply(&question.batch, &mut answers);
                    }
                }
                self.judge.judge(question, &answers, answers.claims, findings);
                Ok(())
            })?;
            self.judge.end_chunk(chunk, findings);
        }
        if self.judge.waits(findings) {
            self.judge.load(self.tables, findings);
        }
        Ok(())
    }
}

/// Whether the rule is asked about a question: not again for another order of the like pawns.
fn is_asked(question: &Question) -> bool {
    question.first_of_image && !question.batch.is_empty()
}

/// The claims about the positions of a question as sets of lanes. `claims` are those of the rule, from
/// the point of view of the colours.
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
        let own = match question.side_to_move {
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
