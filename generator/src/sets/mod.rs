//! Sets of positions, for the modules that move men and for the analysis. Nothing here depends on
//! the rules of chess.
//!
//! A dense set is an array of words, `[block][word]`, with one bit for each lane. Eight
//! neighbouring words are a chunk, 64 are a row. A sparse set is a list of chunks.
//!
//! * [`chunk`]: the eight words that one vector operation works on.
//! * [`chunk_list`]: sparse sets of one block.
//! * [`accumulator`]: a dense set of one block that is filled at random and read in order.
//! * [`timeline`]: sparse sets of one block by ply.

pub mod accumulator;
pub mod chunk;
pub mod chunk_list;
pub mod timeline;
