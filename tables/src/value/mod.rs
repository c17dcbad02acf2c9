//! What a table says of a position: the value, its cell, the cell's width and the table's metric.

pub mod cell;
pub mod metric;
pub mod outcome;
pub mod width;
