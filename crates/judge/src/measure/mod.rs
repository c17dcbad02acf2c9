//! Compares answers with true values: results read from scores, moves, errors, and intervals.
//!
//! A [`Measurer`] collects the answers about the sample of one endgame in any order and computes
//! figures at any time. The figures depend only on the set of answers.
//!
//! An answer represents the positions of its stratum divided by the answers in it. So positions
//! that failed, or were not asked before an interruption, are assumed to resemble the others in
//! their stratum. A figure of scores covers the positions with a score, a figure of moves those
//! with a move. Positions with mate or stalemate on the board (class `over`) are part of the
//! sample. A UCI engine is not asked about them, so they have neither; if another program gives
//! them a score, it counts.

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
