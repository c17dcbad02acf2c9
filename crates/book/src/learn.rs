//! Learns from games: counts their results in the entries of the moves played.

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

/// The results of games by move, which a book can learn.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// The counts, unsorted. A move may have several counts until they are condensed.
    counts: Vec<Count>,
}

/// The result of teaching a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// The number of entries whose learned counts have changed.
    pub entries: u64,
}

impl Lessons {
    /// Adds a game that began at `start`. `white_half_points` is 2 if White won, 1 for a draw, 0 if
    /// Black won. The moves of both sides count, each for its mover.
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

    /// Returns the number of added moves.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns whether no move has been added.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Adds the counts to the entries of the book at `path`. Moves that the book lacks are left
    /// out. The file is replaced atomically. Results that other processes add at the same time are
    /// not lost.
    ///
    /// # Errors
    /// Fails if the book cannot be read, is not sound, or cannot be written.
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

    /// Returns the number of games with the move of an entry, and the half points that the mover
    /// scored in these games.
    fn of(&self, entry: &Entry) -> Option<(u64, u64)> {
        let wanted = (entry.key, entry.mv);
        let place = self.counts.binary_search_by_key(&wanted, Count::place).ok()?;
        let count = self.counts[place];
        Some((count.games.into(), 2 * u64::from(count.wins) + u64::from(count.draws)))
    }
}

/// Replaces the file at `path` by the output of `write`, which may read the current file. Other
/// processes that replace the same file wait until this one is done. Readers see the old file or
/// the new one.
///
/// An empty file `path.lock` stays beside the file, and for a moment there is a file `path.new`.
fn replace<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, BookError>,
) -> Result<T, BookError> {
    // A symbolic link stays, and its target is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let writing = |error| BookError::write(path, error);
    let lock = File::create(beside(path, ".lock")).map_err(writing)?;
    match lock.lock() {
        // Without locks, the replacement is still atomic.
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
