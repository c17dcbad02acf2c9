//! Programs whose answers name their branches and have scores: `verify`, `tune`, `repair` and the reports
//! must treat them as they treat the halves of a library.

use std::{fs, process::Command, sync::LazyLock};

use serde_json::{Value, json};

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// "The bare king cannot win", always, and "the side with the pawn cannot win where its king stands on the
/// pawn's file", as a program; `PLAIN` leaves the names out, `SCORES` adds scores.
const PROGRAM: &str = r#"import sys
mode = sys.argv[1]
bare = {"P": "white-or-draw", "p": "draw-or-black"}
here = {"P": "draw-or-black", "p": "white-or-draw"}
files = {}
def place(row):
    at = 0
    found = []
    for letter in row:
        if letter.isdigit():
            at += int(letter)
        else:
            found.append((letter, at))
            at += 1
    return found
out = []
for line in sys.stdin:
    men = {}
    for row in line.split(" ", 1)[0].split("/"):
        if row not in files:
            files[row] = place(row)
        men.update(files[row])
    pawn = "P" if "P" in men else "p"
    stands = men["K" if pawn == "P" else "k"] == men[pawn]
    if mode == "plain":
        out.append("draw" if stands else bare[pawn])
    elif mode == "scores":
        out.append(f"{here[pawn]} @ rules/kpk.go:77; score 0" if stands else "score 35")
    elif stands:
        out.append(f"{bare[pawn]} @ rules/kpk.go:9;{here[pawn]}  @  rules/kpk.go:77")
    else:
        out.append(f"{bare[pawn]} @ rules/kpk.go:9")
print("\n".join(out))
"#;

/// The same as a library.
const LIBRARY: &str = r#"#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
const char *drawproof_reason_name(unsigned branch) {
    return branch == 9 ? "rules/kpk.go:9" : branch == 77 ? "rules/kpk.go:77" : 0;
}
static int square(uint64_t set) { int at = 0; while (!(set >> at & 1)) at++; return at; }
int drawproof_parts(const drawproof_position *p, drawproof_part parts[DRAWPROOF_PARTS]) {
    int black = (p->colour[1] & p->kind[0]) != 0;
    parts[0].branch = 9;
    parts[0].set = black ? DRAWPROOF_WHITE_CANNOT_WIN : DRAWPROOF_BLACK_CANNOT_WIN;
    if (((square(p->kind[5] & p->colour[black]) ^ square(p->kind[0])) & 7) != 0) return 1;
    parts[1].branch = 77;
    parts[1].set = black ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
    return 2;
}
"#;

fn output(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.current_dir(FOLDER.path()).args(arguments).arg("--quiet");
    command.env("DRAWPROOF_TABLES", FOLDER.path()).env("COLUMNS", "10000").output().unwrap()
}

