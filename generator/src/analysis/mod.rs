//! The analysis of one shape.

pub mod block;
pub mod cells;
pub mod initialization;
pub mod log;
pub mod plies;
pub mod scratch;
pub mod side;
