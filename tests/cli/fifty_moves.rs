//! `verify --fifty-move`, and the incorrect claims that the fifty-move rule would make right.

use std::{fs, process::Command, sync::LazyLock};

use serde_json::Value;

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// Claims CLAIM everywhere, with two exceptions in KRBKR: it is asked only with White to move, White's
/// king on d2 and Black's on f1, and it claims a draw with White's rook on b5 and its bishop on c8.
const RULE: &str = r#"
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    const uint64_t all = p->colour[0] | p->colour[1];
    (void)reasons;
    if (__builtin_popcountll(all) == 5 && (p->side_to_move
            || (p->colour[0] & p->kind[5]) != 1ULL << 11
            || (p->colour[1] & p->kind[5]) != 1ULL << 5))
        return 0;
    if ((p->colour[0] & p->kind[3]) == 1ULL << 33 && (p->colour[0] & p->kind[2]) == 1ULL << 58)
        return 2;
    return CLAIM;
}
"#;

/// A rule that makes one claim.
fn rule(name: &str, claim: u8) -> String {
    compiled(FOLDER.path(), name, &RULE.replace("CLAIM", &claim.to_string()))
}

static DRAWN: LazyLock<String> = LazyLock::new(|| rule("drawn", 2));
static WHITE_WINS: LazyLock<String> = LazyLock::new(|| rule("white_wins", 4));

fn run(args: &[&str], status: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(args).args(["--quiet", "--tables"]).arg(FOLDER.path());
    let output = command.output().unwrap();
    let [text, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    (text, errors)
}

fn json(args: &[&str], status: i32) -> Value {
    let text = run(&[args, &["--format", "json"]].concat(), status).0;
    serde_json::from_str(&text).expect("one JSON document")
}

/// The figures are those of `drawproof probe --metric dtz` for each of the 160,612 positions: 87,519
/// draws and 12 cursed wins, one of which is claimed a draw.
#[test]
fn claims_about_cursed_wins_are_right_or_wrong_by_the_rule() {
    let dump = FOLDER.path().join("wrong.epd").display().to_string();
    let rule = ["verify", "KRBKR", "--counting", "core10", "--domain", "white-to-move"];
    let options = ["--plugin", &WHITE_WINS, "--fifty-move", "--dump", &dump, "--examples", "40"];
    let document = json(&[&rule[..], &options].concat(), 1);
    assert_eq!(document["fifty_move"], true);
    let rule = &document["recognizers"][0];
    let count = |key: &str| rule[key].as_u64().unwrap();
    assert_eq!((count("positions"), count("draws")), (160_612, 87_519 + 12));
    assert_eq!((count("incorrect"), count("incorrect_but_cursed")), (87529, 1));
    assert_eq!(rule["white_to_move"]["incorrect_but_cursed"], 1);
    let lines = fs::read_to_string(&dump).unwrap();
    assert_eq!(lines.matches("fifty \"cursed-win\";").count(), 11);
    // A cursed win is among the examples, with the mate that comes too late.
    let mut shown = rule["counterexamples"].as_array().unwrap().iter();
    let example = shown.find(|example| example["fifty"] == "cursed-win").expect("one is shown");
    assert_eq!((&example["claim"], &example["truth"]), (&"win".into(), &"draw".into()));
    let dtm = example["dtm"].as_u64().unwrap();
    assert!(dtm > 100 && example["line"].as_array().unwrap().len() as u64 == dtm, "{example}");
}

#[test]
fn no_table_of_distances_to_zeroing_is_read_where_no_mate_is_far() {
    fs::write(FOLDER.path().join("KQKP.dtz.dpt"), "damaged").unwrap();
    let args = ["verify", "KQKP", "--counting", "unique", "--plugin", &DRAWN];
    let without = json(&args, 1);
    let within = json(&[&args[..], &["--fifty-move"]].concat(), 1);
    for document in [&without, &within] {
        assert_eq!(document["recognizers"][0]["incorrect_but_cursed"], 0);
    }
    assert_eq!(without["recognizers"][0]["incorrect"], within["recognizers"][0]["incorrect"]);
    run(&["stats", "KQKP", "--metric", "dtz"], 2);
}

#[test]
fn every_report_states_that_the_rule_was_applied() {
    let sentence = "fifty-move rule is applied";
    for format in ["text", "markdown", "junit", "github", "html"] {
        let args = ["verify", "KRK", "--counting", "unique", "--format", format];
        let applied = run(&[&args[..], &["--fifty-move"]].concat(), 0).0;
        assert!(applied.replace('\n', " ").contains(sentence), "{format}: {applied}");
        assert!(!run(&args, 0).0.contains("fifty"), "{format}");
    }
}

#[test]
fn runs_with_and_without_the_rule_are_not_compared() {
    let path = |name: &str| FOLDER.path().join(name).display().to_string();
    let [without, within, again] = ["without.run", "within.run", "again.run"].map(path);
    let args = ["verify", "K?K", "--men", "3", "--counting", "unique", "--save"];
    run(&[&args[..], &[without.as_str()]].concat(), 0);
    run(&[&args[..], &[within.as_str(), "--fifty-move"]].concat(), 0);
    run(&[&args[..], &[again.as_str(), "--fifty-move"]].concat(), 0);
    let (_, errors) = run(&["diff", &without, &within], 2);
    assert!(errors.contains("counting, within the fifty-move rule"), "{errors}");
    assert!(run(&["diff", &within, &again], 0).0.contains("fifty-move rule is applied"));
    assert_eq!(json(&["diff", &within, &again], 0)[0]["fifty_move"], true);
}
