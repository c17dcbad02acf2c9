//! Learning: the results of games, counted in the entries of the moves that were played.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use drawproof_board::{Board, Color, Move};

use crate::book::{Book, Stream};
use crate::entry::{Entry, pack_move};
use crate::error::BookError;
use crate::key::key;
use crate::replace::replace;

/// Games with a move, and half points of the mover.
type Counts = (u64, u64);

/// Results by move: what a book learns from.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    by_move: HashMap<(u64, u16), Counts>,
}

/// What a book has learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// Entries of the book whose counts have changed.
    pub entries: u64,
}

impl Lessons {
    /// Adds a game that began at `start`. `white_half_points` is 2 if White won, 1 for a draw, 0 if Black
    /// won. Both sides' moves count, each from its own point of view.
    pub fn add(&mut self, start: &Board, moves: &[Move], white_half_points: u8) {
        let mut board = start.clone();
        for &mv in moves {
            let half_points = match board.side_to_move() {
                Color::White => white_half_points,
                Color::Black => 2 - white_half_points,
            };
            let counts = self.by_move.entry((key(&board), pack_move(mv))).or_default();
            counts.0 += 1;
            counts.1 += u64::from(half_points);
            board.play_unchecked(mv);
        }
    }

    /// How many different moves of positions there are.
    pub fn len(&self) -> usize {
        self.by_move.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_move.is_empty()
    }

    /// Adds the counts to the entries of the book at `path`. Moves that the book does not have are left
    /// out. The file is replaced whole, and nothing is lost that another process learns at the same
    /// time.
    ///
    /// # Errors
    /// If the book cannot be read, is not sound, or cannot be written.
    pub fn teach(&self, path: &Path) -> Result<Learned, BookError> {
        let mut learned = Learned::default();
        let book = Book::open(path)?;
        if self.is_empty() {
            return Ok(learned);
        }
        replace(book.path(), |out| {
            let reading = |error| BookError::read(path, error);
            let mut entries = Stream::new(File::open(path).map_err(reading)?);
            while let Some(mut entry) = entries.next_entry().map_err(reading)? {
                if let Some((games, half_points)) = self.of(&entry) {
                    entry.add_games(games, half_points);
                    learned.entries += 1;
                }
                out.write_all(&entry.to_bytes()).map_err(|error| BookError::write(path, error))?;
            }
            Ok(learned)
        })
    }

    fn of(&self, entry: &Entry) -> Option<Counts> {
        self.by_move.get(&(entry.key, entry.mv)).copied()
    }
}
