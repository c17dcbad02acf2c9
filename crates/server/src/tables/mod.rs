//! The tables of a server: opened from files, or solved one endgame after another on separate
//! threads. Meanwhile requests are answered from available tables.

mod jobs;
mod lookup;
mod shared;
mod solver;

pub use lookup::{Lookup, Missing, Refusals, missing_of};
pub use shared::Tables;
