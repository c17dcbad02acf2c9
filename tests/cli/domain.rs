//! `--domain` and `--dump`: the positions that a rule is asked about, and every counterexample as EPD.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::LazyLock,
};

use serde_json::Value;

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// A rule for KRK and KPK that crashes in check: it looks for a rook, a queen or a pawn that attacks
/// the king of the side to move. Without check it claims that the side to move does not win.
const CRASHES_IN_CHECK: &str = r#"
#include <stdlib.h>
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    static const int steps[4] = {8, -8, 1, -1};
    uint64_t all = p->colour[0] | p->colour[1], own = p->colour[p->side_to_move];
    uint64_t foe = all & ~own;
    int square = 0, ahead = p->side_to_move == 0 ? 8 : -8;
    (void)reasons;
    while (!(own & p->kind[5] & (uint64_t)1 << square)) square++;
    for (int way = 0; way < 4; way++)
        for (int last = square, at = square + steps[way];; last = at, at += steps[way]) {
            if (at < 0 || at > 63 || (way > 1 && at / 8 != last / 8)) break;
            if (foe & p->kind[3] & (uint64_t)1 << at) abort();
            if (all & (uint64_t)1 << at) break;
        }
    for (int side = -1; side <= 1; side += 2) {
        int at = square + ahead + side;
        if (at < 0 || at > 63 || abs(at % 8 - square % 8) != 1) continue;
        if (foe & p->kind[0] & (uint64_t)1 << at) abort();
    }
    return p->side_to_move == 0 ? 3 : 6;
}
"#;

/// A rule for KPKP that claims a draw wherever a pawn has just passed another one, and in some other
/// positions.
const AFTER_DOUBLE_PUSH: &str = r#"
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    uint64_t kings = p->kind[5], back = 0xff000000000000ffULL;
    (void)reasons;
    return p->en_passant < 64 || (kings & back & 0x8181818181818181ULL) == kings ? 2 : 7;
}
"#;

fn library(name: &str, source: &str) -> String {
    compiled(FOLDER.path(), name, source)
}

fn drawproof(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(args).arg("--quiet").stdin(Stdio::null());
    command.env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    command
}

fn run(args: &[&str], status: i32) -> Output {
    let output = drawproof(args).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    output
}

