//! Set-wise retrograde analysis: exact distance-to-mate tables of endgames of up to five men.
//!
//! For whoever needs the perfect value of every position. [`solve`] makes one table from those that
//! its captures and promotions lead to, [`solve_closure`] makes all that is needed from nothing.
//! Files, probing and the audit of what comes out are elsewhere.

mod arena;
mod chunks;
mod conversions;
mod escapes;
mod exits;
mod geometry;
mod kernels;
mod lanes;
mod marks;
mod memory;
mod moves;
mod plies;
mod rows;
mod solve;
mod start;
mod timeline;
mod vectors;

pub use solve::{Estimate, Observer, Solution, SolveError, estimate, solve, solve_closure};
