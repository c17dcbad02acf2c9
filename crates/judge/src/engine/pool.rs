//! A pool of engine processes. Each process takes the next question when it is free.

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

/// The number of consecutive questions that may time out before an engine has answered any. Some
/// engines do not know the limit and search forever.
const FIRST_HANGS_MAX: u32 = 3;

/// The time that engines have to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(300);

/// The interval at which ending engines are polled.
const POLL: Duration = Duration::from_millis(2);

/// The pause after a failed restart. Each further failure doubles it.
const PAUSE: Duration = Duration::from_millis(10);

/// The longest pause.
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// The processes of one engine, all started in the same way. Dropping this value ends the processes
/// and all processes that they started.
#[derive(Debug)]
pub struct Engines {
    launch: Launch,
    name: String,
    /// The processes; `None` between a failure and the restart.
    engines: Vec<Mutex<Option<Engine>>>,
    restarts: AtomicU64,
    /// Whether a process has answered a question sent `[in one write, in two]`.
    has_answered: [AtomicBool; 2],
    /// Whether questions are sent in two writes, with `readyok` awaited before `position`.
    in_two_writes: AtomicBool,
}

/// The error of an engine that failed repeatedly.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{engine} failed {failures} times in a row, the last time {last}")]
pub struct EngineGone {
    /// The engine's name.
    pub engine: String,
    /// The number of consecutive failures of one process.
    pub failures: u32,
    /// The description of the last failure, with the position asked about if there was one.
    pub last: String,
}

impl Engines {
    /// Starts `count` processes (at least one), sets their options, and waits until they are ready.
    ///
    /// # Errors
    ///
    /// Fails if a process cannot be started, is not ready in time, or does not accept an option.
    pub fn start(launch: &Launch, count: usize) -> Result<Engines, StartError> {
        Engines::start_unless(launch, count, &AtomicBool::new(false))
    }

    /// Starts processes like [`Engines::start`], but gives up when `cancelled` becomes true.
    ///
    /// # Errors
    ///
    /// Fails like [`Engines::start`], or if `cancelled` is set.
    pub fn start_unless(
        launch: &Launch,
        count: usize,
        cancelled: &AtomicBool,
    ) -> Result<Engines, StartError> {
        // The first process starts alone, because most errors would occur in all of them.
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

    /// Returns the engine's own name (`id name`) or, without one, its command. Control characters
    /// are escaped.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of processes.
    pub fn count(&self) -> usize {
        self.engines.len()
    }

    /// Returns the number of processes started after the first ones: after failures, after
    /// cancelled questions, and for engines that end after an answer.
    pub fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::Relaxed)
    }

    /// Asks about all positions. `on_answer` is called once for each answer or failure, from
    /// several threads and in any order, with the index in `questions`. After a failure, the
    /// process is ended and another one is started.
    ///
    /// Once `cancelled` is true, no further question is asked. Pending questions are abandoned
    /// within a tenth of a second, without an answer.
    ///
    /// Unless [`Launch::ask_finished`] is set, a position without a legal move is not sent to the
    /// engine; its answer has neither score nor move.
    ///
    /// # Errors
    ///
    /// Fails if one process failed [`Launch::failures_max`] times without an answer in between, or
    /// if three questions timed out before any process had answered one. Some questions then have
    /// neither an answer nor a failure.
    ///
    /// # Panics
    ///
    /// Panics if a question's FEN is not a legal position without castling rights, or if
    /// `on_answer` panics.
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

    /// Runs `count` conversations, each a series of questions to one process. `hold` is called for
    /// each conversation, from several threads and in any order, with its number and a process.
    /// Unless [`Launch::keep_hash`] is set, the process forgets each conversation before the next
    /// one. Cancellation works as in [`Engines::ask`].
    ///
    /// # Errors
    ///
    /// Fails like [`Engines::ask`].
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

    /// Runs conversations with one process, one after another.
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

    /// Returns the number of consecutive failures that ends all questions, given the last failure.
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

    /// Ends the round, and returns the error of an engine that failed too often.
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
    /// Asks all engines to quit, and kills those that do not.
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

/// One engine process during one conversation, such as a game.
pub(crate) struct Conversation<'a> {
    engines: &'a Engines,
    engine: &'a mut Option<Engine>,
    round: &'a Round<'a>,
    /// The number of consecutive failures.
    failures: u32,
    /// The last failure, once the engine has failed too often.
    gone: Option<String>,
    /// Whether this conversation has had no question yet.
    is_new: bool,
    /// The duration of the last answered search.
    pub took: Duration,
}

impl Conversation<'_> {
    /// Asks one question. Starts the engine first if it is not running.
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
                    // This is tested first, so that threads do not keep writing to one cache line.
                    let has_answered = &engines.has_answered[usize::from(in_two_writes)];
                    if !has_answered.load(Ordering::Relaxed) {
                        has_answered.store(true, Ordering::Relaxed);
                    }
                    (self.failures, self.is_new, self.took) = (0, false, took);
                    return Ok(Ok(answer));
                }
                Err(Unanswered::Cancelled) => return Err(Unasked),
                // The engine may lose lines that are sent together.
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

    /// Restarts an engine that has ended, with several attempts.
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

/// The state of all conversations of one call.
struct Round<'a> {
    count: usize,
    next: AtomicUsize,
    cancelled: &'a AtomicBool,
    /// Whether the engine has failed for good.
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

/// The error of a question without an outcome: the work was cancelled, or the engine failed too
/// often.
pub(crate) struct Unasked;
