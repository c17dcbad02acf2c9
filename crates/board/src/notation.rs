//! Moves as text: UCI and standard algebraic notation (SAN).
//!
//! A [`Board`] writes castling as the king taking its own rook, `e1h1`; UCI writes the king's
//! destination, `e1g1`, and SAN `O-O`.

use alloc::vec::Vec;
use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt::Display;

use cozy_chess_types::{File, Move, MoveParseError, Piece, Rank, Square};

use crate::board::Board;

/// Reads a move in UCI notation. Only the syntax is checked; the move may be illegal.
pub fn parse_uci_move(board: &Board, text: &str) -> Result<Move, MoveParseError> {
    let mut mv: Move = text.parse()?;
    let us = board.side_to_move();
    let rank = Rank::First.relative_to(us);
    if mv.from == board.king(us) && mv.from == Square::new(File::E, rank) {
        let rights = board.castle_rights(us);
        let rook = [(File::G, rights.short), (File::C, rights.long)]
            .into_iter()
            .find_map(|(king_to, rook)| rook.filter(|_| mv.to == Square::new(king_to, rank)));
        if let Some(rook) = rook {
            mv.to = Square::new(rook, rank);
        }
    }
    Ok(mv)
}

/// Returns a move of the side to move in a form that displays as UCI notation.
pub fn display_uci_move(board: &Board, mut mv: Move) -> impl Display + use<> {
    if let Some(side) = castling_side(board, mv) {
        let king_to = if side == Side::Short { File::G } else { File::C };
        mv.to = Square::new(king_to, mv.to.rank());
    }
    mv
}

/// Returns a line of legal moves in UCI notation and in standard algebraic notation.
///
/// # Panics
/// Panics if a move is illegal.
pub fn display_line(board: &Board, line: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut at = board.clone();
    let in_both = line.iter().map(|&mv| {
        let both = (display_uci_move(&at, mv).to_string(), display_san_move(&at, mv));
        at.play_unchecked(mv);
        both
    });
    in_both.unzip()
}

/// Returns a legal move in standard algebraic notation, with `+` for check or `#` for mate.
///
/// # Panics
/// Panics if the move is illegal.
pub fn display_san_move(board: &Board, mv: Move) -> String {
    let mut after = board.clone();
    after.play(mv);
    let check = match (after.checkers().is_empty(), after.generate_moves(|_| true)) {
        (true, _) => "",
        (false, true) => "+",
        (false, false) => "#",
    };
    match castling_side(board, mv) {
        Some(Side::Short) => return format!("O-O{check}"),
        Some(Side::Long) => return format!("O-O-O{check}"),
        None => {}
    }
    let capital = |piece| char::from(piece).to_ascii_uppercase();
    let piece = board.piece_on(mv.from).expect("a legal move starts from a man");
    let captures = after.occupied().len() < board.occupied().len();
    let (file, rank) = origin(board, mv, piece, captures);
    let mut san = String::new();
    san.extend(Some(piece).filter(|&piece| piece != Piece::Pawn).map(capital));
    san.extend(file.map(char::from));
    san.extend(rank.map(char::from));
    san.extend(captures.then_some('x'));
    san += &mv.to.to_string();
    san.extend(mv.promotion.into_iter().flat_map(|piece| ['=', capital(piece)]));
    san + check
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Short,
    Long,
}

/// Returns the side to which `mv` castles, if it does.
fn castling_side(board: &Board, mv: Move) -> Option<Side> {
    let us = board.side_to_move();
    let rank = Rank::First.relative_to(us);
    let rights = board.castle_rights(us);
    if mv.from != board.king(us) || mv.to.rank() != rank {
        None
    } else if rights.short == Some(mv.to.file()) {
        Some(Side::Short)
    } else if rights.long == Some(mv.to.file()) {
        Some(Side::Long)
    } else {
        None
    }
}

/// Returns the file and the rank of the origin, as far as SAN needs them to distinguish `mv` from
/// moves of other men to the same square. A capturing pawn always shows its file.
fn origin(board: &Board, mv: Move, piece: Piece, captures: bool) -> (Option<File>, Option<Rank>) {
    let (file, rank) = (mv.from.file(), mv.from.rank());
    let mut ambiguous = piece == Piece::Pawn && captures;
    let (mut same_file, mut same_rank) = (false, false);
    board.generate_moves_for(board.pieces(piece), |other| {
        if other.from != mv.from && other.to.has(mv.to) {
            ambiguous = true;
            same_file |= other.from.file() == file;
            same_rank |= other.from.rank() == rank;
        }
        false
    });
    let file_needed = ambiguous && (!same_file || same_rank);
    (file_needed.then_some(file), (ambiguous && same_file).then_some(rank))
}
