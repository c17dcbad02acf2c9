//! PGN text as tokens: tags, moves and results. Comments, variations, NAGs and move numbers are
//! skipped.

use std::io::{self, Read};

use super::bytes::Bytes;

/// The longest word that is kept; no move is longer.
const WORD_BYTES_MAX: usize = 32;
/// The longest value of a tag that is kept.
const VALUE_BYTES_MAX: usize = 1024;

/// A token of the movetext or a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A tag: its name and its value.
    Tag(String, String),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'static str),
    /// Any other word: a move, or what is meant as one.
    Word(String),
    /// Text that cannot be read: the reason.
    Broken(&'static str),
}

/// The tokens of a text.
pub struct Tokens<'a> {
    bytes: Bytes<'a>,
    begun: bool,
    /// Open variations.
    depth: usize,
    /// The line in which the outermost open variation began.
    opened: u64,
    /// Tokens that were read too early, with their lines, the next one last.
    returned: Vec<(Token, u64)>,
}

impl<'a> Tokens<'a> {
    /// The tokens of `input`.
    pub fn new(input: impl Read + 'a) -> Tokens<'a> {
        Tokens { bytes: Bytes::new(input), begun: false, depth: 0, opened: 0, returned: Vec::new() }
    }

    /// Makes `token` the next one.
    pub fn return_token(&mut self, token: Token, line: u64) {
        self.returned.push((token, line));
    }

    /// The next token with the number of its line, or `None` at the end.
    pub fn next_token(&mut self) -> io::Result<Option<(Token, u64)>> {
        if let Some(returned) = self.returned.pop() {
            return Ok(Some(returned));
        }
        if !self.begun {
            self.begun = true;
            self.skip_mark()?;
        }
        loop {
            let at_line_start = self.bytes.at_line_start;
            let line = self.bytes.line;
            let Some(byte) = self.bytes.peek()? else {
                let open = std::mem::take(&mut self.depth) > 0;
                let broken = Token::Broken("a variation has no end");
                return Ok(open.then_some((broken, self.opened)));
            };
            match byte {
                b'%' if at_line_start => self.bytes.skip_line()?,
                b';' => self.bytes.skip_line()?,
                b'{' => {
                    if !self.skip_comment()? {
                        self.depth = 0;
                        return Ok(Some((Token::Broken("a comment has no end"), line)));
                    }
                }
                b'(' => {
                    self.bytes.next()?;
                    if self.depth == 0 {
                        self.opened = line;
                    }
                    self.depth += 1;
                }
                b')' => {
                    self.bytes.next()?;
                    if self.depth == 0 {
                        return Ok(Some((
                            Token::Broken("a variation ends that has no begin"),
                            line,
                        )));
                    }
                    self.depth -= 1;
                }
                // Within a variation only a bracket that begins a line is a tag: the variation has no
                // end.
                b'[' if self.depth == 0 => return Ok(Some((self.tag()?, line))),
                b'[' if at_line_start => {
                    self.depth = 0;
                    return Ok(Some((Token::Broken("a variation has no end"), self.opened)));
                }
                _ if is_word(byte) => {
                    if let Some(token) = self.word()?.filter(|_| self.depth == 0) {
                        return Ok(Some((token, line)));
                    }
                }
                _ => {
                    self.bytes.next()?;
                }
            }
        }
    }

    /// Skips the mark of UTF-8.
    fn skip_mark(&mut self) -> io::Result<()> {
        for expected in [0xEF, 0xBB, 0xBF] {
            if self.bytes.peek()? != Some(expected) {
                break;
            }
            self.bytes.next()?;
        }
        self.bytes.at_line_start = true;
        Ok(())
    }

    /// Skips a comment in braces. Returns whether it has an end: a line that begins with a tag `Event` does
    /// not belong to it.
    fn skip_comment(&mut self) -> io::Result<bool> {
        self.bytes.next()?;
        let mut matched = 0;
        loop {
            const TAG: &[u8] = b"[Event ";
            let at_line_start = self.bytes.at_line_start;
            let Some(byte) = self.bytes.next()? else { return Ok(false) };
            if byte == b'}' {
                return Ok(true);
            }
            let continues = matched > 0 || at_line_start;
            matched = if continues && TAG[matched] == byte { matched + 1 } else { 0 };
            if matched == TAG.len() {
                if let Some(value) = self.value()? {
                    self.return_token(Token::Tag("Event".into(), value), self.bytes.line);
                }
                return Ok(false);
            }
        }
    }

    /// A tag, from its bracket on.
    fn tag(&mut self) -> io::Result<Token> {
        self.bytes.next()?;
        let mut name = Vec::new();
        loop {
            match self.bytes.peek()? {
                Some(b'"') => break,
                Some(b'\n' | b'\r' | b']') | None => {
                    self.bytes.skip_line()?;
                    return Ok(Token::Broken("a tag has no value in quotes"));
                }
                Some(byte) => {
                    if !byte.is_ascii_whitespace() && name.len() < WORD_BYTES_MAX {
                        name.push(byte);
                    }
                    self.bytes.next()?;
                }
            }
        }
        let Some(value) = self.value()? else {
            return Ok(Token::Broken("a tag has no end"));
        };
        Ok(Token::Tag(String::from_utf8_lossy(&name).into_owned(), value))
    }

    /// The value of a tag, from before its first quote to the bracket that ends the tag. `None` if the line
    /// ends before.
    fn value(&mut self) -> io::Result<Option<String>> {
        let mut value = Vec::new();
        // The quote that begins it.
        while self.bytes.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.bytes.next()?;
        }
        self.bytes.next()?;
        loop {
            let byte = match self.bytes.peek()? {
                None | Some(b'\n' | b'\r') => return Ok(None),
                Some(b'"') => break,
                Some(b'\\') => {
                    self.bytes.next()?;
                    match self.bytes.peek()? {
                        Some(escaped @ (b'"' | b'\\')) => escaped,
                        _ => {
                            value.push(b'\\');
                            continue;
                        }
                    }
                }
                Some(byte) => byte,
            };
            if value.len() < VALUE_BYTES_MAX {
                value.push(byte);
            }
            self.bytes.next()?;
        }
        self.bytes.next()?;
        while let Some(byte) = self.bytes.peek()? {
            match byte {
                b']' => {
                    self.bytes.next()?;
                    return Ok(Some(String::from_utf8_lossy(&value).into_owned()));
                }
                b'\n' | b'\r' => break,
                _ => {
                    self.bytes.next()?;
                }
            }
        }
        Ok(None)
    }

