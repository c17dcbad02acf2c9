//! Asks about a random sample of positions instead of all: an answer about endgames of which nobody has all
//! values in memory.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
    thread,
    time::Instant,
};

use drawproof_board::Square;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Layout, mixing::mixed, probe::with_en_passant_rights, progress::Stage};
use rayon::prelude::*;

use super::{
    asking::VerifyError,
    conclude::{Outcome, Shown},
    truths::{LookedUp, TrueValue, Truths},
    verification::{Asker, Verification},
};
use crate::{
    enumerate::{
        Batch, DRAWN, LaneResults, RandomPosition, RandomPositions, TrueResult, WordPlace,
    },
    findings::{
        CallTimes, Findings, Group, MissedDraw, Sample, Sampled, Unequal, WrongClaim, incorrect,
        key_of,
    },
    position::OrderedPosition,
    subject::{Answers, Claims, Fault, Program, ReadError, Subject, write_batch},
    tables::TableHashes,
};

/// Positions that one thread asks about before it looks up.
const CHUNK: u64 = 1 << 12;

/// The plies that stand for a win and a loss at an unknown distance: odd and even, as distances are.
const UNKNOWN: [u16; 2] = [1, 2];

impl Verification<'_> {
    /// Asks about a random sample and returns the verdict on it: the same one for any number of threads or
    /// processes, times aside. Each position's colour-reversed position is asked about, and so are those that
    /// differ from it by an en-passant right.
    ///
    /// # Errors
    ///
    /// A table is missing, or the rule fails.
    pub fn sample(
        &self,
        asker: Asker,
        sample: Sample,
        truths: &dyn Truths,
    ) -> Result<Outcome, VerifyError> {
        let start = Instant::now();
        let positions = RandomPositions::new(self.material, sample.seed);
        let name = asker.name();
        let with_patterns = self.exceptions.is_some() || asker.explains();
        let is_even = self.material.get() == self.material.get().swapped();
        let gatherer = Gatherer { positions, truths, verification: self, with_patterns, is_even };
        let stage = Stage::Verifying(self.material);
        self.progress.begin(stage, sample.size);
        let chunks = 0..sample.size.div_ceil(CHUNK);
        let numbers = |chunk: u64| chunk * CHUNK..sample.size.min((chunk + 1) * CHUNK);
        let found = match &asker {
            Asker::Function(rule) => gatherer.ask_function(*rule, chunks, numbers)?,
            Asker::Program(rule) => gatherer.ask_program(rule, chunks, numbers)?,
            Asker::Columns(_) => {
                let why = "a rule over columns cannot be asked about a sample".into();
                return Err(Fault::Failed(why).into());
            }
        };
        self.progress.end(stage);
        let of = gatherer.positions.placements() * sample.size as f64 / found.tries.max(1) as f64;
        let layout = Arc::new(Layout::new(self.material));
        let elapsed = start.elapsed();
        let reasons = self.exceptions.map_or_else(|| asker.reasons(), |it| it.patterns().into());
        let (findings, hashes) = (found.findings, TableHashes::default());
        let shown =
            Shown { name, reasons, layout, findings, pardons: None, tables: hashes, elapsed };
        let tables = truths.has_distances().then_some(self.tables);
        self.filter_failure()?;
        let mut outcome = shown.outcome(&self.options, tables)?;
        let (of, source) = (of.round() as u64, truths.source().into());
        outcome.verdict.sampled = Some(Sampled { of, seed: sample.seed, source });
        Ok(outcome)
    }
}

/// What one worker has found, and how many placements it has drawn.
struct Found {
    findings: Findings,
    tries: u64,
}

impl Found {
    fn add(self, other: Found) -> Found {
        Found { findings: self.findings.add(other.findings), tries: self.tries + other.tries }
    }
}

struct Gatherer<'a> {
    positions: RandomPositions,
    truths: &'a dyn Truths,
    verification: &'a Verification<'a>,
    with_patterns: bool,
    /// Whether both sides have the same men.
    is_even: bool,
}

