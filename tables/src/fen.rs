//! Reading a position from a FEN, with an error of one line that says what is wrong with it.
//!
//! For positions of tables: without castling rights, any legal placement, reachable or not, with up
//! to three men giving check. [`crate::Placement::to_board`] says what is legal; this names the
//! reason where it is not.

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves};

/// Why a text is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Not the right number of fields.
    #[error(
        "'{0}' is not a FEN: write the men, the side to move, castling rights and en-passant \
         square, such as '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'"
    )]
    Fields(String),
    /// The first field does not fill eight ranks.
    #[error("'{0}' is no board: a FEN gives eight ranks, eighth first, of eight squares each")]
    Board(String),
    /// The second field.
    #[error("'{0}' is no side to move: write 'w' or 'b'")]
    SideToMove(String),
    /// The third field names rights.
    #[error("castling rights '{0}': tables know positions without them only, write '-'")]
    CastlingRights(String),
    /// The fourth field is no square on the rank a double push passes.
    #[error("'{0}' is no en-passant square: write '-' or the square that a pawn just passed")]
    EnPassant(String),
    /// The fourth field names a square that no pawn can just have passed.
    #[error("no pawn can just have passed {0}: write '-' if there is no en-passant right")]
    NoDoublePush(Square),
    /// The last fields.
    #[error("'{0}' is no move counter: the last two fields are numbers, '0 1' if unknown")]
    Counter(String),
    /// Not one king.
    #[error("{color} has {count} kings: each side has one")]
    Kings {
        /// The side.
        color: &'static str,
        /// Its number of kings.
        count: usize,
    },
    /// A pawn where none can be.
    #[error("a pawn stands on {0}: pawns stand on ranks 2 to 7")]
    PawnRank(Square),
    /// Touching kings.
    #[error("the kings touch: the position is illegal")]
    KingsTouch,
    /// The side that has moved is in check.
    #[error("{0} is in check but it is not its turn: the position is illegal")]
    OpponentInCheck(&'static str),
}

/// The position of a FEN. The counters may be left out.
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

/// A text as errors quote it: on one line and not endless.
fn excerpt(text: &str) -> String {
    text.chars().take(90).map(|c| if c.is_control() { ' ' } else { c }).collect()
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

/// Halfmove clock and move number; clocks beyond what the rules know are cut.
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

/// One king a side, apart from each other, and pawns where they can be.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_is_what_its_board_prints() {
        for fen in [
            "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1",
            "8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 12 34",
        ] {
            assert_eq!(parse(fen).unwrap().to_string(), fen);
        }
        let short = parse("8/8/8/8/8/6k1/4P3/2K5 w - -").unwrap();
        assert_eq!(short.to_string(), "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1");
    }

    #[test]
    fn three_checkers_are_read() {
        let board = parse("8/8/8/R7/3B4/8/2N5/k6K b - - 0 1").unwrap();
        assert_eq!(board.checkers().len(), 3);
    }

    #[test]
    fn what_is_wrong_is_named_on_one_line() {
        for (fen, says) in [
            ("", "not a FEN"),
            ("8/8/8/8/8/6k1/4P3/2K5", "not a FEN"),
            ("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1 2", "not a FEN"),
            ("hello world - -", "no board"),
            ("8/8/8/8/8/6k1/2K5 w - - 0 1", "no board"),
            ("8/8/8/8/8/6k1/4P4/2K5 w - - 0 1", "no board"),
            ("8/8/8/8/8/6k1/4P2/2K5 w - - 0 1", "no board"),
            ("8/8/8/8/8/6k1/09/2K5 w - - 0 1", "no board"),
            ("8/8/8/8/8/6k1/4X3/2K5 w - - 0 1", "no board"),
            ("8/8/8/8/8/6k1/4P3/2K5 x - - 0 1", "side to move"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling rights 'K'"),
            ("8/8/8/8/8/6k1/4P3/2K5 w - e9 0 1", "en-passant square"),
            ("8/8/8/8/8/6k1/4P3/2K5 w - e3 0 1", "en-passant square"),
            ("8/8/8/8/8/6k1/4P3/2K5 w - e6 0 1", "just have passed e6"),
            ("8/8/8/8/8/6k1/4P3/2K5 w - - x 1", "move counter"),
            ("8/8/8/8/8/8/4P3/2K5 w - - 0 1", "Black has 0 kings"),
            ("8/8/K7/8/8/6k1/4P3/2K5 w - - 0 1", "White has 2 kings"),
            ("P7/8/8/8/8/6k1/4P3/2K5 w - - 0 1", "a pawn stands on a8"),
            ("8/8/8/8/8/6k1/4P3/2K4p w - - 0 1", "a pawn stands on h1"),
            ("8/8/8/8/8/8/2k1P3/2K5 w - - 0 1", "kings touch"),
            ("8/8/8/8/8/3k4/4P3/2K5 w - - 0 1", "Black is in check"),
            ("8/8/8/8/8/6k1/4P3/2K5\nw - e9", "en-passant square"),
        ] {
            let text = parse(fen).unwrap_err().to_string();
            assert!(text.contains(says) && !text.contains('\n'), "{fen}: {text}");
        }
    }
}
