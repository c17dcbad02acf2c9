//! The program as a user meets it: output, exit status, one-line errors.

use std::{fs, path::Path, sync::LazyLock};

use assert_cmd::Command;
use serde_json::Value;

/// The program with `folder` for tables.
fn drawproof(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.env("DRAWPROOF_TABLES", folder).env_remove("NO_COLOR");
    command
}

/// The JSON document that a successful call prints.
fn json(folder: &Path, args: &[&str]) -> Value {
    let output = drawproof(folder).args(args).args(["--format", "json"]).assert().success();
    serde_json::from_slice(&output.get_output().stdout).expect("one JSON document")
}

/// The text on standard error of a call whose arguments are wrong: clap's, and where to read on.
fn usage_error(folder: &Path, args: &[&str]) -> String {
    let output = drawproof(folder).args(args).assert().code(2);
    assert!(output.get_output().stdout.is_empty(), "{args:?}");
    String::from_utf8(output.get_output().stderr.clone()).expect("text")
}

/// The one line on standard error of a call that fails with status 2.
fn error(folder: &Path, args: &[&str]) -> String {
    let output = drawproof(folder).args(args).assert().code(2);
    let text = String::from_utf8(output.get_output().stderr.clone()).expect("text");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    assert!(output.get_output().stdout.is_empty(), "{args:?}");
    text
}

#[test]
fn the_version_names_the_target_and_the_vectors() {
    let version = concat!("drawproof ", env!("CARGO_PKG_VERSION"), "\n");
    let folder = tempfile::tempdir().unwrap();
    drawproof(folder.path()).arg("-V").assert().success().stdout(version);
    let output = drawproof(folder.path()).arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let vectors = drawproof_generator::Vectors::best();
    let rest: Vec<&str> = text.strip_prefix(version).unwrap().lines().collect();
    assert!(
        matches!(rest[..], [target, last]
        if target.starts_with("target ") && target.contains(std::env::consts::ARCH)
            && last == format!("vectors {vectors}")),
        "{text}"
    );
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let kings = "8/8/8/8/8/6k1/8/2K5 w - - 0 1";
    for (args, part) in [
        (&["probe", "nonsense"][..], "is not a FEN"),
        (&["probe", "8/8/8/8/8/6k1/4P3/R3K2R w KQ - 0 1"], "castling rights"),
        (&["probe", "k7/8/8/8/8/1NNNNN2/8/K7 w - - 0 1"], "men"),
        (&["probe", "k7/8/8/8/8/1NNNN3/8/K7 w - - 0 1"], "6 men"),
        (&["probe", "8/8/8/8/8/6k1/4P3/2KK4 w - - 0 1"], "kings"),
        (&["probe", "8/8/8/8/8/6k1/8/2K4P w - - 0 1"], "pawn"),
        (&["generate", "KRPKR", "--memory", "10M"], "--memory"),
        (&["verify", "KQNNK"], "no built-in rule"),
        (&["stats", "KNRKBR"], "'drawproof generate KRBKRN'"),
        (&["check", "KRBKRN"], "'drawproof generate KRBKRN'"),
        (&["generate", "KRBKRN", "--memory", "1G"], "--memory"),
        (&["generate", "KRBKRN", "--metric", "dtz"], "by distance to mate, not dtz"),
    ] {
        let text = error(folder.path(), args);
        assert!(text.contains(part), "{args:?}: {text}");
    }
    let six_men = error(folder.path(), &["verify", "KRBKRN", "--command", "cat", "--quiet"]);
    assert_eq!(six_men.matches("make it first").count(), 1, "{six_men}");
    for (args, part) in [
        (&["stats", "KXK"][..], "endgame name"),
        (&["stats", ""], "endgame name"),
        (&["stats", "KvK"], "bare kings"),
        (&["stats", "KKRKN"], "endgame name"),
        (&["stats", "KRKR", "--counting", "half"], "counting"),
        (&["generate", "--men", "7"], "7"),
        (&["generate", "--men", "6"], "6"),
        (&["generate", "KRPPKP"], "6 with two pawns at most"),
        (&["generate", "KRKR", "--memory", "lots"], "size"),
        (&["frobnicate"], "frobnicate"),
        (&["probe", kings, "--threads", "0"], "0"),
    ] {
        let text = usage_error(folder.path(), args);
        assert!(text.starts_with("error: ") && text.contains(part), "{args:?}: {text}");
    }
}

