//! Runs draw rules over every legal position of an endgame and reports what they get wrong.

mod counting;
mod stats;

pub use counting::{Counting, CountingError};
pub use stats::{SideStats, Stats, stats};
