//! Writes games as PGN text.

use std::fmt::{self, Display, Formatter};

use drawproof_board::{Board, BoardBuilder, Color, Move, notation::display_san_move};

use crate::moves::{Outcome, Played};

/// The maximum length of a line of moves, in bytes.
const LINE_BYTES_MAX: usize = 79;

/// A game to write as PGN. Its [`Display`] output ends with an empty line.
#[derive(Clone, Copy, Debug)]
pub struct PgnGame<'a> {
    /// The tags of a game in a collection; `None` for a single game.
    pub heading: Option<Heading<'a>>,
    /// The start position. The tag `FEN` holds it unless it is the initial position.
    pub start: &'a Board,
    /// The moves with their variations. All of them must be legal.
    pub moves: &'a [Played],
    /// The result of the game.
    pub result: Outcome,
}

/// The tags that identify a game in a collection.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The name of the event.
    pub event: &'a str,
    /// The number of the game in the event.
    pub number: usize,
    /// The names of White and Black; `?` if unknown.
    pub players: [&'a str; 2],
    /// The way in which the game ended, if known.
    pub termination: Option<&'a str>,
}

impl Display for PgnGame<'_> {
    /// Writes the tags and the moves, in lines of at most 79 bytes.
    ///
    /// # Panics
    /// Panics if a move is illegal, or is played in a position that comes only later in the list.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tags = self.tags();
        for (name, value) in &tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value = value.replace(char::is_control, " ");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !tags.is_empty() {
            writeln!(f)?;
        }
        let mut width = 0;
        for word in self.words() {
            let separator = match width {
                0 => "",
                _ if width + 1 + word.len() > LINE_BYTES_MAX => "\n",
                _ => " ",
            };
            write!(f, "{separator}{word}")?;
            width = word.len() + if separator == " " { width + 1 } else { 0 };
        }
        f.write_str("\n\n")
    }
}

impl PgnGame<'_> {
    fn tags(&self) -> Vec<(&str, String)> {
        let mut tags = Vec::new();
        if let Some(Heading { event, number, players: [white, black], .. }) = self.heading {
            tags.extend([
                ("Event", event.to_owned()),
                ("Site", "?".into()),
                ("Date", "????.??.??".into()),
                ("Round", number.to_string()),
                ("White", white.to_owned()),
                ("Black", black.to_owned()),
                ("Result", self.result.text().into()),
            ]);
        }
        if *self.start != Board::default() {
            tags.extend([("SetUp", "1".into()), ("FEN", self.start.to_string())]);
        }
        let termination = self.heading.and_then(|it| it.termination);
        tags.extend(termination.map(|it| ("Termination", it.to_owned())));
        tags
    }

    /// Returns the moves, their numbers and the result.
    fn words(&self) -> Vec<String> {
        /// An item that is still to be written.
        enum Next {
            /// The moves from a position on, with the number of that position.
            Line(Board, usize),
            /// A variation that begins with a move of the list in a position.
            Variation(Board, usize),
            /// The bracket after a variation.
            End,
        }
        // The moves by the position in which they are played.
        let mut moves = vec![Vec::new(); self.moves.len() + 1];
        for (number, played) in self.moves.iter().enumerate() {
            assert!(played.after <= number, "a move is played in a position of an earlier one");
            moves[played.after].push(number);
        }
        let mut words = Words::default();
        let mut stack = vec![Next::Line(self.start.clone(), 0)];
        while let Some(next) = stack.pop() {
            match next {
                Next::Line(board, position) => {
                    let [main, variations @ ..] = &moves[position][..] else { continue };
                    let after = words.add(&board, self.moves[*main].mv, "");
                    stack.push(Next::Line(after, main + 1));
                    for &variation in variations.iter().rev() {
                        stack.extend([Next::End, Next::Variation(board.clone(), variation)]);
                    }
                }
                Next::Variation(board, first) => {
                    words.continues = false;
                    let after = words.add(&board, self.moves[first].mv, "(");
                    stack.push(Next::Line(after, first + 1));
                }
                Next::End => {
                    words.text.last_mut().expect("a variation has a move").push(')');
                    words.continues = false;
                }
            }
        }
        words.text.push(self.result.text().into());
        words.text
    }
}

/// The words of the moves up to here.
#[derive(Default)]
struct Words {
    text: Vec<String>,
    /// Whether a move of the same line has just been written, so that a move of Black needs no
    /// number.
    continues: bool,
}

impl Words {
    /// Adds a move with its number, with `bracket` before the move. Returns the position after the
    /// move.
    fn add(&mut self, board: &Board, mv: Move, bracket: &str) -> Board {
        let number = BoardBuilder::from_board(board).fullmove_number;
        match board.side_to_move() {
            Color::White => self.text.push(format!("{bracket}{number}.")),
            Color::Black if !self.continues => self.text.push(format!("{bracket}{number}...")),
            Color::Black => {}
        }
        self.text.push(display_san_move(board, mv));
        self.continues = true;
        let mut after = board.clone();
        after.play(mv);
        after
    }
}
