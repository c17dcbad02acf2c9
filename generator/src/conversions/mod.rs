//! Conversions: moves to positions that are already solved, that is, captures, promotions and pawn
//! moves. Their values are constants of each position.
//!
//! The initialization of the analysis gets [`outcomes::Outcomes`] and sees no table. Moves within
//! the shape are in [`crate::moves`].
//!
//! - [`solved`]: the values of sub-tables and solved slices
//! - [`promoted`]: the values of promotions into tables that are too large for the memory;
//!   [`promotions`] reads these tables
//! - [`kinds`]: the conversions of an endgame, and the squares of pawns
//! - [`recount`]: how a metric counts a conversion
//! - [`outcomes`]: the outcomes of the conversions of 64 positions
//! - [`read`], [`tiles`]: the values that a conversion leads to, by the squares of one and of two
//!   men
//! - [`en_passant`]: captures en passant
//! - [`by_word`], [`by_row`]: the outcomes of a word, and of 64 words at once, which
//!   [`row_outcomes`] holds
//! - [`exact`]: outcomes whose numbers exceed a byte

pub mod by_row;
pub mod by_word;
pub mod en_passant;
pub mod exact;
pub mod kinds;
pub mod outcomes;
pub mod promoted;
pub mod promotions;
mod read;
pub mod recount;
pub mod row_outcomes;
pub mod solved;
#[cfg(test)]
mod tests;
mod tiles;
