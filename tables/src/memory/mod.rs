//! Tables whose cells are all in memory, and the traits through which solved tables are read,
//! wherever their cells are.

pub mod aligned;
pub mod plain;
pub mod set;
pub mod solved;
