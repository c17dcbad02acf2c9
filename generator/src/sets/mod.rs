//! Sets of positions. For the rooms that move men and for the analysis; nothing here knows the
//! rules of chess.
//!
//! A dense set is an array of words, `[block][word]`, a bit for each lane. Eight neighbouring words
//! are a chunk, 64 are a row. A sparse set is a list of chunks.
//!
//! * [`chunk`]: the eight words that one vector operation works on.
//! * [`chunk_list`]: sparse sets of one block.
//! * [`accumulator`]: a dense set of one block that is filled at random and read in order.
//! * [`timeline`]: sparse sets of one block by ply.

pub mod accumulator;
pub mod chunk;
pub mod chunk_list;
pub mod timeline;
