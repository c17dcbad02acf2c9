//! Reads the games of a text, with their moves up to a limit.

use std::io::{self, Read};

use drawproof_board::{Board, BoardBuilder, fen::excerpt};

use crate::{
    moves::{Outcome, Played},
    san::{SanError, parse_move},
    start::{Start, start},
    tokens::{Token, Tokens, result},
};

/// The maximum nesting of variations; deeper ones are skipped.
const DEPTH_MAX: usize = 64;

/// The reason why a game cannot be read to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct Problem {
    /// The line number of the problem in the text, from 1.
    pub line: u64,
    /// A description of the problem for the user.
    pub text: String,
}

/// A game of a PGN text.
#[derive(Clone, Debug)]
pub struct Game {
    /// The line number at which the game begins, from 1.
    pub line: u64,
    /// The names and values of the tags, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// The start position: the position of the tag `FEN` if there is one, otherwise the initial
    /// position.
    pub start: Board,
    /// The position after the last move of the main line in `moves`.
    pub end: Board,
    /// The moves, up to the limit of [`Games::new`] or up to a null move. A variation ends before
    /// its first word that is not a legal move.
    pub moves: Vec<Played>,
    /// The result written after the moves or, if it is missing there, in the tag `Result`.
    pub outcome: Outcome,
    /// Whether `moves` has the whole main line: no limit, null move or problem ended it.
    pub whole: bool,
    /// The text from the end of the previous game to the end of this game; empty without
    /// [`Games::keeping_text`].
    pub text: Vec<u8>,
    /// The byte offsets in `text` where the first move of the main line begins and where each of
    /// its moves ends.
    pub marks: Vec<usize>,
    /// Whether this is a game of standard chess. Other games are returned without moves.
    pub standard: bool,
    /// The first problem in the game, after which moves are ignored; `None` if there is no problem.
    pub problem: Option<Problem>,
}

/// A reader of the games in a PGN text.
pub struct Games<'a> {
    tokens: Tokens<'a>,
    limits: Limits,
}

/// The limits on the moves that are read.
#[derive(Clone, Copy)]
struct Limits {
    moves_max: usize,
    variations_deep: usize,
}

/// A game during reading.
struct Reading {
    game: Game,
    limits: Limits,
    /// The main line, or the innermost open variation.
    line: Line,
    /// The lines around `line`, the outermost first. Each continues when the variation inside it
    /// ends.
    outer: Vec<Line>,
    /// The number of open variations that are skipped.
    skipped: usize,
    /// The value of the tag `FEN` with its line number, followed by the value of the tag `Result`.
    fen: Option<(String, u64)>,
    tagged: Outcome,
    /// Whether the game has a tag `Event`.
    has_event: bool,
    /// Whether anything other than tags has been read.
    in_moves: bool,
}

/// A line of moves, as far as it has been read.
struct Line {
    /// The last position of the line, followed by its number as in [`Played::after`].
    board: Board,
    number: usize,
    /// The position before the line's last move, where variations begin, with the position's
    /// number.
    before: Option<(Board, usize)>,
    /// Whether the remaining moves of the line are ignored.
    ended: bool,
}

impl<'a> Games<'a> {
    /// Creates a reader of the main lines of the games in `input`, with at most `moves_max` moves
    /// of each game.
    pub fn new(input: impl Read + 'a, moves_max: usize) -> Games<'a> {
        let limits = Limits { moves_max, variations_deep: 0 };
        Games { tokens: Tokens::new(input), limits }
    }

    /// Includes variations. Their moves count towards the limit of moves.
    #[must_use]
    pub fn with_variations(mut self) -> Games<'a> {
        self.limits.variations_deep = DEPTH_MAX;
        self
    }

    /// Keeps the text of each game. The texts of all games in order, followed by [`Games::rest`],
    /// are the whole input.
    #[must_use]
    pub fn keeping_text(mut self) -> Games<'a> {
        self.tokens.keep_text();
        self
    }

    /// Takes the text after the last game; empty without [`Games::keeping_text`].
    pub fn rest(&mut self) -> Vec<u8> {
        self.tokens.take_text()
    }

    /// Reads the next game; `None` at the end.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<Game>> {
        let Some((token, line)) = self.tokens.next_token()? else { return Ok(None) };
        self.tokens.return_token(token, line);
        let mut reading = Reading::new(line, self.limits);
        while let Some((token, line)) = self.tokens.next_token()? {
            match token {
                Token::Tag(name, value) => {
                    let again = name == "Event" && reading.has_event;
                    if reading.in_moves || again {
                        self.tokens.return_token(Token::Tag(name, value), line);
                        break;
                    }
                    reading.tag(name, value, line);
                }
                Token::Result(outcome) => {
                    reading.begin_moves();
                    if outcome != Outcome::Unknown {
                        reading.game.outcome = outcome;
                    }
                    break;
                }
                Token::Word(text) => {
                    let moves = reading.game.moves.len();
                    reading.word(&text, line);
                    if reading.outer.is_empty() && reading.game.moves.len() > moves {
                        let marks = &mut reading.game.marks;
                        let first = marks.is_empty().then(|| self.tokens.begin());
                        marks.extend(first.into_iter().chain([self.tokens.end()]));
                    }
                }
                Token::Opened => reading.open_variation(),
                Token::Closed => reading.close_variation(),
                // Broken text before the moves may be a tag with the start position. So the tags
                // continue, and the moves are ignored.
                Token::Broken(problem) => {
                    reading.skipped = 0;
                    reading.fail(line, problem.into());
                }
            }
        }
        reading.begin_moves();
        let mut game = reading.game;
        game.end = reading.outer.into_iter().next().unwrap_or(reading.line).board;
        game.whole &= game.problem.is_none();
        game.text = self.tokens.take_text();
        Ok(Some(game))
    }
}

