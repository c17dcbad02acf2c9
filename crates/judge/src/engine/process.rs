//! One engine process: bytes to it, lines from it, and the way it ended.

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

/// The maximum number of bytes kept of a line; the rest is dropped. A line with a principal
/// variation of 250 moves has 1,400.
const LINE_BYTES: usize = 8192;

/// The number of bytes in one read.
const BUFFER_BYTES: usize = 1 << 16;

/// The interval at which a silent engine is checked.
const SLICE: Duration = Duration::from_millis(50);

/// The time that an engine which has closed its output has to end.
const END_TIME: Duration = Duration::from_millis(1500);

/// The interval at which the end of a process is polled.
const POLL: Duration = Duration::from_millis(1);

/// The maximum number of characters that a message quotes from a line or from standard error.
const QUOTED: usize = 300;

/// The limits on waiting for an engine: time, output and cancellation.
#[derive(Clone, Copy)]
pub(super) struct Patience<'a> {
    pub deadline: Instant,
    /// The maximum number of bytes that the engine may write.
    pub output_bytes_max: u64,
    pub cancelled: &'a AtomicBool,
}

/// The reason why the engine sent no further line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The process has ended or closed its input or output.
    Ended,
    TimedOut,
    TooMuchOutput,
    Cancelled,
}

/// An engine process. Dropping it ends the process and its process group.
#[derive(Debug)]
pub(super) struct EngineProcess {
    group: ProcessGroup,
    pipes: Pipes,
    buffer: Vec<u8>,
    /// The range of unread bytes in the buffer.
    unread: Range<usize>,
    /// Whether the rest of an overlong line is being dropped.
    dropping: bool,
    /// The number of bytes received since the last [`EngineProcess::count_output_from_here`].
    received: u64,
    has_ended: bool,
    /// A line that may state why the process ended (see [`EngineProcess::note`]); empty if there
    /// was none.
    said: String,
}

impl EngineProcess {
    /// Starts the process, under the guard if one is configured.
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

    /// Resets the output count and the remembered error line, so that both concern only later
    /// output.
    pub fn count_output_from_here(&mut self) {
        self.received = 0;
        self.said.clear();
    }

    /// Writes `bytes`, in one system call if the pipe has room.
    pub fn send(&mut self, bytes: &[u8], patience: &Patience) -> Result<(), Stop> {
        self.pipes.send(bytes, patience.deadline).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => Stop::TimedOut,
            _ => Stop::Ended,
        })
    }

    /// Returns the next line, trimmed and cut to [`LINE_BYTES`]. The last line needs no line
    /// ending.
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

    /// Remembers a line that is not a UCI answer: the first one with an error (also in an `info
    /// string`), otherwise the last one.
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

    /// Reads once. Fails once the output has ended.
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
                // A process that the engine started may hold the pipe open.
                Ok(Received::Nothing) if !self.group.has_ended().unwrap_or(true) => {}
                // A failing pipe counts as closed.
                Ok(Received::End | Received::Nothing) | Err(_) => {
                    self.has_ended = true;
                    return Ok(());
                }
            }
        }
    }

    /// Waits briefly for the process to end, and kills it if it is still running. Returns a clause
    /// that describes how the process ended, with the end of its standard error.
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

    /// Sends `quit` to the engine.
    pub fn quit(&mut self) {
        // An engine that cannot read it is killed later.
        let _ = self.pipes.send(b"quit\n", Instant::now());
        self.pipes.close();
    }

    /// Returns whether the process has ended.
    pub fn is_gone(&mut self) -> bool {
        self.group.has_ended().unwrap_or(true)
    }
}
