//! `book`: opening books from games, of any quality.

use std::{fs, path::Path};

use assert_cmd::Command;
use serde_json::Value;

/// The program, its exit status, its standard output and its standard error.
fn book(folder: &Path, args: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.current_dir(folder).env_remove("DRAWPROOF_BOOK").arg("book").args(args);
    let output = command.write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The document that a successful call prints.
fn json(folder: &Path, args: &[&str], input: &[u8]) -> Value {
    let args = [args, &["--format", "json"]].concat();
    let (status, out, errors) = book(folder, &args, input);
    assert_eq!(status, 0, "{args:?}: {errors}");
    serde_json::from_str(&out).unwrap()
}

/// The moves of a position as `san:weight`, the most probable first.
fn moves(folder: &Path, file: &str, fen: &str) -> Vec<String> {
    let args: &[&str] = if fen.is_empty() { &["show"] } else { &["show", fen] };
    let shown = json(folder, &[args, &["--book", file]].concat(), b"");
    let moves = shown["moves"].as_array().unwrap().iter();
    moves.map(|mv| format!("{}:{}", mv["san"].as_str().unwrap(), mv["weight"])).collect()
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn weights_count_the_wins_of_the_player_of_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. e4 c5 0-1\n\n1. d4 1/2-1/2\n\n1. d4 1/2-1/2\n\n1. c4 1-0\n\n1. b3 *\n";
    let made = json(folder, &["make", "-", "--out", "a.bin", "--min-games", "1"], games);
    assert_eq!(made["games"]["games"], 7);
    assert_eq!((&made["games"]["used"], &made["games"]["without_result"]), (&6.into(), &1.into()));
    // d4 never won, and nothing stands for e5: its player lost.
    assert_eq!(moves(folder, "a.bin", ""), ["c4:1", "e4:1"]);
    assert_eq!(moves(folder, "a.bin", AFTER_E4), ["c5:2"]);
    for (weights, expected) in
        [("points", ["d4:2", "e4:2", "c4:2"]), ("games", ["e4:3", "d4:2", "c4:1"])]
    {
        let args = ["make", "-", "--out", "b.bin", "--min-games", "1", "--weights", weights];
        json(folder, &args, games);
        let mut found = moves(folder, "b.bin", "");
        let mut expected = expected.map(String::from).to_vec();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
    // One game is too few for the default.
    let (status, out, _) =
        book(folder, &["make", "-", "--out", "c.bin", "--weights", "games"], games);
    assert_eq!((status, out.contains("1 position, 1 move")), (0, true), "{out}");

    let merged = json(folder, &["merge", "a.bin", "b.bin", "--out", "m.bin"], b"");
    assert_eq!((&merged["positions"], &merged["moves"]), (&2.into(), &5.into()));
    assert_eq!(moves(folder, "m.bin", ""), ["e4:4", "c4:2", "d4:2"]);
    assert_eq!(fs::metadata(folder.join("m.bin")).unwrap().len(), 5 * 16);
}

#[test]
fn hostile_games_are_read_or_named_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text: Vec<u8> = [
        // A byte-order mark, CRLF, Latin-1, escaped lines, nested variations, NAGs, glyphs.
        b"\xef\xbb\xbf[Event \"Gr\xfc\xdfe \\\"x\\\" ]\"]\r\n[Result \"1-0\"]\r\n\r\n".to_vec(),
        b"% 1. a3 not a move\r\n1.e4 {a ( b \r\n; c} $1 e5!? (1...c5 2.Nf3 (2.c3 {)} d5) 2...d6)\r\n".to_vec(),
        b"; a comment 2. a4\r\n2.Nf3+ N 1-0\r\n\r\n".to_vec(),
        // No tags, a result of the tag only, a set-up position, a null move, no result.
        b"1. e4 e5 2. Nf3 Nc6 1-0\n[Event \"b\"]\n[Result \"0-1\"]\n\n1. e4\n".to_vec(),
        b"[Event \"c\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ -\"]\n\n1. O-O-O Ke7 1-0\n".to_vec(),
        b"[Event \"d\"]\n\n1. d4 -- 2. zz 1-0\n\n[Event \"e\"]\n\n1. d4 d5\n\n".to_vec(),
        b"[Event \"f\"]\n[Variant \"Chess960\"]\n\n1. O-O 1-0\n".to_vec(),
        // Broken: an illegal move, a comment and a variation without end, a bad position.
        b"[Event \"g\"]\n\n1. e4 e4 1-0\n".to_vec(),
        b"[Event \"h\"]\n\n1. e4 {never closed\n[Event \"i\"]\n[Site \"?\"]\n\n1. e4 (1. d4 1-0\n\n".to_vec(),
        b"[Event \"j\"]\n[FEN \"8/8/8/8 w\"]\n\n1. e4 1-0\n[Event \"k\"]\n\n1. e4 e5 1-0\n".to_vec(),
        b"[Event \"l\n1. e4 1-0\n[Event \"m\"]\n1. e4 c5 1-0 {no end".to_vec(),
    ]
    .concat();
    fs::write(folder.join("g.pgn"), text).unwrap();
    let args = ["make", "g.pgn", "--out", "a.bin", "--min-games", "1", "--format", "json"];
    let (status, out, errors) = book(folder, &args, b"");
    assert_eq!(status, 2, "{errors}");
    let made: Value = serde_json::from_str(&out).unwrap();
    let lines: Vec<&str> = errors.lines().collect();
    for (place, part) in [
        "not a legal move: 'e4'",
        "a comment has no end",
        "a variation has no end",
        "not a legal position: '8/8/8/8 w'",
        "a tag has no end",
        "a comment has no end",
    ]
    .into_iter()
    .enumerate()
    {
        assert!(lines[place].contains("g.pgn, line ") && lines[place].contains(part), "{errors}");
    }
    assert_eq!(lines.len(), 6, "{errors}");
    assert_eq!(made["games"]["unreadable"], 6);
    assert_eq!(made["games"]["other_variants"], 1);
    assert_eq!(made["games"]["without_result"], 1);
    assert_eq!(moves(folder, "a.bin", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["O-O-O:1"]);
    assert_eq!(moves(folder, "a.bin", ""), ["e4:4", "d4:1"]);

    let (status, _, errors) = book(folder, &["make", "none.pgn", "--out", "x.bin"], b"");
    assert_eq!((status, errors.contains("none.pgn")), (2, true), "{errors}");
    assert!(!folder.join("x.bin").exists());
    // Bytes that are no text at all.
    let noise: Vec<u8> =
        (0..40_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let (status, _, _) = book(folder, &["make", "-", "--out", "n.bin"], &noise);
    assert_eq!(status, 2);
}

#[test]
fn a_book_without_moves_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let game = b"[Event \"a\"]\n[Round 3]\n\n1. e4 e5 1:0\n";
    let (status, out, errors) = book(folder.path(), &["make", "-", "--out", "out"], game);
    assert_eq!((status, out.as_str()), (2, ""), "{errors}");
    assert!(errors.contains("1 game used of 1") && errors.contains("--min-games"), "{errors}");
    assert!(!folder.path().join("out").exists());
}

#[test]
fn games_learned_from_change_what_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = b"1. e4 e5 2. Nf3 1-0\n1. e4 e5 2. Bc4 1-0\n1. d4 1-0\n1. d4 1-0\n1. e4 e5 0-1\n";
    json(folder, &["make", "-", "--out", "a.bin", "--min-games", "1"], games);
    let before = fs::read(folder.join("a.bin")).unwrap();
    let share = |fen: &str, san: &str| {
        let args: &[&str] = if fen.is_empty() { &["show"] } else { &["show", fen] };
        let shown = json(folder, &[args, &["--book", "a.bin"]].concat(), b"");
        let moves = shown["moves"].as_array().unwrap();
        let mv = moves.iter().find(|mv| mv["san"] == san).unwrap();
        (mv["share"].as_f64().unwrap(), mv["games"].as_u64().unwrap())
    };
    assert_eq!(share("", "e4"), (0.5, 0));
    let learned =
        json(folder, &["learn", "-", "--book", "a.bin"], b"1. e4 e5 2. Nf3 Nc6 3. a3 0-1\n");
    assert_eq!(learned["entries"], 3);
    let after_e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    // The last choice is blamed; e4 has another move left.
    let (knight, games) = share(after_e5, "Nf3");
    assert!(games == 1 && knight < 0.25, "{games} {knight}");
    assert_eq!(share("", "e4").0, 0.5);
    json(folder, &["learn", "-", "--book", "a.bin"], b"1. e4 e5 2. Bc4 0-1\n");
    let (lost, _) = share("", "e4");
    assert!(lost < 0.4, "{lost}");
    json(folder, &["learn", "-", "--book", "a.bin"], b"1. d4 d5 1-0\n1. d4 d5 1-0\n");
    assert!(share("", "d4").0 > 1.0 - lost);
    let after = fs::read(folder.join("a.bin")).unwrap();
    assert_eq!(before.len(), after.len());
    for (old, new) in before.chunks(16).zip(after.chunks(16)) {
        assert_eq!(old[..12], new[..12], "keys, moves and weights stay");
    }
}

#[test]
fn two_programs_that_learn_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    json(folder, &["make", "-", "--out", "a.bin", "--min-games", "1"], b"1. e4 1-0\n");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..10 {
                    json(folder, &["learn", "-", "--book", "a.bin"], b"1. e4 1-0\n");
                }
            });
        }
    });
    let shown = json(folder, &["show", "--book", "a.bin"], b"");
    assert_eq!(shown["moves"][0]["games"], 20);
    assert_eq!(shown["moves"][0]["score"], 1.0);
}

