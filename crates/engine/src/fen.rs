//! FENs in the spellings of chess programs: with castling rights, and possibly without counters.

use drawproof_board::{
    Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square,
    fen::{self, FenError, Fields},
};

use super::quote::quote;

/// The maximum number of men of a side.
const MEN_MAX: usize = 16;
/// The maximum number of pawns of a side.
const PAWNS_MAX: usize = 8;

/// The reason why the engine cannot play from the position that a text describes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is empty.
    #[error("there is no FEN")]
    Empty,
    /// A field cannot be read, or the position is illegal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A side has more men or pawns than at the start of a game.
    #[error("{color} has {count} {kind}: a side has at most {most}")]
    TooMany {
        /// The side, `White` or `Black`.
        color: &'static str,
        /// The kind of men of which there are too many, `men` or `pawns`.
        kind: &'static str,
        /// The number of these men that the side has.
        count: usize,
        /// The maximum number of these men.
        most: usize,
    },
    /// The castling rights cannot be read, or their king or rook is not on its square.
    #[error(
        "castling rights '{0}': write '-', or letters of KQkq whose king and rook stand where a game \
         of standard chess begins"
    )]
    CastlingRights(String),
}

/// Parses a FEN. Missing fields default to `w - - 0 1`. A half-move clock greater than 100 is read
/// as 100.
///
/// An en-passant square is ignored if a man other than the passed pawn gives check, because no
/// capture on it would be legal.
///
/// # Errors
///
/// Fails if the text is not the FEN of a legal position. Positions that no game can reach are
/// legal, but no side may have more than 16 men or 8 pawns.
pub fn parse(text: &str) -> Result<Board, PositionError> {
    if text.trim().is_empty() {
        return Err(PositionError::Empty);
    }
    let fields = Fields::split(text, char::is_whitespace, 1)?;
    check_counts(fields.men)?;
    // The check of the en-passant square depends on the other fields.
    let board = Fields { castling: "-", ..fields }.board()?;
    let board = with_castling_rights(&board, fields.castling)?;
    match fen::with_en_passant(&board, fields.en_passant) {
        Err(FenError::NoDoublePush(square)) if has_passed(&board, square) => Ok(board),
        other => Ok(other?),
    }
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
    let castle_rights = fen::read_rights(field, fen::standard_right).ok_or_else(wrong)?;
    let is_home = |color: Color| {
        let home = Square::new(File::E, Rank::First.relative_to(color));
        castle_rights[color as usize] == CastleRights::EMPTY || board.king(color) == home
    };
    if !Color::ALL.into_iter().all(is_home) {
        return Err(wrong());
    }
    let builder = BoardBuilder { castle_rights, ..BoardBuilder::from_board(board) };
    builder.build().map_err(|_| wrong())
}

/// Returns whether a pawn stands beyond a square, and neither the square nor the pawn's start
/// square is occupied.
fn has_passed(board: &Board, square: Square) -> bool {
    let us = board.side_to_move();
    let [origin, pawn] = [Rank::Seventh, Rank::Fifth]
        .map(|rank| Square::new(square.file(), rank.relative_to(us)).bitboard());
    !board.colored_pieces(!us, Piece::Pawn).is_disjoint(pawn)
        && board.occupied().is_disjoint(origin | square.bitboard())
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
            // Three men give check. No game reaches this position, but it is legal.
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
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "'e3' is not an en-passant square"),
            ("4k3/8/4p3/4p3/8/8/8/4K3 w - e6 0 1", "no pawn can just have passed e6"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' is not a side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "'-1' is not a move counter"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 0", "is not a FEN"),
            ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "is not a board"),
            ("", "there is no FEN"),
        ] {
            let problem = parse(fen).unwrap_err().to_string();
            assert!(problem.contains(reason), "{fen}: {problem}");
        }
    }
}
