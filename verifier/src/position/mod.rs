//! Positions apart from their values: FEN, boards of the chess library, a total order, symmetry.
//!
//! For the rest of this crate; rules see [`drawproof_recognizers::Position`] itself.

mod fen;
mod symmetry;

pub(crate) use fen::any_board_of;
pub use fen::{board_of, fen_of, write_fen};
pub(crate) use symmetry::{OrderedPosition, canonical, position_of};
