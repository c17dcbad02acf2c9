//! Learning: the results of games, counted in the entries of the moves that were played.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use drawproof_board::{Board, Color, Move};

use crate::book::Book;
use crate::entry::{Entry, pack_move};
use crate::error::BookError;
use crate::key::key;
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

    /// Returns whether there are none.
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
            let mut entries = book.entries()?;
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

    /// Returns games with the move of an entry, and half points of the mover.
    fn of(&self, entry: &Entry) -> Option<(u64, u64)> {
        let wanted = (entry.key, entry.mv);
        let place = self.counts.binary_search_by_key(&wanted, Count::place).ok()?;
        let count = self.counts[place];
        Some((count.games.into(), 2 * u64::from(count.wins) + u64::from(count.draws)))
    }
}

/// Replaces the file at `path` by what `write` writes, which may read the file as it is now. Another
/// process that replaces the same file waits until this one is done. Readers see the old file or the
/// new one.
///
/// Beside the file stay `path.lock`, an empty file, and for a moment `path.new`.
fn replace<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, BookError>,
) -> Result<T, BookError> {
    // A link stays, and what it refers to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let writing = |error| BookError::write(path, error);
    let lock = File::create(beside(path, ".lock")).map_err(writing)?;
    match lock.lock() {
        // Without locks the replacement is still whole.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(writing(error)),
        _ => {}
    }
    let new = beside(path, ".new");
    let mut out = BufWriter::with_capacity(1 << 16, File::create(&new).map_err(writing)?);
    let written = write(&mut out).and_then(|result| {
        let mut finish = || -> io::Result<()> {
            out.flush()?;
            out.get_ref().sync_all()?;
            if let Ok(known) = fs::metadata(path) {
                fs::set_permissions(&new, known.permissions())?;
            }
            fs::rename(&new, path)
        };
        finish().map_err(writing)?;
        Ok(result)
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}