#[test]
fn a_usage_error_keeps_the_tips_and_names_the_help_of_its_command() {
    let folder = tempfile::tempdir().unwrap();
    for (args, part, help) in [
        (&["stats", "KRKR", "--countin", "full"][..], "exists: '--counting'", "stats"),
        (&["--threads", "2", "stats", "--tables", "rules", "-x"], "'-x'", "stats"),
        (&["verfy"], "'verify'", ""),
        (&["serve", "--port", "9000"], "--listen 127.0.0.1:9000", "serve"),
        (&["stats", "KRK", "--json"], "--format json", "stats"),
        (&["solve", "KRK"], "'generate'", ""),
        (&["--threads", "none", "mine", "KRK"], "'none'", "mine"),
        (&["generate"], "<ENDGAME>", "generate"),
        (&["find", "KRKN"], "such as --where 'white to move and win and only_move'", "find"),
        (&["find", "KRKN", "--where"], "such as --where 'white to move and", "find"),
        (&["repair", "KRKR", "--emit", "cobol"], "possible values", "repair"),
        (&["rules", "--memory", "much"], "'much'", "rules"),
    ] {
        let text = usage_error(folder.path(), args);
        assert!(text.starts_with("error: ") && text.contains(part), "{args:?}: {text}");
        let command = ["drawproof", help].join(" ");
        let last = format!("For more information, try '{} --help'.", command.trim_end());
        assert_eq!(text.lines().last(), Some(last.as_str()), "{args:?}");
        assert_eq!(text.matches("For more information").count(), 1, "{text}");
    }
}

#[test]
fn three_men_are_answered_with_no_file_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let answers = json(folder.path(), &["probe", "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1"]);
    let answer = &answers[0];
    assert_eq!(answer["category"], "win");
    assert_eq!(answer["dtm"], 45);
    assert_eq!(answer["line"].as_array().unwrap().len(), 45);
    assert_eq!(answer["moves"][0]["category"], "loss");
    assert_eq!(answer["moves"][0]["dtm"], -44);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "probing writes nothing");
}

#[test]
fn mates_stalemates_and_bare_kings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |fen| json(folder.path(), &["probe", fen])[0].clone();
    let mate = ask("8/8/8/8/1N6/1N6/2K5/k7 b - - 0 1");
    assert_eq!((&mate["checkmate"], &mate["dtm"]), (&Value::from(true), &Value::from(0)));
    let stalemate = ask("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate["stalemate"], true);
    assert_eq!((&stalemate["category"], &stalemate["dtm"]), (&Value::from("draw"), &Value::Null));
    let kings = ask("8/8/8/8/8/6k1/8/2K5 w - - 0 1");
    assert_eq!(kings["insufficient_material"], true);
    assert_eq!(kings["category"], "draw");
}

#[test]
fn the_rook_ending_of_the_books_has_one_winning_move() {
    let folder = tempfile::tempdir().unwrap();
    let answers = json(folder.path(), &["probe", "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"]);
    assert_eq!(answers[0]["dtm"], 57);
    let moves = answers[0]["moves"].as_array().unwrap();
    let winning: Vec<_> = moves.iter().filter(|mv| mv["category"] == "loss").collect();
    assert_eq!(winning.len(), 1);
    assert_eq!(winning[0]["san"], "Ke1");
}

#[test]
fn generate_makes_the_tables_a_table_depends_on_once() {
    let folder = tempfile::tempdir().unwrap();
    let first = json(folder.path(), &["generate", "KRKN"]);
    let names: Vec<_> = first.as_array().unwrap().iter().map(|row| &row["endgame"]).collect();
    assert_eq!(names, ["KRK", "KNK", "KRKN"]);
    assert!(first.as_array().unwrap().iter().all(|row| row["cached"] == false));
    assert_eq!(first[2]["plies"], 80);
    let bytes = fs::read(folder.path().join("KRKN.dpt")).unwrap();
    assert_eq!(first[2]["file_bytes"], bytes.len());
    let again = json(folder.path(), &["generate", "KRKN"]);
    assert!(again.as_array().unwrap().iter().all(|row| row["cached"] == true));
    assert_eq!(fs::read(folder.path().join("KRKN.dpt")).unwrap(), bytes);
}

