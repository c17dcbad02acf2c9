//! Splits PGN text into tokens: tags, moves, results and the brackets of variations. Comments, NAGs
//! and move numbers are skipped.

use std::io::{self, Read};

use crate::{bytes::Bytes, moves::Outcome};

/// The maximum length of a word in bytes; no move is longer.
const WORD_BYTES_MAX: usize = 32;
/// The maximum length of a tag's value in bytes.
const VALUE_BYTES_MAX: usize = 1024;

/// A tag, or a token of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A tag: its name and its value.
    Tag(String, String),
    /// A result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(Outcome),
    /// Any other word, probably a move.
    Word(String),
    /// A variation begins.
    Opened,
    /// The innermost variation ends.
    Closed,
    /// Text that cannot be read, with the reason. Such text ends all variations.
    Broken(&'static str),
}

/// A reader of the tokens in a PGN text.
pub struct Tokens<'a> {
    bytes: Bytes<'a>,
    begun: bool,
    /// The number of open variations.
    depth: usize,
    /// The line on which the outermost open variation began.
    opened: u64,
    /// The tokens that were put back, with their lines and their offsets in the kept text, the next
    /// token last.
    returned: Vec<(Token, u64, usize)>,
    /// The offset in the kept text at which the last token begins.
    place: usize,
}

