//! Retrograde analysis of one subproblem: from its conversions' outcomes to the cells of both
//! sides.
//!
//! For [`crate::solve`], which runs it on a pawnless table or on one slice after the other. Moves
//! are the subject of [`crate::moves`], solved sub-tables of [`crate::conversions`].
//!
//! - [`plies`]: the loop over the plies, and the equations behind it
//! - [`initialization`]: legal positions, loss candidates and conversion events, before the first
//!   ply
//! - [`mates`]: positions without a move
//! - [`wins`], [`losses`]: the steps of a ply
//! - [`side`], [`block`], [`events`]: the sets of a side to move, their parts by block, and the
//!   plies at which conversions win or stop escaping
//! - [`log`], [`cells`]: what was decided, and the cells written from it
//! - [`run`]: what the shapes of one solve share, what ends it early, and the steps' scratch buffers

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
