//! A rule that is a program: it reads positions as FENs from its standard input and writes claims
//! to its standard output, one per line.
//!
//! A program may buffer its output as it likes, so nothing waits for the answer to one position:
//! one thread writes all positions while another reads the answers. Its processes are started, watched and
//! stopped here.

use std::{
    ffi::OsString,
    io::{self, BufWriter, Read, Write},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, channel},
    },
    thread,
    time::{Duration, Instant},
};

use drawproof_recognizers::{Claim, Position};

use super::{
    answer::Branches,
    interface::{Answers, Fault},
    pipes::{AnswerLines, BUFFER_BYTES, Clock, NOT_STARTED, Pipe, ReadError, Watched, write_batch},
    process_group::{GRACE, ProcessGroup, how_it_ended},
    reasons::Reasons,
    scored::ScoreBounds,
    supervise::Stopwatch,
    text::{split_command, visible},
};
use crate::enumerate::Batch;

/// How long a program that has closed its output may take to end.
const PATIENCE: Duration = GRACE.saturating_mul(3);

/// The interval at which a program's state is polled.
const POLL: Duration = Duration::from_millis(20);

/// A rule that is a program: it answers each position with a line of text.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<String>,
    guard: Vec<OsString>,
    workers: usize,
    limit: Duration,
    errors: Option<Errors>,
    /// The branches that its answers name; clones share them.
    branches: Arc<Branches>,
}

/// The receiver of the programs' standard error, and the process that is heard: the first that
/// writes, so that an error which all of them meet is reported once.
#[derive(Clone, Debug)]
struct Errors {
    sink: fn(&[u8]),
    heard: Arc<OnceLock<u32>>,
}

/// Returns the line that a guard writes to its standard output if it cannot start the program.
pub fn not_started(error: &io::Error) -> Vec<u8> {
    [NOT_STARTED, error.to_string().as_bytes(), b"\n"].concat()
}

impl Program {
    /// Makes a program from its command line: words separated by blanks, quoted as in a shell. At
    /// most `workers` processes run at once (at least one). A process that neither reads nor writes
    /// for `limit` is stopped.
    ///
    /// # Errors
    ///
    /// Fails if the command line is empty or has an open quote.
    pub fn new(command: &str, workers: usize, limit: Duration) -> Result<Program, Fault> {
        let words = split_command(command).filter(|words| !words.is_empty()).ok_or_else(|| {
            Fault::Failed(format!("'{}' is not a command: a quote is open", visible(command)))
        })?;
        let workers = workers.max(1);
        let branches = Arc::default();
        Ok(Program { words, guard: Vec::new(), workers, limit, errors: None, branches })
    }

    /// Sends the standard error of the first process that writes to it to `sink`, and discards that
    /// of the other processes. Without a sink, the processes share the standard error of this
    /// process.
    #[must_use]
    pub fn reporting_errors_to(self, sink: fn(&[u8])) -> Program {
        Program { errors: Some(Errors { sink, heard: Arc::default() }), ..self }
    }

    /// Runs the program under a guard. `guard` has the words of a command that calls
    /// [`guard`](crate::subject::guard); the program's words are appended to them.
    #[must_use]
    pub fn guarded_by(self, guard: Vec<OsString>) -> Program {
        Program { guard, ..self }
    }

    /// Reads the scores in the program's answers as claims by `bounds`; with `None`, scores are
    /// ignored.
    #[must_use]
    pub fn scored_by(self, bounds: Option<ScoreBounds>) -> Program {
        Program { branches: Arc::new(Branches::new(bounds)), ..self }
    }

    /// Returns the branches that the answers have named so far, and the meaning of the numbers of
    /// their sets; empty if no branch has been named.
    pub fn reasons(&self) -> Reasons {
        self.branches.reasons()
    }

    /// Returns the words of the command line, separated by blanks, with control characters escaped.
    pub fn name(&self) -> String {
        visible(&self.words.join(" "))
    }

    /// Returns the number of processes to run at once.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// Asks one process about any number of positions. Returns, for each position, the claim and
    /// the number of its set of reasons; [`Program::reasons`] returns the meaning of these numbers.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started, ends too early, hangs, or writes something that is
    /// not a claim.
    pub fn ask_all(&self, positions: &[Position]) -> Result<Vec<(Claim, u64)>, Fault> {
        self.converse(
            |out| {
                let mut line = Vec::new();
                positions.iter().try_for_each(|p| write_batch(&Batch::single(p), &mut line, out))
            },
            |lines| {
                let mut answers = Answers::default();
                let answer = |position| {
                    lines.answers(&Batch::single(position), true, &mut answers)?;
                    Ok((answers.claims.get(0), answers.patterns[0]))
                };
                positions.iter().map(answer).collect()
            },
        )
    }