impl<'a> Tokens<'a> {
    /// Creates a reader of the tokens in `input`.
    pub fn new(input: impl Read + 'a) -> Tokens<'a> {
        let bytes = Bytes::new(input);
        Tokens { bytes, begun: false, depth: 0, opened: 0, returned: Vec::new(), place: 0 }
    }

    /// Keeps the text that is read from now on, for [`Tokens::take_text`].
    pub fn keep_text(&mut self) {
        self.bytes.kept = Some(Vec::new());
    }

    /// Returns the offset in the kept text at which the last token begins.
    pub fn begin(&self) -> usize {
        self.place
    }

    /// Returns the offset in the kept text at which the last token ends.
    pub fn end(&self) -> usize {
        self.bytes.kept()
    }

    /// Takes the kept text up to the first token that was put back with [`Tokens::return_token`].
    pub fn take_text(&mut self) -> Vec<u8> {
        let Some(text) = &mut self.bytes.kept else { return Vec::new() };
        let end = self.returned.last().map_or(text.len(), |(.., place)| *place);
        let rest = text.split_off(end);
        self.returned.iter_mut().for_each(|(.., place)| *place -= end);
        std::mem::replace(text, rest)
    }

    /// Puts `token` back, so that [`Tokens::next_token`] returns it next.
    pub fn return_token(&mut self, token: Token, line: u64) {
        self.returned.push((token, line, self.place));
    }

    /// Returns the next token with its line number; `None` at the end.
    pub fn next_token(&mut self) -> io::Result<Option<(Token, u64)>> {
        if let Some((token, line, place)) = self.returned.pop() {
            self.place = place;
            return Ok(Some((token, line)));
        }
        if !self.begun {
            self.begun = true;
            self.skip_mark()?;
        }
        loop {
            let at_line_start = self.bytes.at_line_start;
            let line = self.bytes.line;
            self.place = self.bytes.kept();
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
                    return Ok(Some((Token::Opened, line)));
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
                    return Ok(Some((Token::Closed, line)));
                }
                // Inside a variation, a bracket at the start of a line is a tag: the variation is
                // not closed. Other brackets are not tags.
                b'[' if self.depth == 0 => return Ok(Some((self.tag()?, line))),
                b'[' if at_line_start => {
                    self.depth = 0;
                    return Ok(Some((Token::Broken("a variation has no end"), self.opened)));
                }
                _ if is_word(byte) => {
                    let token = self.word()?;
                    // A result inside a variation is not that of the game.
                    let counts = |token: &Token| self.depth == 0 || matches!(token, Token::Word(_));
                    if let Some(token) = token.filter(counts) {
                        return Ok(Some((token, line)));
                    }
                }
                _ => {
                    self.bytes.next()?;
                }
            }
        }
    }

    /// Skips the byte-order mark of UTF-8.
    fn skip_mark(&mut self) -> io::Result<()> {
        if let Some(first @ (0xFE | 0xFF)) = self.bytes.peek()? {
            self.bytes.next()?;
            if self.bytes.peek()? == Some(first ^ 1) {
                let sentence = "the text is UTF-16: save it as UTF-8";
                return Err(io::Error::new(io::ErrorKind::InvalidData, sentence));
            }
        }
        for expected in [0xEF, 0xBB, 0xBF] {
            if self.bytes.peek()? != Some(expected) {
                break;
            }
            self.bytes.next()?;
        }
        self.bytes.at_line_start = true;
        Ok(())
    }

    /// Skips a comment in braces. Returns whether the comment is closed: two consecutive tag lines,
    /// the first of them an `Event`, do not belong to it.
    fn skip_comment(&mut self) -> io::Result<bool> {
        self.bytes.next()?;
        loop {
            let (mut line, is_whole) = (Vec::new(), self.bytes.at_line_start);
            let place = self.bytes.kept();
            if !is_whole || self.bytes.peek()? != Some(b'[') {
                self.bytes.skip_to(|byte| matches!(byte, b'}' | b'\n' | b'\r'))?;
            }
            loop {
                match self.bytes.next()? {
                    None => return Ok(false),
                    Some(b'}') => return Ok(true),
                    Some(_) if self.bytes.at_line_start => break,
                    Some(byte) if line.len() < VALUE_BYTES_MAX => line.push(byte),
                    Some(_) => {}
                }
            }
            if is_whole && line.starts_with(b"[Event \"") && self.bytes.peek()? == Some(b'[') {
                let line = String::from_utf8_lossy(&line);
                let value = line.trim_end().strip_suffix("\"]").map(|line| &line[8..]);
                if let Some(value) = value {
                    let tag = Token::Tag("Event".into(), value.into());
                    self.returned.push((tag, self.bytes.line, place));
                    return Ok(false);
                }
            }
        }
    }

    /// Reads a tag from its bracket on. The value may lack quotes.
    fn tag(&mut self) -> io::Result<Token> {
        self.bytes.next()?;
        self.skip_spaces()?;
        let name = self.text(|byte| byte.is_ascii_whitespace() || byte == b'"', WORD_BYTES_MAX)?;
        self.skip_spaces()?;
        let value = match self.bytes.peek()? {
            Some(b'"') => self.value()?,
            _ => {
                let value = self.text(|_| false, VALUE_BYTES_MAX)?;
                let ends = self.bytes.peek()? == Some(b']');
                if ends {
                    self.bytes.next()?;
                }
                ends.then(|| value.trim_end().to_owned())
            }
        };
        Ok(value.map_or(Token::Broken("a tag has no end"), |value| Token::Tag(name, value)))
    }

    /// Skips blanks within a line.
    fn skip_spaces(&mut self) -> io::Result<()> {
        while matches!(self.bytes.peek()?, Some(b' ' | b'\t')) {
            self.bytes.next()?;
        }
        Ok(())
    }

    /// Reads text up to a bracket that ends a tag, the end of the line, or a byte for which `ends`
    /// is true. Keeps the first `bytes_max` bytes.
    fn text(&mut self, ends: impl Fn(u8) -> bool, bytes_max: usize) -> io::Result<String> {
        let mut text = Vec::new();
        let is_part = |byte: &u8| !matches!(byte, b']' | b'\n' | b'\r') && !ends(*byte);
        while let Some(byte) = self.bytes.peek()?.filter(is_part) {
            if text.len() < bytes_max {
                text.push(byte);
            }
            self.bytes.next()?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Reads the value of a tag, from its first quote to the bracket that ends the tag; `None` if
    /// the line ends first.
    fn value(&mut self) -> io::Result<Option<String>> {
        let mut value = Vec::new();
        // The opening quote.
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

    /// Reads a word that is a move or a result; `None` for a move number or a NAG.
    fn word(&mut self) -> io::Result<Option<Token>> {
        let mut word = Vec::new();
        while let Some(byte) = self.bytes.peek()?.filter(|&byte| is_word(byte)) {
            self.bytes.next()?;
            if word.len() <= WORD_BYTES_MAX {
                word.push(byte);
            }
            if let Some(length) = before_no_break_space(&word) {
                word.truncate(length);
                break;
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
        let text = without_number(text.trim_end_matches(['!', '?']));
        if let Some(result) = result(text) {
            return Ok(Some(Token::Result(result)));
        }
        let token = match text {
            // A NAG, a glyph, a move number, or a substitute for comments that some programs write.
            _ if text.starts_with('$')
                || text.bytes().all(|byte| !byte.is_ascii_alphanumeric()) =>
            {
                return Ok(match text {
                    "--" => Some(Token::Word(text.into())),
                    _ => None,
                });
            }
            _ if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
                // The only move that begins with a digit is "0000".
                return Ok((text == "0000").then(|| Token::Word(text.into())));
            }
            // ChessBase writes N after a new move, and D for a diagram.
            "e.p." | "ep" | "N" | "D" => return Ok(None),
            _ => Token::Word(text.into()),
        };
        Ok(Some(token))
    }
}

/// Parses a result such as `1-0` or `½-½`; `None` for any other word.
pub fn result(word: &str) -> Option<Outcome> {
    if !word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '*' | '½')) {
        return None;
    }
    let word = word.replace(['–', '—', '−', ':'], "-").replace('½', "1/2");
    Some(match word.as_str() {
        "1-0" => Outcome::White,
        "0-1" => Outcome::Black,
        "1/2-1/2" | "1/2" => Outcome::Draw,
        "*" => Outcome::Unknown,
        _ => return None,
    })
}

/// Returns a word without a move number before an ellipsis.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // The ellipsis character; in Latin-1 it is invalid UTF-8.
    let is_dot = |c| matches!(c, '.' | '…' | char::REPLACEMENT_CHARACTER);
    if rest.len() < word.len() && rest.starts_with(is_dot) {
        rest.trim_start_matches(is_dot)
    } else {
        word
    }
}

/// Returns the length of a word before its first no-break space, in UTF-8 or Latin-1.
fn before_no_break_space(word: &[u8]) -> Option<usize> {
    let rest = match word {
        [rest @ .., 0xC2, 0xA0] | [rest @ .., 0xE2, 0x80, 0xAF] => rest,
        [rest @ .., 0xA0] if rest.last().is_none_or(u8::is_ascii) => rest,
        _ => return None,
    };
    Some(rest.len())
}

/// Returns whether a byte may be part of a move, a number, a NAG or a result.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"$+#=-/*.:!?_@'".contains(&byte) || byte >= 0x80
}
