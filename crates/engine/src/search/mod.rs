//! The search: iterative deepening over all threads, and its reports.
//!
//! [`run`] is the whole interface. A `worker::Worker` is one thread's search; workers share the
//! transposition table, the signals and the counters, nothing else.

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
