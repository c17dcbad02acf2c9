//! Tables in memory or in mapped scratch files: whole ones, windows of large ones, and parts.

pub mod aligned;
pub mod parts;
pub mod plain;
pub mod scratch;
pub mod set;
pub mod windows;