    /// A move or a result; `None` for a move number or a NAG.
    fn word(&mut self) -> io::Result<Option<Token>> {
        let mut word = Vec::new();
        while let Some(byte) = self.bytes.peek()?.filter(|&byte| is_word(byte)) {
            self.bytes.next()?;
            if word.len() <= WORD_BYTES_MAX {
                word.push(byte);
            }
            // "1.e4" and "1...e5" are a number and a move.
            let is_number = word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
            if byte == b'.' && is_number && self.bytes.peek()? != Some(b'.') {
                return Ok(None);
            }
        }
        if word.len() > WORD_BYTES_MAX {
            return Ok(Some(Token::Broken("a word is longer than any move")));
        }
        let text = String::from_utf8_lossy(&word);
        let text = text.trim_end_matches(['!', '?']);
        let token = match text {
            "1-0" => Token::Result("1-0"),
            "0-1" => Token::Result("0-1"),
            "1/2-1/2" | "1/2" | "½-½" => Token::Result("1/2-1/2"),
            "*" => Token::Result("*"),
            // A NAG, a glyph, a move number, or what some programs write instead of comments.
            _ if text.starts_with('$')
                || text.bytes().all(|byte| !byte.is_ascii_alphanumeric()) =>
            {
                return Ok(match text {
                    "--" => Some(Token::Word(text.into())),
                    _ => None,
                });
            }
            _ if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
                // Only "0000" is meant as a move.
                return Ok((text == "0000").then(|| Token::Word(text.into())));
            }
            "e.p." | "ep" => return Ok(None),
            _ => Token::Word(text.into()),
        };
        Ok(Some(token))
    }
}

/// Whether a byte may be part of a move, a number, a NAG or a result.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"$+#=-/*.:!?_@'".contains(&byte) || byte >= 0x80
}
