//! The search: iterative deepening over all threads, and its reports.
//!
//! [`run`] is the whole interface. A `worker::Worker` is the search of one thread. Workers share
//! only the transposition table, the signals and the counters.

mod deepening;
mod quiescence;
mod report;
mod root;
mod settled;
mod threads;
mod tree;
mod worker;

pub use report::{Report, Resources};
pub use threads::run;
