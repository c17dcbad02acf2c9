//! The evaluation: the value of a quiet position.
//!
//! A sum of terms for White minus the same for Black, each a `Pair` of centipawns: one for the
//! middlegame, one for the endgame, blended by the material left. Then two corrections that no sum
//! sees: endings in which material decides nothing (`endings`), and blocked positions ([`blocked`]).

mod attacks;
pub mod blocked;
mod endings;
mod evaluate;
mod king;
mod pair;
mod pawns;
mod pieces;
mod reach;
mod squares;

pub use endings::is_dead_corner;
pub use evaluate::evaluate;
