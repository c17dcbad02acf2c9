//! Memory that outlives the step that uses it: allocated once, then handed on.
//!
//! The analysis uses this memory, and so do callers that solve many tables. Nothing here depends on
//! the contents.
//!
//! * [`pool`]: buffers that pass from one table to the next.
//! * [`lists`]: memory for the long lists of one solve.
//! * [`buffers`]: scratch buffers that pass from one task of an analysis to the next.
//! * [`prefault`]: maps all pages of a block at once instead of one by one.

pub mod buffers;
pub mod lists;
pub mod pool;
pub mod prefault;