impl Reading {
    fn new(line: u64, limits: Limits) -> Reading {
        let start = Board::default();
        Reading {
            line: Line { board: start.clone(), number: 0, before: None, ended: false },
            game: Game {
                line,
                tags: Vec::new(),
                end: start.clone(),
                start,
                moves: Vec::new(),
                outcome: Outcome::Unknown,
                whole: true,
                text: Vec::new(),
                marks: Vec::new(),
                standard: true,
                problem: None,
            },
            limits,
            outer: Vec::new(),
            skipped: 0,
            fen: None,
            tagged: Outcome::Unknown,
            has_event: false,
            in_moves: false,
        }
    }

    fn tag(&mut self, name: String, value: String, line: u64) {
        match &*name {
            "Event" => self.has_event = true,
            "FEN" => self.fen = Some((value.clone(), line)),
            "Result" => self.tagged = result(value.trim()).unwrap_or(Outcome::Unknown),
            "Variant" => {
                let value = value.to_ascii_lowercase();
                self.game.standard =
                    ["", "?", "standard", "chess", "normal", "from position", "fromposition"]
                        .contains(&value.as_str());
            }
            _ => {}
        }
        self.game.tags.push((name, value));
    }

    /// Ends the tags and sets up the start position.
    fn begin_moves(&mut self) {
        if std::mem::replace(&mut self.in_moves, true) {
            return;
        }
        self.game.outcome = self.tagged;
        if let Some((fen, line)) = self.fen.take().filter(|_| self.game.standard) {
            match start(&fen) {
                Some(Start::Standard(board)) => {
                    (self.game.start, self.line.board) = (board.clone(), board);
                }
                Some(Start::OtherCastling) => self.game.standard = false,
                None => self.fail(line, format!("not a legal position: {}", quoted(&fen))),
            }
        }
        self.line.ended |= !self.game.standard;
    }

    fn word(&mut self, text: &str, line_of_text: u64) {
        if self.skipped > 0 {
            return;
        }
        self.begin_moves();
        let line = &mut self.line;
        if line.ended || self.game.moves.len() >= self.limits.moves_max {
            self.game.whole &= !self.outer.is_empty();
            return;
        }
        match parse_move(&line.board, text) {
            Ok(mv) => {
                let after = line.number;
                self.game.moves.push(Played { after, mv });
                if self.limits.variations_deep > 0 {
                    line.before = Some((line.board.clone(), after));
                }
                line.board.play_unchecked(mv);
                line.number = self.game.moves.len();
            }
            // The text after a null move is analysis.
            Err(SanError::Null) => {
                line.ended = true;
                self.game.whole &= !self.outer.is_empty();
            }
            Err(_) if !self.outer.is_empty() => line.ended = true,
            Err(error) => {
                let number = BoardBuilder::from_board(&line.board).fullmove_number;
                self.fail(line_of_text, format!("move {number}: {error}: {}", quoted(text)));
            }
        }
    }

    fn open_variation(&mut self) {
        let begins = self.line.before.as_ref().filter(|_| {
            self.skipped == 0 && !self.line.ended && self.outer.len() < self.limits.variations_deep
        });
        let Some((board, number)) = begins.cloned() else {
            self.skipped += 1;
            return;
        };
        let variation = Line { board, number, before: None, ended: false };
        self.outer.push(std::mem::replace(&mut self.line, variation));
    }

    fn close_variation(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(line) = self.outer.pop() {
            self.line = line;
        }
    }

    /// Records a problem of the game, and ignores its remaining moves.
    fn fail(&mut self, line: u64, text: String) {
        self.outer.clear();
        self.line.ended = true;
        self.game.problem.get_or_insert(Problem { line, text });
    }
}

/// Returns `text` in quotes, cut and without control characters.
fn quoted(text: &str) -> String {
    format!("'{}'", excerpt(text))
}
