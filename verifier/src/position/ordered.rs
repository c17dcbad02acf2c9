//! Positions in a total order, so that a choice among them does not depend on the threads.

use drawproof_board::{Color, Piece};
use drawproof_recognizers::Position;
use drawproof_tables::Layout;

/// A position that can be compared. The order has no meaning in chess.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
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

impl OrderedPosition {
    /// Whether the men are those of an endgame, or those with colours exchanged. Any numbers may be
    /// asked about.
    pub fn is_of(&self, layout: &Layout) -> bool {
        let OrderedPosition { side_to_move, en_passant, colour, kind } = *self;
        let men = |color: Color, piece: Piece| {
            layout.men().iter().filter(|man| man.color == color && man.piece == piece).count()
        };
        let on_board = |color: Color, piece: Piece| {
            (colour[color as usize] & kind[piece as usize]).count_ones() as usize
        };
        let all = |exchange: bool| {
            Color::ALL.into_iter().all(|color| {
                let own = if exchange { !color } else { color };
                Piece::ALL.into_iter().all(|piece| on_board(color, piece) == men(own, piece))
            })
        };
        let squares: u32 = kind.iter().map(|set| set.count_ones()).sum();
        let is_one_man_a_square = colour[0] & colour[1] == 0
            && kind.iter().fold(0, |all, set| all | set) == colour[0] | colour[1]
            && squares as usize == layout.men().len();
        side_to_move < 2 && en_passant <= 64 && is_one_man_a_square && (all(false) || all(true))
    }
}
