//! Lines of standard input, passed on as they arrive.

use std::{
    io::{self, Read},
    sync::mpsc::{Receiver, sync_channel},
    thread,
};

/// The maximum length of a line in bytes. A FEN has at most about 90; the rest is for comments and
/// operations.
pub const LINE_BYTES_MAX: usize = 4096;

/// Bytes after which an endless line ends the reading: that is no list of positions.
const ENDLESS: usize = 16 << 20;

/// Bytes that are read at a time.
const READ_BYTES: usize = 64 << 10;

/// Reads that may wait for the program, so that memory stays bounded.
const WAITING: usize = 4;

/// A line of the input with its number, counted from 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    pub number: u64,
    pub text: Result<String, &'static str>,
}

/// Reads the lines of `input` in a thread, without empty lines and comments. Each message has the
/// lines of one read. If the input cannot be read to its end, the last message is an error.
pub fn lines(input: impl Read + Send + 'static) -> Receiver<io::Result<Vec<Line>>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        // The receiver is gone if the program is about to end.
        if let Err(error) = read(input, &|lines| sender.send(Ok(lines)).is_ok()) {
            let _ = sender.send(Err(error));
        }
    });
    receiver
}

/// Passes on the lines of `input` until its end, or until `pass` returns `false`.
fn read(mut input: impl Read, pass: &dyn Fn(Vec<Line>) -> bool) -> io::Result<()> {
    let mut splitter = Splitter::default();
    let mut bytes = vec![0; READ_BYTES];
    loop {
        let mut lines = Vec::new();
        let count = match input.read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if count == 0 {
            splitter.end(&mut lines);
            pass(lines);
            return Ok(());
        }
        let result = splitter.split(&bytes[..count], &mut lines);
        if !lines.is_empty() && !pass(lines) {
            return Ok(());
        }
        result?;
    }
}

/// Splits bytes into lines.
#[derive(Default)]
struct Splitter {
    /// The beginning of the current line, up to the maximum length of a line.
    line: Vec<u8>,
    /// The length of the current line in bytes, including what was dropped.
    length: usize,
    /// The number of finished lines.
    before: u64,
}

impl Splitter {
    /// Adds bytes of the input, and the lines that they end to `lines`.
    fn split(&mut self, bytes: &[u8], lines: &mut Vec<Line>) -> io::Result<()> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let ended = part.strip_suffix(b"\n");
            self.add(ended.unwrap_or(part), lines);
            if ended.is_some() {
                self.end(lines);
            }
        }
        if self.length > ENDLESS {
            let number = self.before + 1;
            let text = format!("line {number} does not end: this is not a list of positions");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(())
    }

    fn add(&mut self, bytes: &[u8], lines: &mut Vec<Line>) {
        let was_short = self.length <= LINE_BYTES_MAX;
        self.length += bytes.len();
        if self.length <= LINE_BYTES_MAX {
            self.line.extend_from_slice(bytes);
        } else if was_short {
            self.line.clear();
            let text = Err("the line is longer than 4096 bytes");
            lines.push(Line { number: self.before + 1, text });
        }
    }

    /// Ends the current line. Adds it to `lines` unless it is empty or a comment.
    fn end(&mut self, lines: &mut Vec<Line>) {
        let text = std::str::from_utf8(&self.line).map(|text| match self.before {
            0 => text.trim_start_matches('\u{feff}').trim(),
            _ => text.trim(),
        });
        self.before += 1;
        match text {
            Ok(text) if text.is_empty() || text.starts_with('#') => {}
            text => lines.push(Line {
                number: self.before,
                text: text.map(str::to_owned).map_err(|_| "the line is not UTF-8 text"),
            }),
        }
        self.line.clear();
        self.length = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of a text that is read `size` bytes at a time.
    fn split(bytes: &[u8], size: usize) -> Vec<(u64, Result<String, &'static str>)> {
        let (mut splitter, mut lines) = (Splitter::default(), Vec::new());
        for part in bytes.chunks(size) {
            splitter.split(part, &mut lines).unwrap();
        }
        splitter.end(&mut lines);
        lines.into_iter().map(|line| (line.number, line.text)).collect()
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let mut text = "\u{feff}one\r\n\n# two\n  three \n".to_owned().into_bytes();
        text.extend(b"\xff\xfe\n");
        text.extend(vec![b'x'; 5000]);
        text.extend(b"\nlast");
        for size in [1, 2, 7, 4096, text.len()] {
            let lines = split(&text, size);
            let numbers: Vec<u64> = lines.iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers, [1, 4, 5, 6, 7], "{size}");
            let good: Vec<&str> =
                lines.iter().filter_map(|(_, text)| text.as_deref().ok()).collect();
            assert_eq!(good, ["one", "three", "last"], "{size}");
        }
    }

    #[test]
    fn an_endless_line_is_an_error_at_once_and_ends_the_reading() {
        let (mut splitter, mut lines) = (Splitter::default(), Vec::new());
        splitter.split(&[0; 5000], &mut lines).unwrap();
        assert_eq!((lines.len(), lines[0].number), (1, 1));
        let error = read(io::repeat(0), &|_| true).unwrap_err();
        assert!(error.to_string().starts_with("line 1 does not end"), "{error}");
        assert!(splitter.line.len() <= LINE_BYTES_MAX);
    }
}
