//! Several books as one.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::book::{Book, Stream};
use crate::entry::Entry;
use crate::error::BookError;
use crate::weights::scaled;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Positions.
    pub positions: u64,
    /// Moves of all positions.
    pub moves: u64,
}

/// Books whose moves become those of one book.
pub struct Merge {
    /// Each book with its next entry.
    books: Vec<(Stream, Option<Entry>)>,
}

impl Merge {
    /// The books in the files at `paths`.
    ///
    /// # Errors
    /// If one of them cannot be read or is not sound.
    pub fn open(paths: &[PathBuf]) -> Result<Merge, BookError> {
        let mut books = Vec::new();
        for path in paths {
            let reading = |error| BookError::read(path, error);
            Book::open(path)?;
            let mut entries = Stream::new(File::open(path).map_err(reading)?);
            let next = entries.next_entry().map_err(reading)?;
            books.push((entries, next));
        }
        Ok(Merge { books })
    }

    /// Writes the moves of all books, sorted by key. Weights of the same move are added; where a
    /// weight exceeds 16 bits, all weights of the position are scaled down. Learned games are added too.
    ///
    /// # Errors
    /// If a book cannot be read, or `out` cannot be written.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<Merged> {
        let mut merged = Merged::default();
        while let Some(key) = self.next_key() {
            let position = self.position(key)?;
            merged.positions += 1;
            merged.moves += position.len() as u64;
            for entry in scaled(position) {
                out.write_all(&entry.to_bytes())?;
            }
        }
        Ok(merged)
    }

    /// The least key of the entries that are left.
    fn next_key(&self) -> Option<u64> {
        self.books.iter().filter_map(|(_, next)| Some(next.as_ref()?.key)).min()
    }

    /// The moves of a position, each with its weight before scaling.
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

/// Adds `entry` to those of the same position.
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
