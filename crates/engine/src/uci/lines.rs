//! Reads lines of bounded length.

use std::io::{BufRead, ErrorKind};

/// The maximum length of a line in bytes. The moves of the longest possible game need less.
pub const LINE_BYTES_MAX: usize = 64 << 10;

/// A line of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The text without its line ending; invalid UTF-8 is replaced.
    pub text: String,
    /// Whether the line was longer than [`LINE_BYTES_MAX`]. The text is then cut off after a
    /// complete word.
    pub cut: bool,
}

/// Returns the next line; `None` at the end of `input`, or at an error in reading it.
pub fn read_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let mut cut = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if chunk.is_empty() {
            return (cut || !bytes.is_empty()).then(|| line(bytes, cut));
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = LINE_BYTES_MAX - bytes.len();
        cut |= part.len() > room;
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let consumed = end.map_or(chunk.len(), |end| end + 1);
        input.consume(consumed);
        if end.is_some() {
            return Some(line(bytes, cut));
        }
    }
}

fn line(mut bytes: Vec<u8>, cut: bool) -> Line {
    if cut {
        let word = bytes.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
        bytes.truncate(word);
    }
    Line { text: String::from_utf8_lossy(&bytes).into_owned(), cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    fn lines(mut input: impl BufRead) -> Vec<Line> {
        std::iter::from_fn(|| read_line(&mut input)).collect()
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        let text = |text: &str| Line { text: text.into(), cut: false };
        assert_eq!(lines(&b"a\n\nb c\r\n"[..]), [text("a"), text(""), text("b c\r")]);
        assert_eq!(lines(&b"a\xff\nlast"[..]), [text("a\u{fffd}"), text("last")]);
        assert_eq!(lines(&b""[..]), []);
    }

    #[test]
    fn a_long_line_is_cut_after_a_whole_word() {
        let longest = format!("go {}", "x".repeat(LINE_BYTES_MAX - 3));
        let input = format!("{longest}\n{longest}y\nstop\n");
        let found = lines(BufReader::with_capacity(1000, input.as_bytes()));
        assert_eq!(found[0], Line { text: longest, cut: false });
        assert_eq!(found[1], Line { text: "go".into(), cut: true });
        assert_eq!(found[2], Line { text: "stop".into(), cut: false });
    }

    #[test]
    fn a_line_without_end_takes_bounded_memory() {
        let endless = std::io::repeat(b'x').take(1 << 28);
        assert_eq!(lines(BufReader::new(endless)), [Line { text: String::new(), cut: true }]);
    }
}
