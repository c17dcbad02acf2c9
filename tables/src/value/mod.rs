//! Values of positions, their cells, the width of a cell, the metric.

pub mod cell;
pub mod metric;
pub mod outcome;
pub mod width;
