//! Sets of positions: chunks, lists of chunks, and what collects them.

pub mod accumulator;
pub mod chunk;
pub mod chunk_list;
pub mod dirty_words;
pub mod timeline;
