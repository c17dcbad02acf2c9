//! `games`: what the games of PGN files lose in positions that tables know.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// Games with planted throws. `tests/outside/check-games` compares thousands of games with other tables.
const PLANTED: &str = include_str!("planted.pgn");

/// The output of `games` with a file on standard input.
fn games(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.current_dir(folder).arg("games").args(args).args(["--men", "4", "-q"]);
    command.env("DRAWPROOF_TABLES", folder.join("tables")).env_remove("SYZYGY_PATH");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that fails at once closes its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The document of a call with a status.
fn json(folder: &Path, args: &[&str], input: &[u8], status: i32) -> Value {
    let output = games(folder, &[args, &["--format", "json"]].concat(), input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

fn endgame<'d>(document: &'d Value, name: &str) -> &'d Value {
    let endgames = document["endgames"].as_array().unwrap();
    endgames.iter().find(|it| it["endgame"] == name).unwrap_or_else(|| panic!("no {name}"))
}

/// The values of keys, as text.
fn values(of: &Value, keys: &[&str]) -> String {
    keys.iter().map(|key| of[key].to_string()).collect::<Vec<_>>().join(" ")
}

fn thrown(of: &Value) -> String {
    values(&of["thrown"], &["win_to_draw", "win_to_loss", "draw_to_loss"])
}

#[test]
fn planted_throws_are_counted_to_the_unit() {
    let folder = tempfile::tempdir().unwrap();
    let found = json(folder.path(), &["-"], PLANTED.as_bytes(), 0);
    let account = ["read", "skipped", "variants", "without_moves", "with_endgame"];
    assert_eq!(values(&found["games"], &account), "10 1 1 1 7");
    let ends = ["finished", "adjudicated", "forfeits", "unfinished", "wrong_results"];
    assert_eq!(values(&found["games"], &ends), "4 1 1 1 1");
    assert_eq!(thrown(&found["total"]), "3 1 1");
    assert_eq!(values(&found["total"], &["games", "lost", "lost_at_end"]), "7 3.0 0.5");
    // A win at 97 plies of the clock takes the shortest mate; at 98 there is none.
    let krk = endgame(&found, "KRK");
    let points = ["games", "results", "expected", "points", "lost"];
    assert_eq!((values(krk, &points), thrown(krk)), ("3 3 2.5 2.0 1.0".into(), "2 0 0".into()));
    // The promotion to a queen is a stalemate. The other game has no result.
    let kpk = endgame(&found, "KPK");
    assert_eq!((values(kpk, &points), thrown(kpk)), ("2 1 1.0 0.5 1.0".into(), "1 0 1".into()));
    let kpkp = endgame(&found, "KPKP");
    assert_eq!((values(kpkp, &points), thrown(kpkp)), ("1 0 0.0 0.0 1.0".into(), "0 1 0".into()));
    let all = found["thrown"].as_array().unwrap();
    let text =
        |it: &Value| format!("{} {} {} {}", it["game"], it["ply"], it["played"], it["right"]);
    let all: Vec<String> = all.iter().map(|it| text(it).replace('"', "")).collect();
    let expected = [
        "4 1 h5h4 [c4b3]",
        "1 1 b7b8q [b7b8r]",
        "2 1 a1a2 [f6g6,f6f7]",
        "5 5 e1e6 ",
        "10 2 e3f2 [e3d4,e3e4,e3f4]",
    ];
    assert_eq!(all.len(), expected.len(), "{all:?}");
    for (found, expected) in all.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}, expected {expected}");
    }
    // The engines of the file are players of the match, with forfeits.
    assert_eq!(values(&found["match"], &["wins", "draws", "losses"]), "2 5 0");
    let strict = games(folder.path(), &["-", "--strict"], PLANTED.as_bytes());
    let errors = String::from_utf8(strict.stderr).unwrap();
    assert_eq!(strict.status.code(), Some(2));
    assert!(
        errors.contains("standard input, line 65: move 1: not a legal move: 'Kd8'"),
        "{errors}"
    );
}

