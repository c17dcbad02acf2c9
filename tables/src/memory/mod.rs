//! Tables whose cells are all in memory or in mapped scratch files, and the traits through which
//! solved tables are read, wherever their cells are.

pub mod aligned;
pub mod parts;
pub mod plain;
pub mod scratch;
pub mod set;
pub mod solved;
pub mod windows;
