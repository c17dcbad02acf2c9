//! Reads a book by binary search in the file, which is not loaded into memory.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use drawproof_board::{Board, Move};

use crate::entry::{Entry, legal_move};
use crate::error::BookError;
use crate::key::key;

/// The maximum number of entries read for one position; more cannot all be legal moves.
const ENTRIES_MAX: u64 = 256;

/// A book in a file. Each lookup opens the file, so another program may replace it at any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    path: PathBuf,
}

/// A legal move of a position, with its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, legal in the position.
    pub mv: Move,
    /// The book's entry of the move, with its weight and results.
    pub entry: Entry,
}

impl Book {
    /// Opens the book in the file at `path`, and checks it.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is empty, is not a multiple of 16 bytes long, is not
    /// sorted by key, or has an illegal move in the initial position.
    pub fn open(path: impl Into<PathBuf>) -> Result<Book, BookError> {
        let path = path.into();
        check(&path)?;
        Ok(Book { path })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns all entries in the order of the file.
    pub(crate) fn entries(&self) -> Result<Stream, BookError> {
        let file = File::open(&self.path).map_err(|error| BookError::read(&self.path, error))?;
        Ok(Stream::new(file))
    }

    /// Returns the legal moves that the book has for `board`, in the order of the file. Illegal
    /// moves, which may belong to another position with the same key, are left out.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn moves(&self, board: &Board) -> Result<Vec<BookMove>, BookError> {
        let moves = Entries::open(&self.path).and_then(|mut entries| entries.moves(board));
        moves.map_err(|error| BookError::read(&self.path, error))
    }
}

/// Reads the whole file once, and makes the checks of [`Book::open`].
fn check(path: &Path) -> Result<(), BookError> {
    let reading = |error| BookError::read(path, error);
    // Opening a pipe would wait for its writer, and a device has no end.
    let metadata = std::fs::metadata(path).map_err(reading)?;
    if !metadata.is_file() {
        return Err(BookError::unsound(path, "it is not a file"));
    }
    let bytes = metadata.len();
    let file = File::open(path).map_err(reading)?;
    if bytes % Entry::BYTES as u64 != 0 {
        let problem = format!("it has {bytes} bytes, which is not a multiple of {}", Entry::BYTES);
        return Err(BookError::unsound(path, problem));
    }
    let start = Board::default();
    let start_key = key(&start);
    let mut count = 0_u64;
    let mut last = 0;
    let mut entries = Stream::new(file);
    while let Some(entry) = entries.next_entry().map_err(reading)? {
        if entry.key < last {
            let problem = format!("the keys of entries {count} and {} are not sorted", count + 1);
            return Err(BookError::unsound(path, problem));
        }
        if entry.key == start_key && entry.mv != 0 && legal_move(&start, entry.mv).is_none() {
            let problem = format!("move {:#06x} of the initial position is illegal", entry.mv);
            return Err(BookError::unsound(path, problem));
        }
        last = entry.key;
        count += 1;
    }
    match count {
        0 => Err(BookError::unsound(path, "it is empty")),
        _ => Ok(()),
    }
}

/// A reader of all entries of a file, in their order.
pub struct Stream(BufReader<File>);

impl Stream {
    /// Creates a reader of the entries of `file`.
    pub fn new(file: File) -> Stream {
        Stream(BufReader::with_capacity(1 << 16, file))
    }

    /// Returns the next entry; `None` at the end.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let mut bytes = [0; Entry::BYTES];
        match self.0.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(Entry::from_bytes(&bytes))),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The entries of an open file, for look-ups by key.
pub struct Entries {
    file: File,
    count: u64,
}

impl Entries {
    /// Opens the file at `path` for look-ups.
    pub fn open(path: &Path) -> io::Result<Entries> {
        let file = File::open(path)?;
        let count = file.metadata()?.len() / Entry::BYTES as u64;
        Ok(Entries { file, count })
    }

    /// Returns the legal moves that the file has for `board`.
    pub fn moves(&mut self, board: &Board) -> io::Result<Vec<BookMove>> {
        let legal = |entry: Entry| Some(BookMove { mv: legal_move(board, entry.mv)?, entry });
        Ok(self.of(key(board))?.into_iter().filter_map(legal).collect())
    }

    /// Returns the entries with a key.
    fn of(&mut self, key: u64) -> io::Result<Vec<Entry>> {
        // The entries before `low` have lower keys; those from `high` on have this key or higher
        // ones.
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut found = Vec::new();
        for place in low..self.count.min(low + ENTRIES_MAX) {
            let entry = self.entry(place)?;
            if entry.key != key {
                break;
            }
            found.push(entry);
        }
        Ok(found)
    }

    fn entry(&mut self, place: u64) -> io::Result<Entry> {
        let mut bytes = [0; Entry::BYTES];
        self.file.seek(SeekFrom::Start(place * Entry::BYTES as u64))?;
        self.file.read_exact(&mut bytes)?;
        Ok(Entry::from_bytes(&bytes))
    }
}
