//! Moves as text.

use drawproof_board::{
    Board,
    notation::{display_san_move, display_uci_move},
};
use drawproof_pgn::{SanError, parse_move};

#[test]
fn every_legal_move_is_read_from_its_san_and_uci() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "2r5/1P1P4/8/2pP4/8/8/5k1K/8 w - c6 0 1",
        "6k1/8/8/8/Q2Q4/8/8/Q2Q3K w - - 0 1",
    ] {
        let board: Board = fen.parse().unwrap();
        board.generate_moves(|set| {
            for mv in set {
                let san = display_san_move(&board, mv);
                assert_eq!(parse_move(&board, &san), Ok(mv), "{san} in {fen}");
                let uci = display_uci_move(&board, mv).to_string();
                assert_eq!(parse_move(&board, &uci), Ok(mv), "{uci} in {fen}");
            }
            false
        });
    }
}

#[test]
fn careless_notation_is_understood() {
    let board: Board =
        "r3k2r/p1ppqpb1/bn3np1/3PN3/1p2P3/2N2Q2/PPPBB1PP/R3K2R w KQkq - 0 1".parse().unwrap();
    for (text, expected) in [
        ("0-0-0", "e1c1"),
        ("o-o", "e1g1"),
        ("O-O+!?", "e1g1"),
        ("Nc3-b5", "c3b5"),
        ("Nc3b5", "c3b5"),
        ("Qf3xf6", "f3f6"),
        ("Q:f6", "f3f6"),
        ("Pa2a4", "a2a4"),
        ("a2-a4", "a2a4"),
        ("Bxa6", "e2a6"),
    ] {
        let mv = parse_move(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(display_uci_move(&board, mv).to_string(), expected, "{text}");
    }
    let promoting: Board = "8/1P6/8/8/8/k7/8/7K w - - 0 1".parse().unwrap();
    for text in ["b8=Q", "b8Q", "b8(Q)", "b8/Q+", "b7b8q", "b7-b8=Q"] {
        assert_eq!(parse_move(&promoting, text), Ok("b7b8q".parse().unwrap()), "{text}");
    }
    assert_eq!(parse_move(&promoting, "b8b"), Ok("b7b8b".parse().unwrap()));
    assert_eq!(parse_move(&promoting, "b8"), Err(SanError::Illegal));
}

#[test]
fn what_is_no_move_is_refused() {
    let board: Board = "4k3/8/8/8/1N6/8/8/N3K2R w K - 0 1".parse().unwrap();
    for (text, expected) in [
        ("Nc2", SanError::Ambiguous),
        ("Nd4", SanError::Illegal),
        ("Kh1", SanError::Illegal),
        ("O-O-O", SanError::Illegal),
        ("", SanError::NotAMove),
        ("N", SanError::NotAMove),
        ("é4", SanError::NotAMove),
        ("hello", SanError::NotAMove),
        ("a9", SanError::NotAMove),
        ("Nc3=Q", SanError::NotAMove),
        ("--", SanError::Null),
        ("Z0", SanError::Null),
    ] {
        assert_eq!(parse_move(&board, text), Err(expected), "{text}");
    }
}
