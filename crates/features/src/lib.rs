//! Small integers that describe a position, as values and as source code.
//!
//! The crate serves code that learns rules from tables, and the build script that turns learned
//! rules into code. A [`library::Library`] holds the features of one endgame, made from its men
//! alone. Each feature has a name and a meaning in one phrase. Its value is the same in symmetric
//! positions, with colours reversed, and with men of one kind exchanged. Without pawns the board
//! has eight symmetries, with pawns only the reflection of files.
//!
//! A feature is an expression over the squares of the men ([`program`]). It is evaluated in many
//! positions at a time ([`lanes`]) and written as source code in several languages ([`emit`]).
//! Its elements are the functions of [`primitives`], which `primitives.h` has in C. Learned
//! [`tree`]s over features are stored in files ([`rule_file`]).
//!
//! This crate contains no tables, learns nothing and proves nothing. It depends only on the board
//! crate, because a build script compiles it.
//!
//! ```
//! use drawproof_features::{Library, Men};
//!
//! let men = Men::of_endgame("KRKN").expect("the name of an endgame");
//! let library = Library::new(men);
//! assert!(library.features().len() > 50);
//! assert!(library.features().iter().all(|feature| !feature.name.is_empty()));
//! ```

#![deny(unsafe_code)]

pub mod bytes;
pub mod emit;
mod families;
mod graph;
pub mod lanes;
pub mod learned;
pub mod library;
mod list;
pub mod men;
pub mod operator;
pub mod packed;
pub mod primitives;
pub mod program;
pub mod rule_file;
pub mod tree;
#[doc(hidden)]
pub mod vectors;
mod view;
pub mod words;

pub use library::Library;
pub use list::Feature;
pub use men::{Men, Seat};

/// The largest value of a feature. Larger values are capped.
pub const VALUE_MAX: u64 = 31;
