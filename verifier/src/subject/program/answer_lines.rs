//! The answers of a program, one a line.

use std::{io::Read, ops::Range, process::ChildStdout};

use drawproof_recognizers::Position;

use super::pipe::{BUFFER_BYTES, Clock};
use crate::{
    enumerate::Batch,
    position::fen_of,
    subject::{answers::Claims, interface::Fault},
};

/// The longest answer in bytes, blanks included.
const ANSWER_BYTES: usize = 200;

/// Why answers could not be read.
pub(crate) enum ReadError {
    /// An answer is not a claim, or there are too many answers.
    Fault(Fault),
    /// The output ended too early.
    End {
        /// The first line without an answer, counted from 1.
        line: u64,
        /// The position of that line.
        fen: String,
    },
}

/// A program's answers, read in order.
pub(crate) struct AnswerLines<'a> {
    pipe: ChildStdout,
    clock: &'a Clock,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    unread: Range<usize>,
    /// The number of lines read.
    lines: u64,
}

impl<'a> AnswerLines<'a> {
    pub(super) fn new(pipe: ChildStdout, clock: &'a Clock) -> AnswerLines<'a> {
        AnswerLines { pipe, clock, buffer: vec![0; BUFFER_BYTES], unread: 0..0, lines: 0 }
    }

    /// Reads the claims about the positions of a batch.
    pub fn claims(&mut self, batch: &Batch) -> Result<Claims, ReadError> {
        let mut claims = Claims::default();
        let mut result = Ok(());
        batch.for_each(|lane, position| {
            if result.is_ok() {
                result = self.next(position).map(|code| claims.note(lane, code));
            }
        });
        result.map(|()| claims)
    }

    /// Reads the claim about a position, as a number: 0 none, 1 draw, 2 win, 3 loss.
    pub fn next(&mut self, position: &Position) -> Result<u32, ReadError> {
        let Some(line) = self.line() else {
            return Err(ReadError::End { line: self.lines + 1, fen: fen_of(position) });
        };
        let code = match self.buffer[line.clone()].trim_ascii() {
            b"-" => Some(0),
            b"draw" => Some(1),
            b"win" => Some(2),
            b"loss" => Some(3),
            _ => None,
        };
        self.lines += 1;
        code.ok_or_else(|| {
            let answer = String::from_utf8_lossy(&self.buffer[line]);
            let answer: String = answer.trim_end().chars().take(60).collect();
            let (number, fen) = (self.lines, fen_of(position));
            let text = format!(
                "the answer in line {number} to '{fen}' is '{answer}': answers are -, draw, win, loss"
            );
            ReadError::Fault(Fault::Failed(text))
        })
    }

    /// The range of the next line in the buffer, without its end; `None` at the end of the output.
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
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
            let free = &mut self.buffer[self.unread.end..];
            // A pipe that fails is treated as closed.
            let read = self.pipe.read(free).unwrap_or(0);
            if read == 0 {
                return None;
            }
            self.clock.tick();
            self.unread.end += read;
        }
    }

    /// Reads to the end of the output; only blank lines may be left.
    pub fn expect_end(&mut self) -> Result<(), ReadError> {
        while let Some(line) = self.line() {
            if !self.buffer[line].trim_ascii().is_empty() {
                let text = format!("there are more answers than the {} positions", self.lines);
                return Err(ReadError::Fault(Fault::Failed(text)));
            }
        }
        Ok(())
    }
}