#[test]
fn what_is_no_sound_book_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let start = 0x463b_9618_1691_fc9c_u64.to_be_bytes();
    let entry = |key: [u8; 8], mv: u16| [&key[..], &mv.to_be_bytes(), &[0, 1, 0, 0, 0, 0]].concat();
    // e2e4 is 1 << 9 | 4 << 6 | 3 << 3 | 4; e2e5 is illegal.
    let legal = entry(start, 0x31c);
    for (name, bytes, part) in [
        ("size", legal[..15].to_vec(), "15 bytes, which is not a multiple of 16"),
        ("empty", Vec::new(), "it is empty"),
        ("order", [entry([0xff; 8], 0x31c), legal.clone()].concat(), "are not sorted"),
        ("illegal", entry(start, 0x324), "of the initial position is illegal"),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        for args in [&["show", "--book", name][..], &["merge", name, name, "--out", "out"]] {
            let (status, out, errors) = book(folder, args, b"");
            assert_eq!((status, out.as_str()), (2, ""), "{name}");
            assert!(errors.contains(part) && errors.lines().count() == 1, "{errors}");
        }
    }
    // Neither has an end.
    let (status, _, errors) = book(folder, &["show", "--book", "/dev/zero"], b"");
    assert!(status == 2 && errors.contains("it is not a file"), "{errors}");
    assert!(!folder.join("out").exists());
    fs::write(folder.join("good"), legal).unwrap();
    assert_eq!(moves(folder, "good", ""), ["e4:1"]);
    let (status, _, errors) = book(folder, &["show"], b"");
    assert_eq!((status, errors.contains("--book FILE")), (2, true), "{errors}");
}

