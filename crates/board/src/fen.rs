//! The strict FEN parser for positions of endgame tables, with errors of one line that explain.
//!
//! It accepts any legal placement, reachable or not, with up to three men that give check, and
//! rejects castling rights. `Board`'s `FromStr` reads FEN of whole games.

use alloc::{string::String, vec::Vec};

use cozy_chess_types::{Color, File, Piece, Rank, Square};

use crate::{attacks::get_king_moves, board::Board, builder::BoardBuilder};

/// Why a text is not the FEN of a legal position without castling rights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Fewer than four fields or more than six.
    #[error(
        "'{0}' is not a FEN: write the men, the side to move, castling rights and en-passant \
         square, such as '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'"
    )]
    Fields(String),
    /// The first field does not describe eight ranks of eight squares.
    #[error("'{0}' is no board: a FEN gives eight ranks, eighth first, of eight squares each")]
    Board(String),
    /// The second field is neither `w` nor `b`.
    #[error("'{0}' is no side to move: write 'w' or 'b'")]
    SideToMove(String),
    /// The third field is not `-`.
    #[error("castling rights '{0}': tables know positions without them only, write '-'")]
    CastlingRights(String),
    /// The fourth field is neither `-` nor a square on the rank that a double push passes.
    #[error("'{0}' is no en-passant square: write '-' or the square that a pawn just passed")]
    EnPassant(String),
    /// The fourth field names a square that no pawn can just have passed.
    #[error("no pawn can just have passed {0}: write '-' if there is no en-passant right")]
    NoDoublePush(Square),
    /// The fifth or sixth field is not a number from 0 to 65535.
    #[error("'{0}' is no move counter: the last two fields are numbers, '0 1' if unknown")]
    Counter(String),
    /// A side without a king, or with two or more.
    #[error("{color} has {count} kings: each side has one")]
    Kings {
        /// The side.
        color: &'static str,
        /// Its number of kings.
        count: usize,
    },
    /// A pawn on the first or last rank.
    #[error("a pawn stands on {0}: pawns stand on ranks 2 to 7")]
    PawnRank(Square),
    /// The kings stand on neighbouring squares.
    #[error("the kings touch: the position is illegal")]
    KingsTouch,
    /// The side not to move is in check.
    #[error("{0} is in check but it is not its turn: the position is illegal")]
    OpponentInCheck(&'static str),
}

/// Parses a FEN. The half-move clock and the move number may be left out; they are then `0 1`.
pub fn parse(text: &str) -> Result<Board, FenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let &[men, side, castling, en_passant, ref counters @ ..] = &fields[..] else {
        return Err(FenError::Fields(excerpt(text)));
    };
    if counters.len() > 2 {
        return Err(FenError::Fields(excerpt(text)));
    }
    let mut builder = BoardBuilder::empty();
    read_men(men, &mut builder)?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(FenError::SideToMove(excerpt(side))),
    };
    if castling != "-" {
        return Err(FenError::CastlingRights(excerpt(castling)));
    }
    read_counters(counters, &mut builder)?;
    check_men(&builder)?;
    let board = builder.build();
    let board = board.map_err(|_| FenError::OpponentInCheck(name(!builder.side_to_move)))?;
    if en_passant == "-" {
        return Ok(board);
    }
    let square = en_passant.parse::<Square>().ok();
    let rank = Rank::Sixth.relative_to(builder.side_to_move);
    let square = square.filter(|square| square.rank() == rank);
    let square = square.ok_or_else(|| FenError::EnPassant(excerpt(en_passant)))?;
    builder.en_passant = Some(square);
    builder.build().map_err(|_| FenError::NoDoublePush(square))
}

/// The most characters of a text that errors quote.
pub const EXCERPT_MAX: usize = 90;

/// A text as errors quote it: on one line, at most [`EXCERPT_MAX`] characters, control characters as
/// blanks.
pub fn excerpt(text: &str) -> String {
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().take(EXCERPT_MAX).map(visible).collect()
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn read_men(field: &str, builder: &mut BoardBuilder) -> Result<(), FenError> {
    let bad = || FenError::Board(excerpt(field));
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != Rank::NUM {
        return Err(bad());
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(9).filter(|&n| n > 0) {
                file += empty as usize;
                continue;
            }
            let piece = letter.to_ascii_lowercase().try_into().map_err(|_| bad())?;
            let white = letter.is_ascii_uppercase();
            let square = Square::new(File::try_index(file).ok_or_else(bad)?, rank);
            *builder.square_mut(square) =
                Some((piece, if white { Color::White } else { Color::Black }));
            file += 1;
        }
        if file != File::NUM {
            return Err(bad());
        }
    }
    Ok(())
}

/// Reads half-move clock and move number. A clock beyond 100 plies becomes 100, because the
/// fifty-move rule does not tell them apart; move number 0 becomes 1.
fn read_counters(fields: &[&str], builder: &mut BoardBuilder) -> Result<(), FenError> {
    let number = |field: &&str| field.parse::<u16>().map_err(|_| FenError::Counter(excerpt(field)));
    if let Some(field) = fields.first() {
        builder.halfmove_clock = number(field)?.min(100) as u8;
    }
    if let Some(field) = fields.get(1) {
        builder.fullmove_number = number(field)?.max(1);
    }
    Ok(())
}

/// Checks that each side has one king, that the kings are apart and that no pawn stands on the
/// first or last rank.
fn check_men(builder: &BoardBuilder) -> Result<(), FenError> {
    let mut kings = [Vec::new(), Vec::new()];
    for square in Square::ALL {
        match builder.square(square) {
            Some((Piece::King, color)) => kings[color as usize].push(square),
            Some((Piece::Pawn, _)) if matches!(square.rank(), Rank::First | Rank::Eighth) => {
                return Err(FenError::PawnRank(square));
            }
            _ => {}
        }
    }
    for color in Color::ALL {
        let count = kings[color as usize].len();
        if count != 1 {
            return Err(FenError::Kings { color: name(color), count });
        }
    }
    if get_king_moves(kings[0][0]).has(kings[1][0]) {
        return Err(FenError::KingsTouch);
    }
    Ok(())
}
