//! The engine with an opening book.

use std::{fs, path::Path};

use drawproof_board::Board;
use drawproof_book::{Book, Entry, key, pack_move};

use crate::talk::Talk;

/// Writes a book of `(moves played, move, weight)`.
fn write(path: &Path, lines: &[(&str, &str, u16)]) {
    let mut entries: Vec<Entry> = lines
        .iter()
        .map(|&(played, mv, weight)| Entry {
            key: key(&after(played)),
            mv: pack_move(mv.parse().unwrap()),
            weight,
            games: 0,
            half_points: 0,
        })
        .collect();
    entries.sort_by_key(|entry| entry.key);
    let bytes: Vec<u8> = entries.into_iter().flat_map(Entry::to_bytes).collect();
    fs::write(path, bytes).unwrap();
}

fn after(played: &str) -> Board {
    let mut board = Board::default();
    played.split_whitespace().for_each(|text| board.play(text.parse().unwrap()));
    board
}

/// Returns an engine that plays from the book at `path`.
fn with_book(path: &Path) -> Talk {
    let talk = Talk::new();
    talk.say("setoption name OwnBook value true");
    talk.say(&format!("setoption name BookFile value {}", path.display()));
    talk
}

fn answer(talk: &Talk, position: &str, go: &str) -> String {
    talk.say(&format!("position {position}"));
    talk.say(go);
    talk.hear("bestmove").split_whitespace().nth(1).unwrap().to_owned()
}

#[test]
fn the_book_answers_games_and_no_analysis() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    write(&path, &[("", "a2a4", 9), ("", "h2h4", 1), ("a2a4 h7h5", "a1a3", 5)]);
    let talk = with_book(&path);
    talk.say("setoption name BookBestMove value true");
    assert_eq!(answer(&talk, "startpos", "go nodes 200"), "a2a4");
    assert!(talk.has_heard("book move a2a4, weight 9, share 90.0 %"));
    assert_eq!(answer(&talk, "startpos moves a2a4 h7h5", "go wtime 500 btime 500"), "a1a3");
    for go in ["go depth 2 searchmoves d2d4", "go mate 1"] {
        assert_ne!(answer(&talk, "startpos", go), "a2a4", "{go}");
    }
    for (option, value, back) in [
        ("UCI_AnalyseMode", "true", "false"),
        ("OwnBook", "false", "true"),
        ("MultiPV", "2", "1"),
        ("BookFile", "<empty>", path.to_str().unwrap()),
    ] {
        talk.say(&format!("setoption name {option} value {value}"));
        assert_ne!(answer(&talk, "startpos", "go depth 3"), "a2a4", "{option}");
        talk.say(&format!("setoption name {option} value {back}"));
        assert_eq!(answer(&talk, "startpos", "go depth 3"), "a2a4", "{option}");
    }
    talk.say("setoption name BookDepth value 1");
    assert_ne!(answer(&talk, "startpos moves a2a4 h7h5", "go depth 3"), "a1a3");
    // Both moves occur at random.
    talk.say("setoption name BookBestMove value false");
    let answers: Vec<String> = (0..200).map(|_| answer(&talk, "startpos", "go nodes 1")).collect();
    let rare = answers.iter().filter(|mv| *mv == "h2h4").count();
    assert!((1..100).contains(&rare), "{rare}");
}

#[test]
fn a_book_that_is_refused_keeps_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    write(&path, &[("", "a2a4", 9)]);
    let talk = with_book(&path);
    let damaged = folder.path().join("damaged.bin");
    fs::write(&damaged, [1; 17]).unwrap();
    for (file, part) in
        [(&damaged, "is not a multiple of 16"), (&folder.path().join("none"), "none")]
    {
        talk.say(&format!("setoption name BookFile value {}", file.display()));
        assert_eq!(answer(&talk, "startpos", "go depth 1"), "a2a4");
        assert!(talk.has_heard(part), "{part}");
    }
    // A book that disappears or becomes damaged does not end a game.
    fs::write(&path, [2; 33]).unwrap();
    assert_ne!(answer(&talk, "startpos", "go depth 2"), "a2a4");
    fs::remove_file(&path).unwrap();
    assert_ne!(answer(&talk, "startpos", "go depth 2"), "a2a4");
}

#[test]
fn a_lost_line_is_left_and_a_won_one_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    let lost = "f2f3 e7e5 g2g4 d8h4";
    write(&path, &[("", "f2f3", 6), ("", "e2e4", 5), ("f2f3 e7e5", "g2g4", 1)]);
    let talk = with_book(&path);
    talk.say("setoption name BookBestMove value true");
    talk.say("setoption name BookLearning value true");
    assert_eq!(answer(&talk, "startpos", "go depth 1"), "f2f3");
    assert_eq!(answer(&talk, "startpos moves f2f3 e7e5", "go depth 1"), "g2g4");
    // The chess program sets up the mate, then begins another game.
    talk.say(&format!("position startpos moves {lost}"));
    talk.say("ucinewgame");
    assert_eq!(answer(&talk, "startpos", "go depth 1"), "e2e4");
    assert!(talk.has_heard("learned 0-1: 2 moves of the book"));
    // This game counts as won by its last score when the conversation ends.
    let won = "fen rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(answer(&talk, won, "go depth 4"), "c1g5");
    talk.say("position startpos moves e2e4");
    let rest = talk.end();
    assert!(!rest.iter().any(|line| line.contains("learned 1-0")), "a game without the book");
    let moves = Book::open(&path).unwrap().moves(&Board::default()).unwrap();
    let of = |text: &str| {
        let found = moves.iter().find(|of_book| of_book.mv.to_string() == text).unwrap();
        (found.entry.games, found.entry.half_points)
    };
    assert_eq!((of("f2f3"), of("e2e4")), ((1, 0), (0, 0)));

    let talk = with_book(&path);
    talk.say("setoption name BookLearning value true");
    talk.say("setoption name BookBestMove value true");
    assert_eq!(answer(&talk, "startpos", "go depth 1"), "e2e4");
    let mate = "startpos moves e2e4 g7g5 d2d4 f7f6";
    assert_eq!(answer(&talk, mate, "go depth 3"), "d1h5");
    let rest = talk.end();
    assert!(rest.iter().any(|line| line.contains("learned 1-0: 1 moves")), "{rest:?}");
}
