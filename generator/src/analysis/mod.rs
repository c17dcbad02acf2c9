//! Retrograde analysis of one subproblem: from the outcomes of its conversions to the cells of both
//! sides.
//!
//! [`crate::solve`] runs the analysis on a pawnless table, or on one slice after the other.
//! [`crate::moves`] implements moves, [`crate::conversions`] solved sub-tables.
//!
//! - [`plies`]: the loop over the plies, and the equations behind it
//! - [`initialization`]: legal positions, loss candidates and conversion events, before the first
//!   ply
//! - [`mates`]: positions without a move
//! - [`wins`], [`losses`]: the steps of a ply
//! - [`side`], [`block`], [`events`]: the sets of a side to move, their parts by block, and the
//!   plies at which conversions win or stop escaping
//! - [`log`], [`cells`]: the decisions, and the cells written from them
//! - [`run`]: what the shapes of one solve share, why it can end early, and scratch buffers

pub mod block;
pub mod cells;
pub mod events;
pub mod initialization;
pub mod log;
pub mod losses;
pub mod mates;
pub mod plies;
pub mod run;
pub mod side;
pub mod wins;
