//! The tables of a server: opened from files, or solved one endgame after the other on threads of
//! their own, while requests are answered from those that are there.

mod jobs;
mod shared;
mod snapshot;
mod solver;

pub use shared::{Tables, TablesError};
pub use snapshot::{Missing, Snapshot, missing_of};
