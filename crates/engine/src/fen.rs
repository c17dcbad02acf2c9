//! FENs as chess programs write them: with castling rights, and perhaps without counters.

use drawproof_board::{
    Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square,
    fen::{self, FenError},
};

use super::quote::quote;

/// Men of a side at the start of a game, and so at any time.
const MEN_MAX: usize = 16;
/// Pawns of a side at the start of a game.
const PAWNS_MAX: usize = 8;

/// Why a text is not the FEN of a position that the engine plays from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is blank.
    #[error("there is no FEN")]
    Empty,
    /// A field cannot be read, or the position is illegal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// More men or pawns of a side than a game begins with.
    #[error("{color} has {count} {kind}: a side has at most {most}")]
    TooMany {
        /// The side.
        color: &'static str,
        /// `men` or `pawns`.
        kind: &'static str,
        /// How many the side has.
        count: usize,
        /// How many it may have.
        most: usize,
    },
    /// Castling rights that cannot be read, or without king and rook on their squares.
    #[error(
        "castling rights '{0}': write '-', or letters of KQkq whose king and rook stand where a game \
         of standard chess begins"
    )]
    CastlingRights(String),
}

/// Reads a FEN. Missing fields are `w - - 0 1`; the half-move clock stops at 100.
///
/// An en-passant square counts for nothing if another man than the pawn that passed it gives check,
/// because no capture there would be legal.
///
/// # Errors
/// If the text is not a FEN, or not that of a legal position. Positions that no game can reach are
/// legal, but no side has more than 16 men or 8 pawns.
pub fn parse(text: &str) -> Result<Board, PositionError> {
    const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() {
        return Err(PositionError::Empty);
    }
    fields.extend(DEFAULTS.iter().skip(fields.len()));
    check_counts(fields[0])?;
    // The parser of table positions knows no castling rights, and an en-passant square depends on
    // what it finds.
    let castling = std::mem::replace(&mut fields[2], "-");
    let en_passant = std::mem::replace(&mut fields[3], "-");
    let board = fen::parse(&fields.join(" "))?;
    let board = with_castling_rights(&board, castling)?;
    with_en_passant(board, en_passant)
}

/// Checks the number of men and pawns of each side in the first field, other letters included.
fn check_counts(men: &str) -> Result<(), PositionError> {
    for (color, of_side, pawn) in [
        ("White", char::is_ascii_uppercase as fn(&char) -> bool, 'P'),
        ("Black", char::is_ascii_lowercase, 'p'),
    ] {
        let all = men.chars().filter(of_side).count();
        let pawns = men.chars().filter(|&letter| letter == pawn).count();
        for (kind, count, most) in [("men", all, MEN_MAX), ("pawns", pawns, PAWNS_MAX)] {
            if count > most {
                return Err(PositionError::TooMany { color, kind, count, most });
            }
        }
    }
    Ok(())
}

fn with_castling_rights(board: &Board, field: &str) -> Result<Board, PositionError> {
    let wrong = || PositionError::CastlingRights(quote(field));
    let mut builder = BoardBuilder::from_board(board);
    for letter in field.chars().filter(|_| field != "-") {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let CastleRights { short, long } = &mut builder.castle_rights[color as usize];
        // Shredder FEN names the file of the rook.
        let (right, rook) = match letter.to_ascii_lowercase() {
            'k' | 'h' => (short, File::H),
            'q' | 'a' => (long, File::A),
            _ => return Err(wrong()),
        };
        let king = Square::new(File::E, Rank::First.relative_to(color));
        if board.king(color) != king || right.replace(rook).is_some() {
            return Err(wrong());
        }
    }
    builder.build().map_err(|_| wrong())
}

fn with_en_passant(board: Board, field: &str) -> Result<Board, PositionError> {
    if field == "-" {
        return Ok(board);
    }
    let us = board.side_to_move();
    let square = field.parse::<Square>().ok();
    let square = square.filter(|square| square.rank() == Rank::Sixth.relative_to(us));
    let square = square.ok_or_else(|| FenError::EnPassant(quote(field)))?;
    let [origin, pawn] = [Rank::Seventh, Rank::Fifth]
        .map(|rank| Square::new(square.file(), rank.relative_to(us)).bitboard());
    let pushed = board.colored_pieces(!us, Piece::Pawn) & pawn;
    if pushed.is_empty() || !board.occupied().is_disjoint(origin | square.bitboard()) {
        return Err(FenError::NoDoublePush(square).into());
    }
    let mut builder = BoardBuilder::from_board(&board);
    builder.en_passant = Some(square);
    Ok(builder.build().unwrap_or(board))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn fens_are_read_leniently_and_nonsense_is_refused() {
        assert_eq!(parse(START).unwrap(), Board::default());
        assert_eq!(
            parse("  4k3/8/8/8/8/8/8/4K3   w ").unwrap(),
            parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap()
        );
        assert_eq!(parse("4k3/8/8/8/8/8/8/4K3 w - - 130 0").unwrap().halfmove_clock(), 100);
        assert!(parse("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1").is_ok());
        for nonsense in ["", "w", "x w", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4KK2 w"] {
            assert!(parse(nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn rights_and_en_passant_squares_are_kept() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 7",
            "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1",
            // Three men give check: no game reaches this, and it is legal.
            "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1",
        ] {
            assert_eq!(parse(fen).unwrap().to_string(), fen);
        }
        let shredder = START.replace("KQkq", "HAha");
        assert_eq!(parse(&shredder).unwrap(), Board::default());
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        for (fen, reason) in [
            ("5k2/p5K1/8/8/2Q5/8/8/8 w - - 0 1", "the kings touch"),
            ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check but it is not its turn"),
            ("3Pk3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on d8"),
            ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on a1"),
            ("4k3/8/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1", "Black is in check"),
            ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 b - - 0 1", "White has 17 men"),
            ("4k3/p7/pppppppp/8/8/8/8/4K3 b - - 0 1", "Black has 9 pawns"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling rights 'K'"),
            ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "castling rights 'K'"),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling rights 'KK'"),
            ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "castling rights 'B'"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can just have passed e6"),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "'e3' is no en-passant square"),
            ("4k3/8/4p3/4p3/8/8/8/4K3 w - e6 0 1", "no pawn can just have passed e6"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' is no side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "'-1' is no move counter"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 0", "is not a FEN"),
            ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "is no board"),
            ("", "there is no FEN"),
        ] {
            let problem = parse(fen).unwrap_err().to_string();
            assert!(problem.contains(reason), "{fen}: {problem}");
        }
    }
}