fn drawproof(arguments: &[&str], status: i32) -> String {
    let output = output(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn document(arguments: &[&str], status: i32) -> Value {
    serde_json::from_str(&drawproof(&[arguments, &["--format", "json"]].concat(), status)).unwrap()
}

fn program(mode: &str) -> String {
    static FILE: LazyLock<String> = LazyLock::new(|| {
        let file = FOLDER.path().join("kpk.py");
        fs::write(&file, PROGRAM).unwrap();
        file.display().to_string()
    });
    format!("python3 '{}' {mode}", &*FILE)
}

fn library() -> &'static str {
    static FILE: LazyLock<String> = LazyLock::new(|| compiled(FOLDER.path(), "kpk", LIBRARY));
    &FILE
}

/// Every value but those of the rule's name and of times.
fn comparable(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for key in ["name", "rule", "seconds", "nanoseconds_per_call", "learning_seconds"] {
                    members.remove(key);
                }
                members.values_mut().for_each(strip);
            }
            Value::Array(elements) => elements.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

const UNIQUE: [&str; 2] = ["--counting", "unique"];

/// Half of the unique positions, for what takes long.
const HALF: [&str; 4] = ["--counting", "unique", "--domain", "white-to-move"];

#[test]
fn branches_of_a_program_count_as_those_of_a_library() {
    let program = program("named");
    let [by_library, by_program] = [["--plugin", library()], ["--command", &program]];
    let agree = |arguments: &[&str], status: i32| {
        let of = |rule: &[&str; 2]| comparable(document(&[arguments, &rule[..]].concat(), status));
        assert_eq!(of(&by_program), of(&by_library), "{arguments:?}");
    };
    agree(&[&["verify", "KPK"][..], &UNIQUE[..]].concat(), 1);
    agree(&[&["tune", "KPK"][..], &HALF[..]].concat(), 1);
    agree(&[&["repair", "KPK", "--patterns", "2"][..], &HALF[..]].concat(), 0);
    for command in ["verify", "tune"] {
        agree(&[command, "KPK", "--sample", "5000"], 1);
    }
    let verify = [&["verify", "KPK"][..], &by_program[..], &HALF[..]].concat();
    let annotated =
        drawproof(&[&verify[..], &["--format", "github", "--html", "page.html"]].concat(), 1);
    assert!(annotated.starts_with("::error file=rules/kpk.go,line=77,title=KPK"), "{annotated}");
    let page = fs::read_to_string(FOLDER.path().join("page.html")).unwrap();
    assert!(page.contains("<a href=\"./rules/kpk.go#L77\"><code>rules/kpk.go:77</code></a>"));
    drawproof(&[&verify[..], &["--baseline", "known.txt", "--update-baseline"]].concat(), 0);
    let known = fs::read_to_string(FOLDER.path().join("known.txt")).unwrap();
    assert!(known.contains("rules/kpk.go:77") && !known.contains("kpk.go:9"), "{known}");
    drawproof(&[&verify[..], &["--baseline", "known.txt"]].concat(), 0);
    let probed = drawproof(&["probe", "8/8/8/8/8/k2K4/3P4/8 b - -", "--command", &program], 0);
    assert!(probed.contains("kpk.go:9") && probed.contains("kpk.go:77"), "{probed}");
}

#[test]
fn shards_and_saved_runs_have_the_branches_of_a_program() {
    let named = program("named");
    let verify = [&["verify", "KPK", "--command", &named][..], &UNIQUE[..]].concat();
    let whole = comparable(document(&[&verify[..], &["--save", "named.run"]].concat(), 1));
    for number in ["1/3", "2/3", "3/3"] {
        let file = format!("{}.part", &number[..1]);
        drawproof(&[&verify[..], &["--shard", number, "--output", &file]].concat(), 0);
    }
    let merged = document(&["merge", "1.part", "2.part", "3.part"], 1);
    assert_eq!(comparable(merged), whole);
    let plain = program("plain");
    let plain = [&["verify", "KPK", "--command", &plain][..], &UNIQUE[..]].concat();
    drawproof(&[&plain[..], &["--save", "plain.run"]].concat(), 1);
    let changes = document(&["diff", "named.run", "plain.run"], 0);
    assert_eq!(changes[0]["lost"]["claims"], 0, "{changes}");
}

#[test]
fn a_program_that_names_no_branch_is_reported_as_before() {
    let plain = program("plain");
    let verdict = document(&[&["verify", "KPK", "--command", &plain][..], &HALF[..]].concat(), 1);
    let rule = &verdict["recognizers"][0];
    assert_eq!((&rule["patterns"], &rule["unexplained"]), (&json!([]), &Value::Null));
    let named = program("named");
    let verdict = document(&[&["verify", "KPK", "--command", &named][..], &HALF[..]].concat(), 1);
    assert_eq!(rule["claims"], verdict["recognizers"][0]["claims"]);
}

#[test]
fn a_score_is_a_part_of_the_claim() {
    let scores = program("scores");
    let claims = [&["verify", "KPK", "--command", &scores][..], &HALF[..]].concat();
    let call = [&claims[..], &["--score"]].concat();
    let rule = document(&call, 1)["recognizers"][0].take();
    let patterns = rule["patterns"].as_array().unwrap();
    assert_eq!(patterns.len(), 2, "{rule}");
    let branches = ["score-0", "rules/kpk.go:77"]
        .map(|id| patterns.iter().find(|it| it["id"] == id).unwrap_or_else(|| panic!("{rule}")));
    // Where the pawn's side cannot win by the branch, the bare king cannot win by the score alone.
    assert_eq!(branches[0]["claims"], branches[1]["claims"]);
    assert_eq!(branches[0]["alone_wrong"], 0);
    assert_eq!(branches[1]["alone_wrong"], 0);
    assert_eq!(rule["claims"]["draw"]["made"], branches[0]["claims"]);
    let wide = document(&[&call[..], &["--draw", "35"]].concat(), 1)["recognizers"][0].take();
    let made = |rule: &Value| rule["claims"]["draw"]["made"].as_u64().unwrap();
    assert!(made(&wide) > made(&rule), "{wide}");
    assert_eq!(made(&wide), wide["positions"].as_u64().unwrap());
    // Without --score, the same answers are claims.
    let claims = document(&claims, 1)["recognizers"][0].take();
    assert_eq!(claims["claims"]["draw"]["made"], 0);
    assert_eq!(claims["patterns"].as_array().unwrap().len(), 1, "{claims}");
    let named = program("named");
    let none = output(&["verify", "KPK", "--command", &named, "--score"]);
    let errors = String::from_utf8_lossy(&none.stderr);
    assert!(none.status.code() == Some(2) && errors.contains("has no score"), "{errors}");
}

#[test]
fn answers_that_are_none_name_the_position() {
    for (answer, expected) in [
        ("draw @", "is 'draw @': answers are -, draw,"),
        ("score zero", "is 'score zero': answers are -, draw,"),
        ("draw @ a:1; win @ b:2", "'a:1' and 'b:2' leave no result possible"),
        ("draw @ a:1; white", "'a:1' and a part without a branch leave no result possible"),
    ] {
        let program = format!("sed 's/.*/{answer}/'");
        let output = output(&["verify", "KPK", "--counting", "core10", "--command", &program]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{answer}: {errors}");
        assert!(errors.contains(expected), "{answer}: {errors}");
    }
    let numbered = "awk '{print \"- @ a:\" NR}'";
    let output = output(&["verify", "KPK", "--counting", "core10", "--command", numbered]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("name more than 16384 branches"), "{errors}");
}
