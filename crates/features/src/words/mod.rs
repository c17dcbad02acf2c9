//! Features within ranges as sentences that chess players use, and how telling each feature is.
//!
//! For reports that people read and comments of generated code. The sentences come from a table of
//! the features' names (`phrases`); a feature without a row is named as it is.

mod men;
mod phrases;
mod sentence;

pub use sentence::{obscurity, of_like_men, sentence};
