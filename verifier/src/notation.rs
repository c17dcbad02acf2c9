//! Positions and moves as people write them.

use cozy_chess::{Board, Color, File, Move, Piece, Rank};
use drawproof_recognizers::Position;

/// Letters by `[colour][kind]`.
const LETTERS: [[u8; 6]; 2] = [*b"PNBRQK", *b"pnbrqk"];

/// Appends the FEN of a position: no castling rights, counters `0 1`.
pub fn write_fen(position: &Position, out: &mut Vec<u8>) {
    let mut board = [0u8; 64];
    for (colour, letters) in LETTERS.iter().enumerate() {
        for (kind, &letter) in letters.iter().enumerate() {
            let mut men = position.colour[colour] & position.kind[kind];
            while men != 0 {
                board[men.trailing_zeros() as usize] = letter;
                men &= men - 1;
            }
        }
    }
    for rank in (0..8).rev() {
        let mut empty = 0;
        for &letter in &board[rank * 8..rank * 8 + 8] {
            if letter == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                out.push(b'0' + empty);
                empty = 0;
            }
            out.push(letter);
        }
        if empty > 0 {
            out.push(b'0' + empty);
        }
        out.push(if rank > 0 { b'/' } else { b' ' });
    }
    out.extend_from_slice(if position.side_to_move == 0 { b"w - " } else { b"b - " });
    match position.en_passant {
        64 => out.push(b'-'),
        square => out.extend_from_slice(&[b'a' + square % 8, b'1' + square / 8]),
    }
    out.extend_from_slice(b" 0 1");
}

/// The FEN of a position.
pub fn fen_of(position: &Position) -> String {
    let mut text = Vec::with_capacity(48);
    write_fen(position, &mut text);
    String::from_utf8(text).expect("a FEN is ASCII")
}

/// A legal move in standard algebraic notation, with `+` or `#`.
pub fn san(board: &Board, mv: Move) -> String {
    let piece = board.piece_on(mv.from).expect("a man moves");
    let capture = board.color_on(mv.to) == Some(!board.side_to_move())
        || (piece == Piece::Pawn && mv.from.file() != mv.to.file());
    let mut text = String::new();
    if piece == Piece::Pawn {
        if capture {
            text.push_str(&mv.from.file().to_string());
        }
    } else {
        text.push(char::from(piece).to_ascii_uppercase());
        text.push_str(&disambiguation(board, piece, mv));
    }
    if capture {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some(promoted) = mv.promotion {
        text.push('=');
        text.push(char::from(promoted).to_ascii_uppercase());
    }
    let mut after = board.clone();
    after.play_unchecked(mv);
    if !after.checkers().is_empty() {
        text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
    }
    text
}

/// What tells the move from other men of the kind that can go there: file, rank, or both.
fn disambiguation(board: &Board, piece: Piece, mv: Move) -> String {
    let mut rivals = Vec::new();
    board.generate_moves_for(board.colored_pieces(board.side_to_move(), piece), |moves| {
        if moves.from != mv.from && moves.to.has(mv.to) {
            rivals.push(moves.from);
        }
        false
    });
    let shares_file = |file: File| rivals.iter().any(|r| r.file() == file);
    let shares_rank = |rank: Rank| rivals.iter().any(|r| r.rank() == rank);
    match (rivals.is_empty(), shares_file(mv.from.file()), shares_rank(mv.from.rank())) {
        (true, ..) => String::new(),
        (_, false, _) => mv.from.file().to_string(),
        (_, _, false) => mv.from.rank().to_string(),
        _ => mv.from.to_string(),
    }
}

/// `White` or `Black`.
pub(crate) fn colour_name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_are_those_of_the_board_library() {
        for fen in [
            "8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1",
            "8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1",
            "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(fen_of(&Position::from(&board)), fen);
        }
    }

    #[test]
    fn moves_are_written_as_in_books() {
        let cases = [
            ("8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1", "b5d4", "Nd4"),
            ("8/8/8/1N6/1N6/8/8/k1K5 w - - 0 1", "b5d4", "Nd4"),
            ("8/8/1N6/8/1N6/8/8/k1K5 w - - 0 1", "b4d5", "N4d5"),
            ("8/8/8/1N3N2/8/8/8/k1K5 w - - 0 1", "b5d4", "Nbd4"),
            ("8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1", "b4a3", "bxa3"),
            ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"),
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"),
        ];
        for (fen, uci, text) in cases {
            let board: Board = fen.parse().unwrap();
            assert_eq!(san(&board, uci.parse().unwrap()), text, "{fen}");
        }
    }
}