#[test]
fn a_damaged_file_is_an_error_everywhere_but_in_generate() {
    let folder = tempfile::tempdir().unwrap();
    json(folder.path(), &["generate", "KBKN"]);
    let path = folder.path().join("KBKN.dpt");
    let sound = fs::read(&path).unwrap();
    let mut flipped = sound.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x10;
    for damaged in [&flipped[..], &sound[..sound.len() / 2], b"", b"something else entirely"] {
        fs::write(&path, damaged).unwrap();
        for args in [&["stats", "KBKN"][..], &["stats", "KBKN", "--format", "json"]] {
            let text = error(folder.path(), args);
            assert!(text.contains("KBKN.dpt"), "{text}");
        }
        drawproof(folder.path()).args(["generate", "KBKN"]).assert().success();
        assert_eq!(fs::read(&path).unwrap(), sound, "generate builds it again");
    }
}

#[test]
fn tables_from_files_equal_solved_ones() {
    let folder = tempfile::tempdir().unwrap();
    let solved = json(folder.path(), &["stats", "KQKP"]);
    json(folder.path(), &["generate", "KQKP"]);
    assert_eq!(json(folder.path(), &["stats", "KQKP"]), solved);
    let fen = "3Q4/3K4/8/8/8/3k4/3p4/8 w - - 0 1";
    assert_eq!(json(folder.path(), &["probe", fen])[0]["dtm"], 55);
}

#[test]
fn the_dependency_graph_lists_dependencies_first() {
    let folder = tempfile::tempdir().unwrap();
    let output = drawproof(folder.path()).args(["generate", "--men", "4", "--graph"]).assert();
    let graph: Value = serde_json::from_slice(&output.success().get_output().stdout).unwrap();
    let nodes = graph.as_array().unwrap();
    assert_eq!(nodes.len(), 35);
    let place = |name: &Value| nodes.iter().position(|node| node["endgame"] == *name).unwrap();
    for (at, node) in nodes.iter().enumerate() {
        assert!(node["depends_on"].as_array().unwrap().iter().all(|name| place(name) < at));
    }
    let output = drawproof(folder.path()).args(["generate", "KPK", "--graph", "dot"]).assert();
    let dot = String::from_utf8(output.success().get_output().stdout.clone()).unwrap();
    assert!(dot.starts_with("digraph") && dot.contains("KQK -> KPK"));
}

#[test]
fn a_first_line_uci_on_a_pipe_starts_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let output = drawproof(folder.path()).write_stdin("uci\nquit\n").assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.lines().any(|line| line == "uciok"));
}

#[test]
fn without_a_command_and_without_uci_the_program_fails() {
    let folder = tempfile::tempdir().unwrap();
    for input in ["", "\n", "isready\nquit\n", "ucinewgame\n"] {
        let output = drawproof(folder.path()).write_stdin(input).assert().code(2);
        let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(text.contains("name a command") && output.get_output().stdout.is_empty(), "{text}");
    }
}

#[test]
fn fens_of_addresses_are_positions() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
    let of_address = fen.replace(' ', "_");
    let args = ["probe", "-", "--format", "json"];
    let output = drawproof(folder.path()).args(args).write_stdin(&*of_address).assert().success();
    let of_lines: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    for answers in [json(folder.path(), &["probe", &of_address]), of_lines] {
        assert_eq!((&answers[0]["fen"], &answers[0]["dtm"]), (&fen.into(), &45.into()));
    }
}

/// The report about the built-in rule of KRKR, for all tests.
pub static KRKR: LazyLock<Value> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    json(folder.path(), &["verify", "KRKR"])
});

#[test]
fn krkr_is_proved_by_count() {
    let report = &KRKR;
    assert_eq!(report["sound"], true);
    let rule = &report["recognizers"][0];
    for (key, count) in [
        ("positions", 21_561_456),
        ("draws", 15_138_064),
        ("decisive", 6_423_392),
        ("incorrect", 0),
        ("asymmetric", 0),
    ] {
        assert_eq!(rule[key], count, "{key}");
    }
    assert!(rule["spotted_share"].as_f64().unwrap() >= 0.85);
}
