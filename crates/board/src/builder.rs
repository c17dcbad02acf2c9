//! Boards from men on squares.

use cozy_chess_types::{CastleRights, Color, Piece, Rank, Square};

use crate::board::Board;

/// Why a [`BoardBuilder`] cannot make a board, or why a text is not a FEN. The error names the
/// first invalid field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenParseError {
    /// Field 1 is unreadable or illegal: a wrong number of kings, men or pawns, a pawn on the first
    /// or last rank, or the side not to move in check. In a FEN, also more than two checking men.
    #[error("The board is invalid.")]
    InvalidBoard,
    /// Field 2 is neither `w` nor `b`.
    #[error("The side to move is invalid.")]
    InvalidSideToMove,
    /// Field 3 is unreadable, or has a castling right whose king or rook is not on its square.
    #[error("The castling rights are invalid.")]
    InvalidCastlingRights,
    /// Field 4 is unreadable, or names a square that no pawn can just have passed.
    #[error("The en passant square is invalid.")]
    InvalidEnPassant,
    /// Field 5 is not a number from 0 to 100.
    #[error("The halfmove clock is invalid.")]
    InvalidHalfMoveClock,
    /// Field 6 is not a number from 1 to 65535.
    #[error("The fullmove number is invalid.")]
    InvalidFullmoveNumber,
    /// The text has fewer than six fields.
    #[error("The FEN is missing a field.")]
    MissingField,
    /// The text has more than six fields.
    #[error("The FEN has too many fields.")]
    TooManyFields,
}

/// The fields of a position, in any combination, valid or not; [`BoardBuilder::build`] checks them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardBuilder {
    /// The man on each square, `[square]`.
    pub board: [Option<(Piece, Color)>; Square::NUM],
    /// The side to move.
    pub side_to_move: Color,
    /// The castling rights, `[color]`, as the files of the rooks.
    pub castle_rights: [CastleRights; Color::NUM],
    /// The square that a pawn just passed with a double push; `None` if there was no double push.
    pub en_passant: Option<Square>,
    /// The number of plies since the last capture or pawn move. More than 100 are an error.
    pub halfmove_clock: u8,
    /// The number of the full move, from 1.
    pub fullmove_number: u16,
}

impl BoardBuilder {
    /// Returns a builder without men, castling rights or en-passant square, with White to move and
    /// the counters `0 1`.
    pub fn empty() -> BoardBuilder {
        BoardBuilder {
            board: [None; Square::NUM],
            side_to_move: Color::White,
            castle_rights: [CastleRights::EMPTY; Color::NUM],
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Returns the fields of `board`.
    pub fn from_board(board: &Board) -> BoardBuilder {
        let side_to_move = board.side_to_move();
        let passed = Rank::Sixth.relative_to(side_to_move);
        BoardBuilder {
            board: Square::ALL.map(|square| board.piece_on(square).zip(board.color_on(square))),
            side_to_move,
            castle_rights: Color::ALL.map(|color| *board.castle_rights(color)),
            en_passant: board.en_passant().map(|file| Square::new(file, passed)),
            halfmove_clock: board.halfmove_clock,
            fullmove_number: board.fullmove_number,
        }
    }

    /// Returns the man on a square; `None` if the square is empty.
    pub fn square(&self, square: Square) -> Option<(Piece, Color)> {
        self.board[square as usize]
    }

    /// Returns a mutable reference to the man on a square; `None` stands for an empty square.
    pub fn square_mut(&mut self, square: Square) -> &mut Option<(Piece, Color)> {
        &mut self.board[square as usize]
    }

    /// Returns the board with these fields; the error names the first invalid field.
    ///
    /// Up to three checking men are accepted, and so are adjacent kings.
    pub fn build(&self) -> Result<Board, FenParseError> {
        let check = |holds: bool, error| if holds { Ok(()) } else { Err(error) };
        let mut board = self.men()?;
        for color in Color::ALL {
            board.set_castle_rights(color, self.castle_rights[color as usize]);
        }
        check(board.castle_rights_are_valid(), FenParseError::InvalidCastlingRights)?;
        board.set_en_passant(self.en_passant.map(Square::file));
        let rank = Rank::Sixth.relative_to(self.side_to_move);
        let has_rank = self.en_passant.is_none_or(|square| square.rank() == rank);
        check(has_rank && board.en_passant_is_valid(), FenParseError::InvalidEnPassant)?;
        (board.halfmove_clock, board.fullmove_number) = (self.halfmove_clock, self.fullmove_number);
        check(self.halfmove_clock <= 100, FenParseError::InvalidHalfMoveClock)?;
        check(self.fullmove_number > 0, FenParseError::InvalidFullmoveNumber)?;
        Ok(board)
    }

    /// Returns the board with the builder's men and side to move, but none of its other fields.
    pub(crate) fn men(&self) -> Result<Board, FenParseError> {
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            if let Some((piece, color)) = self.square(square) {
                board.toggle_man(piece, color, square);
            }
        }
        if self.side_to_move == Color::Black {
            board.toggle_side_to_move();
        }
        if !board.men_are_valid() {
            return Err(FenParseError::InvalidBoard);
        }
        board.update_checks();
        Ok(board)
    }
}
