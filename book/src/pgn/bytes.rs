//! Bytes of a text, with the number of the line.

use std::io::{self, BufRead};

/// Bytes that are looked at one by one.
pub struct Bytes<R> {
    input: R,
    /// The line of the next byte, from 1.
    pub line: u64,
    /// Whether the next byte is the first of its line.
    pub at_line_start: bool,
}

impl<R: BufRead> Bytes<R> {
    /// The bytes of `input`, from its first line on.
    pub fn new(input: R) -> Bytes<R> {
        Bytes { input, line: 1, at_line_start: true }
    }

    /// The next byte, which stays the next one.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The next byte. `\r\n` and a lone `\r` are read as they are; `\n` and a lone `\r` end a line.
    pub fn next(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else { return Ok(None) };
        self.input.consume(1);
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
}