fn json(args: &[&str], status: i32) -> Value {
    let output = run(&[args, &["--format", "json"]].concat(), status);
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn failure(args: &[&str]) -> String {
    String::from_utf8(run(args, 2).stderr).unwrap()
}

fn place(name: &str) -> PathBuf {
    FOLDER.path().join(name)
}

#[test]
fn a_rule_that_crashes_in_check_is_judged_without_check() {
    let library = library("crashes_in_check", CRASHES_IN_CHECK);
    for endgame in ["KRK", "KPK"] {
        let args = ["verify", endgame, "--plugin", &library];
        let error = failure(&args);
        assert!(error.contains("crashed (SIGABRT) in drawproof_claim; position '"), "{error}");
        let document = json(&[&args[..], &["--domain", "not-in-check"]].concat(), 1);
        assert_eq!(document["domain"], "not-in-check");
        let rule = &document["recognizers"][0];
        let count = |key: &str| rule[key].as_u64().unwrap();
        let everything = json(&["verify", endgame], 0);
        let all = everything["recognizers"][0]["positions"].as_u64().unwrap();
        assert_eq!(everything["domain"], "");
        assert_eq!(count("positions") + count("not_asked"), all, "{endgame}");
        assert!(count("not_asked") > 0 && count("incorrect") > 0 && count("asymmetric") == 0);
        assert_eq!(rule["incorrect_by_class"]["in-check"], 0);
        let quiet = json(&[&args[..], &["--domain", "not-in-check,quiet"]].concat(), 1);
        let quiet = &quiet["recognizers"][0]["incorrect_by_class"];
        assert_eq!(quiet["quiet"], rule["incorrect_by_class"]["quiet"]);
        assert_eq!((&quiet["tactical"], &quiet["over"]), (&0.into(), &0.into()));
    }
    for format in ["text", "markdown", "junit", "github", "html"] {
        let args = ["verify", "KRK", "--plugin", &library, "--domain", "not-in-check"];
        let output = run(&[&args[..], &["--format", format]].concat(), 1);
        let text = String::from_utf8(output.stdout).unwrap();
        let words = "asked only about positions in which the side to move is not in check";
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{format}: {text}");
    }
    let tuned = json(&["tune", "KRK", "--plugin", &library, "--domain", "not-in-check"], 1);
    assert_eq!(tuned["domain"], "not-in-check");
    let error = failure(&["verify", "KRK", "--domain", "not-in-chess"]);
    assert!(error.contains("'not-in-chess' is not a condition of a domain"), "{error}");
    let error = failure(&["verify", "KRK", "--domain", ""]);
    assert!(error.contains("write conditions"), "{error}");
}

#[test]
fn only_runs_of_one_domain_are_compared() {
    let [all, quiet] = ["all.run", "quiet.run"].map(|name| place(name).display().to_string());
    run(&["verify", "KRKN", "--counting", "unique", "--save", &all], 0);
    let quiet_domain = ["--domain", "quiet", "--save", &quiet];
    run(&[&["verify", "KRKN", "--counting", "unique"][..], &quiet_domain].concat(), 0);
    let error = failure(&["diff", &all, &quiet]);
    assert!(error.contains("KRKN (unique counting, domain quiet)"), "{error}");
    let same = json(&["diff", &quiet, &quiet], 0);
    assert_eq!(same[0]["domain"], "quiet");
    assert_eq!(same[0]["gained"]["claims"], 0);
    let text = String::from_utf8(run(&["diff", &quiet, &quiet], 0).stdout).unwrap();
    assert!(text.contains("Domain quiet: "), "{text}");
}

#[test]
fn a_dump_is_read_by_probe_which_finds_every_mate_right() {
    let library = library("after_double_push", AFTER_DOUBLE_PUSH);
    let file = place("wrong.epd").display().to_string();
    let args = ["verify", "KPKP", "KRK", "--plugin", &library, "--dump", &file];
    let document = json(&[&args[..], &["--counting", "unique", "-j", "1"]].concat(), 1);
    let rules = document["recognizers"].as_array().unwrap();
    let incorrect = rules.iter().map(|rule| {
        rule["incorrect"].as_u64().unwrap() + rule["en_passant"]["incorrect"].as_u64().unwrap()
    });
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count() as u64, incorrect.sum::<u64>());
    assert!(text.lines().any(|line| line.split(' ').nth(3) != Some("-")), "no en passant");
    assert!(text.contains("id \"KPKP.1\";\n") && text.contains("id \"KRK.1\";\n"));
    let mut probe = drawproof(&["probe", "--check", "--no-moves", "--no-line", "-"]);
    probe.stdin(fs::File::open(&file).unwrap()).stdout(Stdio::null());
    assert_eq!(probe.status().unwrap().code(), Some(0));
    // The same bytes for any number of threads.
    run(&[&args[..], &["--counting", "unique", "-j", "3"]].concat(), 1);
    assert!(fs::read_to_string(&file).unwrap() == text);
    // The first lines alone.
    let limited = [&args[..], &["--counting", "unique", "--dump-limit", "7"]].concat();
    run(&limited, 1);
    let first: Vec<&str> = text.lines().take(7).collect();
    assert_eq!(fs::read_to_string(&file).unwrap().lines().collect::<Vec<_>>(), first);
    let error = failure(&["verify", "KRK", "--plugin", &library, "--dump", "/nowhere/wrong.epd"]);
    assert!(error.contains("/nowhere/wrong.epd cannot be written"), "{error}");
    if Path::new("/dev/full").exists() {
        let error = failure(&["verify", "KRK", "--plugin", &library, "--dump", "/dev/full"]);
        assert!(error.contains("/dev/full cannot be written"), "{error}");
    }
    // Programs and built-in rules too; a sound rule leaves an empty file.
    let sound = ["verify", "KRK", "--dump", &file];
    run(&sound, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "");
    run(
        &["verify", "KNK", "--command", "sed s/.*/loss/", "--dump", &file, "--counting", "unique"],
        1,
    );
    let text = fs::read_to_string(&file).unwrap();
    let is_drawn = |line: &str| line.contains(" claim \"loss\"; ") && !line.contains(" dm ");
    assert!(text.lines().count() > 1000 && text.lines().all(is_drawn));
}
