//! Games of any quality.

use drawproof_board::notation::display_line;
use drawproof_pgn::{Game, Games, Outcome, PgnGame, main_line};

fn games(text: &[u8]) -> Vec<Game> {
    let mut games = Games::new(text, usize::MAX);
    std::iter::from_fn(|| games.next_game().unwrap()).collect()
}

fn moves(game: &Game) -> String {
    display_line(&game.start, &main_line(&game.moves)).0.join(" ")
}

/// Returns the moves and the result of the only game of a text.
fn only(text: &str) -> (String, Outcome) {
    let games = games(text.as_bytes());
    let [game] = &games[..] else { panic!("{text}: {} games", games.len()) };
    assert_eq!(game.problem, None, "{text}");
    (moves(game), game.outcome)
}

#[test]
fn tags_without_quotes_do_not_hide_those_before_them() {
    for (tag, standard) in [("Chess960", false), ("Standard", true)] {
        let text = format!("[Event \"a\"]\n[Variant \"{tag}\"]\n[Round 3]\n\n1. e4 e5 1-0\n");
        let games = games(text.as_bytes());
        assert_eq!((games.len(), games[0].standard), (1, standard), "{text}");
    }
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Round -]\n[Result 1-0]\n\n1. e4 *";
    assert_eq!(only(fen), ("e2e4".into(), Outcome::White));
    // A tag without an end may be one that says where the game begins.
    let broken = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w\n[Site \"b\"]\n\n1. e4 1-0\n";
    let games = games(broken.as_bytes());
    assert_eq!(games.len(), 1);
    assert!(games[0].moves.is_empty() && games[0].problem.as_ref().unwrap().line == 2);
}

#[test]
fn comments_may_contain_tags() {
    let text = "1. e4 {see\n[Event \"x\"] and\n[Event } e5 2. Nf3 {\n[Event \"x\"]\n} 1-0";
    assert_eq!(only(text), ("e2e4 e7e5 g1f3".into(), Outcome::White));
    let two = games(b"1. e4 {no end\n\n[Event \"x\"]\n[Site \"y\"]\n\n1. d4 0-1");
    assert_eq!(two.len(), 2);
    assert!(two[0].problem.is_some() && moves(&two[1]) == "d2d4");
}

#[test]
fn glyphs_touch_moves_and_marks_stand_between_them() {
    let expected = "e2e4 d7d5 e4d5 c7c5 d5c6 b8c6 g1f3";
    for text in [
        "1. e4$1 d5$14 2. exd5! c5 3. dxc6ep Nxc6 4. Nf3± *",
        "1.e4 N d5 2.exd5+- c5 D 3.dxc6 ep Nxc6∞ 4.Nf3□ *",
        "1. e4N d5D 2. exd5= c5 3. dxc6e.p.!? Nxc6-+ 4. Nf3⩲ *",
        "1. e4 d5 2. exd5 2… c5 3. dxc6 3...Nxc6 4. Nf3 *",
        "1.\u{a0}e4 d5\u{a0}2. exd5 2…c5 3.\u{202f}dxc6 Nxc6 4\u{a0}Nf3 *",
        "1. e4!?$5 d5?! 2. exd5+/- c5$$ 3. dxc6+= Nxc6=+ 4. Nf3~ *",
    ] {
        assert_eq!(only(text), (expected.into(), Outcome::Unknown), "{text}");
    }
    let latin_1 = b"1.\xa0e4 d5 2. exd5\xb1 2\x85 c5 3. dxc6 Nxc6 4. Nf3 *";
    let games = games(latin_1);
    assert_eq!((games[0].problem.as_ref(), moves(&games[0])), (None, expected.into()));
}

#[test]
fn results_are_written_in_many_ways() {
    for (text, outcome) in [
        ("1–0", Outcome::White),
        ("1:0", Outcome::White),
        ("0—1", Outcome::Black),
        ("0:1", Outcome::Black),
        ("½–½", Outcome::Draw),
        ("1/2–1/2", Outcome::Draw),
        ("½:½", Outcome::Draw),
    ] {
        let game = format!("[Event \"a\"]\n\n1. e4 {text}\n\n[Event \"b\"]\n\n1. d4 *\n");
        let games = games(game.as_bytes());
        assert_eq!((games.len(), games[0].outcome), (2, outcome), "{text}");
        assert_eq!((games[0].problem.as_ref(), moves(&games[0])), (None, "e2e4".into()));
    }
}

#[test]
fn castling_rights_that_no_rook_has_are_dropped() {
    let start = |fen: &str| {
        let games = games(format!("[FEN \"{fen}\"]\n\n*").as_bytes());
        assert_eq!(games.len(), 1, "{fen}");
        let game = &games[0];
        match (&game.problem, game.standard) {
            (Some(_), _) => "illegal".into(),
            (None, false) => "other".into(),
            (None, true) => game.start.to_string(),
        }
    };
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/4K3/8/7R w K - 0 1", "4k3/8/8/8/8/4K3/8/7R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "other"),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "other"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "illegal"),
    ] {
        assert_eq!(start(fen), expected, "{fen}");
    }
}

