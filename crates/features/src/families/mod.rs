//! The families of features, one file each. A new feature belongs in the file of its subject; every
//! endgame then has it.

pub(crate) mod contacts;
pub(crate) mod pawns;
pub(crate) mod placement;
pub(crate) mod routes;
pub(crate) mod telling;
