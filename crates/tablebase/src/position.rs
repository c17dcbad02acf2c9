//! A position in the form that callers have it: bitboards, side to move, en-passant square,
//! half-move clock.

use std::str::FromStr;

use drawproof_board::{BitBoard, Board, BoardBuilder, Color, Piece, Rank, Square, fen};
use drawproof_tables::Placement;

use crate::error::{Error, Illegal};

/// A position, which may be illegal: probing checks it.
///
/// In bitboards a1 is bit 0, b1 bit 1, h8 bit 63.
///
/// ```
/// use drawproof_tablebase::Position;
///
/// // White: king a1, pawn e2. Black: king h8. White to move.
/// let position = Position::new([0x1001, 1 << 63], [0x1000, 0, 0, 0, 0, 1 | 1 << 63], true);
/// assert_eq!(position, "7k/8/8/8/8/8/4P3/K7 w - - 0 1".parse()?);
/// # Ok::<(), drawproof_tablebase::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The men of each colour: `[white, black]`.
    colours: [u64; 2],
    /// The pawns, knights, bishops, rooks, queens and kings of both colours.
    kinds: [u64; 6],
    side_to_move: Color,
    /// The square that a pawn just passed.
    en_passant: Option<Square>,
    /// The plies since the last capture or pawn move, at most 100.
    halfmove_clock: u8,
    castling_rights: bool,
}

impl Position {
    /// Makes a position without castling rights and en-passant square. The half-move clock is 0.
    ///
    /// `colours` are the men of White and of Black; `kinds` are the pawns, knights, bishops, rooks,
    /// queens and kings of both colours.
    pub fn new(colours: [u64; 2], kinds: [u64; 6], white_to_move: bool) -> Position {
        Position {
            colours,
            kinds,
            side_to_move: if white_to_move { Color::White } else { Color::Black },
            en_passant: None,
            halfmove_clock: 0,
            castling_rights: false,
        }
    }

    /// Returns the position after a double push over `square` (0-63). The square may be set after
    /// every double push, even if no pawn can capture. Any other number means no en-passant square.
    #[must_use]
    pub fn with_en_passant(self, square: u8) -> Position {
        Position { en_passant: Square::try_index(square.into()), ..self }
    }

    /// Returns the position with this half-move clock: the plies since the last capture or pawn
    /// move. More than 100 plies become 100.
    #[must_use]
    pub fn with_halfmove_clock(self, plies: u32) -> Position {
        Position { halfmove_clock: plies.min(100) as u8, ..self }
    }

    /// Returns the position with or without castling rights. Tables do not support them: probing a
    /// position with castling rights returns [`Error::CastlingRights`].
    #[must_use]
    pub fn with_castling_rights(self, rights: bool) -> Position {
        Position { castling_rights: rights, ..self }
    }

    /// Returns the squares of White's and of Black's men, as bitboards.
    pub fn colours(&self) -> [u64; 2] {
        self.colours
    }

    /// Returns the squares of the pawns, knights, bishops, rooks, queens and kings of both colours,
    /// as bitboards.
    pub fn kinds(&self) -> [u64; 6] {
        self.kinds
    }

    /// Returns whether White is to move.
    pub fn is_white_to_move(&self) -> bool {
        self.side_to_move == Color::White
    }

    /// Returns the square that a pawn just passed with a double push; `None` if there is none.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the half-move clock: the plies since the last capture or pawn move, at most 100.
    pub fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    /// Returns the number of men, kings included.
    pub fn men(&self) -> usize {
        (self.colours[0] | self.colours[1]).count_ones() as usize
    }

    /// Returns an error if the position has castling rights, a man does not have exactly one colour
    /// and one kind, or a side does not have exactly one king.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.castling_rights {
            return Err(Error::CastlingRights);
        }
        let [white, black] = self.colours;
        let (mut any, mut two) = (0, white & black);
        for men in self.kinds {
            two |= any & men;
            any |= men;
        }
        if two != 0 || any != white | black {
            return Err(Illegal::Men.into());
        }
        let kings = self.kinds[Piece::King as usize];
        if self.colours.iter().any(|men| (men & kings).count_ones() != 1) {
            return Err(Illegal::Kings.into());
        }
        Ok(())
    }

    /// Returns the men and the side to move in the form that tables use.
    #[inline]
    pub(crate) fn placement(&self) -> Placement {
        let men = self.colours.map(|colour| self.kinds.map(|kind| BitBoard(colour & kind)));
        Placement { men, side_to_move: self.side_to_move }
    }

    /// Returns why a position that passes [`Position::check`] is illegal; `None` if it is legal.
    /// The en-passant square is not examined.
    pub(crate) fn illegality(&self) -> Option<Illegal> {
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let kings = BitBoard(self.kinds[Piece::King as usize]);
        if !(BitBoard(self.kinds[Piece::Pawn as usize]) & ends).is_empty() {
            return Some(Illegal::PawnRank);
        }
        let touches = |king| !(drawproof_board::get_king_moves(king) & kings).is_empty();
        if kings.into_iter().any(touches) {
            return Some(Illegal::KingsTouch);
        }
        match self.placement().to_board() {
            Some(_) => None,
            None => Some(Illegal::OpponentInCheck),
        }
    }

    /// Returns the position as a board.
    ///
    /// # Errors
    ///
    /// Fails if the position is illegal or has castling rights.
    pub fn board(&self) -> Result<Board, Error> {
        self.check()?;
        if let Some(illegal) = self.illegality() {
            return Err(illegal.into());
        }
        let board = self.placement().to_board().expect("the position is legal");
        let mut builder = BoardBuilder::from_board(&board);
        builder.halfmove_clock = self.halfmove_clock;
        builder.en_passant = self.en_passant;
        let at = self.en_passant.unwrap_or(Square::A1);
        builder.build().map_err(|_| Illegal::EnPassant(at).into())
    }
}

/// Both board crates have the same types of squares and men.
macro_rules! from_board {
    ($board:expr) => {{
        let board = $board;
        let side_to_move = board.side_to_move();
        let passed = Rank::Sixth.relative_to(side_to_move);
        let has_rights = |color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        };
        Position {
            colours: Color::ALL.map(|color| board.colors(color).0),
            kinds: Piece::ALL.map(|piece| board.pieces(piece).0),
            side_to_move,
            en_passant: board.en_passant().map(|file| Square::new(file, passed)),
            halfmove_clock: board.halfmove_clock(),
            castling_rights: Color::ALL.into_iter().any(has_rights),
        }
    }};
}

impl From<&Board> for Position {
    fn from(board: &Board) -> Position {
        from_board!(board)
    }
}

impl From<&Position> for Position {
    fn from(position: &Position) -> Position {
        *position
    }
}

/// Reads a FEN. The half-move clock and the move number are optional.
impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Position, Error> {
        Ok(Position::from(&fen::parse(text)?))
    }
}

/// ```
/// use drawproof_tablebase::{Position, Tablebase, Wdl};
///
/// let board: cozy_chess::Board = "7k/5K2/8/8/8/8/8/6R1 w - - 0 1".parse().unwrap();
/// assert_eq!(Tablebase::in_memory().probe(&board)?.dtm, Some(1));
/// # Ok::<(), drawproof_tablebase::Error>(())
/// ```
#[cfg(feature = "cozy-chess")]
impl From<&cozy_chess::Board> for Position {
    fn from(board: &cozy_chess::Board) -> Position {
        from_board!(board)
    }
}
