//! Every position of an endgame in a fixed order, in batches, with its result.
//!
//! A counting convention decides which positions of the whole board are counted; the questions are
//! those positions and their colour-reversed positions. Nothing here knows rules or claims. `truth`
//! decides what is true of a position, and `asked` which positions are asked about. The questions
//! about a random sample are the same, from `drawn`; what is true of its positions, `truths` tells.

mod asked;
mod batch;
mod class;
mod classify;
mod conversions;
mod cursed;
mod domain;
mod drawn;
mod en_passant;
mod filter;
mod question;
mod questions;
mod results;
mod stored_word;
mod truth;
mod truths;
mod values;

pub use batch::Batch;
pub use class::{Class, ClassCounts, class_of};
pub(crate) use classify::{class_in_lane, classes_of};
pub(crate) use conversions::Conversions;
pub(crate) use cursed::{Cursed, far_lanes};
pub use domain::{Condition, Domain, DomainError};
pub(crate) use drawn::{Drawing, Positions};
pub(crate) use drawproof_tables::census::for_each_lane;
pub use filter::{Filter, Words};
pub(crate) use question::Question;
pub use questions::chunks_of;
pub(crate) use questions::{Enumeration, Questions};
pub use results::{LaneResults, TrueResult, TruthKind};
pub(crate) use stored_word::{StoredWord, WordPlace};
pub use truth::FiftyMoveRule;
pub(crate) use truths::class_by_moves;
pub use truths::{TrueValue, Truths};
pub(crate) use values::{DRAWN, WordValues};
