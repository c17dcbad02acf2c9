//! Polyglot opening books: files of 16-byte entries, sorted by the key of the position.
//!
//! The engine plays from a [`Book`]. The command makes books from games, merges them, and adjusts
//! them to results. Reading order: [`key()`] and [`Entry`] (the format), [`Book`] (moves of a
//! position, without loading the file), [`choice`] (which move to play), [`learn`] (results of
//! games), [`make`] and [`merge`].
//!
//! The crate reads and writes only the given files, and never prints.
//!
//! ```
//! use drawproof_board::Board;
//!
//! // The key under which a book has the moves of a position.
//! assert_eq!(drawproof_book::key(&Board::default()), 0x463b_9618_1691_fc9c);
//! ```

#![forbid(unsafe_code)]

mod book;
pub mod choice;
mod entry;
mod error;
mod key;
pub mod learn;
pub mod make;
pub mod merge;
mod random;
mod tally;
mod weights;

pub use book::{Book, BookMove};
pub use entry::{Entry, legal_move, pack_move, unpack_move};
pub use error::BookError;
pub use key::key;
pub use weights::Written;
