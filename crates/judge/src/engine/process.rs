//! One engine process: bytes to it, lines from it, and how it ended.

use std::{
    io,
    ops::Range,
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use drawproof_verifier::subject::{ProcessGroup, how_it_ended, visible};

use super::{
    launch::Launch,
    pipes::{Pipes, Received},
};

/// The bytes of a line that are looked at; the rest is dropped. A line with a principal variation of
/// 250 moves has 1,400.
const LINE_BYTES: usize = 8192;

/// The bytes read at once.
const BUFFER_BYTES: usize = 1 << 16;

/// The interval at which an engine that writes nothing is looked at.
const SLICE: Duration = Duration::from_millis(50);

/// How long an engine that has closed its output may take to end.
const END_TIME: Duration = Duration::from_millis(1500);

/// The interval at which the end of a process is polled.
const POLL: Duration = Duration::from_millis(1);

/// The characters of standard error, or of a line, that a message quotes.
const QUOTED: usize = 300;

/// Until when an engine is waited for.
#[derive(Clone, Copy)]
pub(super) struct Patience<'a> {
    pub deadline: Instant,
    /// The limit of output in bytes.
    pub output_bytes_max: u64,
    pub cancelled: &'a AtomicBool,
}

/// Why there is no next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The process has ended, or has closed its output or its input.
    Ended,
    TimedOut,
    TooMuchOutput,
    Cancelled,
}

/// An engine process. It is ended, with its process group, when this is dropped.
#[derive(Debug)]
pub(super) struct EngineProcess {
    group: ProcessGroup,
    pipes: Pipes,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    unread: Range<usize>,
    /// Whether the rest of a line that was too long is being dropped.
    dropping: bool,
    /// The bytes received since the last [`EngineProcess::count_output_from_here`].
    received: u64,
    has_ended: bool,
    /// A line that may say why the process ended, if there was one: see [`EngineProcess::note`].
    said: String,
}

