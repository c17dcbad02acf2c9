//! Learning: the results of games, counted in the entries of the moves that were played.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use drawproof_board::{Board, Color, Move};

use crate::book::{Book, Stream};
use crate::entry::{Entry, pack_move};
use crate::error::BookError;
use crate::key::key;
use crate::replace::replace;
use crate::tally::{Count, condense};

/// Results by move: what a book learns from.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// In any order, and several of a move, until they are condensed.
    counts: Vec<Count>,
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
            self.counts.push(Count::new(key(&board), pack_move(mv), half_points));
            board.play_unchecked(mv);
        }
    }

    /// How many moves have been added.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Adds the counts to the entries of the book at `path`. Moves that the book does not have are left
    /// out. The file is replaced whole, and nothing is lost that another process learns at the same
    /// time.
    ///
    /// # Errors
    /// If the book cannot be read, is not sound, or cannot be written.
    pub fn teach(mut self, path: &Path) -> Result<Learned, BookError> {
        condense(&mut self.counts);
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

    /// Games with the move of an entry, and half points of the mover.
    fn of(&self, entry: &Entry) -> Option<(u64, u64)> {
        let wanted = (entry.key, entry.mv);
        let place = self.counts.binary_search_by_key(&wanted, Count::place).ok()?;
        let count = self.counts[place];
        Some((count.games.into(), 2 * u64::from(count.wins) + u64::from(count.draws)))
    }
}
