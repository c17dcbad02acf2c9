//! The processes of a program: started, written to, read from, watched and stopped.

use std::{
    io::{self, BufWriter, Write},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use drawproof_recognizers::Position;

use super::{
    answer_lines::{AnswerLines, ReadError},
    command_line::split,
    pipe::{BUFFER_BYTES, Clock, Pipe, Watched, write_batch},
};
use crate::{
    enumerate::Batch,
    subject::{answers::Claims, interface::Fault},
};

/// How long a program that has closed its output may take to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// The interval at which a program's state is polled.
const POLL: Duration = Duration::from_millis(20);

/// A program that answers each position with a line.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<String>,
    workers: usize,
    limit: Duration,
}

impl Program {
    /// A program from its command line: words separated by blanks, quoted as in a shell. `workers`
    /// processes run at once (at least one). A process that neither reads nor writes for `limit` is
    /// stopped.
    ///
    /// # Errors
    ///
    /// The command line is empty or has an open quote.
    pub fn new(command: &str, workers: usize, limit: Duration) -> Result<Program, Fault> {
        let words = split(command)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| Fault::Failed(format!("'{command}' is no command: a quote is open")))?;
        Ok(Program { words, workers: workers.max(1), limit })
    }

    /// The words of the command, separated by blanks.
    pub fn name(&self) -> String {
        self.words.join(" ")
    }

    /// The number of processes to run at once.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// The claims about up to 64 positions: position `i` in lane `i`.
    ///
    /// # Errors
    ///
    /// The program cannot be started, ends too early, hangs, or writes something that is not a
    /// claim.
    ///
    /// # Panics
    ///
    /// There are more than 64 positions.
    pub fn ask_all(&self, positions: &[Position]) -> Result<Claims, Fault> {
        assert!(positions.len() <= 64, "claims have 64 lanes");
        self.converse(
            |out| {
                let mut line = Vec::new();
                let mut single = |p| write_batch(&Batch::single(p), &mut line, out);
                positions.iter().try_for_each(&mut single)
            },
            |answers| {
                let mut claims = Claims::default();
                for (lane, position) in positions.iter().enumerate() {
                    claims.note(lane, answers.next(position)?);
                }
                Ok(claims)
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
        let mut child = self.start()?;
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let clock = Clock::new();
        let over = AtomicBool::new(false);
        let ending = Mutex::new(None);
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let pipe = Watched::new(stdin, &clock);
                let mut out = BufWriter::with_capacity(BUFFER_BYTES, pipe);
                // If the program stops reading, the reader finds too few answers.
                let _ = write(&mut out).and_then(|()| out.flush());
            });
            let watcher = scope.spawn(|| self.watch(&mut child, &clock, &over, &ending));
            let mut answers = AnswerLines::new(stdout, &clock);
            let result = read(&mut answers).and_then(|result| {
                // Standard input must be closed before the end of the output can come.
                writer.join().expect("the writer does not panic");
                answers.expect_end().map(|()| result)
            });
            if matches!(result, Err(ReadError::End { .. })) {
                let patience = Instant::now();
                while patience.elapsed() < PATIENCE && ending.lock().is_ok_and(|e| e.is_none()) {
                    thread::sleep(POLL);
                }
            }
            over.store(true, Ordering::Relaxed);
            watcher.join().expect("the watcher does not panic");
            let ending = ending.lock().expect("no thread panicked").take();
            result.map_err(|error| self.explain(error, ending))
        })
    }

    /// The fault of a conversation that failed.
    fn explain(&self, error: ReadError, ending: Option<Ending>) -> Fault {
        let (line, fen) = match error {
            ReadError::Fault(fault) => return fault,
            ReadError::End { line, fen } => (line, fen),
        };
        let how = match ending {
            Some(Ending::Hung) => format!("did nothing for {} s", self.limit.as_secs_f64()),
            Some(Ending::Exited(status)) => format!("ended ({status})"),
            Some(Ending::Stopped) | None => "closed its output".into(),
        };
        let name = self.name();
        Fault::Failed(format!("'{name}' {how} before it answered line {line}: '{fen}'"))
    }

    fn start(&self) -> Result<Child, Fault> {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A process group for it, so that its own child processes can be stopped with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
            .spawn()
            .map_err(|e| Fault::Failed(format!("'{}' cannot be started: {e}", self.words[0])))
    }

    /// Waits for the end of a process; stops it if it hangs, or when the conversation is over.
    fn watch(
        &self,
        child: &mut Child,
        clock: &Clock,
        over: &AtomicBool,
        ending: &Mutex<Option<Ending>>,
    ) {
        loop {
            if let Ok(Some(status)) = child.try_wait() {
                *ending.lock().expect("no thread panicked") = Some(Ending::Exited(status));
                return;
            }
            let hangs = clock.idle() > self.limit;
            if hangs || over.load(Ordering::Relaxed) {
                let how = if hangs { Ending::Hung } else { Ending::Stopped };
                *ending.lock().expect("no thread panicked") = Some(how);
                stop(child);
                return;
            }
            thread::sleep(POLL);
        }
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

/// Stops a process and its child processes. A failure means that it has ended already.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
