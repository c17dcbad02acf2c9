//! Positions of an endgame: a total order, so that a choice among them does not depend on the threads;
//! symmetric ones; and the conversion between positions and placements.

use drawproof_board::{BitBoard, Color, Piece};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, Placement};

/// Returns a number that identifies a symmetry class: equal for two positions exactly if they
/// differ only by a symmetry of the board, the colours, or the order of like men. The en-passant
/// right is ignored.
pub(crate) fn canonical(layout: &Layout, position: &Position) -> u64 {
    let (material, placement) = placement_of(position).normalise();
    let is_own_reverse = material.get() == material.get().swapped();
    let variants = [Some(placement), is_own_reverse.then(|| placement.swapped())];
    let numbers = variants.into_iter().flatten().flat_map(|placement| {
        layout.material().symmetries().iter().filter_map(move |&image| {
            let men = placement.men.map(|side| side.map(|set| BitBoard(image.set(set.0))));
            let index = Placement { men, ..placement }.index(layout)?;
            Some((index as u64) << 1 | placement.side_to_move as u64)
        })
    });
    numbers.min().expect("a position has an index")
}

/// Returns the placement of a position, without its en-passant right.
fn placement_of(position: &Position) -> Placement {
    let men = Color::ALL.map(|c| Piece::ALL.map(|p| position.men(c, p)));
    Placement { men, side_to_move: position.stm() }
}

/// Returns the position of a placement, without an en-passant right.
pub(crate) fn position_of(placement: &Placement) -> Position {
    let men = |piece: usize| (placement.men[0][piece] | placement.men[1][piece]).0;
    Position {
        colour: Color::ALL.map(|color| placement.colour(color).0),
        kind: std::array::from_fn(men),
        side_to_move: placement.side_to_move as u8,
        en_passant: 64,
    }
}

/// A position with a total order, for sorting. The order has no meaning in chess.
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
    /// Returns whether the position has exactly the men of the endgame of `layout`, with either
    /// colour as its first side. Works for any bit sets, even corrupt ones.
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
