//! The pipes of a program: positions that go to it, answers that come, one a line, and the clock by which
//! programs that hang are found.

use std::{
    collections::HashMap,
    io::{self, BufWriter, Read, Write},
    ops::Range,
    process::{ChildStdin, ChildStdout},
    sync::atomic::{AtomicU64, Ordering},
};

use drawproof_board::Color;
use drawproof_recognizers::{Claim, Position};

use super::{
    answer::{Answered, Branches},
    interface::{Answers, Claims, Fault},
    text::visible,
};
use crate::{
    enumerate::Batch,
    position::{fen_of, write_fen},
};

/// Bytes written and read at once.
pub(super) const BUFFER_BYTES: usize = 1 << 16;

/// A program's standard input, buffered.
pub(crate) type Pipe<'a> = BufWriter<Watched<'a>>;

/// Writes the FENs of a batch's positions, one per line. `line` is a scratch buffer.
pub(crate) fn write_batch(batch: &Batch, line: &mut Vec<u8>, out: &mut Pipe) -> io::Result<()> {
    let mut result = Ok(());
    batch.for_each(|_, position| {
        if result.is_ok() {
            line.clear();
            write_fen(position, line);
            line.push(b'\n');
            result = out.write_all(line);
        }
    });
    result
}

/// A count of a program's reads and writes. A program whose count grows does not hang.
#[derive(Default)]
pub(super) struct Clock {
    ticks: AtomicU64,
}

impl Clock {
    pub fn tick(&self) {
        self.ticks.fetch_add(1, Ordering::Relaxed);
    }

    pub fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::Relaxed)
    }
}

/// A program's standard input; the clock ticks when the program takes bytes.
pub(crate) struct Watched<'a> {
    pipe: ChildStdin,
    clock: &'a Clock,
}

