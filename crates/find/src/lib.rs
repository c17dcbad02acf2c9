//! Conditions over the positions of an endgame, and the positions that meet them.
//!
//! A [`Condition`] is made of a text such as `white to move and win and only_move`, for the layout of an
//! endgame. [`Search`] asks it about all positions: those of a word of the table, 64, at a time, cheap tests
//! first, so that moves are looked at only where the rest holds. [`Condition::holds`] is the same for one
//! position, and says what conditions mean: the tests compare the two. [`Tables`] are what both take from a
//! store; [`Where`] makes a condition a filter of what a rule is asked about.
//!
//! The text goes through `syntax` (what is written where) and `names` (what it means in the endgame) to
//! `condition` (the tests).

#![forbid(unsafe_code)]

mod asked;
mod comparison;
mod condition;
mod features;
mod field;
mod filter;
mod names;
mod position;
mod question;
mod search;
mod syntax;
mod tables;
#[cfg(test)]
mod tests;
mod vocabulary;
mod word;

pub use filter::Where;
pub use position::Sources;
pub use question::{Condition, ConditionError};
pub use search::{Found, Group, Match, Order, Search, SearchError};
pub use tables::{Tables, TablesError};
