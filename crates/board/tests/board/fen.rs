//! The strict FEN parser.

use drawproof_board::fen::parse;

#[test]
fn a_board_prints_the_fen_it_was_read_from() {
    for fen in [
        "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1",
        "8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 12 34",
    ] {
        assert_eq!(parse(fen).unwrap().to_string(), fen);
    }
    let short = parse("8/8/8/8/8/6k1/4P3/2K5 w - -").unwrap();
    assert_eq!(short.to_string(), "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1");
}

#[test]
fn three_men_may_give_check() {
    let board = parse("8/8/8/R7/3B4/8/2N5/k6K b - - 0 1").unwrap();
    assert_eq!(board.checkers().len(), 3);
}

#[test]
fn errors_explain_on_one_line() {
    for (fen, says) in [
        ("", "not a FEN"),
        ("8/8/8/8/8/6k1/4P3/2K5", "not a FEN"),
        ("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1 2", "not a FEN"),
        ("hello world - -", "not a board"),
        ("8/8/8/8/8/6k1/2K5 w - - 0 1", "not a board"),
        ("8/8/8/8/8/6k1/4P4/2K5 w - - 0 1", "not a board"),
        ("8/8/8/8/8/6k1/4P2/2K5 w - - 0 1", "not a board"),
        ("8/8/8/8/8/6k1/09/2K5 w - - 0 1", "not a board"),
        ("8/8/8/8/8/6k1/4X3/2K5 w - - 0 1", "not a board"),
        ("8/8/8/8/8/6k1/4P3/2K5 x - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling rights 'K'"),
        ("8/8/8/8/8/6k1/4P3/2K5 w - e9 0 1", "en-passant square"),
        ("8/8/8/8/8/6k1/4P3/2K5 w - e3 0 1", "en-passant square"),
        ("8/8/8/8/8/6k1/4P3/2K5 w - e6 0 1", "just have passed e6"),
        ("8/8/8/8/8/6k1/4P3/2K5 w - - x 1", "move counter"),
        ("8/8/8/8/8/8/4P3/2K5 w - - 0 1", "Black has 0 kings"),
        ("8/8/K7/8/8/6k1/4P3/2K5 w - - 0 1", "White has 2 kings"),
        ("P7/8/8/8/8/6k1/4P3/2K5 w - - 0 1", "a pawn stands on a8"),
        ("8/8/8/8/8/6k1/4P3/2K4p w - - 0 1", "a pawn stands on h1"),
        ("8/8/8/8/8/8/2k1P3/2K5 w - - 0 1", "kings touch"),
        ("8/8/8/8/8/3k4/4P3/2K5 w - - 0 1", "Black is in check"),
        ("8/8/8/8/8/6k1/4P3/2K5\nw - e9", "en-passant square"),
    ] {
        let text = parse(fen).unwrap_err().to_string();
        assert!(text.contains(says) && !text.contains('\n'), "{fen}: {text}");
    }
}
