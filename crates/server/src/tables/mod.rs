//! The tables of a server: opened from files, or solved one endgame after the other on threads of
//! their own, while requests are answered from those that are there.

mod jobs;
mod lookup;
mod shared;
mod solver;

pub use lookup::{Lookup, Missing, Refusals, missing_of};
pub use shared::Tables;
