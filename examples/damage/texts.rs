//! Damaged positions.

use drawproof_board::fen;
use drawproof_session::answer::{Parts, PositionAnswer};
use drawproof_tables::TableSet;

use crate::{Outcome, damage::damaged, random::Random};

/// FENs of positions with few men, with and without castling and en-passant rights.
pub const POSITIONS: [&str; 8] = [
    "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1",
    "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1",
    "8/8/8/3pP3/8/8/8/K6k w - d6 0 1",
    "8/8/8/8/3pP3/8/8/K6k b - e3 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/8/8/1N6/8/3n4/k7/2K4R b - - 99 100",
    "7r/8/8/8/8/1k6/8/K7 b - - 0 1 bm Kc3; id \"a; b\";",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

/// Reads a damaged FEN. It must be refused, or its position be answered.
pub fn position(tables: &TableSet, random: &mut Random) -> Result<Outcome, String> {
    let (text, other) = (*random.one(&POSITIONS), *random.one(&POSITIONS));
    let bytes = damaged(text.as_bytes(), other.as_bytes(), random);
    let text = String::from_utf8_lossy(&bytes);
    let Ok(board) = fen::parse(&text) else { return Ok(Outcome::Refused) };
    match PositionAnswer::new(text.into_owned(), &board, tables, Parts::ALL) {
        Ok(PositionAnswer { value, line: Some(line), checkmate: false, .. })
            if value.dtm.is_some() && line.is_empty() =>
        {
            Err("a win without a line".into())
        }
        Ok(_) => Ok(Outcome::Accepted),
        Err(_) => Ok(Outcome::Refused),
    }
}