impl Gatherer<'_> {
    fn nothing(&self) -> Found {
        Found { findings: Findings::new(&self.verification.options), tries: 0 }
    }

    /// All threads of the pool call a function.
    fn ask_function(
        &self,
        rule: &dyn Subject,
        chunks: Range<u64>,
        numbers: impl Fn(u64) -> Range<u64> + Sync,
    ) -> Result<Found, VerifyError> {
        let ask = |mut found: Found, chunk: u64| -> Result<Found, VerifyError> {
            let mut answers = [Answers::default(), Answers::default()];
            let mut times = CallTimes::default();
            let asked = self.chunk(chunk, numbers(chunk), &mut found, |position, is_timed| {
                let start = is_timed.then(Instant::now);
                let [own, reversed] = &mut answers;
                rule.ask(&Batch::single(position), self.asks_for_reasons(), own)?;
                rule.ask(&Batch::single(&position.reversed()), false, reversed)?;
                if let Some(start) = start {
                    times.note(start.elapsed(), 2);
                }
                Ok::<_, Fault>(self.answered(position, &mut answers))
            });
            asked.map_err(|stop| match stop {
                Stop::Ask(fault) => fault.into(),
                Stop::Other(error) => error,
            })?;
            found.findings.times.add(&times);
            Ok(found)
        };
        if !rule.thread_safe() {
            return chunks.into_iter().try_fold(self.nothing(), ask);
        }
        let nothing = || self.nothing();
        chunks.into_par_iter().try_fold(nothing, ask).try_reduce(nothing, |a, b| Ok(a.add(b)))
    }

    /// Processes read positions and write claims.
    fn ask_program(
        &self,
        program: &Program,
        chunks: Range<u64>,
        numbers: impl Fn(u64) -> Range<u64> + Sync,
    ) -> Result<Found, VerifyError> {
        let workers = program.workers().min(chunks.end.max(1) as usize);
        let (chunks, numbers) = (&chunks, &numbers);
        let work = |worker: usize| -> Result<Found, VerifyError> {
            let own = || chunks.clone().skip(worker).step_by(workers);
            let mut error = None;
            let asked = program.converse(
                |out| {
                    let mut line = Vec::new();
                    for number in own().flat_map(numbers) {
                        let (_, positions) = self.positions_of(number);
                        for (position, looked_up) in positions {
                            // The reader finds the error.
                            let is_asked = self.asks_about(&looked_up).unwrap_or(false);
                            for position in
                                [position, position.reversed()].into_iter().filter(|_| is_asked)
                            {
                                write_batch(&Batch::single(&position), &mut line, out)?;
                            }
                        }
                    }
                    Ok(())
                },
                |lines| {
                    let mut found = self.nothing();
                    let mut answers = [Answers::default(), Answers::default()];
                    let start = Instant::now();
                    for chunk in own() {
                        let answer = |position: &Position, _: bool| {
                            let [own, reversed] = &mut answers;
                            let wanted = self.asks_for_reasons();
                            lines.answers(&Batch::single(position), wanted, own)?;
                            lines.answers(&Batch::single(&position.reversed()), false, reversed)?;
                            Ok::<_, ReadError>(self.answered(position, &mut answers))
                        };
                        let asked = self.chunk(chunk, numbers(chunk), &mut found, answer);
                        asked.map_err(|stop| match stop {
                            Stop::Ask(read) => read,
                            Stop::Other(why) => {
                                error = Some(why);
                                ReadError::GivenUp
                            }
                        })?;
                    }
                    let calls = found.findings.calls;
                    found.findings.times.note(start.elapsed(), calls);
                    Ok(found)
                },
            );
            match error {
                Some(error) => Err(error),
                None => Ok(asked?),
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|it| scope.spawn(move || work(it))).collect();
            let found = workers.into_iter().map(|it| it.join().expect("the worker does not panic"));
            found.into_iter().try_fold(self.nothing(), |all, found| Ok(all.add(found?)))
        })
    }

    /// Whether the rule is asked for its reasons: those of exceptions replace them.
    fn asks_for_reasons(&self) -> bool {
        self.with_patterns && self.verification.exceptions.is_none()
    }

    /// The claims about a position and its colour-reversed position, and the set of reasons, after the
    /// exceptions have withdrawn what they withdraw.
    fn answered(&self, position: &Position, answers: &mut [Answers; 2]) -> ([Claims; 2], u64) {
        if let Some(exceptions) = self.verification.exceptions {
            for (answers, position) in answers.iter_mut().zip([*position, position.reversed()]) {
                exceptions.apply(&Batch::single(&position), answers);
            }
        }
        (answers.each_ref().map(|it| it.claims), answers[0].patterns[0])
    }

    /// The position of a number and those that differ from it by an en-passant right, and how many
    /// placements it took.
    fn positions_of(&self, number: u64) -> (u64, Vec<(Position, LookedUp<'_>)>) {
        let RandomPosition { position, board, tries } = self.positions.get(number);
        let rights = with_en_passant_rights(&board).into_iter();
        let rights = rights.map(|board| (Position::from(&board), board));
        let boards = std::iter::once((position, board)).chain(rights);
        let looked_up = |(position, board)| (position, LookedUp::new(board, self.truths));
        (tries, boards.map(looked_up).collect())
    }

    /// Asks about the positions of a chunk's numbers with `ask`, which also learns whether a clock is read, and
    /// gathers what the claims show.
    fn chunk<E>(
        &self,
        chunk: u64,
        numbers: Range<u64>,
        found: &mut Found,
        mut ask: impl FnMut(&Position, bool) -> Result<([Claims; 2], u64), E>,
    ) -> Result<(), Stop<E>> {
        let other = |error: VerifyError| Stop::Other(error);
        let asked = numbers.end - numbers.start;
        for number in numbers {
            let (tries, positions) = self.positions_of(number);
            found.tries += tries;
            for (position, looked_up) in positions {
                let place = WordPlace::new(position.stm(), 0, en_passant_of(&position));
                if !self.asks_about(&looked_up).map_err(other)? {
                    found.findings.tally(place).not_asked += 1;
                    found.findings.outside += 1;
                    continue;
                }
                let is_timed = mixed(number) >> 59 == 0;
                let (claims, patterns) = ask(&position, is_timed).map_err(Stop::Ask)?;
                let answered = Answered { number, position, looked_up, place, claims, patterns };
                self.take(answered, &mut found.findings).map_err(other)?;
            }
        }
        if let Some(recorder) = &mut found.findings.recorder {
            recorder.end_chunk(chunk as usize);
        }
        let Verification { material, progress, .. } = *self.verification;
        match progress.advance(Stage::Verifying(material), asked) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Other(VerifyError::Stopped)),
        }
    }

    /// Whether the rule is asked about a position.
    fn asks_about(&self, it: &LookedUp) -> Result<bool, VerifyError> {
        let Verification { options, filter, .. } = self.verification;
        Ok(it.is_in(options.domain)? && filter.is_none_or(|filter| filter.holds(it.board())))
    }

    /// Compares the claims about a position with its result.
    fn take(&self, answered: Answered, findings: &mut Findings) -> Result<(), VerifyError> {
        let Answered { number, position, looked_up, place, claims: [own, reversed], patterns } =
            answered;
        let TrueValue { truth, plies } = looked_up.value()?;
        let [loss, draw, win] = [1, 2, 4].map(|bit| u64::from(truth.bits() & bit != 0));
        let results = LaneResults { draw, win, loss };
        let (claim, key) = (own.get(0), mixed(number));
        let differs = own.differ(reversed) & 1;
        findings.calls += 2;
        findings.tally(place).count(position.stm(), 1, results, own, differs);
        let is_asked = own.asked() & 1 != 0;
        if self.with_patterns && is_asked && !place.is_en_passant() {
            findings.histogram.count(patterns, results.code(0), claim);
        }
        if !place.is_en_passant() {
            let reasons = self.with_patterns.then_some(patterns);
            let black = !self.is_even && place.black_to_move;
            if let Some(recorder) = &mut findings.recorder {
                let truth = (self.verification.options.truth, results);
                recorder.position(number, black, truth, own, reasons);
            }
            if let Some(features) =
                findings.features.as_mut().filter(|_| is_asked && results.drawn() == 1)
            {
                features.count(&position, 1, (own.win | own.loss) & 1 != 0, number);
            }
        }
        let ordered = OrderedPosition::from(&position);
        if differs != 0 && findings.unequal.accepts(&key) {
            let positions = [ordered, OrderedPosition::from(&position.reversed())];
            let claims = [claim, reversed.get(0)].map(Claim::bits);
            findings.unequal.insert(key, Unequal { positions, claims });
        }
        let is_missed = is_asked && truth == TrueResult::Draw && claim != Claim::DRAW;
        if is_missed && !place.is_en_passant() && findings.missed.accepts(&key) {
            findings.missed.insert(key, MissedDraw { position: ordered, patterns });
        }
        if incorrect(results, own) & 1 == 0 {
            return Ok(());
        }
        let excluded = truth.bits() & !claim.bits();
        let wins = [(4, 0), (1, 1)].into_iter().filter(|(bit, _)| excluded & bit != 0);
        let plies = wins.map(|(_, by)| plies[by].unwrap_or(UNKNOWN[by])).min().unwrap_or(DRAWN);
        let class = looked_up.class()?;
        findings.tally(place).incorrect_by_class.count(class, 1);
        if self.truths.has_distances() {
            findings.distances.count(plies, class, 1);
        }
        if self.with_patterns {
            findings.wrong_patterns[class as usize].count(patterns, results.code(0), claim);
        }
        findings.wrong.offer(class, plies, number, || {
            let claim = claim.bits();
            let wrong =
                WrongClaim { variant: 0, position: ordered, claim, plies, stored: (place, 0) };
            let group = match patterns {
                0 => Group::Features(key_of(&position)),
                set => Group::Patterns(set),
            };
            (wrong, group)
        });
        Ok(())
    }
}

/// Why asking ended early: the rule, or anything else.
enum Stop<E> {
    Ask(E),
    Other(VerifyError),
}

/// A position and the answers about it and its colour-reversed position.
struct Answered<'a> {
    number: u64,
    position: Position,
    looked_up: LookedUp<'a>,
    place: WordPlace,
    claims: [Claims; 2],
    patterns: u64,
}

fn en_passant_of(position: &Position) -> Option<Square> {
    Square::try_index(position.en_passant.into())
}
