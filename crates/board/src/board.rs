//! A legal position and its properties.

use cozy_chess_types::{BitBoard, CastleRights, Color, File, Piece, Square};

use crate::hashed::Hashed;

/// A legal position with its half-move clock and move number, without the moves that led to it.
///
/// Made from a FEN (`text.parse::<Board>()`, [`crate::fen::parse`]) or a [`crate::BoardBuilder`].
/// Castling is written as the king taking its own rook, `e1h1`; [`crate::notation`] translates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) hashed: Hashed,
    pub(crate) pinned: BitBoard,
    pub(crate) checkers: BitBoard,
    pub(crate) halfmove_clock: u8,
    pub(crate) fullmove_number: u16,
}

impl Board {
    /// All men of a kind, of both colours.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.hashed.pieces(piece)
    }

    /// All men of a colour.
    #[inline]
    pub fn colors(&self, color: Color) -> BitBoard {
        self.hashed.colors(color)
    }

    /// All men of a colour and kind.
    #[inline]
    pub fn colored_pieces(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors(color) & self.pieces(piece)
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> BitBoard {
        self.colors(Color::White) | self.colors(Color::Black)
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.hashed.side_to_move()
    }

    /// The castling rights of a side, as the files of the rooks.
    #[inline]
    pub fn castle_rights(&self, color: Color) -> &CastleRights {
        self.hashed.castle_rights(color)
    }

    /// The file of the pawn that just moved two squares. Set after every double push, whether or
    /// not a pawn can take it.
    #[inline]
    pub fn en_passant(&self) -> Option<File> {
        self.hashed.en_passant()
    }

    /// Zobrist hash of men, side to move, castling rights and en-passant file. The half-move clock
    /// and the move number do not enter it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hashed.hash()
    }

    /// [`Board::hash`] of the same position without an en-passant file.
    #[inline]
    pub fn hash_without_ep(&self) -> u64 {
        self.hashed.hash_without_ep()
    }

    /// Men of either colour that alone stand between the king of the side to move and an enemy
    /// slider.
    #[inline]
    pub fn pinned(&self) -> BitBoard {
        self.pinned
    }

    /// Men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> BitBoard {
        self.checkers
    }

    /// Plies since the last capture or pawn move, at most 100.
    #[inline]
    pub fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    /// The kind of man on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        Piece::ALL.iter().copied().find(|&piece| self.pieces(piece).has(square))
    }

    /// The colour of the man on a square.
    #[inline]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors(color).has(square))
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.colored_pieces(color, Piece::King).next_square().expect("each side has a king")
    }
}
