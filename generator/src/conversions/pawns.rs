//! Pawns, which stand still in a shape: their squares, and which kinds of conversion start there.

use drawproof_board::{Color, Piece, Rank, Square};

use crate::{
    conversions::kinds::Conversion,
    shape::{Seat, Shape},
};

/// The square of a pawn.
pub fn pawn_square(shape: &Shape, pawn: usize) -> Square {
    match shape.seats[pawn] {
        Seat::Slice(square) => square,
        _ => unreachable!("a pawn's square is the slice's"),
    }
}

/// The square in front of a pawn.
pub fn pushed(from: Square, side: Color) -> Square {
    let forward = if side == Color::White { 1 } else { -1 };
    from.try_offset(0, forward).expect("a pawn is on ranks 2 to 7")
}

/// Whether a capture is of the kind that starts where the mover stands: pawns promote from their
/// seventh rank, and from there only. Always for other men.
pub fn is_of_kind(shape: &Shape, capture: &Conversion) -> bool {
    let man = shape.man(capture.mover);
    man.piece != Piece::Pawn || {
        let from = pawn_square(shape, capture.mover);
        (from.rank() == Rank::Seventh.relative_to(man.color)) == capture.promoted.is_some()
    }
}
