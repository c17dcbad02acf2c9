//! Every position of an endgame in a fixed order, in batches, with its result.
//!
//! A counting convention decides which positions of the whole board are counted; the questions are
//! those positions and their colour-reversed positions. Nothing here knows rules or claims.

mod batch;
mod class;
mod classes;
mod classify;
mod conversions;
mod counting;
mod cursed;
mod domain;
mod en_passant;
mod questions;
mod results;
mod selection;
mod stored_word;

pub use batch::Batch;
pub(crate) use batch::for_each_lane;
pub use class::{Class, ClassCounts};
pub use classes::{ClassLanes, Classes};
pub(crate) use classify::{class_of, classes_of};
pub(crate) use conversions::Conversions;
pub use counting::{Counting, CountingError};
pub(crate) use cursed::{Cursed, WordPlace, far_lanes};
pub use domain::{Condition, Domain, DomainError};
pub(crate) use questions::{Question, Questions};
pub use results::LaneResults;
pub use selection::Selection;
