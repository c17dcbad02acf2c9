//! Quiet moves on sets of positions.

pub mod by_chunk;
pub mod by_word;
pub mod dirty_words;
pub mod escapes;
pub mod low_man;
pub mod predecessors;
pub mod slides;