#[test]
fn players_conditions_and_rules_select_what_counts() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let of_b = json(folder, &["-", "--player", "B"], PLANTED.as_bytes(), 0);
    let players = of_b["total"]["players"].as_array().unwrap();
    assert_eq!((players.len(), thrown(&players[0])), (1, "0 1 1".into()));
    let output = games(folder, &["-", "--player", "nobody"], PLANTED.as_bytes());
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("no game has a player named 'nobody'")
    );
    let with_pawn = json(folder, &["-", "--where", "rank(wp) > 4"], PLANTED.as_bytes(), 0);
    assert_eq!(values(&with_pawn["games"], &["with_endgame"]), "1");
    assert_eq!(thrown(&with_pawn["total"]), "1 0 0");
    let wrong = games(folder, &["-", "--where", "rank(wp) >"], PLANTED.as_bytes());
    assert_eq!(wrong.status.code(), Some(2));
    // Each position is a draw, says the rule: wrong in those that are won.
    let claims = json(folder, &["-", "--command", "sed -u s/.*/draw/"], PLANTED.as_bytes(), 0);
    let rule = &claims["total"]["rule"];
    assert_eq!(rule["asked"], rule["claims"]);
    assert!(rule["wrong"].as_u64().unwrap() > 0 && rule["would_have_saved"] == 1.5, "{rule}");
    let by_position = json(folder, &["-", "--by", "position"], PLANTED.as_bytes(), 0);
    let worst = &by_position["positions"][0];
    assert_eq!(values(worst, &["endgame", "reached", "lost"]), "\"KPKP\" 1 1.0");
    for (format, part) in [
        ("text", "KRK               3     1      333.3"),
        ("text", "Claims: those of a rule,"),
        ("markdown", "| KRK | 3 |"),
        ("html", "<h2>The most expensive moves</h2>"),
        ("csv", "KRK,,3,3,2.5,2,1,"),
    ] {
        let output = games(folder, &["-", "--format", format], PLANTED.as_bytes());
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(part), "{format}: {text}");
    }
    let mut narrow = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    narrow.env("COLUMNS", "70").args(["games", "tests/cli/planted.pgn", "--men", "4"]);
    let text = String::from_utf8(narrow.output().unwrap().stdout).unwrap();
    assert!(text.contains("More columns:") && !text.contains("Claims:"), "{text}");
}

#[test]
fn games_are_annotated_and_written_as_epd_and_their_text_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = ["-", "--annotate", "out.pgn", "--epd", "out.epd", "--frequencies", "counts.txt"];
    let found = json(folder, &args, PLANTED.as_bytes(), 0);
    let annotated = fs::read_to_string(folder.join("out.pgn")).unwrap();
    assert!(
        annotated.contains("1. {[%tb win 13]} b8=Q $4 {[%tb draw]} {a \"queen\"} 1-0"),
        "{annotated}"
    );
    assert!(annotated.contains("1. O-O {[%tb loss 28]} Ke7"), "{annotated}");
    let mut stripped = String::new();
    let mut rest = &*annotated;
    while let Some((before, after)) = rest.split_once("{[%tb") {
        stripped += before.trim_end_matches(" $4 ").trim_end_matches(" $1 ");
        let after = after.split_once('}').unwrap().1;
        let is_before_the_first = before.ends_with(". ");
        stripped.truncate(stripped.trim_end_matches(' ').len());
        stripped += if is_before_the_first { " " } else { "" };
        rest = after.strip_prefix(' ').filter(|_| is_before_the_first).unwrap_or(after);
    }
    assert_eq!(stripped + rest, PLANTED);
    let again = json(folder, &["out.pgn"], b"", 0);
    for key in ["endgames", "thrown", "games", "match"] {
        assert_eq!(again[key], found[key], "{key}");
    }
    let epd = fs::read_to_string(folder.join("out.epd")).unwrap();
    let line = "8/1P6/k7/8/K7/8/8/8 w - - bm b8=R; c0 \"played b8=Q\"; c1 \"win to draw\"; c2 \"A - B\"; \
                fmvn 1; hmvc 0; id \"KPK game 1 ply 1\";\n";
    assert!(epd.contains(line) && epd.lines().count() == 5, "{epd}");
    let counts = fs::read_to_string(folder.join("counts.txt")).unwrap();
    assert_eq!(counts, "games 7\nKPK 2\nKPKP 1\nKQK 2\nKRK 3\n");
}

