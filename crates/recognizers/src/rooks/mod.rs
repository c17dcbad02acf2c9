//! Rooks: a rook against one man, and a rook and a man against a rook.

pub(crate) mod krbkr;
pub(crate) mod krkp;
pub(crate) mod krkr;
pub(crate) mod krnkr;
pub(crate) mod krpkr;
pub(crate) mod rook_against_minor;
pub(crate) mod rook_and_man;
pub(crate) mod rook_and_pawn;
