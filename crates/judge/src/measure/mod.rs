//! Answers against values: results read from scores, moves, errors, and their intervals.
//!
//! A [`Measurer`] takes the answers about the sample of one endgame in any order and returns the
//! figures at any time; they depend on the set of answers alone.
//!
//! An answer stands for the positions of its stratum divided by the answers in it. So positions that
//! failed, or were not asked before an interruption, are taken to be like the others of their
//! stratum. A figure is about the positions that have what it measures: those with a score, or those
//! with a move. Positions with mate or stalemate on the board (class `over`) are part of the sample.
//! A UCI engine is not asked about them, so they have neither; where they have a score, it counts.

mod measurer;
mod observation;
mod scores;
mod shares;

pub use measurer::{Measurer, Settings};
pub(crate) use observation::{
    Observation, Shown, class_of, result_after, shown, spread_over_classes,
};
pub use scores::told;
pub(crate) use shares::Z;
pub use shares::wilson;
