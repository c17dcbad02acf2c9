//! A text as bytes that are looked at one by one, with their lines.

use std::io::{self, Read};

/// Bytes that are read at a time.
const BUFFER_BYTES: usize = 64 << 10;

/// Bytes that are looked at one by one.
pub struct Bytes<'a> {
    input: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    /// The place of the next byte in `buffer`, and the end of what was read.
    next: usize,
    end: usize,
    /// The line of the next byte, from 1.
    pub line: u64,
    /// Whether the next byte is the first of its line.
    pub at_line_start: bool,
}

impl<'a> Bytes<'a> {
    /// Returns the bytes of `input`, from its first line on.
    pub fn new(input: impl Read + 'a) -> Bytes<'a> {
        let buffer = vec![0; BUFFER_BYTES];
        Bytes { input: Box::new(input), buffer, next: 0, end: 0, line: 1, at_line_start: true }
    }

    /// Returns the next byte, which stays the next one.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.next == self.end {
            self.fill()?;
        }
        Ok(self.buffer[..self.end].get(self.next).copied())
    }

    /// Returns the next byte. `\n`, and a `\r` without it, end a line.
    pub fn next(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else { return Ok(None) };
        self.next += 1;
        let ends_line = match byte {
            b'\n' => true,
            b'\r' => self.peek()? != Some(b'\n'),
            _ => false,
        };
        self.line += u64::from(ends_line);
        self.at_line_start = ends_line;
        Ok(Some(byte))
    }

    /// Skips the rest of the line, up to the byte that ends it.
    pub fn skip_line(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            if matches!(byte, b'\n' | b'\r') {
                break;
            }
            self.next()?;
        }
        Ok(())
    }

    /// Reads more bytes, if there are any.
    fn fill(&mut self) -> io::Result<()> {
        self.next = 0;
        self.end = loop {
            match self.input.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        Ok(())
    }
}
