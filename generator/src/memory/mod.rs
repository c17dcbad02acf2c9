//! Memory that outlives the step that uses it: taken from the system once, then handed on.
//!
//! For the analysis and for callers that solve many tables. Nothing here knows what the memory
//! holds.
//!
//! * [`pool`]: buffers that pass from one table to the next.
//! * [`lists`]: memory for the long lists of one solve.
//! * [`buffers`]: scratch buffers that pass from one task of an analysis to the next.
//! * [`prefault`]: pages that the system maps all at once instead of one by one.

pub mod buffers;
pub mod lists;
pub mod pool;
pub mod prefault;
