//! Reads a text byte by byte, and counts its lines.

use std::io::{self, Read};

/// The number of bytes in one read.
const BUFFER_BYTES: usize = 64 << 10;

/// A text that is read byte by byte.
pub struct Bytes<'a> {
    input: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    /// The index of the next byte in `buffer`, and below the end of the bytes read.
    next: usize,
    end: usize,
    /// The line number of the next byte, from 1.
    pub line: u64,
    /// Whether the next byte is the first of its line.
    pub at_line_start: bool,
}

impl<'a> Bytes<'a> {
    /// Creates a reader of `input`.
    pub fn new(input: impl Read + 'a) -> Bytes<'a> {
        let buffer = vec![0; BUFFER_BYTES];
        Bytes { input: Box::new(input), buffer, next: 0, end: 0, line: 1, at_line_start: true }
    }

    /// Returns the next byte without consuming it.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.next == self.end {
            self.fill()?;
        }
        Ok(self.buffer[..self.end].get(self.next).copied())
    }

    /// Consumes and returns the next byte. A line ends with `
    ///
    /// `, or with a `\r` that no `
    ///
    /// ` follows.
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

    /// Skips to the byte that ends the line.
    pub fn skip_line(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            if matches!(byte, b'\n' | b'\r') {
                break;
            }
            self.next()?;
        }
        Ok(())
    }

    /// Reads further bytes, if there are any.
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
