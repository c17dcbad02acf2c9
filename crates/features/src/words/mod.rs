//! Sentences about ranges of features in the words of chess players, and the obscurity of features.
//!
//! Reports and comments of generated code use them. A table of the features' names (`phrases`) has
//! the sentences; a feature without a row is called by its name.

mod men;
mod phrases;
mod sentence;

pub use sentence::{obscurity, of_like_men, sentence};