    /// Starts a process, writes to it with `write` and reads its answers with `read`, both at the
    /// same time.
    pub(crate) fn converse<T: Send>(
        &self,
        write: impl FnOnce(&mut Pipe) -> io::Result<()> + Send,
        read: impl FnOnce(&mut AnswerLines) -> Result<T, ReadError> + Send,
    ) -> Result<T, Fault> {
        let mut group = self.start()?;
        let stdin = group.child().stdin.take().expect("standard input is piped");
        let stdout = group.child().stdout.take().expect("standard output is piped");
        let is_told = self.errors.clone().and_then(|errors| errors.listen(group.child()));
        let clock = Clock::default();
        let over = AtomicBool::new(false);
        let ending = Mutex::new(None);
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let pipe = Watched::new(stdin, &clock);
                let mut out = BufWriter::with_capacity(BUFFER_BYTES, pipe);
                // If the program stops reading, the reader finds too few answers.
                let _ = write(&mut out).and_then(|()| out.flush());
            });
            let watcher = scope.spawn(|| {
                let found = self.watch(&mut group, &clock, &over);
                *ending.lock().expect("no thread panicked") = Some(found);
            });
            let mut answers = AnswerLines::new(stdout, &clock, &self.branches);
            let result = read(&mut answers).and_then(|result| {
                // Standard input must be closed before the end of the output can come.
                writer.join().expect("the writer does not panic");
                answers.expect_end().map(|()| result)
            });
            if matches!(result, Err(ReadError::End { .. })) {
                let patience = Instant::now();
                while patience.elapsed() < PATIENCE && !watcher.is_finished() {
                    thread::sleep(POLL);
                }
            }
            over.store(true, Ordering::Relaxed);
            watcher.join().expect("the watcher does not panic");
            if let Some(is_told) = is_told {
                // Whatever still has the pipe does not delay the report.
                let _ = is_told.recv_timeout(PATIENCE);
            }
            let ending = ending.lock().expect("no thread panicked").take();
            match (result, ending) {
                (Ok(_), Some(Ending::Hung)) => Err(self.endless()),
                (result, ending) => result.map_err(|error| self.explain(error, ending)),
            }
        })
    }

    /// Returns the fault of a program that answered every position and then went on.
    fn endless(&self) -> Fault {
        let (name, seconds) = (self.name(), self.limit.as_secs_f64());
        Fault::Failed(format!(
            "'{name}' did not end within {seconds} s after its last answer and the end of its input"
        ))
    }

    /// Returns the fault of a conversation that failed.
    fn explain(&self, error: ReadError, ending: Option<Ending>) -> Fault {
        let (line, fen, rest) = match error {
            ReadError::Fault(fault) => return fault,
            ReadError::GivenUp => return Fault::Failed("no more answers were read".into()),
            ReadError::NotStarted(why) => return self.cannot_be_started(&why),
            ReadError::End { line, fen, rest } => (line, fen, rest),
        };
        let how = match ending {
            Some(Ending::Hung) => format!("did nothing for {} s", self.limit.as_secs_f64()),
            Some(Ending::Exited(status)) => how_it_ended(status),
            Some(Ending::Stopped) | None => "closed its output".into(),
        };
        let name = self.name();
        let rest = if rest.is_empty() { rest } else { format!("; its last words are '{rest}'") };
        Fault::Failed(format!("'{name}' {how} before it answered line {line}: '{fen}'{rest}"))
    }

    fn cannot_be_started(&self, why: &str) -> Fault {
        Fault::Failed(format!("'{}' cannot be started: {why}", visible(&self.words[0])))
    }

    fn start(&self) -> Result<ProcessGroup, Fault> {
        let words = self.guard.iter().cloned().chain(self.words.iter().map(OsString::from));
        let words: Vec<OsString> = words.collect();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        if self.errors.is_some() {
            command.stderr(Stdio::piped());
        }
        ProcessGroup::start(&mut command, !self.guard.is_empty())
            .map_err(|error| self.cannot_be_started(&error.to_string()))
    }

    /// Waits for the end of a process; ends it, and what it has started, if it hangs, or when the
    /// conversation is over.
    fn watch(&self, group: &mut ProcessGroup, clock: &Clock, over: &AtomicBool) -> Ending {
        let mut watch = Stopwatch::new(clock.ticks());
        let mut ended: Option<Instant> = None;
        loop {
            if ended.is_none() && group.has_ended().unwrap_or(true) {
                ended = Some(Instant::now());
            }
            // Processes that it started may still write.
            if let Some(since) = ended
                && (over.load(Ordering::Relaxed) || since.elapsed() > GRACE)
            {
                return group.end().map_or(Ending::Stopped, Ending::Exited);
            }
            let hangs = watch.idle(clock.ticks()) > self.limit;
            if hangs || over.load(Ordering::Relaxed) {
                // A failure means that it has ended already.
                let _ = group.end();
                return if hangs { Ending::Hung } else { Ending::Stopped };
            }
            thread::sleep(POLL);
        }
    }
}

impl Errors {
    /// Passes on what a process writes on standard error, if it is the one that is heard. Something can
    /// be received once all of it is passed on.
    fn listen(self, child: &mut Child) -> Option<Receiver<()>> {
        let (mut stderr, process) = (child.stderr.take()?, child.id());
        let (told, is_told) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                if *self.heard.get_or_init(|| process) == process {
                    (self.sink)(&buffer[..count]);
                }
            }
            let _ = told.send(());
        });
        Some(is_told)
    }
}

/// How a process ended.
enum Ending {
    /// It exited, or a signal killed it.
    Exited(ExitStatus),
    /// The watcher stopped it because it neither read nor wrote.
    Hung,
    /// The watcher stopped it after the conversation.
    Stopped,
}
