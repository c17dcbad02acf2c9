//! Values of positions, their cells, the width of a cell, the metric and its distances.

pub mod cell;
pub mod distance;
pub mod fifty_moves;
pub mod metric;
pub mod outcome;
pub mod width;
