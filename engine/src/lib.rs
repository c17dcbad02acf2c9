//! A small UCI chess engine that knows its endgames, for chess programs that speak UCI and for
//! measuring what sound draw rules are worth in games.
//!
//! The board and the legal moves are `cozy-chess`'s. Reading order: [`score`] and [`game`] (what a
//! position is worth, and how the game got there), [`eval`] (a position at rest), [`search`] (looking
//! ahead), [`endgames`] (where exact knowledge enters), [`uci`] (the conversation with a chess program).
//! There is no opening book, no multi-variation mode and no Chess960 castling notation.

pub mod bench;
pub mod endgames;
pub mod eval;
pub mod game;
pub mod knowledge;
pub mod moves;
pub mod ordering;
pub mod perft;
pub mod score;
pub mod search;
pub mod see;
pub mod time;
pub mod tt;
pub mod uci;
