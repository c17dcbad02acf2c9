//! FENs in the spellings that clients of the API use.

use drawproof_board::{
    Board, BoardBuilder, File, Piece, Rank, Square,
    fen::{
        FenError, Fields, color_of, excerpt, is_castling_field, standard_right, with_en_passant,
    },
};

/// The reason why a text is not accepted as the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFen {
    /// A field is wrong, or the position is illegal.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The third field is neither `-` nor letters of castling rights.
    #[error("'{0}' is not a castling field: write '-' if there are no castling rights")]
    Castling(String),
}

/// The maximum length of a FEN in bytes; every legal FEN is shorter.
const BYTES_MAX: usize = 256;

/// Reads a FEN as the Lichess API does. Fields are separated by blanks or underscores; all but the
/// first are optional. Castling rights without king and rook on their squares are ignored, and so
/// is an en-passant square that no pawn can just have passed. Promoted men may be marked, as in
/// `Q~`.
///
/// # Errors
///
/// Fails if the text is not a FEN or the position is illegal.
pub fn read_fen(text: &str) -> Result<Board, BadFen> {
    let fields = Fields::split(text, |letter| matches!(letter, ' ' | '_' | '\t'), 1)?;
    if text.len() > BYTES_MAX {
        return Err(FenError::Fields(excerpt(text)).into());
    }
    let castling = fields.castling;
    if !is_castling_field(castling) {
        return Err(BadFen::Castling(excerpt(castling)));
    }
    let men = fields.men.replace('~', "");
    let board = Fields { men: &men, castling: "-", ..fields }.board()?;
    let mut builder = BoardBuilder::from_board(&match with_en_passant(&board, fields.en_passant) {
        Err(FenError::NoDoublePush(_)) => board,
        Err(FenError::EnPassant(text)) if text.parse::<Square>().is_ok() => board,
        other => other?,
    });
    for letter in castling.chars() {
        let Some((is_short, file)) = standard_right(letter) else { continue };
        let color = color_of(letter);
        let square = |file| Square::new(file, Rank::First.relative_to(color));
        let stands = |file, piece| builder.square(square(file)) == Some((piece, color));
        if stands(File::E, Piece::King) && stands(file, Piece::Rook) {
            let rights = &mut builder.castle_rights[color as usize];
            *(if is_short { &mut rights.short } else { &mut rights.long }) = Some(file);
        }
    }
    Ok(builder.build().expect("the rights are those of a legal position"))
}
