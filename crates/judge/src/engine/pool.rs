//! The pool: several processes of one engine, each of which takes the next question.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use drawproof_board::fen;
use drawproof_tables::parallel::locked;

use super::{
    launch::{Launch, StartError},
    uci::{Asked, Engine, Unanswered},
};
use crate::answer::{Answer, Failure, Question};

/// The number of questions in a row that an engine which has never answered may let time out. Some
/// engines do not know the limit that they are sent, and search for ever.
const FIRST_HANGS_MAX: u32 = 3;

/// How long engines may take to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(300);

/// The interval at which ending engines are looked at.
const POLL: Duration = Duration::from_millis(2);

/// The pause after a failed restart; doubled by each further one.
const PAUSE: Duration = Duration::from_millis(10);

/// The longest pause.
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// Processes of one engine, all started alike. They are ended, with all that they started, when this
/// is dropped.
#[derive(Debug)]
pub struct Engines {
    launch: Launch,
    name: String,
    /// One for each process; empty between a failure and the restart.
    engines: Vec<Mutex<Option<Engine>>>,
    restarts: AtomicU64,
    /// Whether any process has answered a question `[in one write, in two]`.
    has_answered: [AtomicBool; 2],
    /// Whether `readyok` is awaited before `position` is sent.
    in_two_writes: AtomicBool,
}

/// An engine that failed again and again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{engine} failed {failures} times in a row, the last time {last}")]
pub struct EngineGone {
    /// The engine's name.
    pub engine: String,
    /// The failures of one process without an answer in between.
    pub failures: u32,
    /// The last failure, with its position if it had one.
    pub last: String,
}

impl Engines {
    /// Starts `count` processes (at least one), sets their options, and waits until they are ready.
    ///
    /// # Errors
    ///
    /// One of them cannot be started, is not ready in time, or does not take an option.
    pub fn start(launch: &Launch, count: usize) -> Result<Engines, StartError> {
        Engines::start_unless(launch, count, &AtomicBool::new(false))
    }

    /// [`Engines::start`], given up when `cancelled` becomes true.
    ///
    /// # Errors
    ///
    /// As [`Engines::start`], or `cancelled` was set.
    pub fn start_unless(
        launch: &Launch,
        count: usize,
        cancelled: &AtomicBool,
    ) -> Result<Engines, StartError> {
        // The first one alone: most errors are the same for all.
        let first = Engine::start(launch, cancelled)?;
        let others: Vec<Result<Engine, StartError>> = thread::scope(|scope| {
            let starts: Vec<_> =
                (1..count).map(|_| scope.spawn(|| Engine::start(launch, cancelled))).collect();
            starts.into_iter().map(|it| it.join().expect("a start does not panic")).collect()
        });
        let mut engines = vec![first];
        for other in others {
            engines.push(other?);
        }
        let name = engines[0].name.clone().unwrap_or_else(|| launch.command());
        Ok(Engines {
            launch: launch.clone(),
            name,
            engines: engines.into_iter().map(|engine| Mutex::new(Some(engine))).collect(),
            restarts: AtomicU64::new(0),
            has_answered: Default::default(),
            in_two_writes: AtomicBool::new(false),
        })
    }

    /// Returns the engine's own name (`id name`), else its command. Control characters are escaped.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of processes.
    pub fn count(&self) -> usize {
        self.engines.len()
    }

