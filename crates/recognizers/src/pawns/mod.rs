//! Endgames with pawns: one each, and a minor piece that has to stop a pawn.

pub(crate) mod kpkp;
pub(crate) mod minor_against_pawn;
pub(crate) mod pawn_hunt;
pub(crate) mod pawn_race;
