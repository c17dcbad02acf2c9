//! Positions in a total order, so that a choice among them does not depend on the threads.

use drawproof_recognizers::Position;

/// A position that can be compared. The order has no meaning in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct OrderedPosition {
    side_to_move: u8,
    en_passant: u8,
    colour: [u64; 2],
    kind: [u64; 6],
}

impl From<&Position> for OrderedPosition {
    fn from(p: &Position) -> OrderedPosition {
        let &Position { colour, kind, side_to_move, en_passant } = p;
        OrderedPosition { side_to_move, en_passant, colour, kind }
    }
}

impl From<OrderedPosition> for Position {
    fn from(position: OrderedPosition) -> Position {
        let OrderedPosition { side_to_move, en_passant, colour, kind } = position;
        Position { colour, kind, side_to_move, en_passant }
    }
}
