//! Every position of an endgame in a fixed order, in batches, with its result.
//!
//! A counting convention decides which positions of the whole board are counted; the questions are
//! those positions and their colour-reversed positions. Nothing here knows rules or claims.

mod batch;
mod classes;
mod counting;
mod en_passant;
mod questions;
mod results;
mod selection;
mod stored_word;

pub use batch::Batch;
pub(crate) use batch::for_each_lane;
pub use classes::{ClassLanes, Classes};
pub use counting::{Counting, CountingError};
pub(crate) use questions::{Question, Questions};
pub(crate) use results::LaneResults;
pub(crate) use selection::Selection;
