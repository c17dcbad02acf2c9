//! Boards from and to FEN as chess programs exchange it: castling rights included, standard or
//! Shredder notation, all six fields. [`crate::fen`] reads FEN of table positions.

use alloc::string::String;
use core::{
    fmt::{self, Display, Formatter, Write},
    str::FromStr,
};

use cozy_chess_types::{CastleRights, Color, File, Piece, Rank, Square};

use crate::{
    board::Board,
    builder::{BoardBuilder, BoardBuilderError},
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Why a text is not the FEN of a legal position: the first field that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenParseError {
    /// Field 1: unreadable, or men that cannot stand so (see [`BoardBuilderError`]), or more than
    /// two men that give check.
    #[error("The board is invalid.")]
    InvalidBoard,
    /// Field 2 is neither `w` nor `b`.
    #[error("The side to move is invalid.")]
    InvalidSideToMove,
    /// Field 3: unreadable, or a right without king and rook on their squares.
    #[error("The castling rights are invalid.")]
    InvalidCastlingRights,
    /// Field 4: unreadable, or a square that no pawn can just have passed.
    #[error("The en passant square is invalid.")]
    InvalidEnPassant,
    /// Field 5 is not a number from 0 to 100.
    #[error("The halfmove clock is invalid.")]
    InvalidHalfMoveClock,
    /// Field 6 is not a number from 1 to 65535.
    #[error("The fullmove number is invalid.")]
    InvalidFullmoveNumber,
    /// Fewer than six fields.
    #[error("The FEN is missing a field.")]
    MissingField,
    /// More than six fields.
    #[error("The FEN has too many fields.")]
    TooManyFields,
}

impl From<BoardBuilderError> for FenParseError {
    fn from(error: BoardBuilderError) -> FenParseError {
        match error {
            BoardBuilderError::InvalidBoard => FenParseError::InvalidBoard,
            BoardBuilderError::InvalidCastlingRights => FenParseError::InvalidCastlingRights,
            BoardBuilderError::InvalidEnPassant => FenParseError::InvalidEnPassant,
            BoardBuilderError::InvalidHalfMoveClock => FenParseError::InvalidHalfMoveClock,
            BoardBuilderError::InvalidFullmoveNumber => FenParseError::InvalidFullmoveNumber,
        }
    }
}

impl Default for Board {
    /// The start position.
    fn default() -> Board {
        START.parse().expect("the start position is legal")
    }
}

impl FromStr for Board {
    type Err = FenParseError;

    /// Reads a FEN. Castling rights are letters `KQkq`, or the files of the rooks (Shredder FEN).
    fn from_str(text: &str) -> Result<Board, FenParseError> {
        match read(text, standard_rights) {
            Err(FenParseError::InvalidCastlingRights) => read(text, shredder_rights),
            result => result,
        }
    }
}

/// Reads castling rights of both sides, `[color]`.
type ReadRights = fn(&str, &Board) -> Option<[CastleRights; Color::NUM]>;

fn read(text: &str, read_rights: ReadRights) -> Result<Board, FenParseError> {
    let mut fields = text.split(' ');
    let mut field = || fields.next().ok_or(FenParseError::MissingField);
    let mut builder = BoardBuilder::empty();

    read_men(field()?, &mut builder).ok_or(FenParseError::InvalidBoard)?;
    builder.side_to_move = field()?.parse().map_err(|_| FenParseError::InvalidSideToMove)?;
    let mut board = builder.men()?;
    if board.checkers().len() > 2 {
        return Err(FenParseError::InvalidBoard);
    }

    builder.castle_rights =
        read_rights(field()?, &board).ok_or(FenParseError::InvalidCastlingRights)?;
    builder.add_castle_rights(&mut board)?;

    let en_passant = field()?;
    if en_passant != "-" {
        let square = en_passant.parse().map_err(|_| FenParseError::InvalidEnPassant)?;
        builder.en_passant = Some(square);
    }
    builder.add_en_passant(&mut board)?;

    builder.halfmove_clock = field()?.parse().map_err(|_| FenParseError::InvalidHalfMoveClock)?;
    builder.add_halfmove_clock(&mut board)?;
    builder.fullmove_number = field()?.parse().map_err(|_| FenParseError::InvalidFullmoveNumber)?;
    builder.add_fullmove_number(&mut board)?;

    if fields.next().is_some() {
        return Err(FenParseError::TooManyFields);
    }
    Ok(board)
}

/// Reads the first field. Upper ranks may be left out: they are empty.
fn read_men(field: &str, builder: &mut BoardBuilder) -> Option<()> {
    for (rank, row) in field.rsplit('/').enumerate() {
        let rank = Rank::try_index(rank)?;
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase()).ok()?;
            let square = Square::new(File::try_index(file)?, rank);
            *builder.square_mut(square) = Some((piece, color_of(letter)));
            file += 1;
        }
        if file != File::NUM {
            return None;
        }
    }
    Some(())
}

/// Reads rights as the letters `KQkq`: rooks on the h-file and the a-file.
fn standard_rights(field: &str, _: &Board) -> Option<[CastleRights; Color::NUM]> {
    read_rights(field, |letter| match letter.to_ascii_lowercase() {
        'k' => Some((true, File::H)),
        'q' => Some((false, File::A)),
        _ => None,
    })
}

/// Reads rights as the files of the rooks: those beyond the king's file are short.
fn shredder_rights(field: &str, board: &Board) -> Option<[CastleRights; Color::NUM]> {
    read_rights(field, |letter| {
        let file = File::try_from(letter.to_ascii_lowercase()).ok()?;
        Some((board.king(color_of(letter)).file() < file, file))
    })
}

/// Reads rights by a function from a letter to "short?" and the rook's file. `None` if a letter
/// means nothing or a right is given twice.
fn read_rights(
    field: &str,
    right: impl Fn(char) -> Option<(bool, File)>,
) -> Option<[CastleRights; Color::NUM]> {
    let mut rights = [CastleRights::EMPTY; Color::NUM];
    if field == "-" {
        return Some(rights);
    }
    for letter in field.chars() {
        let (short, file) = right(letter)?;
        let of_color = &mut rights[color_of(letter) as usize];
        let right = if short { &mut of_color.short } else { &mut of_color.long };
        if right.replace(file).is_some() {
            return None;
        }
    }
    Some(rights)
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

fn letter_of(color: Color, letter: char) -> char {
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

impl Display for Board {
    /// Writes the FEN; with `{:#}` Shredder FEN, whose castling rights are files of rooks.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            self.write_rank(rank, f)?;
            if rank != Rank::First {
                f.write_char('/')?;
            }
        }
        let rights = self.rights_text(f.alternate());
        write!(f, " {} {rights} ", self.side_to_move())?;
        match self.en_passant() {
            Some(file) => {
                let rank = Rank::Sixth.relative_to(self.side_to_move());
                write!(f, "{}", Square::new(file, rank))?;
            }
            None => f.write_char('-')?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

impl Board {
    fn write_rank(&self, rank: Rank, f: &mut Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some((piece, color)) = self.piece_on(square).zip(self.color_on(square)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            empty = 0;
            f.write_char(letter_of(color, piece.into()))?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        Ok(())
    }

    fn rights_text(&self, shredder: bool) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let rights = self.castle_rights(color);
            for (right, standard) in [(rights.short, 'k'), (rights.long, 'q')] {
                let letter = right.map(|file| if shredder { file.into() } else { standard });
                text.extend(letter.map(|letter| letter_of(color, letter)));
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }
}
