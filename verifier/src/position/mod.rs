//! Positions apart from their values: FEN, boards of the chess library, a total order, symmetry.
//!
//! For the rest of this crate; rules see [`drawproof_recognizers::Position`] itself.

mod board;
mod fen;
mod ordered;
mod symmetry;

pub(crate) use board::any_board_of;
pub use board::board_of;
pub use fen::{fen_of, write_fen};
pub(crate) use ordered::OrderedPosition;
pub(crate) use symmetry::{canonical, images_of, position_of};
