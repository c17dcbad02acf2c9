//! The moves of a game with their variations, and its result.

use drawproof_board::Move;

/// The result of a game, as its text states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// White won.
    White,
    /// The game was drawn.
    Draw,
    /// Black won.
    Black,
    /// The result is unknown, or the game is unfinished.
    Unknown,
}

impl Outcome {
    /// Returns White's half points, 2, 1 or 0; `None` if the result is unknown.
    pub fn white_half_points(self) -> Option<u8> {
        match self {
            Outcome::White => Some(2),
            Outcome::Draw => Some(1),
            Outcome::Black => Some(0),
            Outcome::Unknown => None,
        }
    }

    /// Returns the result in PGN notation.
    pub fn text(self) -> &'static str {
        match self {
            Outcome::White => "1-0",
            Outcome::Draw => "1/2-1/2",
            Outcome::Black => "0-1",
            Outcome::Unknown => "*",
        }
    }
}

/// A move of a game, in the main line or in a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the position in which the move is played: 0 is the start, `n` the position
    /// after the `n`-th move of the list. The first move in the list that is played in a position
    /// continues the main line; the others begin variations.
    pub after: usize,
    /// The move played in that position.
    pub mv: Move,
}

/// Converts a sequence of moves into the moves of a game without variations.
pub fn line(moves: impl IntoIterator<Item = Move>) -> Vec<Played> {
    moves.into_iter().enumerate().map(|(after, mv)| Played { after, mv }).collect()
}

/// Returns the moves of the main line in `moves`.
pub fn main_line(moves: &[Played]) -> Vec<Move> {
    let (mut line, mut at) = (Vec::new(), 0);
    for (number, played) in moves.iter().enumerate() {
        if played.after == at {
            line.push(played.mv);
            at = number + 1;
        }
    }
    line
}
