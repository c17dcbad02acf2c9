//! A small UCI chess engine with exact endgame knowledge. It plays in chess programs that speak
//! UCI, and measures the value of sound draw rules in games.
//!
//! Boards and moves are `drawproof-board`'s. Reading order: [`score`] and [`game`] (scores, and the
//! positions before the current one), [`eval`] (quiet positions), [`search`] (the tree),
//! [`endgames`] (where exact knowledge enters), [`uci`] (the conversation with a chess program).
//! Opening books are `drawproof-book`'s. There is no Chess960 castling notation.
//!
//! ```
//! use drawproof_engine::{fen, moves::perft};
//!
//! let start = fen::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?;
//! assert_eq!(perft(&start, 3, &|| false), Some(8902));
//! # Ok::<(), fen::PositionError>(())
//! ```

#![forbid(unsafe_code)]

pub mod bench;
pub mod cutoffs;
pub mod endgames;
pub mod eval;
pub mod fen;
pub mod game;
pub mod knowledge;
pub mod moves;
mod ordering;
mod quote;
pub mod score;
pub mod search;
mod see;
pub mod time;
pub mod tt;
pub mod uci;
