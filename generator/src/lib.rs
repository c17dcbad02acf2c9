//! Set-wise retrograde analysis. It computes exact tables of endgames of up to five men by distance
//! to mate, to zeroing or to conversion, and of six men with at most two pawns by distance to mate.
//! For all these endgames it also computes the shortest helpmates of each colour.
//!
//! [`solve`] builds one table from the tables that its captures and promotions lead to, according
//! to a [`Request`]. [`solve_closure`] builds endgames and all their sub-endgames. [`SliceSolver`]
//! builds the slices of a table with pawns one by one. This crate does not read or write files, and
//! does not probe or check tables: see `drawproof_tables`.
//!
//! ```
//! use drawproof_board::fen;
//! use drawproof_generator::{Options, Request, solve, solve_closure};
//! use drawproof_tables::{Dtm, NormalMaterial, Value, probe::probe_as};
//!
//! // KRK and all that it depends on.
//! let krk = "KRK".parse::<NormalMaterial>()?;
//! let tables = solve_closure(&[krk], &())?;
//! let board = fen::parse("8/8/8/8/8/2k5/2r5/K7 w - - 0 1")?;
//! let value: Value<Dtm> = probe_as(&board, &tables)?;
//! assert_eq!(value.signed_plies(), Some(-4));
//!
//! // One table from those that its captures lead to, with its longest distance to mate.
//! let options = Options::default();
//! assert_eq!(solve(Request::new(&options, krk, &tables))?.plies, Some(32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules; each imports only from those before it:
//!
//! * `simd`: vector instructions, chosen at run time.
//! * `memory`: buffers that outlive the step that uses them.
//! * `shape`: the numbering of words, the squares of their men, and the legal positions.
//! * `sets`: sets of positions as words, chunks and lists of chunks.
//! * `moves`: quiet moves on sets.
//! * `conversions`: captures, promotions and pawn moves, read from solved tables.
//! * `analysis`: the plies of one subproblem, from the mates on.

mod analysis;
mod conversions;
mod decided;
mod estimate;
mod logged;
mod memory;
mod moves;
mod placement;
mod request;
mod sets;
mod shape;
mod simd;
mod slices;
mod solve;
#[cfg(test)]
mod test_numbers;

pub use conversions::{
    en_passant::needs_stalemates, promoted::Promoted, promotions::promotion_targets,
};
pub use decided::{ANY_RESULT, decided_by_conversions, results_beside_captures};
pub use estimate::{Estimate, estimate};
pub use logged::LoggedTable;
pub use memory::pool::Pool;
pub use placement::{Limits, Needs, Placement, Shortage, StepNeeds, place};
pub use request::{Options, Request, SolveError};
pub use simd::Vectors;
pub use slices::{SliceSolution, SliceSolver, last_uses, slice_order, slice_sources, slices_kept};
pub use solve::{
    Solution, is_logged, solvable_next, solve, solve_closure, solve_closure_with, solve_logged,
    solve_side_by_side,
};
