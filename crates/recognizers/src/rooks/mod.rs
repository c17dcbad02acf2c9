//! Rooks: a rook against one man, and rook and man against rook.

pub(crate) mod krbkr;
pub(crate) mod krkp;
pub(crate) mod krkr;
pub(crate) mod krnkr;
pub(crate) mod krpkr;
pub(crate) mod rook_against_minor;
pub(crate) mod rook_and_man;
pub(crate) mod rook_and_pawn;
