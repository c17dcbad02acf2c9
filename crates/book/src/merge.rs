//! Merges several books into one.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::book::{Book, Stream};
use crate::entry::Entry;
use crate::error::BookError;
use crate::weights::Written;

/// Open books that are to be merged.
pub struct Merge {
    /// The books, each with the next entry to merge.
    books: Vec<(Stream, Option<Entry>)>,
}

impl Merge {
    /// Opens the books in the files at `paths`.
    ///
    /// # Errors
    /// Fails if a book cannot be read or is not sound.
    pub fn open(paths: &[PathBuf]) -> Result<Merge, BookError> {
        let mut books = Vec::new();
        for path in paths {
            let mut entries = Book::open(path)?.entries()?;
            let next = entries.next_entry().map_err(|error| BookError::read(path, error))?;
            books.push((entries, next));
        }
        Ok(Merge { books })
    }

    /// Writes the moves of all books, sorted by key. The weights of the same move are added; if a
    /// weight exceeds 16 bits, all weights of the position are scaled down. Learned games are added
    /// too.
    ///
    /// # Errors
    /// Fails if a book cannot be read, or `out` cannot be written.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<Written> {
        let mut written = Written::default();
        while let Some(key) = self.next_key() {
            written.add(self.position(key)?, out)?;
        }
        Ok(written)
    }

    /// Returns the lowest key of the remaining entries.
    fn next_key(&self) -> Option<u64> {
        self.books.iter().filter_map(|(_, next)| Some(next.as_ref()?.key)).min()
    }

    /// Returns the moves of a position, each with its weight before scaling.
    fn position(&mut self, key: u64) -> io::Result<Vec<(Entry, u64)>> {
        let mut position: Vec<(Entry, u64)> = Vec::new();
        for (entries, next) in &mut self.books {
            while let Some(entry) = next.filter(|entry| entry.key == key) {
                add(&mut position, entry);
                *next = entries.next_entry()?;
            }
        }
        Ok(position)
    }
}

/// Adds `entry` to the entries of its position.
fn add(position: &mut Vec<(Entry, u64)>, entry: Entry) {
    let weight = u64::from(entry.weight);
    match position.iter_mut().find(|(known, _)| known.mv == entry.mv) {
        Some((known, sum)) => {
            *sum += weight;
            known.add_games(entry.games.into(), entry.half_points.into());
        }
        None => position.push((entry, weight)),
    }
}
