//! Boards from men on squares.

use cozy_chess_types::{BitBoard, CastleRights, Color, Piece, Rank, Square};

use crate::{board::Board, hashed::Hashed};

/// Why a [`BoardBuilder`] makes no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardBuilderError {
    /// The men cannot stand so: number of kings, men or pawns, a pawn on the first or last rank,
    /// or the side not to move in check.
    #[error("The board is invalid.")]
    InvalidBoard,
    /// A right without king and rook on their squares.
    #[error("The castling rights are invalid.")]
    InvalidCastlingRights,
    /// A square that no pawn can just have passed.
    #[error("The en passant square is invalid.")]
    InvalidEnPassant,
    /// More than 100 plies.
    #[error("The halfmove clock is invalid.")]
    InvalidHalfMoveClock,
    /// Zero.
    #[error("The fullmove number is invalid.")]
    InvalidFullmoveNumber,
}

/// The fields of a position, in any combination; [`BoardBuilder::build`] checks them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardBuilder {
    /// The man on each square, `[square]`.
    pub board: [Option<(Piece, Color)>; Square::NUM],
    /// The side to move.
    pub side_to_move: Color,
    /// Castling rights, `[color]`.
    pub castle_rights: [CastleRights; Color::NUM],
    /// The square that a pawn just passed with a double push.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move, at most 100.
    pub halfmove_clock: u8,
    /// The number of the move, from 1.
    pub fullmove_number: u16,
}

impl BoardBuilder {
    /// No men, no rights, White to move, counters `0 1`.
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

    /// The fields of `board`.
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

    /// The man on a square.
    pub fn square(&self, square: Square) -> Option<(Piece, Color)> {
        self.board[square as usize]
    }

    /// The man on a square, to be replaced.
    pub fn square_mut(&mut self, square: Square) -> &mut Option<(Piece, Color)> {
        &mut self.board[square as usize]
    }

    /// The board with these fields, or the first field that is wrong.
    ///
    /// Three men that give check are accepted, and so are kings that touch.
    pub fn build(&self) -> Result<Board, BoardBuilderError> {
        let mut board = self.men()?;
        self.add_castle_rights(&mut board)?;
        self.add_en_passant(&mut board)?;
        self.add_halfmove_clock(&mut board)?;
        self.add_fullmove_number(&mut board)?;
        Ok(board)
    }

    /// The board with men and side to move only.
    pub(crate) fn men(&self) -> Result<Board, BoardBuilderError> {
        let mut board = Board {
            hashed: Hashed::EMPTY,
            pinned: BitBoard::EMPTY,
            checkers: BitBoard::EMPTY,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        for square in Square::ALL {
            if let Some((piece, color)) = self.square(square) {
                board.hashed.toggle_man(piece, color, square);
            }
        }
        if self.side_to_move == Color::Black {
            board.hashed.toggle_side_to_move();
        }
        if !board.men_are_valid() {
            return Err(BoardBuilderError::InvalidBoard);
        }
        board.update_checks();
        Ok(board)
    }

    pub(crate) fn add_castle_rights(&self, board: &mut Board) -> Result<(), BoardBuilderError> {
        for color in Color::ALL {
            board.hashed.set_castle_rights(color, self.castle_rights[color as usize]);
        }
        let valid = board.castle_rights_are_valid();
        valid.then_some(()).ok_or(BoardBuilderError::InvalidCastlingRights)
    }

    pub(crate) fn add_en_passant(&self, board: &mut Board) -> Result<(), BoardBuilderError> {
        board.hashed.set_en_passant(self.en_passant.map(Square::file));
        let rank = Rank::Sixth.relative_to(self.side_to_move);
        let valid = self.en_passant.is_none_or(|square| square.rank() == rank)
            && board.en_passant_is_valid();
        valid.then_some(()).ok_or(BoardBuilderError::InvalidEnPassant)
    }

    pub(crate) fn add_halfmove_clock(&self, board: &mut Board) -> Result<(), BoardBuilderError> {
        board.halfmove_clock = self.halfmove_clock;
        let valid = self.halfmove_clock <= 100;
        valid.then_some(()).ok_or(BoardBuilderError::InvalidHalfMoveClock)
    }

    pub(crate) fn add_fullmove_number(&self, board: &mut Board) -> Result<(), BoardBuilderError> {
        board.fullmove_number = self.fullmove_number;
        let valid = self.fullmove_number > 0;
        valid.then_some(()).ok_or(BoardBuilderError::InvalidFullmoveNumber)
    }
}
