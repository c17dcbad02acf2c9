//! A queen against a queen, rook, minor piece or pawn.

pub(crate) mod kqkp;
pub(crate) mod kqkq;
pub(crate) mod kqkr;
pub(crate) mod queen_against_minor;
