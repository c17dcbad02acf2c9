//! A bare king against king and men.

pub(crate) mod kpk;
pub(crate) mod pawn_and_man;
pub(crate) mod pieces;
