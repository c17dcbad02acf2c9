//! Reads a text byte by byte, and counts its lines.

use std::io::{self, Read};

/// The number of bytes in one read.
const BUFFER_BYTES: usize = 64 << 10;

/// A reader that returns a text byte by byte.
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
    /// The bytes consumed since the kept bytes were last taken; `None` if consumed bytes are not
    /// kept.
    pub kept: Option<Vec<u8>>,
}

impl<'a> Bytes<'a> {
    /// Creates a reader of `input`.
    pub fn new(input: impl Read + 'a) -> Bytes<'a> {
        let buffer = vec![0; BUFFER_BYTES];
        let input = Box::new(input);
        Bytes { input, buffer, next: 0, end: 0, line: 1, at_line_start: true, kept: None }
    }

    /// Returns the next byte without consuming it; `None` at the end.
    #[inline]
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.next == self.end {
            self.fill()?;
        }
        Ok(self.buffer[..self.end].get(self.next).copied())
    }

    /// Consumes and returns the next byte; `None` at the end. A line ends with `
    ///
    /// `, or with a `\r` that no `
    ///
    /// ` follows.
    #[inline]
    pub fn next(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else { return Ok(None) };
        self.next += 1;
        if let Some(kept) = &mut self.kept {
            kept.push(byte);
        }
        let ends_line = match byte {
            b'\n' => true,
            b'\r' => self.peek()? != Some(b'\n'),
            _ => false,
        };
        self.line += u64::from(ends_line);
        self.at_line_start = ends_line;
        Ok(Some(byte))
    }

    /// Skips the rest of the line, but not the byte that ends it.
    pub fn skip_line(&mut self) -> io::Result<()> {
        self.skip_to(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// Skips to the next byte for which `ends` is true. `ends` must be true for `
    ///
    /// ` and `\r`.
    pub fn skip_to(&mut self, ends: impl Fn(u8) -> bool) -> io::Result<()> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.next..self.end];
            let skipped = rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len());
            if let Some(kept) = &mut self.kept {
                kept.extend(&rest[..skipped]);
            }
            self.next += skipped;
            self.at_line_start &= skipped == 0;
            if self.next < self.end {
                break;
            }
        }
        Ok(())
    }

    /// Returns the number of bytes kept.
    pub fn kept(&self) -> usize {
        self.kept.as_ref().map_or(0, Vec::len)
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
