//! Endgames against a bare king.

pub(crate) mod kpk;
pub(crate) mod pawn_and_man;
pub(crate) mod pieces;