impl<'a> Watched<'a> {
    pub(super) fn new(pipe: ChildStdin, clock: &'a Clock) -> Watched<'a> {
        Watched { pipe, clock }
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.pipe.write(bytes)?;
        self.clock.tick();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

/// The longest answer in bytes, blanks included: 64 parts, each with the path of a file.
const ANSWER_BYTES: usize = 1 << 14;

/// The most answers that [`AnswerLines`] remembers.
const REMEMBERED_MAX: usize = 1 << 12;

/// The start of the line by which a guard reports that it could not start a program.
pub const NOT_STARTED: &[u8] = b"\0not started: ";

/// The reason why answers could not be read.
pub(crate) enum ReadError {
    /// The guard could not start the program, for this reason.
    NotStarted(String),
    /// An answer is not a claim, or there are too many answers.
    Fault(Fault),
    /// The reader wants no more answers, for a reason of its own.
    GivenUp,
    /// The program's output ended before all positions were answered.
    End {
        /// The number of the first line without an answer, from 1.
        line: u64,
        /// The FEN of the position that this line should have answered.
        fen: String,
        /// The incomplete last line of the output; usually empty.
        rest: String,
    },
}

/// A program's answers, read in order.
pub(crate) struct AnswerLines<'a> {
    pipe: ChildStdout,
    clock: &'a Clock,
    branches: &'a Branches,
    /// What answers in parts mean, by side to move and by whether their sets are looked up later.
    remembered: HashMap<Vec<u8>, [Option<Answered>; 4]>,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    unread: Range<usize>,
    /// The number of lines read.
    lines: u64,
    /// Whether the output has ended.
    has_ended: bool,
    /// Whether reading counts as the program's work.
    counts: bool,
}

impl<'a> AnswerLines<'a> {
    pub(super) fn new(
        pipe: ChildStdout,
        clock: &'a Clock,
        branches: &'a Branches,
    ) -> AnswerLines<'a> {
        let (buffer, remembered) = (vec![0; BUFFER_BYTES], HashMap::new());
        AnswerLines {
            pipe,
            clock,
            branches,
            remembered,
            buffer,
            unread: 0..0,
            lines: 0,
            has_ended: false,
            counts: true,
        }
    }

    /// Reads the answers about the positions of a batch. The branches are needed only if
    /// `with_patterns` is true.
    pub fn answers(
        &mut self,
        batch: &Batch,
        with_patterns: bool,
        answers: &mut Answers,
    ) -> Result<(), ReadError> {
        answers.claims = Claims::default();
        let mut result = Ok(());
        batch.for_each(|lane, position| {
            if result.is_ok() {
                result = self.next(position, with_patterns).map(|(claim, set)| {
                    answers.claims.note(lane, claim);
                    answers.patterns[lane] = set;
                });
            }
        });
        result
    }

    /// Reads the answer about a position.
    fn next(&mut self, position: &Position, with_patterns: bool) -> Result<Answered, ReadError> {
        let Some(line) = self.line() else {
            return Err(self.end(position, 0..0));
        };
        let answer = self.buffer[line.clone()].trim_ascii();
        let plain = Claim::from_word(answer, position.stm());
        if let Some(claim) = plain.filter(|_| self.branches.ignore_scores()) {
            self.lines += 1;
            return Ok((claim, 0));
        }
        let kind = usize::from(with_patterns) << 1 | usize::from(position.stm() == Color::White);
        if let Some(answered) = self.remembered.get(answer).and_then(|it| it[kind]) {
            self.lines += 1;
            return Ok(answered);
        }
        let answered = self.branches.read(answer, position, with_patterns);
        if let Some(answered) = answered.map_err(ReadError::Fault)? {
            if self.remembered.len() == REMEMBERED_MAX {
                self.remembered.clear();
            }
            self.remembered.entry(answer.to_vec()).or_default()[kind] = Some(answered);
            self.lines += 1;
            return Ok(answered);
        }
        if let Some(why) = self.buffer[line.clone()].strip_prefix(NOT_STARTED) {
            return Err(ReadError::NotStarted(visible(&String::from_utf8_lossy(why))));
        }
        // A last line without an end that is no answer is one that was cut short.
        if self.has_ended {
            return Err(self.end(position, line));
        }
        let (number, fen, answer) = (self.lines + 1, fen_of(position), self.text(line));
        let text = format!(
            "the answer in line {number} to '{fen}' is '{answer}': answers are -, draw, white, \
             black, white-or-draw, draw-or-black, skip, win, loss, each may name its branch, as in \
             'draw @ rule.py:12'"
        );
        Err(ReadError::Fault(Fault::Failed(text)))
    }

    /// Returns the error of an output that ended before the answer to `position`, with `rest`.
    fn end(&self, position: &Position, rest: Range<usize>) -> ReadError {
        ReadError::End { line: self.lines + 1, fen: fen_of(position), rest: self.text(rest) }
    }

    /// Returns the first characters of a line as a message quotes them.
    fn text(&self, line: Range<usize>) -> String {
        let text: String = String::from_utf8_lossy(&self.buffer[line]).chars().take(60).collect();
        visible(text.trim_end())
    }

    /// Returns the range of the next line in the buffer, without its end; `None` at the end of the
    /// output. The last line needs no end.
    fn line(&mut self) -> Option<Range<usize>> {
        loop {
            let unread = &self.buffer[self.unread.clone()];
            let length = unread.iter().position(|&byte| byte == b'\n');
            let too_long = length.is_none() && unread.len() > ANSWER_BYTES;
            if let Some(length) = length.or(too_long.then(|| unread.len() - 1)) {
                let line = self.unread.start..self.unread.start + length;
                self.unread.start = line.end + 1;
                return Some(line);
            }
            if self.has_ended {
                let line = self.unread.clone();
                self.unread.start = line.end;
                return (!self.buffer[line.clone()].trim_ascii().is_empty()).then_some(line);
            }
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
            let free = &mut self.buffer[self.unread.end..];
            // A pipe that fails is treated as closed.
            let read = self.pipe.read(free).unwrap_or(0);
            self.has_ended = read == 0;
            self.unread.end += read;
            if self.counts {
                self.clock.tick();
            }
        }
    }

    /// Reads to the end of the output; only blank lines may be left. The reading counts as idle
    /// time, so that a program that writes blank lines for ever is stopped.
    pub fn expect_end(&mut self) -> Result<(), ReadError> {
        self.counts = false;
        while let Some(line) = self.line() {
            if !self.buffer[line].trim_ascii().is_empty() {
                let text = format!("there are more answers than the {} positions", self.lines);
                return Err(ReadError::Fault(Fault::Failed(text)));
            }
        }
        Ok(())
    }
}
