//! Set-wise retrograde analysis: exact distance-to-mate tables of endgames of up to five men.
//!
//! For whoever needs the perfect value of every position. [`solve`] makes one table from those that
//! its captures and promotions lead to, [`solve_closure`] makes all that is needed from nothing.
//! Files, probing and the audit of what comes out are elsewhere.

mod analysis;
mod conversions;
mod estimate;
mod memory;
mod moves;
mod sets;
mod shape;
mod simd;
mod solve;
#[cfg(test)]
mod test_numbers;

pub use estimate::{Estimate, estimate};
pub use memory::pool::Pool;
pub use simd::Vectors;
pub use solve::{
    Observer, Options, Solution, SolveError, solvable_next, solve, solve_closure,
    solve_closure_with, solve_side_by_side, solve_with,
};
