//! A position in the form that tables use: the men and the side to move.

use drawproof_board::{
    BitBoard, Board, BoardBuilder, Color, Piece, Rank, Square, fen::write_men, get_king_moves,
};

use super::{
    layout::Layout,
    material::{MEN_MAX, Material, NormalMaterial},
    symmetry::Transform,
};

/// The men and the side to move of a position, without castling rights, en-passant square and
/// counters. The position may be illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The squares of the men, `[color][piece]`.
    pub men: [[BitBoard; 6]; 2],
    /// The side to move.
    pub side_to_move: Color,
}

impl Placement {
    /// Makes the placement of a layout's men on `squares`, in the order of [`Layout::men`].
    pub fn new(layout: &Layout, squares: &[Square], side_to_move: Color) -> Placement {
        let mut men = [[BitBoard::EMPTY; 6]; 2];
        for (man, &square) in layout.men().iter().zip(squares) {
            men[man.color as usize][man.piece as usize] |= square.bitboard();
        }
        Placement { men, side_to_move }
    }

    /// Returns the material on the board. Panics unless each side has exactly one king.
    pub fn material(&self) -> Material {
        let kings = self.men.each_ref().map(|side| side[Piece::King as usize].len());
        assert_eq!(kings, [1; 2], "one king a side");
        Material::from_counts(|color, piece| self.men[color as usize][piece as usize].len() as u8)
    }

    /// Returns the position with canonical material, which is either the position itself or the
    /// colour-reversed position.
    #[must_use]
    pub fn normalise(self) -> (NormalMaterial, Placement) {
        let (material, swapped) = self.material().normalise();
        (material, if swapped { self.swapped() } else { self })
    }

    /// Returns the colour-reversed position: colours exchanged, ranks flipped, the other side to
    /// move.
    #[must_use]
    pub fn swapped(self) -> Placement {
        let flip = |set: BitBoard| BitBoard(Transform::FLIP_RANKS.set(set.0));
        let [white, black] = self.men.map(|side| side.map(flip));
        Placement { men: [black, white], side_to_move: !self.side_to_move }
    }

    /// Returns the position as a FEN: no castling rights, no en-passant right, counters `0 1`. If
    /// men share a square, the FEN shows only one: a black man rather than a white man, and of one
    /// colour the last kind in the order pawn, knight, bishop, rook, queen, king.
    pub fn to_fen(&self) -> String {
        let mut fen = Vec::with_capacity(48);
        write_men(&self.men, &mut fen);
        let white = self.side_to_move == Color::White;
        fen.extend_from_slice(if white { b" w - - 0 1" } else { b" b - - 0 1" });
        String::from_utf8(fen).expect("a FEN is ASCII")
    }

    /// Returns the squares of all men of a colour.
    pub fn colour(&self, color: Color) -> BitBoard {
        self.men[color as usize].iter().fold(BitBoard::EMPTY, |all, &set| all | set)
    }

    /// Returns the position as a board without castling rights and en-passant square; `None` if the
    /// position is illegal. In a legal position each side has one king, and the kings are not
    /// adjacent. No two men share a square, no pawn is on the first or last rank, and the side not
    /// to move is not in check.
    ///
    /// This is the definition of legality for single positions. Positions in which three men give
    /// check count as legal.
    pub fn to_board(&self) -> Option<Board> {
        let kings = Color::ALL.map(|color| self.men[color as usize][Piece::King as usize]);
        let one_a_side = kings.iter().all(|king| king.len() == 1);
        if !one_a_side || get_king_moves(kings[0].next_square()?).has(kings[1].next_square()?) {
            return None;
        }
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = self.side_to_move;
        let mut occupied = BitBoard::EMPTY;
        for (color, piece) in Color::ALL.into_iter().flat_map(|c| Piece::ALL.map(|p| (c, p))) {
            let men = self.men[color as usize][piece as usize];
            let outside = piece == Piece::Pawn && !(men & ends).is_empty();
            if outside || !(men & occupied).is_empty() {
                return None;
            }
            occupied |= men;
            for square in men {
                *builder.square_mut(square) = Some((piece, color));
            }
        }
        builder.build().ok()
    }

    /// Returns the index in a layout with this material; `None` if [`Layout::index`] returns
    /// `None`.
    pub fn index(&self, layout: &Layout) -> Option<usize> {
        let mut left = self.men;
        let mut squares = [Square::A1; MEN_MAX];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_comes_back_as_the_placement_it_was_made_from() {
        let board: Board = "8/2k5/8/3pP3/8/8/8/K6R w - - 0 1".parse().unwrap();
        assert_eq!(Placement::from(&board).to_board(), Some(board));
    }

    #[test]
    fn three_checkers_are_legal_and_leave_king_moves_only() {
        // Knight, rook and bishop give check; the queen can capture the rook.
        let mut men = [[BitBoard::EMPTY; 6]; 2];
        for (color, piece, square) in [
            (Color::White, Piece::King, Square::H8),
            (Color::White, Piece::Rook, Square::A5),
            (Color::White, Piece::Bishop, Square::D4),
            (Color::White, Piece::Knight, Square::C2),
            (Color::Black, Piece::King, Square::A1),
            (Color::Black, Piece::Queen, Square::D5),
        ] {
            men[color as usize][piece as usize] |= square.bitboard();
        }
        let board = Placement { men, side_to_move: Color::Black }.to_board().unwrap();
        assert_eq!(board.checkers().len(), 3);
        let mut moved = Vec::new();
        board.generate_moves(|moves| {
            moved.push((moves.from, moves.to.len()));
            false
        });
        assert_eq!(moved, [(Square::A1, 1)]);
    }

    #[test]
    fn illegal_placements_have_no_board() {
        let place = |kings: [Square; 2], pawn: Square, side_to_move| {
            let mut men = [[BitBoard::EMPTY; 6]; 2];
            men[0][Piece::King as usize] = kings[0].bitboard();
            men[1][Piece::King as usize] = kings[1].bitboard();
            men[0][Piece::Pawn as usize] = pawn.bitboard();
            Placement { men, side_to_move }.to_board()
        };
        use Color::{Black, White};
        use Square::{A1, A2, A4, B3, B8, C1};
        assert!(place([A1, A4], B3, Black).is_some());
        assert!(place([A1, A4], B3, White).is_none(), "the side not to move is in check");
        assert!(place([A1, A2], B3, Black).is_none(), "kings touch");
        assert!(place([A1, C1], B8, White).is_none(), "pawn on the last rank");
        assert!(place([A1, B3], B3, White).is_none(), "two men on a square");
        assert!(place([A1, A1], B3, White).is_none(), "two men on a square");
    }
}
