//! The options that select a rule: the commands that accept them, and their effects.

use std::{fs, path::Path, process::Command as Process, sync::LazyLock};

use assert_cmd::Command;
use serde_json::Value;

use crate::help::commands;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// The options about rules, each with a value if it takes one.
const OPTIONS: [(&str, Option<&str>); 6] = [
    ("--learned", None),
    ("--plugin", Some("rule.so")),
    ("--command", Some("cat")),
    ("--workers", Some("1")),
    ("--timeout", Some("1")),
    ("--domain", Some("quiet")),
];

/// The commands that take some of the options, and which: this is the table of docs/cli.md.
const TABLE: [(&str, [bool; 6]); 8] = [
    ("verify", [true; 6]),
    ("tune", [true; 6]),
    ("repair", [true; 6]),
    // One process answers about single positions, whatever they are.
    ("probe", [true, true, true, false, true, false]),
    // Every position is certified.
    ("certify", [true, true, true, false, true, false]),
    ("games", [true, true, true, false, true, false]),
    // A condition asks for the claims of a library.
    ("find", [false, true, false, false, true, false]),
    // It judges the scores of a library.
    ("judge", [false, true, false, false, true, false]),
];

fn drawproof(args: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.env("DRAWPROOF_TABLES", FOLDER.path().join("tables")).args(args);
    command.output().expect("it runs")
}

fn json(args: &[&str], status: i32) -> Value {
    let output = drawproof(&[args, &["--quiet", "--format", "json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

/// Standard error of a call that fails.
fn failure(args: &[&str]) -> String {
    let output = drawproof(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Whether the command takes an option, by [`TABLE`].
fn takes(command: &str, option: usize) -> bool {
    TABLE.iter().any(|(name, options)| *name == command && options[option])
}

#[test]
fn every_command_takes_the_options_of_the_table_and_no_others() {
    let commands = commands();
    assert!(
        commands.len() > 12 && TABLE.iter().all(|(name, _)| commands.iter().any(|c| c == name))
    );
    for command in &commands {
        let help = String::from_utf8(drawproof(&[command, "--help"]).stdout).unwrap();
        for (number, (option, value)) in OPTIONS.iter().enumerate() {
            let is_shown = help.lines().any(|line| line.trim_start().starts_with(option));
            assert_eq!(is_shown, takes(command, number), "{command} {option}");
            if !is_shown {
                let error = failure(&[&[command.as_str(), option][..], value.as_slice()].concat());
                assert!(error.contains("unexpected argument"), "{command} {option}: {error}");
            }
        }
    }
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    let document = fs::read_to_string(document).unwrap();
    for (number, (option, _)) in OPTIONS.iter().enumerate() {
        let row = document.lines().find(|line| line.starts_with(&format!("| `{option}")));
        let row = row.unwrap_or_else(|| panic!("docs/cli.md has no row of {option}"));
        for (command, options) in TABLE {
            let cells = row.rsplit('|').nth(1).unwrap();
            let is_named = cells.contains(&format!("`{command}`"));
            assert_eq!(is_named, options[number], "docs/cli.md: {option} of {command}");
        }
    }
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    let fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
    for (command, _) in TABLE.into_iter().filter(|(_, options)| options[2]) {
        let what = if command == "probe" { fen } else { "KRKB" };
        let error = failure(&[command, what, "--timeout", "5"]);
        assert!(error.contains("--plugin") && error.contains("--command"), "{command}: {error}");
        for both in
            [&["--plugin", "a.so", "--command", "cat"][..], &["--learned", "--command", "cat"]]
        {
            let error = failure(&[&[command, what], both].concat());
            assert!(error.contains("cannot be used with"), "{command}: {error}");
        }
        if !["probe", "games", "certify"].contains(&command) {
            let error = failure(&[command, what, "--workers", "2"]);
            assert!(error.contains("--command"), "{command}: {error}");
        }
    }
}

#[test]
fn learned_selects_the_learned_rule_everywhere() {
    let judged = json(&["verify", "KRKB", "--learned", "--counting", "unique"], 0);
    let learned = judged["recognizers"][0]["name"].as_str().unwrap().to_owned();
    let tuned = json(&["tune", "KRKB", "--learned", "--counting", "unique"], 0);
    assert_eq!(tuned["name"], learned.as_str());
    let fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
    let rules = |args: &[&str]| {
        let answer = &json(&[&["probe", fen], args].concat(), 0)[0];
        let rules = answer["recognizers"].as_array().unwrap().clone();
        rules.into_iter().map(|rule| rule["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(rules(&["--learned"]), [learned.as_str()]);
    assert_ne!(rules(&[]), [learned.as_str()]);
    // Where there is no learned rule, all of them report that.
    for args in [&["verify", "KQK"][..], &["tune", "KQK"], &["repair", "KQK"]] {
        let error = failure(&[args, &["--learned"]].concat());
        assert!(error.contains("no learned rule for KQK"), "{error}");
    }
    let error = failure(&["probe", "8/8/8/8/8/1k6/8/KQ6 b - - 0 1", "--learned"]);
    assert!(error.contains("no learned rule for KQK"), "{error}");
}

#[test]
fn a_time_limit_holds_for_single_positions_too() {
    let source = FOLDER.path().join("hangs.c");
    let library = FOLDER.path().join("hangs.so");
    fs::write(
        &source,
        "#include \"drawproof.h\"\n#include <unistd.h>\nuint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }\n\
         int drawproof_claim(const drawproof_position *p, uint64_t *s) {\n\
         (void)p; (void)s; for (;;) pause(); }\n",
    )
    .unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/c/include");
    let mut cc = Process::new("cc");
    cc.args(["-O1", "-shared", "-fPIC", "-I"]).arg(include).arg("-o").args([&library, &source]);
    assert!(cc.status().unwrap().success());
    let fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
    for rule in [["--plugin", library.to_str().unwrap()], ["--command", "sleep 60"]] {
        let error = failure(&[&["probe", fen, "--timeout", "1"][..], &rule].concat());
        assert!(error.contains(" 1 s"), "{error}");
    }
}