    /// Returns the number of processes started after the first ones: after failures, after
    /// cancelled questions, and in place of engines that end after an answer.
    pub fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::Relaxed)
    }

    /// Asks about all positions. `on_answer` is called once for each, from several threads and in any
    /// order, with its number in `questions`. After a failure the process is ended and another one
    /// started.
    ///
    /// After `cancelled` has become true no question is begun; those that are being asked are given
    /// up within a tenth of a second, without an answer.
    ///
    /// A position without a legal move is answered here, with neither score nor move, unless
    /// [`Launch::ask_finished`].
    ///
    /// # Errors
    ///
    /// One process has failed [`Launch::failures_max`] times without an answer in between, or has let
    /// three questions time out before any process has answered one. Some questions then have neither an answer nor a
    /// failure.
    ///
    /// # Panics
    ///
    /// A question's FEN is not a legal position without castling rights, or `on_answer` panics.
    pub fn ask(
        &self,
        questions: &[Question],
        cancelled: &AtomicBool,
        on_answer: &(dyn Fn(usize, Result<Answer, Failure>) + Sync),
    ) -> Result<(), EngineGone> {
        self.converse(questions.len(), cancelled, &|number, conversation| {
            let fen = &*questions[number].fen;
            let board = fen::parse(fen).expect("a question is a legal position");
            let answer = match self.launch.ask_finished || board.generate_moves(|_| true) {
                true => conversation.ask(&Asked { fen, moves: "", board: &board, go: None })?,
                false => Ok(Answer::default()),
            };
            on_answer(number, answer);
            Ok(())
        })
    }

    /// Holds `count` conversations, each of which `hold` begins with its number and a process that
    /// forgets all earlier ones, unless [`Launch::keep_hash`]. From several threads, in any order.
    /// Cancelled as [`Engines::ask`].
    ///
    /// # Errors
    ///
    /// As [`Engines::ask`].
    pub(crate) fn converse(
        &self,
        count: usize,
        cancelled: &AtomicBool,
        hold: &(dyn Fn(usize, &mut Conversation) -> Result<(), Unasked> + Sync),
    ) -> Result<(), EngineGone> {
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let round = Round { count, next, cancelled, is_over };
        thread::scope(|scope| {
            let workers: Vec<_> = self.engines[..self.count().min(count)]
                .iter()
                .map(|engine| scope.spawn(|| self.work(&mut locked(engine), &round, hold)))
                .collect();
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })
    }

    /// One process holds one conversation after the other.
    fn work(
        &self,
        engine: &mut Option<Engine>,
        round: &Round,
        hold: &(dyn Fn(usize, &mut Conversation) -> Result<(), Unasked> + Sync),
    ) -> Result<(), EngineGone> {
        let mut conversation = Conversation {
            engines: self,
            engine,
            round,
            failures: 0,
            gone: None,
            is_new: true,
            took: Duration::ZERO,
        };
        while let Some(number) = round.next() {
            conversation.is_new = true;
            let held = hold(number, &mut conversation);
            if let Some(last) = conversation.gone {
                return Err(self.gone(conversation.failures, last, round));
            }
            if held.is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the number of failures in a row, this one the last, that ends all questions.
    fn failures_max(&self, last: &Failure) -> u32 {
        match last {
            Failure::Hung if !self.has_answered() => self.launch.failures_max.min(FIRST_HANGS_MAX),
            _ => self.launch.failures_max,
        }
    }

    /// Returns whether any process has answered a question.
    fn has_answered(&self) -> bool {
        self.has_answered.iter().any(|it| it.load(Ordering::Relaxed))
    }

    /// Returns the error of an engine that failed too often; ends the round.
    fn gone(&self, failures: u32, last: String, round: &Round) -> EngineGone {
        round.is_over.store(true, Ordering::Relaxed);
        let hint = match self.has_answered() {
            true => String::new(),
            false => {
                format!("; it has answered no question: does it know 'go {}'?", self.launch.go)
            }
        };
        EngineGone { engine: self.name.clone(), failures, last: last + &hint }
    }
}

impl Drop for Engines {
    /// Asks all engines to quit, and ends those that do not.
    fn drop(&mut self) {
        let mut engines: Vec<Engine> =
            self.engines.iter().filter_map(|engine| locked(engine).take()).collect();
        engines.iter_mut().for_each(Engine::quit);
        let start = Instant::now();
        while !engines.iter_mut().all(Engine::is_gone) && start.elapsed() < QUIT_TIME {
            thread::sleep(POLL);
        }
    }
}

/// One process and what it is being asked, in the turns of one conversation.
pub(crate) struct Conversation<'a> {
    engines: &'a Engines,
    engine: &'a mut Option<Engine>,
    round: &'a Round<'a>,
    /// The failures in a row.
    failures: u32,
    /// The last failure of an engine that failed too often.
    gone: Option<String>,
    /// Whether nothing was asked in this conversation.
    is_new: bool,
    /// The time of the last search that was answered.
    pub took: Duration,
}

impl Conversation<'_> {
    /// Asks one question; starts the engine before if there is none.
    pub fn ask(&mut self, asked: &Asked) -> Result<Result<Answer, Failure>, Unasked> {
        let engines = self.engines;
        loop {
            let ready = match self.engine.take() {
                Some(ready) => ready,
                None => self.restart()?,
            };
            let in_two_writes = engines.in_two_writes.load(Ordering::Relaxed);
            let (launch, cancelled) = (&engines.launch, self.round.cancelled);
            let (answer, left) = ready.ask(asked, self.is_new, launch, in_two_writes, cancelled);
            *self.engine = left;
            match answer {
                Ok((answer, took)) => {
                    // Tested first, so that the threads do not write to one cache line all the time.
                    let has_answered = &engines.has_answered[usize::from(in_two_writes)];
                    if !has_answered.load(Ordering::Relaxed) {
                        has_answered.store(true, Ordering::Relaxed);
                    }
                    (self.failures, self.is_new, self.took) = (0, false, took);
                    return Ok(Ok(answer));
                }
                Err(Unanswered::Cancelled) => return Err(Unasked),
                // The engine may be one that loses lines sent together.
                Err(Unanswered::Failed(Failure::Hung))
                    if !in_two_writes && !engines.has_answered[0].load(Ordering::Relaxed) =>
                {
                    engines.in_two_writes.store(true, Ordering::Relaxed);
                }
                Err(Unanswered::Failed(failure)) => {
                    self.failures += 1;
                    if self.failures >= engines.failures_max(&failure) {
                        self.gone = Some(format!("on '{}': it {failure}", asked.fen));
                    }
                    return Ok(Err(failure));
                }
            }
        }
    }

    /// Starts an engine in place of one that is gone; tries several times.
    fn restart(&mut self) -> Result<Engine, Unasked> {
        let (engines, round) = (self.engines, self.round);
        let mut pause = PAUSE;
        loop {
            if round.is_over() {
                return Err(Unasked);
            }
            engines.restarts.fetch_add(1, Ordering::Relaxed);
            match Engine::start(&engines.launch, round.cancelled) {
                Ok(engine) => return Ok(engine),
                Err(StartError::Cancelled(_)) => return Err(Unasked),
                Err(error) => {
                    self.failures += 1;
                    if self.failures >= engines.launch.failures_max {
                        self.gone = Some(format!("at a restart: {error}"));
                        return Err(Unasked);
                    }
                }
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }
}

/// How far the conversations of one call are.
struct Round<'a> {
    count: usize,
    next: AtomicUsize,
    cancelled: &'a AtomicBool,
    /// Whether an engine is gone.
    is_over: AtomicBool,
}

impl Round<'_> {
    fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.is_over.load(Ordering::Relaxed)
    }

    /// Returns the number of the next conversation.
    fn next(&self) -> Option<usize> {
        let is_over = self.is_over();
        let number = (!is_over).then(|| self.next.fetch_add(1, Ordering::Relaxed));
        number.filter(|&number| number < self.count)
    }
}

/// A question was not asked: the work is cancelled, or the engine failed too often.
pub(crate) struct Unasked;
