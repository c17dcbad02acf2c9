//! Parses the start position of a game from its tag `FEN`.

use drawproof_board::{Board, Color, FenParseError, File, Piece, Rank};

/// The start position that a tag `FEN` describes.
pub enum Start {
    /// A position of standard chess.
    Standard(Board),
    /// A position with castling rights that are impossible in standard chess.
    OtherCastling,
}

/// Parses the value of a tag `FEN`, whose last fields are optional; `None` if it is not a legal
/// position.
pub fn start(text: &str) -> Option<Start> {
    const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() {
        return None;
    }
    fields.extend(DEFAULTS.iter().skip(fields.len()));
    parse_start(&fields).or_else(|| {
        // Programs disagree about en-passant squares and counters.
        fields[3..6].copy_from_slice(&["-", "0", "1"]);
        parse_start(&fields)
    })
}

fn parse_start(fields: &[&str]) -> Option<Start> {
    let parse = |fields: &[&str]| fields.join(" ").parse::<Board>();
    let board = match parse(fields) {
        Err(FenParseError::InvalidCastlingRights) => {
            let mut without = fields.to_vec();
            without[2] = "-";
            let placed = parse(&without).ok()?;
            let rights: String = fields[2].chars().filter(|&c| has_rook(&placed, c)).collect();
            if rights.is_empty() {
                return Some(Start::Standard(placed));
            }
            let mut fields = fields.to_vec();
            fields[2] = &rights;
            let board = parse(&fields);
            match board {
                Err(FenParseError::InvalidCastlingRights) => return Some(Start::OtherCastling),
                board => board.ok()?,
            }
        }
        board => board.ok()?,
    };
    Some(if is_standard(&board) { Start::Standard(board) } else { Start::OtherCastling })
}

/// Returns whether the board has a rook for a castling-rights letter of any chess variant.
fn has_rook(board: &Board, letter: char) -> bool {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let (king, rank) = (board.king(color), Rank::First.relative_to(color));
    let rooks = board.colored_pieces(color, Piece::Rook) & rank.bitboard();
    let is_there = |is_wanted: &dyn Fn(File) -> bool| rooks.iter().any(|r| is_wanted(r.file()));
    king.rank() == rank
        && match letter.to_ascii_lowercase() {
            'k' => is_there(&|file| file > king.file()),
            'q' => is_there(&|file| file < king.file()),
            letter => is_there(&|file| char::from(file) == letter),
        }
}

/// Returns whether castling rights are possible in standard chess.
fn is_standard(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let rooks = rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A);
        let none = rights.short.is_none() && rights.long.is_none();
        let king = board.king(color);
        none || (rooks && king.file() == File::E && king.rank() == Rank::First.relative_to(color))
    })
}