impl EngineProcess {
    /// Starts the process, under the guard if there is one.
    pub fn start(launch: &Launch) -> io::Result<EngineProcess> {
        let words = launch.guard.iter().map(|word| word.as_os_str());
        let mut words = words.chain([launch.program.as_os_str()]);
        let mut command = Command::new(words.next().expect("there is a program"));
        command.args(words).args(&launch.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = ProcessGroup::start(&mut command, !launch.guard.is_empty())?;
        let pipes = Pipes::of(group.child())?;
        let (buffer, unread) = (vec![0; BUFFER_BYTES], 0..0);
        let (dropping, received, has_ended) = (false, 0, false);
        let said = String::new();
        Ok(EngineProcess { group, pipes, buffer, unread, dropping, received, has_ended, said })
    }

    /// Returns whether the process has closed its output.
    pub fn has_closed_output(&self) -> bool {
        self.has_ended
    }

    /// The limit of output, and what the engine says of its failure, are about what is received from now on.
    pub fn count_output_from_here(&mut self) {
        self.received = 0;
        self.said.clear();
    }

    /// Writes `bytes`, in one system call where the pipe has room.
    pub fn send(&mut self, bytes: &[u8], patience: &Patience) -> Result<(), Stop> {
        self.pipes.send(bytes, patience.deadline).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => Stop::TimedOut,
            _ => Stop::Ended,
        })
    }

    /// Returns the next line without blanks around it, at most [`LINE_BYTES`] of it. A last line
    /// needs no end.
    pub fn line(&mut self, patience: &Patience) -> Result<&[u8], Stop> {
        let mut searched = 0;
        let line = loop {
            let unread = &self.buffer[self.unread.clone()];
            let end = unread[searched..].iter().position(|&byte| byte == b'\n');
            if let Some(length) = end.map(|end| searched + end) {
                let line = self.unread.start..self.unread.start + length.min(LINE_BYTES);
                self.unread.start += length + 1;
                if std::mem::take(&mut self.dropping) {
                    searched = 0;
                    continue;
                }
                break line;
            }
            if self.dropping {
                self.unread = 0..0;
            } else if unread.len() >= LINE_BYTES {
                self.dropping = true;
                let line = self.unread.start..self.unread.start + LINE_BYTES;
                self.unread = 0..0;
                break line;
            } else if self.has_ended {
                if unread.is_empty() {
                    return Err(Stop::Ended);
                }
                let line = self.unread.clone();
                self.unread.start = line.end;
                break line;
            }
            searched = self.unread.len();
            self.receive(patience)?;
        };
        self.note(line.clone());
        Ok(self.buffer[line].trim_ascii())
    }

    /// Keeps a line that is no answer of UCI: the last one, or the first with an error, in an `info string` too.
    fn note(&mut self, line: Range<usize>) {
        const ANSWERS: [&str; 6] = ["id", "option", "uciok", "readyok", "bestmove", "info"];
        let is_error = |text: &str| text.to_ascii_lowercase().contains("error");
        let line = String::from_utf8_lossy(self.buffer[line].trim_ascii());
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        let is_answer = ANSWERS.contains(&word);
        let is_told =
            !is_answer && !line.is_empty() || line.starts_with("info string") && is_error(&line);
        if is_told && !is_error(&self.said) {
            self.said = line.chars().take(QUOTED).collect();
        }
    }

    /// Reads once, or finds that the output has ended.
    fn receive(&mut self, patience: &Patience) -> Result<(), Stop> {
        if self.dropping && self.has_ended {
            return Err(Stop::Ended);
        }
        self.buffer.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        loop {
            if patience.cancelled.load(Ordering::Relaxed) {
                return Err(Stop::Cancelled);
            }
            let left = patience.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Stop::TimedOut);
            }
            let free = &mut self.buffer[self.unread.end..];
            match self.pipes.receive(free, left.min(SLICE)) {
                Ok(Received::Bytes(length)) => {
                    self.unread.end += length;
                    self.received += length as u64;
                    if self.received > patience.output_bytes_max {
                        return Err(Stop::TooMuchOutput);
                    }
                    return Ok(());
                }
                // A process that it started may hold the pipe open.
                Ok(Received::Nothing) if !self.group.has_ended().unwrap_or(true) => {}
                // A pipe that fails is treated as closed.
                Ok(Received::End | Received::Nothing) | Err(_) => {
                    self.has_ended = true;
                    return Ok(());
                }
            }
        }
    }

    /// Waits a little for the end of the process, ends it if it still runs, and returns how it ended
    /// as a part of a sentence, with the end of its standard error.
    pub fn how_it_ended(mut self) -> String {
        let start = Instant::now();
        while !self.group.has_ended().unwrap_or(true) && start.elapsed() < END_TIME {
            thread::sleep(POLL);
        }
        let ended = self.group.has_ended().unwrap_or(true);
        let how = match self.group.end() {
            Ok(status) if ended => how_it_ended(status),
            _ => "closed its input or output".into(),
        };
        let errors = String::from_utf8_lossy(self.pipes.errors()).into_owned();
        let errors = errors.trim();
        if errors.is_empty() {
            let said = visible(&self.said);
            return if said.is_empty() { how } else { format!("{how}; it wrote '{said}'") };
        }
        let surplus = errors.chars().count().saturating_sub(QUOTED);
        let quoted: String = errors.chars().skip(surplus).collect();
        format!("{how}; its standard error ends with '{}'", visible(&quoted))
    }

    /// Asks the engine to end by itself.
    pub fn quit(&mut self) {
        // An engine that cannot read it is killed.
        let _ = self.pipes.send(b"quit\n", Instant::now());
        self.pipes.close();
    }

    /// Returns whether the process has ended.
    pub fn is_gone(&mut self) -> bool {
        self.group.has_ended().unwrap_or(true)
    }
}
