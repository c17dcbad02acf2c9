//! Tables in memory or in mapped scratch files: whole ones, windows of large ones, slices and parts; the memory that
//! the system has.

pub mod aligned;
mod closing;
pub mod plain;
pub mod scratch;
pub mod system;
pub mod values;
pub mod windows;
