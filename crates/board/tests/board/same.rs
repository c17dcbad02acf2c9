//! Compares all properties of a board with those of the oracle's board.

use cozy_chess as oracle;
use drawproof_board::{Board, BoardBuilder, Color, GameStatus, Move, Piece, Square, notation};

pub fn assert_same(ours: &Board, theirs: &oracle::Board) {
    let fen = theirs.to_string();
    assert_eq!(ours.to_string(), fen);
    assert_eq!(format!("{ours:#}"), format!("{theirs:#}"));
    for square in Square::ALL {
        assert_eq!(ours.piece_on(square), theirs.piece_on(square), "{fen} {square}");
        assert_eq!(ours.color_on(square), theirs.color_on(square), "{fen} {square}");
    }
    for color in Color::ALL {
        assert_eq!(ours.king(color), theirs.king(color), "{fen}");
        assert_eq!(ours.castle_rights(color), theirs.castle_rights(color), "{fen}");
        for piece in Piece::ALL {
            let men = theirs.colored_pieces(color, piece);
            assert_eq!(ours.colored_pieces(color, piece), men, "{fen}");
        }
    }
    assert_eq!(ours.occupied(), theirs.occupied(), "{fen}");
    assert_eq!(ours.side_to_move(), theirs.side_to_move(), "{fen}");
    assert_eq!(ours.en_passant(), theirs.en_passant(), "{fen}");
    assert_eq!(ours.halfmove_clock(), theirs.halfmove_clock(), "{fen}");
    assert_eq!(ours.hash(), theirs.hash(), "{fen}");
    assert_eq!(ours.hash_without_ep(), theirs.hash_without_ep(), "{fen}");
    assert_eq!(ours.checkers(), theirs.checkers(), "{fen}");
    assert_eq!(ours.pinned(), theirs.pinned(), "{fen}");
    assert_eq!(status(ours), theirs.status(), "{fen}");
    assert_eq!(BoardBuilder::from_board(ours).build().as_ref(), Ok(ours), "{fen}");
    match (ours.null_move(), theirs.null_move()) {
        (Some(ours), Some(theirs)) => {
            assert_eq!(format!("{ours:#}"), format!("{theirs:#}"));
            assert_eq!(ours.hash(), theirs.hash(), "{fen}");
            assert_eq!(ours.checkers(), theirs.checkers(), "{fen}");
            assert_eq!(ours.pinned(), theirs.pinned(), "{fen}");
        }
        (ours, theirs) => assert_eq!(ours.is_none(), theirs.is_none(), "{fen}"),
    }
}

fn status(board: &Board) -> oracle::GameStatus {
    match board.status() {
        GameStatus::Won => oracle::GameStatus::Won,
        GameStatus::Drawn => oracle::GameStatus::Drawn,
        GameStatus::Ongoing => oracle::GameStatus::Ongoing,
    }
}

/// Returns the legal moves in order of generation, after checking that both boards generate the
/// same parts.
pub fn same_moves(ours: &Board, theirs: &oracle::Board) -> Vec<Move> {
    let mut parts = Vec::new();
    theirs.generate_moves(|set| {
        parts.push(set);
        false
    });
    let mut parts = parts.into_iter();
    let mut moves = Vec::new();
    ours.generate_moves(|set| {
        let part = parts.next().expect("the oracle has as many parts");
        assert_eq!((set.piece, set.from, set.to), (part.piece, part.from, part.to), "{theirs}");
        let list: Vec<Move> = set.into_iter().collect();
        assert_eq!(list, part.into_iter().collect::<Vec<_>>(), "{theirs}");
        assert_eq!((set.len(), set.is_empty()), (list.len(), false), "{theirs}");
        moves.extend(list);
        false
    });
    assert!(parts.next().is_none(), "{theirs}: the oracle has more moves");
    moves
}

/// Checks that both boards write a legal move alike, and that the texts are read back as the move.
pub fn assert_same_texts(ours: &Board, theirs: &oracle::Board, mv: Move) {
    let uci = notation::display_uci_move(ours, mv).to_string();
    assert_eq!(uci, oracle::util::display_uci_move(theirs, mv).to_string(), "{theirs}");
    for text in [uci, mv.to_string()] {
        let read = oracle::util::parse_uci_move(theirs, &text).ok();
        assert_eq!(notation::parse_uci_move(ours, &text).ok(), read, "{theirs} {text}");
    }
    let san = notation::display_san_move(ours, mv);
    assert_eq!(san, oracle::util::display_san_move(theirs, mv).to_string(), "{theirs} {mv}");
}
