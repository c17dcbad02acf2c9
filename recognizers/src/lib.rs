//! Draw recognizers for chess endgames: hand-written rules as named patterns.
//!
//! A [`Rule`] looks at a [`Position`] of one endgame and claims its value or declines. Every rule
//! is a base claim, "draw", and an ordered list of named patterns under which a win may hide; any
//! of them on the board withdraws the claim. This crate depends on the board crate only: no rule
//! can peek at a table. It allocates nothing and searches at most one ply.
//!
//! ```
//! use drawproof_recognizers::{Claim, Position, recognize};
//!
//! let board: cozy_chess::Board = "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1".parse().unwrap();
//! assert_eq!(recognize(&Position::from(&board)), Some(Claim::Draw));
//! ```

#![deny(unsafe_code)]

mod bare;
mod catalogue;
mod duel;
mod escort;
pub mod features;
mod geometry;
mod kbbkb;
mod kbbkr;
mod kbkp;
mod kbnkr;
mod knkp;
mod knnkr;
mod kpk;
mod kpkp;
mod kppk;
mod kqkp;
mod kqkq;
mod kqkr;
mod krbkr;
mod krkb;
mod krkn;
mod krkp;
mod krkr;
mod krnkr;
mod krpkr;
pub mod learned;
mod minors;
mod pawn_hunt;
mod pawn_race;
mod position;
mod queen;
mod rook_and_man;
mod rook_and_pawn;
mod rule;
mod tactics;
mod trio;
mod two_minors;

pub use catalogue::{catalogue, for_endgame, recognize};
pub use position::Position;
pub use rule::{Claim, PatternText, Rule};
