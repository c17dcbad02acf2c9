//! Parses moves as people and programs write them in games.

use drawproof_board::notation::parse_uci_move;
use drawproof_board::{Board, File, Move, Piece, Rank, Square};

/// The reason why a word is not a move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The word does not look like a move.
    #[error("not a move")]
    NotAMove,
    /// No legal move matches.
    #[error("not a legal move")]
    Illegal,
    /// Several legal moves match.
    #[error("not clear which man moves")]
    Ambiguous,
    /// A null move, by which the side to move passes.
    #[error("a null move")]
    Null,
}

/// Parses `text` as a legal move of `board`. It accepts strict and careless SAN, with or without
/// check marks, long algebraic notation (`Ng1-f3`) and UCI notation (`g1f3`).
///
/// # Errors
/// Fails if no move matches, or several do.
pub fn parse_move(board: &Board, text: &str) -> Result<Move, SanError> {
    if ["--", "Z0", "0000", "@@@@", "null", "pass"].contains(&text) {
        return Err(SanError::Null);
    }
    let text = without_glyphs(text);
    match parse_plain(board, text) {
        Err(error @ (SanError::NotAMove | SanError::Illegal)) => {
            // ChessBase writes these letters for a novelty and a diagram.
            let plain = text.strip_suffix(['N', 'D']).map(without_glyphs);
            plain.map_or(Err(error), |plain| parse_plain(board, plain).map_err(|_| error))
        }
        parsed => parsed,
    }
}

/// Returns a move without its suffixes: check, mate, NAGs, glyphs of any kind, "e.p.".
fn without_glyphs(text: &str) -> &str {
    let text = text.split('$').next().unwrap_or_default();
    let is_glyph = |c: char| !c.is_ascii_alphanumeric() && c != ')';
    let text = text.trim_end_matches(is_glyph);
    let text = text.strip_suffix("e.p").or(text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end_matches(is_glyph)
}

fn parse_plain(board: &Board, text: &str) -> Result<Move, SanError> {
    if !text.is_ascii() {
        return Err(SanError::NotAMove);
    }
    if text.starts_with(['O', 'o', '0']) {
        match text.replace(['o', '0'], "O").as_str() {
            "O-O" | "OO" => return castle(board, true),
            "O-O-O" | "OOO" => return castle(board, false),
            _ => {}
        }
    }
    let begins_with_squares = text.len() >= 4
        && text.as_bytes()[1].is_ascii_digit()
        && text.as_bytes()[3].is_ascii_digit();
    if begins_with_squares
        && let Ok(mv) = parse_uci_move(board, &text.to_ascii_lowercase())
        && board.is_legal(mv)
    {
        return Ok(mv);
    }
    find(board, &Pattern::parse(text).ok_or(SanError::NotAMove)?)
}

fn castle(board: &Board, short: bool) -> Result<Move, SanError> {
    let us = board.side_to_move();
    let rights = board.castle_rights(us);
    let rook = if short { rights.short } else { rights.long }.ok_or(SanError::Illegal)?;
    let to = Square::new(rook, Rank::First.relative_to(us));
    let mv = Move { from: board.king(us), to, promotion: None };
    if board.is_legal(mv) { Ok(mv) } else { Err(SanError::Illegal) }
}

/// The parts of a move in SAN.
struct Pattern {
    piece: Piece,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let (piece, rest) = match text.as_bytes().first()? {
            b'K' => (Piece::King, &text[1..]),
            b'Q' => (Piece::Queen, &text[1..]),
            b'R' => (Piece::Rook, &text[1..]),
            b'B' => (Piece::Bishop, &text[1..]),
            b'N' | b'S' => (Piece::Knight, &text[1..]),
            b'P' => (Piece::Pawn, &text[1..]),
            _ => (Piece::Pawn, text),
        };
        let mut squares: Vec<u8> = Vec::new();
        let mut promotion = None;
        for byte in rest.bytes() {
            match byte {
                b'x' | b'X' | b':' | b'-' | b'=' | b'/' | b'(' | b')' => {}
                b'a'..=b'h' | b'1'..=b'8' if promotion.is_none() && squares.len() < 4 => {
                    // "e8b" is a promotion to a bishop only if no square follows: a file after a
                    // square is not a promotion.
                    let ends = squares.len() >= 2 && is_square(&squares[squares.len() - 2..]);
                    if byte == b'b'
                        && ends
                        && matches!(squares.last(), Some(b'1' | b'8'))
                        && rest.ends_with('b')
                    {
                        promotion = Some(Piece::Bishop);
                    } else {
                        squares.push(byte);
                    }
                }
                b'Q' | b'q' if promotion.is_none() => promotion = Some(Piece::Queen),
                b'R' | b'r' if promotion.is_none() => promotion = Some(Piece::Rook),
                b'B' if promotion.is_none() => promotion = Some(Piece::Bishop),
                b'N' | b'n' if promotion.is_none() => promotion = Some(Piece::Knight),
                _ => return None,
            }
        }
        let to = squares.split_off(squares.len().checked_sub(2)?);
        if !is_square(&to) || (promotion.is_some() && piece != Piece::Pawn) {
            return None;
        }
        let (mut from_file, mut from_rank) = (None, None);
        for byte in squares {
            if byte.is_ascii_digit() {
                from_rank = Some(rank(byte));
            } else if from_file.replace(file(byte)).is_some() {
                return None;
            }
        }
        Some(Pattern {
            piece,
            from_file,
            from_rank,
            to: Square::new(file(to[0]), rank(to[1])),
            promotion,
        })
    }

    fn fits(&self, from: Square) -> bool {
        self.from_file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
    }
}

fn is_square(bytes: &[u8]) -> bool {
    matches!(bytes, [b'a'..=b'h', b'1'..=b'8'])
}

/// Converts a letter from a to h into a file.
fn file(byte: u8) -> File {
    File::index(usize::from(byte - b'a'))
}

/// Converts a digit from 1 to 8 into a rank.
fn rank(byte: u8) -> Rank {
    Rank::index(usize::from(byte - b'1'))
}

fn find(board: &Board, pattern: &Pattern) -> Result<Move, SanError> {
    let mut found = None;
    let mut several = false;
    let us = board.side_to_move();
    // A king next to its rook may seem to capture it, but that is castling.
    let own = board.colors(us);
    board.generate_moves_for(board.colored_pieces(us, pattern.piece), |set| {
        if pattern.fits(set.from) && set.to.has(pattern.to) && !own.has(pattern.to) {
            several |= found.replace(set.from).is_some();
        }
        false
    });
    let from = found.ok_or(SanError::Illegal)?;
    if several {
        return Err(SanError::Ambiguous);
    }
    let last_rank = matches!(pattern.to.rank(), Rank::First | Rank::Eighth);
    let promotes = pattern.piece == Piece::Pawn && last_rank;
    if promotes != pattern.promotion.is_some() {
        return Err(SanError::Illegal);
    }
    Ok(Move { from, to: pattern.to, promotion: pattern.promotion })
}