#[test]
fn compressed_games_and_pipes_give_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let plain = json(folder.path(), &["-"], PLANTED.as_bytes(), 0);
    let halves = PLANTED.as_bytes().split_at(700);
    // Two frames in a file are one text.
    let packed: Vec<u8> =
        [halves.0, halves.1].iter().flat_map(|half| zstd::encode_all(*half, 3).unwrap()).collect();
    fs::write(folder.path().join("games.pgn.zst"), &packed).unwrap();
    assert_eq!(json(folder.path(), &["games.pgn.zst"], b"", 0), plain);
    assert_eq!(json(folder.path(), &["-"], &packed, 0), plain);
    let cut = games(folder.path(), &["-"], &packed[..packed.len() - 20]);
    assert_eq!(cut.status.code(), Some(2));
}

#[test]
fn saved_runs_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let good =
        "[White \"A\"]\n[Black \"B\"]\n[FEN \"8/1P6/k7/8/K7/8/8/8 w - - 0 1\"]\n\n1. b8=R 1-0\n\n";
    let bad = good.replace("b8=R 1-0", "b8=Q 1/2-1/2");
    let [old, new] = [(60, 2), (20, 40)].map(|(kept, lost)| good.repeat(kept) + &bad.repeat(lost));
    json(folder, &["-", "--player", "A", "--save", "old.run"], old.as_bytes(), 0);
    json(folder, &["-", "--player", "A", "--save", "new.run"], new.as_bytes(), 0);
    let diff = |runs: [&str; 2]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        let output = command.current_dir(folder).arg("diff").args(runs).args(["--format", "json"]);
        let output = output.output().unwrap();
        (output.status.code().unwrap(), serde_json::from_slice::<Value>(&output.stdout).unwrap())
    };
    let (status, found) = diff(["old.run", "new.run"]);
    assert_eq!((status, &found["endgames"][0]["verdict"]), (1, &"worse".into()));
    assert!(found["total"]["p"].as_f64().unwrap() < 1e-6);
    assert_eq!(diff(["new.run", "old.run"]).1["verdict"], "better");
    assert_eq!(diff(["old.run", "old.run"]).1["verdict"], "within-the-noise");
}

#[test]
fn the_status_is_the_verdict_of_the_sequential_test() {
    let folder = tempfile::tempdir().unwrap();
    let game = |white: &str, black: &str, round: usize, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let pairs = |count: usize, results: [&str; 2]| {
        let pair = |round| game("A", "B", round, results[0]) + &game("B", "A", round, results[1]);
        (0..count).map(pair).collect::<String>()
    };
    let drawn = pairs(60, ["1/2-1/2", "1/2-1/2"]);
    let good = drawn.clone() + &pairs(50, ["1-0", "1/2-1/2"]) + &pairs(10, ["1/2-1/2", "1-0"]);
    let bad = drawn.clone() + &pairs(10, ["1-0", "1/2-1/2"]) + &pairs(50, ["1/2-1/2", "1-0"]);
    for (text, status, verdict) in
        [(&good, 0, "H1"), (&bad, 1, "H0"), (&drawn[..500].to_owned(), 3, "continue")]
    {
        let found = json(folder.path(), &["-", "--sprt", "0,20"], text.as_bytes(), status);
        assert_eq!(found["match"]["sprt"]["verdict"], verdict);
    }
    let found = json(folder.path(), &["-"], good.as_bytes(), 0);
    assert_eq!(found["match"]["pentanomial"], serde_json::json!([0, 10, 60, 50, 0]));
    let none = games(folder.path(), &["-", "--sprt", "0,20"], b"1. e4 *");
    assert_eq!(none.status.code(), Some(2));
}
