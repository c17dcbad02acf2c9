//! What stands beside the board of a position: the side to move, a link, a line as boards.

use std::fmt::Write;

use drawproof_verifier::Line;

use super::svg;
use crate::{
    words::{numbered, white_to_move},
    xml::escaped,
};

/// The side to move, in words.
pub fn to_move(fen: &str) -> &'static str {
    if white_to_move(fen) { "White to move" } else { "Black to move" }
}

/// A link to the position on an analysis board.
pub fn analysis(fen: &str) -> String {
    let place = fen.replace(' ', "_");
    format!(
        "<a class=\"analysis\" rel=\"noopener noreferrer\" \
         href=\"https://lichess.org/analysis/standard/{}\">analysis board</a>",
        escaped(&place)
    )
}

/// A line from the position as a strip of boards that a reader unfolds; nothing for an empty line.
pub fn play_through(out: &mut String, fen: &str, line: &Line) {
    if line.san.is_empty() {
        return;
    }
    let moves = numbered(&line.san, white_to_move(fen));
    let _ = write!(out, "<details><summary>Play through: {moves}</summary>");
    out.push_str("<div class=\"strip\" tabindex=\"0\">");
    let plies = line.uci.iter().zip(&line.san).zip(&line.fens);
    let begins = usize::from(!white_to_move(fen));
    for (ply, ((uci, san), fen)) in plies.enumerate() {
        let at = ply + begins;
        let number = at / 2 + 1;
        let dots = if at.is_multiple_of(2) { "." } else { "..." };
        let marks = [uci.get(..2).unwrap_or(""), uci.get(2..4).unwrap_or("")];
        let board = svg::board(fen, &marks);
        let _ =
            write!(out, "<figure>{board}<figcaption>{number}{dots} {san}</figcaption></figure>");
    }
    out.push_str("</div></details>");
}
