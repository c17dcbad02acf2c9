//! Quiet moves on sets of positions.

pub mod by_word;
pub mod chunks;
pub mod dirty_words;
pub mod escapes;
pub mod lanes;
pub mod predecessors;
pub mod slides;
