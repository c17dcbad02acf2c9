//! Memory.

pub mod pool;
pub mod prefault;
pub mod scratch;
