//! Counting conventions, mutual zugzwangs and distances, as the commands report them.

use std::{path::Path, process::Command as Process};

use assert_cmd::Command;
use serde_json::Value;

fn drawproof(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.env("DRAWPROOF_TABLES", folder).args(args).arg("--quiet");
    command
}

/// Standard output of a call that ends with `status`.
fn output(folder: &Path, args: &[&str], status: i32) -> String {
    let done = drawproof(folder, args).assert().code(status);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

fn json(folder: &Path, args: &[&str], status: i32) -> Value {
    let text = output(folder, &[args, &["--format", "json"]].concat(), status);
    serde_json::from_str(&text).expect("one JSON document")
}

#[test]
fn stats_count_under_every_convention() {
    let folder = tempfile::tempdir().unwrap();
    for (counting, black) in
        [("full", 13_660_584), ("core10", 2_133_048), ("distinct", 6_830_292), ("unique", 854_238)]
    {
        let document = json(folder.path(), &["stats", "KNNK", "--counting", counting], 0);
        assert_eq!(document["counting"], counting);
        assert_eq!(document["black_to_move"]["positions"], black, "{counting}");
    }
}

#[test]
fn stats_list_zugzwangs_and_chart_distances_within_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["stats", "KPPK", "--zugzwangs", "--distances"];
    let document = json(folder.path(), &args, 0);
    assert_eq!(document["mutual_zugzwangs"], 86);
    let list = document["zugzwangs"].as_array().unwrap();
    assert_eq!(list.len(), 86);
    assert!(list.iter().all(|it| it["kind"] == "draw/loss"));
    for side in ["white_to_move", "black_to_move"] {
        let side = &document[side];
        for (key, total) in [("wins", &side["wins"]), ("losses", &side["losses"])] {
            let distances = side["distances"].as_array().unwrap();
            let sum: u64 = distances.iter().map(|it| it[key].as_u64().unwrap()).sum();
            assert_eq!(Some(sum), total.as_u64());
        }
    }
    let text = output(folder.path(), &args, 0);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(text.lines().filter(|line| line.ends_with("  draw/loss")).count(), 86);
    assert!(text.contains("by plies to mate") && text.contains('#'));
    let unique = json(folder.path(), &["stats", "KPK", "--zugzwangs", "--counting", "unique"], 0);
    assert_eq!(unique["mutual_zugzwangs"], 80);
    // One ply and one move are singular.
    let text = output(folder.path(), &["stats", "KRKN"], 0);
    assert!(text.contains(" 1 ply (1 move)") && !text.contains("1 plies"), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "wins 5,210,920 48.33 % 32 0.01 % draws",
        "as in published figures. Other conventions: --counting core10, distinct, unique.",
    ] {
        assert!(words.contains(part), "{text}");
    }
}

#[test]
fn every_report_and_help_says_what_counts() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["verify", "tune", "stats"] {
        let help = output(folder.path(), &[command, "--help"], 0);
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in ["once for each order of like men", "One of each class of symmetric positions"]
        {
            assert!(help.contains(part), "{command}: {help}");
        }
    }
    let counting = ["--counting", "unique"];
    for (command, formats) in [
        ("verify", &["text", "markdown", "junit", "github", "html"][..]),
        ("tune", &["text", "markdown"]),
        ("stats", &["text"]),
    ] {
        for format in formats {
            let args = [&[command, "KBK", "--format", format][..], &counting].concat();
            let text = output(folder.path(), &args, 0);
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains("whatever the order of like men"), "{command} {format}");
        }
        let document = json(folder.path(), &[&[command, "KBK"][..], &counting].concat(), 0);
        assert_eq!(document["counting"], "unique", "{command}");
    }
}

#[test]
fn runs_of_different_conventions_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let runs = ["full", "distinct", "unique"].map(|counting| {
        let run = folder.path().join(counting).to_str().unwrap().to_owned();
        let args = ["verify", "KRK", "--counting", counting, "--save", &run];
        drawproof(folder.path(), &args).assert().success();
        run
    });
    for (old, new) in [(0, 1), (1, 2), (2, 0)] {
        let done = drawproof(folder.path(), &["diff", &runs[old], &runs[new]]).assert().code(2);
        let text = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(text.contains("counting") && done.get_output().stdout.is_empty(), "{text}");
    }
    for (run, counting) in runs.iter().zip(["full", "distinct", "unique"]) {
        let document = json(folder.path(), &["diff", run, run], 0);
        assert_eq!(document[0]["counting"], counting);
        let text = output(folder.path(), &["diff", run, run], 0);
        assert!(text.contains(counting) && text.contains("order of like men"), "{text}");
    }
}

/// A rule in a library goes through a child process, which gets the convention as well.
#[test]
fn a_library_is_asked_about_as_many_positions_as_a_built_in_rule() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = folder.path().join("rule.so");
    let built = Process::new("cc")
        .args(["-O2", "-shared", "-fPIC", "-I"])
        .arg(root.join("bindings/c/include"))
        .arg("-o")
        .args([&library, &root.join("examples/rules/bishop_and_knight.c")])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let plugin = ["--plugin", library.to_str().unwrap()];
    let verify = ["verify", "KBKN", "--counting", "unique"];
    let documents =
        [&[][..], &plugin].map(|rule| json(folder.path(), &[&verify, rule].concat(), 0));
    let counts = documents.map(|document| {
        assert_eq!(document["counting"], "unique");
        ["positions", "draws", "calls"].map(|key| document["recognizers"][0][key].clone())
    });
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn exact_outcomes_count_each_class_of_symmetric_positions_once() {
    let folder = tempfile::tempdir().unwrap();
    for (endgame, classes) in [("KRK", 50_015), ("KQK", 46_137), ("KBK", 52_234)] {
        let document = json(folder.path(), &["mine", endgame, "--exact"], 0);
        assert_eq!(document["positions"], classes, "{endgame}");
        assert_eq!(document["wrong"], 0, "{endgame}");
    }
}