#[test]
fn books_are_the_same_within_any_memory() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Knights and pawns step at random, out of each other's way, so that most positions are new.
    const HOMES: [[&str; 3]; 2] = [["g1", "f3", "h3"], ["b1", "c3", "a3"]];
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below as usize
    };
    let mut games = String::new();
    for _ in 0..12_000 {
        let (mut knights, mut pawns) = ([[0; 2]; 2], [[2; 4]; 2]);
        for ply in 0..24 {
            let mirrored = |text: &str| {
                let rank = u64::from(text.as_bytes()[1] - b'0');
                format!("{}{}", &text[..1], if ply % 2 == 0 { rank } else { 9 - rank })
            };
            let (file, knight) = (random(4), random(2));
            let rank = &mut pawns[ply % 2][file];
            if random(3) > 0 && *rank < 4 {
                let letter = ["b", "d", "e", "g"][file];
                let [from, to] =
                    [*rank, *rank + 1].map(|rank| mirrored(&format!("{letter}{rank}")));
                *rank += 1;
                games += &format!("{from}{to} ");
            } else {
                let at = &mut knights[ply % 2][knight];
                let to = if *at == 0 { 1 + random(2) } else { 0 };
                let [from, to_square] = [*at, to].map(|place| mirrored(HOMES[knight][place]));
                *at = to;
                games += &format!("{from}{to_square} ");
            }
        }
        games += if random(2) == 0 { "1-0\n" } else { "0-1\n" };
    }
    let make = |out: &str, memory: &str| {
        let args = ["make", "-", "--out", out, "--min-games", "1", "--memory", memory];
        json(folder, &args, games.as_bytes())["scratch_files"].as_u64().unwrap()
    };
    assert_eq!(make("large.bin", "1G"), 0);
    assert!(make("small.bin", "1M") > 0);
    let [large, small] =
        ["large.bin", "small.bin"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(large == small && large.len() > 16_000);
}
