//! A position as tables see it: where the men stand and who is to move.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use crate::{Layout, Material, NormalMaterial, Transform};

/// Men and side to move; no castling rights, no en-passant right, no counters. Need not be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Men by `[color][piece]`.
    pub men: [[BitBoard; 6]; 2],
    /// Whose turn it is.
    pub side_to_move: Color,
}

impl Placement {
    /// The men of a layout on `squares`.
    pub fn new(layout: &Layout, squares: &[Square], side_to_move: Color) -> Placement {
        let mut men = [[BitBoard::EMPTY; 6]; 2];
        for (man, &square) in layout.men().iter().zip(squares) {
            men[man.color as usize][man.piece as usize] |= square.bitboard();
        }
        Placement { men, side_to_move }
    }

    /// The men on the board. Panics if a side has not exactly one king.
    pub fn material(&self) -> Material {
        let mut material = Material::KINGS;
        for color in Color::ALL {
            assert_eq!(self.men[color as usize][Piece::King as usize].len(), 1, "one king a side");
            for piece in Piece::ALL.into_iter().filter(|&p| p != Piece::King) {
                for _ in self.men[color as usize][piece as usize] {
                    material = material.with(color, piece);
                }
            }
        }
        material
    }

    /// The position with canonical material: itself, or with colours exchanged, ranks flipped and
    /// the other side to move.
    #[must_use]
    pub fn normalise(self) -> (NormalMaterial, Placement) {
        let (material, swapped) = self.material().normalise();
        (material, if swapped { self.swapped() } else { self })
    }

    /// Colours exchanged, ranks flipped, the other side to move: the same position for players
    /// who have changed seats.
    #[must_use]
    pub fn swapped(self) -> Placement {
        let flip = |set: BitBoard| BitBoard(Transform::FLIP_RANKS.set(set.0));
        let [white, black] = self.men.map(|side| side.map(flip));
        Placement { men: [black, white], side_to_move: !self.side_to_move }
    }

    /// All men of a colour.
    pub fn colour(&self, color: Color) -> BitBoard {
        self.men[color as usize].iter().fold(BitBoard::EMPTY, |all, &set| all | set)
    }

    /// The index in a layout with this material; `None` where [`Layout::index`] is.
    pub fn index(&self, layout: &Layout) -> Option<usize> {
        let mut left = self.men;
        let mut squares = [Square::A1; 6];
        for (place, man) in squares.iter_mut().zip(layout.men()) {
            let set = &mut left[man.color as usize][man.piece as usize];
            *place = set.next_square()?;
            *set ^= place.bitboard();
        }
        layout.index(&squares[..layout.men().len()])
    }
}

impl From<&Board> for Placement {
    fn from(board: &Board) -> Placement {
        Placement {
            men: Color::ALL.map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece))),
            side_to_move: board.side_to_move(),
        }
    }
}
