//! FENs as clients of the API write them.

use drawproof_board::{
    Board, Color, Piece, Rank, Square,
    fen::{FenError, excerpt, parse},
};

/// Why a text is no FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFen {
    /// A part of the text is wrong, or the position is illegal.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The third field is neither `-` nor letters of castling rights.
    #[error("'{0}' is no castling field: write '-' if there are no castling rights")]
    Castling(String),
    /// The position with castling rights is not one that can come about in a game.
    #[error("the position with castling rights '{0}' is illegal: {1}")]
    WithCastling(String, drawproof_board::FenParseError),
}

/// Most bytes of a FEN; every legal one is shorter.
const BYTES_MAX: usize = 256;

/// Reads a FEN as the Lichess API does: its fields are separated by blanks or underscores, and all but
/// the first may be left out at the end. Castling rights without king and rook on their squares are
/// ignored, and so is an en-passant square that no pawn can just have passed. Promoted men may be
/// marked, `Q~`.
///
/// # Errors
///
/// The text is no FEN, or the position is illegal.
pub fn read_fen(text: &str) -> Result<Board, BadFen> {
    let mut fields = ["", "w", "-", "-", "0", "1"];
    let given = text.split([' ', '_', '\t']).filter(|field| !field.is_empty());
    let mut count = 0;
    for field in given {
        match fields.get_mut(count) {
            Some(place) => *place = field,
            None => return Err(FenError::Fields(excerpt(text)).into()),
        }
        count += 1;
    }
    if count == 0 || text.len() > BYTES_MAX {
        return Err(FenError::Fields(excerpt(text)).into());
    }
    let men = fields[0].replace('~', "");
    fields[0] = &men;
    let rights = match fields[2] {
        "-" => String::new(),
        letters => castling_rights(&men, letters)?,
    };
    if rights.is_empty() {
        return without_rights(&mut fields);
    }
    // The parser of tables first: its errors name what is wrong with the men.
    let clock = without_rights(&mut fields)?.halfmove_clock();
    fields[2] = &rights;
    let clock = clock.to_string();
    fields[4] = &clock;
    let board = fields.join(" ").parse();
    board.map_err(|error| BadFen::WithCastling(rights.clone(), error))
}

/// The position without castling rights. Replaces an impossible en-passant square by `-`.
fn without_rights(fields: &mut [&str; 6]) -> Result<Board, BadFen> {
    fields[2] = "-";
    match parse(&fields.join(" ")) {
        Err(FenError::NoDoublePush(_)) => {}
        Err(FenError::EnPassant(text)) if text.parse::<Square>().is_ok() => {}
        other => return Ok(other?),
    }
    fields[3] = "-";
    Ok(parse(&fields.join(" "))?)
}

/// The letters of those castling rights whose king and rook stand on their squares.
fn castling_rights(men: &str, letters: &str) -> Result<String, BadFen> {
    let known = |letter: u8| matches!(letter.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h');
    if letters.len() > 4 || !letters.bytes().all(known) {
        return Err(BadFen::Castling(excerpt(letters)));
    }
    let mut rights = String::new();
    for (letter, file) in [('K', 7), ('Q', 0), ('k', 7), ('q', 0)] {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook_file = char::from(b"AH"[usize::from(file == 7)]);
        let same_case = |given: char| given.is_ascii_uppercase() == letter.is_ascii_uppercase();
        let is_given = letters.chars().any(|given| {
            given == letter || same_case(given) && given.eq_ignore_ascii_case(&rook_file)
        });
        let rank = Rank::First.relative_to(color) as usize;
        let stands = |file, piece| man_on(men, file, rank) == Some((piece, color));
        if is_given && stands(4, Piece::King) && stands(file, Piece::Rook) {
            rights.push(letter);
        }
    }
    Ok(rights)
}

/// The man on a square of the first field of a FEN.
fn man_on(men: &str, file: usize, rank: usize) -> Option<(Piece, Color)> {
    let row = men.split('/').nth(7 - rank)?;
    let mut at = 0;
    for letter in row.chars() {
        if let Some(empty) = letter.to_digit(9) {
            at += empty as usize;
            continue;
        }
        if at == file {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            return Piece::try_from(letter.to_ascii_lowercase()).ok().map(|piece| (piece, color));
        }
        at += 1;
    }
    None
}
