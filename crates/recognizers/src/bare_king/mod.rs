//! A bare king against king and men.

pub(crate) mod kpk;
pub(crate) mod kppk;
pub(crate) mod piece_and_pawn;
pub(crate) mod pieces;
