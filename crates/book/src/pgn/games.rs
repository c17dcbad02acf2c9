//! Games of a text, with their moves up to a limit.

use std::io::{self, Read};

use drawproof_board::{Board, File, Move, Rank};

use super::san::{SanError, parse_move};
use super::tokens::{Token, Tokens};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// White won.
    White,
    /// A draw.
    Draw,
    /// Black won.
    Black,
    /// Unfinished, or not stated.
    Unknown,
}

impl Outcome {
    /// White's half points: 2, 1 or 0. `None` if the result is unknown.
    pub fn white_half_points(self) -> Option<u8> {
        match self {
            Outcome::White => Some(2),
            Outcome::Draw => Some(1),
            Outcome::Black => Some(0),
            Outcome::Unknown => None,
        }
    }

    fn parse(text: &str) -> Outcome {
        match text.trim() {
            "1-0" => Outcome::White,
            "0-1" => Outcome::Black,
            "1/2-1/2" | "1/2" => Outcome::Draw,
            _ => Outcome::Unknown,
        }
    }
}

/// Why a game cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct Problem {
    /// The line of the text, from 1.
    pub line: u64,
    /// What is wrong there.
    pub text: String,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The line in which it begins, from 1.
    pub line: u64,
    /// Where it starts.
    pub start: Board,
    /// Its moves, up to the limit of [`Games::new`], or up to a null move.
    pub moves: Vec<Move>,
    /// Its result: that after the moves, else that of the tag.
    pub outcome: Outcome,
    /// Whether it is a game of standard chess. Others have no moves here.
    pub standard: bool,
    /// The first problem; the moves are those before it.
    pub problem: Option<Problem>,
}

/// The games of a text.
pub struct Games<'a> {
    tokens: Tokens<'a>,
    plies_max: usize,
}

/// A game that is being read.
struct Reading {
    game: Game,
    board: Board,
    /// The values of the tags `FEN` and `Result`.
    fen: Option<(String, u64)>,
    tagged: Outcome,
    /// Whether it has a tag `Event`.
    has_event: bool,
    /// Whether anything but tags has been read.
    in_moves: bool,
    /// Whether no more moves are wanted.
    ended: bool,
}

impl<'a> Games<'a> {
    /// The games of `input`, of each at most `plies_max` moves.
    pub fn new(input: impl Read + 'a, plies_max: usize) -> Games<'a> {
        Games { tokens: Tokens::new(input), plies_max }
    }

    /// The next game, or `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<Game>> {
        let Some((token, line)) = self.tokens.next_token()? else { return Ok(None) };
        self.tokens.return_token(token, line);
        let mut reading = Reading::new(line);
        while let Some((token, line)) = self.tokens.next_token()? {
            match token {
                Token::Tag(name, value) => {
                    let again = name == "Event" && reading.has_event;
                    if reading.in_moves || again {
                        self.tokens.return_token(Token::Tag(name, value), line);
                        break;
                    }
                    reading.tag(&name, value, line);
                }
                Token::Result(text) => {
                    reading.begin_moves();
                    let outcome = Outcome::parse(text);
                    if outcome != Outcome::Unknown {
                        reading.game.outcome = outcome;
                    }
                    break;
                }
                Token::Word(text) => reading.word(&text, line, self.plies_max),
                Token::Broken(problem) => {
                    reading.begin_moves();
                    reading.fail(line, problem.into());
                }
            }
        }
        reading.begin_moves();
        Ok(Some(reading.game))
    }
}

impl Reading {
    fn new(line: u64) -> Reading {
        let start = Board::default();
        Reading {
            board: start.clone(),
            game: Game {
                line,
                start,
                moves: Vec::new(),
                outcome: Outcome::Unknown,
                standard: true,
                problem: None,
            },
            fen: None,
            tagged: Outcome::Unknown,
            has_event: false,
            in_moves: false,
            ended: false,
        }
    }

    fn tag(&mut self, name: &str, value: String, line: u64) {
        match name {
            "Event" => self.has_event = true,
            "FEN" => self.fen = Some((value, line)),
            "Result" => self.tagged = Outcome::parse(&value),
            "Variant" => {
                let value = value.to_ascii_lowercase();
                self.game.standard =
                    ["", "?", "standard", "chess", "normal", "from position", "fromposition"]
                        .contains(&value.as_str());
            }
            _ => {}
        }
    }

    /// All tags have been read.
    fn begin_moves(&mut self) {
        if std::mem::replace(&mut self.in_moves, true) {
            return;
        }
        self.game.outcome = self.tagged;
        if let Some((fen, line)) = self.fen.take().filter(|_| self.game.standard) {
            match start(&fen) {
                Some(board) if is_standard(&board) => {
                    (self.game.start, self.board) = (board.clone(), board);
                }
                Some(_) => self.game.standard = false,
                None => self.fail(line, format!("not a legal position: {}", quoted(&fen))),
            }
        }
        self.ended |= !self.game.standard;
    }

    fn word(&mut self, text: &str, line: u64, plies_max: usize) {
        self.begin_moves();
        if self.ended || self.game.moves.len() >= plies_max {
            return;
        }
        match parse_move(&self.board, text) {
            Ok(mv) => {
                self.game.moves.push(mv);
                self.board.play_unchecked(mv);
            }
            // What follows a null move is analysis.
            Err(SanError::Null) => self.ended = true,
            Err(error) => {
                let number = self.game.moves.len() / 2 + 1;
                self.fail(line, format!("move {number}: {error}: {}", quoted(text)));
            }
        }
    }

    fn fail(&mut self, line: u64, text: String) {
        self.ended = true;
        self.game.problem.get_or_insert(Problem { line, text });
    }
}

/// The position of a tag `FEN`, whose counters may be missing.
fn start(text: &str) -> Option<Board> {
    const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() {
        return None;
    }
    fields.extend(DEFAULTS.iter().skip(fields.len()));
    let parse = |fields: &[&str]| fields.join(" ").parse::<Board>().ok();
    parse(&fields).or_else(|| {
        // Programs disagree about en-passant squares and counters.
        fields[3..6].copy_from_slice(&["-", "0", "1"]);
        parse(&fields)
    })
}

/// Whether castling rights are those of standard chess.
fn is_standard(board: &Board) -> bool {
    drawproof_board::Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let rooks = rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A);
        let none = rights.short.is_none() && rights.long.is_none();
        let king = board.king(color);
        none || (rooks && king.file() == File::E && king.rank() == Rank::First.relative_to(color))
    })
}

/// `text` in quotes, cut and without control characters.
fn quoted(text: &str) -> String {
    let text: String =
        text.chars().take(90).map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("'{text}'")
}
