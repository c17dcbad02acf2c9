//! Draw recognizers for chess endgames: hand-written rules as named patterns.
//!
//! A [`Rule`] looks at a [`Position`] of one endgame and returns a [`Claim`], the set of results
//! that it holds possible. Every rule is a base claim, "draw", and an ordered list of named
//! patterns that may hide a win; any pattern that matches withdraws the claim. Hand-written rules
//! are in folders by family. [`learned`] rules are files that the build script turns into code.
//! docs/glossary.md defines the chess words of the sentences.
//!
//! This crate depends only on the board crate, and its build script on the features: no rule can
//! look an answer up in a table. The crate allocates nothing and searches at most one ply.
//!
//! ```
//! use drawproof_recognizers::{Claim, Position, recognize};
//!
//! let board: drawproof_board::Board = "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1".parse().unwrap();
//! assert_eq!(recognize(&Position::from(&board)), Claim::DRAW);
//! ```

#![forbid(unsafe_code)]

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bare_king;
mod can_mate;
mod catalogue;
mod claim;
mod duel;
mod geometry;
pub mod learned;
mod minors;
mod pawns;
mod position;
mod queens;
mod rooks;
mod rule;
mod tactics;
mod trio;

pub use can_mate::{can_mate, is_dead, possible_results, source};
pub use catalogue::{catalogue, for_endgame, for_position, recognize};
pub use claim::Claim;
pub use position::Position;
pub use rule::{PatternText, Role, Rule};
