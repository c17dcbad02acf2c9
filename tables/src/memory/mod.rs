//! Tables in memory or in mapped scratch files: whole ones, windows of large ones, and parts.

pub mod aligned;
pub mod plain;
pub mod scratch;
pub mod windows;
