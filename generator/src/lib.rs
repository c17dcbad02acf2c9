//! Set-wise retrograde analysis: exact distance-to-mate tables of endgames of up to five men.
//!
//! For whoever needs the perfect value of every position. [`solve`] makes one table from those that
//! its captures and promotions lead to, [`solve_closure`] makes all that is needed from nothing.
//! Files, probing and the audit of what comes out are elsewhere.

mod accumulator;
mod arena;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
mod cells;
mod chunks;
mod conversions;
mod escapes;
mod estimate;
mod exits;
mod geometry;
mod kernels;
mod king_captures;
mod landings;
mod lanes;
mod lists;
mod log;
mod marks;
mod moves;
#[cfg(test)]
mod numbers;
mod pages;
mod plies;
mod pool;
mod predecessors;
mod rows;
mod sides;
mod solve;
mod spaces;
mod start;
mod sweeps;
mod tiles;
mod vectors;

pub use estimate::{Estimate, estimate};
pub use pool::Pool;
pub use solve::{
    Observer, Options, Solution, SolveError, solvable_next, solve, solve_closure,
    solve_closure_with, solve_side_by_side, solve_with,
};
pub use vectors::Vectors;
