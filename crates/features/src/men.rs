//! The men of an endgame in a fixed order, and their squares in a position.

use drawproof_board::Piece;

/// The men of an endgame. The first side is the first of the canonical name (`strong`) or, if both
/// sides have the same men, the side to move (`own`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    sides: [Vec<Piece>; 2],
    /// A kind of man and how many of it the first side has. The second side has a different number
    /// of it. `None` if both sides have the same men.
    distinct_kind: Option<(Piece, u32)>,
}

/// The side and the kind of one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The side of the man: 0 is the first side, 1 the second.
    pub side: usize,
    /// The kind of the man.
    pub piece: Piece,
}

/// Returns the name of a side in names of features. `is_even` is whether both sides have the same
/// men.
pub fn side_name(is_even: bool, side: usize) -> &'static str {
    [["strong", "weak"], ["own", "other"]][usize::from(is_even)][side]
}

/// Returns the English word for a kind of man.
pub fn word(piece: Piece) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][piece as usize]
}

impl Men {
    /// Returns the men of the endgame with this canonical name, such as `KBBKR`; `None` for other
    /// texts.
    pub fn of_endgame(name: &str) -> Option<Men> {
        let mut sides: [Vec<Piece>; 2] = [Vec::new(), Vec::new()];
        let mut kings = 0;
        for letter in name.chars() {
            let piece = letter.to_ascii_lowercase().to_string().parse().ok()?;
            kings += usize::from(piece == Piece::King);
            sides.get_mut(kings.checked_sub(1)?)?.push(piece);
        }
        let count = |side: usize, piece| sides[side].iter().filter(|&&p| p == piece).count() as u32;
        let distinct_kind = Piece::ALL
            .into_iter()
            .find(|&piece| count(0, piece) != count(1, piece))
            .map(|piece| (piece, count(0, piece)));
        (kings == 2).then_some(Men { sides, distinct_kind })
    }

    /// Returns the kinds of a side's men in the order of the name, king first.
    pub fn side(&self, side: usize) -> &[Piece] {
        &self.sides[side]
    }

    /// Returns the side and the kind of each man, the first side's men first.
    pub fn seats(&self) -> Vec<Seat> {
        let of = |side: usize| self.sides[side].iter().map(move |&piece| Seat { side, piece });
        of(0).chain(of(1)).collect()
    }

    /// Returns whether both sides have the same men. The first side is then the side to move.
    pub fn is_even(&self) -> bool {
        self.distinct_kind.is_none()
    }

    /// Returns a kind of man of which the two sides have different numbers, and the first side's
    /// number of such men; `None` if both sides have the same men.
    pub fn distinct_kind(&self) -> Option<(Piece, u32)> {
        self.distinct_kind
    }

    /// Returns whether the endgame has pawns.
    pub fn has_pawns(&self) -> bool {
        self.sides.iter().flatten().any(|&piece| piece == Piece::Pawn)
    }

    /// Returns whether any side has several men of one kind.
    pub fn sides_have_like_men(&self) -> bool {
        self.sides.iter().any(|side| side.windows(2).any(|two| two[0] == two[1]))
    }

    /// Returns the colour of the first side in a position: 0 = White, 1 = Black. The arguments are
    /// those of [`Men::squares`].
    pub fn first_side(&self, colour: &[u64; 2], kind: &[u64; 6], side_to_move: u8) -> usize {
        let Some((piece, count)) = self.distinct_kind else { return side_to_move.into() };
        let white = (colour[0] & kind[piece as usize]).count_ones();
        usize::from(white != count)
    }

    /// Returns the squares of the men in the order of [`Men::seats`], and whether the first side is
    /// to move. The board is turned so that the first side is White.
    ///
    /// The arguments are bitboards (a1 = bit 0, h8 = bit 63): `colour` has the men of White and of
    /// Black, `kind` all pawns, knights, bishops, rooks, queens and kings. `side_to_move` is 0 for
    /// White.
    pub fn squares(
        &self,
        colour: &[u64; 2],
        kind: &[u64; 6],
        side_to_move: u8,
    ) -> ([u64; 6], bool) {
        let first = self.first_side(colour, kind, side_to_move);
        let turn = 56 * first as u64;
        let mut squares = [0; 6];
        let mut index = 0;
        for side in 0..2 {
            let own = colour[side ^ first];
            let (mut current, mut left) = (None, 0);
            for &piece in &self.sides[side] {
                // Like men are adjacent in a name.
                if current != Some(piece) {
                    (current, left) = (Some(piece), own & kind[piece as usize]);
                }
                squares[index] = u64::from(left.trailing_zeros()) ^ turn;
                left &= left.wrapping_sub(1);
                index += 1;
            }
        }
        (squares, usize::from(side_to_move) == first)
    }
}
