//! Conversions: moves to positions that are already solved, that is captures, promotions and pawn
//! moves. What they are worth is a constant of each position.
//!
//! For the initialization of the analysis, which takes [`outcomes::Outcomes`] and sees no table.
//! Moves within the shape are the subject of [`crate::moves`].
//!
//! - [`solved`]: where the values of sub-tables and solved slices come from
//! - [`promoted`]: what promotions lead to where tables are too large for the memory, which [`promotions`] reads
//! - [`kinds`]: which conversions an endgame has, squares of pawns
//! - [`recount`]: what the metric counts for a conversion
//! - [`outcomes`]: what the conversions of 64 positions are worth
//! - [`read`], [`tiles`]: the values that a conversion leads to, by the squares of one and of two
//!   men
//! - [`en_passant`]: captures en passant
//! - [`by_word`], [`by_row`]: the outcomes of a word, and of 64 words at once, which
//!   [`row_outcomes`] holds
//! - [`exact`]: outcomes whose numbers a byte does not hold

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
