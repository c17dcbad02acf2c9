//! Quiet moves on sets of positions, the operator at the heart of the analysis: for a side and a
//! set of positions, it finds the positions from which the side moves into the set. Captures,
//! promotions and pawn moves are in [`crate::conversions`].
//!
//! There are two directions. *Predecessors* go backwards from a sparse set. The *search for
//! escapes* looks forward from a sparse set for a move into a dense one.
//!
//! * [`by_word`]: both directions, one word at a time. The reference for the other modules, and the
//!   only version for blocks of one word (three men).
//! * [`predecessors`], [`escapes`]: one direction each, a chunk at a time.
//! * [`slides`]: predecessors along lines, a row at a time.
//! * [`dirty_words`]: the words of a set that have changed, and the words that may have a move into
//!   them.
//! * [`low_man`], [`by_chunk`]: the moves of the low man in a word and in a chunk.

pub mod by_chunk;
pub mod by_word;
pub mod dirty_words;
pub mod escapes;
pub mod low_man;
pub mod predecessors;
pub mod slides;