#[test]
fn another_encoding_is_named() {
    for text in [&b"\xff\xfe[\0E\0"[..], b"\xfe\xff\0[\0E"] {
        let error = Games::new(text, 9).next_game().unwrap_err();
        assert!(error.to_string().contains("UTF-16"), "{error}");
    }
}

/// Returns the first game of a text as it is written.
fn written(text: &str) -> String {
    let mut games = Games::new(text.as_bytes(), usize::MAX).with_variations();
    let game = games.next_game().unwrap().expect("there is a game");
    assert_eq!(game.problem, None, "{text}");
    let game =
        PgnGame { heading: None, start: &game.start, moves: &game.moves, result: game.outcome };
    game.to_string().trim_end().to_owned()
}

#[test]
fn what_people_and_programs_write_is_read_and_written_in_canonical_notation() {
    let e4 = "1. e4 *";
    for (text, expected) in [
        ("[Event \"a \\\"b\\\" \\\\ ]\"]\n\n1. e4 *", e4),
        ("1. e4$1 *", e4),
        ("1. Nf3± d5+- 2. g3 -+ *", "1. Nf3 d5 2. g3 *"),
        ("1. e4 N e5 D 2. Nf3N Nc6D *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "1. e4 a6 2. e5 d5 3. exd6 *"),
        ("1. e4 a6 2. e5 d5 3. exd6ep *", "1. e4 a6 2. e5 d5 3. exd6 *"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. *", "1. e4 a6 2. e5 d5 3. exd6 *"),
        ("1. e4 1…e5 2.Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 ½-½", "1. e4 1/2-1/2"),
        ("1. e4 1–0", "1. e4 1-0"),
        ("[Round 3]\n\n1. e4 *", e4),
        ("1. e4 -- 2. d4 *", e4),
        ("1. e4 Z0 2. d4 *", e4),
        ("{a comment} [Event \"a\"]\n{another}\n\n1. e4 *", e4),
        ("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4 *", e4),
        ("1. Ng1f3 g8f6 2.Pe2-e4 *", "1. Nf3 Nf6 2. e4 *"),
        ("1. f3 e5 2. g4 Qh4++ 0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        (
            "[FEN \"8/P7/8/8/8/1k6/8/K7 w - - 3 60\"]\n60. a8Q Kc3 61. Qa8-g8 *",
            "[SetUp \"1\"]\n[FEN \"8/P7/8/8/8/1k6/8/K7 w - - 3 60\"]\n\n60. a8=Q Kc3 61. Qg8 *",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *",
        ),
    ] {
        assert_eq!(written(text), expected, "{text}");
    }
}

#[test]
fn variations_are_read_to_their_first_word_that_is_no_move() {
    for (text, expected) in [
        (
            "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 *",
            "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 *",
        ),
        ("1. e4 (1. d4 d5) (1.c4) 1... e5 *", "1. e4 (1. d4 d5) (1. c4) 1... e5 *"),
        ("1. e4 (1. d4 -- 2. c4) (1. nonsense d4) e5 *", "1. e4 (1. d4) 1... e5 *"),
        ("(1. d4) 1. e4 (1. c4 1-0) () e5 0-1", "1. e4 (1. c4) 1... e5 0-1"),
        ("1. e4 -- (1. d4 d5) 2. d4 *", "1. e4 *"),
        ("1. e4 (1. d4 (bad (1. c4) 1. f4)) e5 *", "1. e4 (1. d4) 1... e5 *"),
    ] {
        assert_eq!(written(text), expected, "{text}");
    }
    // Deeper than any person writes: read without a bound of the stack, up to a limit.
    let deep = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(100_000), ")".repeat(100_000));
    let game = Games::new(deep.as_bytes(), usize::MAX).with_variations().next_game().unwrap();
    let game = game.unwrap();
    assert_eq!((moves(&game).as_str(), game.problem.is_none()), ("e2e4 e7e5", true));
    assert!(game.moves.len() < 100, "{}", game.moves.len());
}

#[test]
fn a_game_of_any_length_keeps_a_bounded_number_of_moves() {
    for word in ["Nf3 Nf6 Ng1 Ng8 ", "(Nf3 ", "Nf3 (Nc3 ", "[A \"a\"]\n", "{a", "x", "1.e4 e5) "] {
        let text = word.repeat(1_000_000 / word.len());
        let mut games = Games::new(text.as_bytes(), 40).with_variations();
        let game = games.next_game().unwrap().expect("there is a game");
        assert!(game.moves.len() <= 40, "{word}");
        assert!(games.next_game().unwrap().is_none(), "{word}");
    }
}
