//! Moves of one man, as a set of squares.

use cozy_chess_types::{BitBoard, Move, Piece, Rank, Square};

/// Pieces that a pawn can become, in the order of generation.
pub const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// What a move may promote to: nothing, then [`PROMOTIONS`].
pub const PROMOTIONS_OR_NONE: [Option<Piece>; 5] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// Moves of one man. Iterating yields them by destination from a1 to h8; a pawn that reaches the
/// last rank makes four moves: to knight, bishop, rook and queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceMoves {
    /// The kind of the man.
    pub piece: Piece,
    /// Its square.
    pub from: Square,
    /// Its destinations. Castling is a king's move to the square of its own rook.
    pub to: BitBoard,
}

impl PieceMoves {
    /// Number of moves; a promotion counts four.
    #[inline]
    pub fn len(&self) -> usize {
        let promotions = (self.to & self.promotion_squares()).len() as usize;
        self.to.len() as usize + (PROMOTIONS.len() - 1) * promotions
    }

    /// Whether there is no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Squares on which the man is promoted: the last ranks for a pawn, none for others.
    #[inline]
    fn promotion_squares(&self) -> BitBoard {
        if self.piece == Piece::Pawn { LAST_RANKS } else { BitBoard::EMPTY }
    }
}

impl IntoIterator for PieceMoves {
    type Item = Move;
    type IntoIter = PieceMovesIter;

    #[inline]
    fn into_iter(self) -> PieceMovesIter {
        let promotions = self.to & self.promotion_squares();
        PieceMovesIter { from: self.from, to: self.to, promotions, promotion: 0 }
    }
}

/// Iterator over [`PieceMoves`].
#[derive(Clone, Debug)]
pub struct PieceMovesIter {
    from: Square,
    to: BitBoard,
    /// Destinations on which the man is promoted.
    promotions: BitBoard,
    /// Index in `PROMOTIONS` of the next promotion to the first square of `to`.
    promotion: usize,
}

impl Iterator for PieceMovesIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let to = self.to.next_square()?;
        if !self.promotions.is_empty() && self.promotions.has(to) {
            let promotion = Some(PROMOTIONS[self.promotion]);
            self.promotion = (self.promotion + 1) % PROMOTIONS.len();
            if self.promotion == 0 {
                self.to ^= to.bitboard();
            }
            return Some(Move { from: self.from, to, promotion });
        }
        self.to ^= to.bitboard();
        Some(Move { from: self.from, to, promotion: None })
    }
}
