//! Which positions of an endgame are asked, and what weight each has.
//!
//! The positions are drawn from those of [`drawproof_verifier::Counting::Unique`]: one of each class
//! of symmetric positions, both sides to move, positions in check and positions with mate or
//! stalemate on the board included, no en-passant right. They are drawn by stratum (side to move,
//! result), with a floor for each stratum so that rare results are seen; within a stratum each
//! position is as probable as any other. A choice depends only on the endgame, the size, the seed and
//! the condition. Starts of games are drawn from won and drawn positions, without a floor. Endgames
//! without a whole table have random positions.

mod endgame;
mod stratum;

pub use endgame::EndgameSample;
pub use stratum::{Size, Stratum, StratumSize};
