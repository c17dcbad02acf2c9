//! `verify --fifty-move`, and the incorrect claims that the fifty-move rule would make right.

use std::{fs, process::Command, sync::LazyLock};

use serde_json::Value;

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// Claims CLAIM about KRBKR with White to move, White's king on d2 and Black's on f1; is not asked about other positions of KRBKR. Claims CLAIM everywhere else.
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

/// The figures are those of `drawproof probe --metric dtz` for each of the 160,612 positions.
#[test]
fn claims_about_cursed_wins_are_right_or_wrong_by_the_rule() {
    let args = ["verify", "KRBKR", "--counting", "core10", "--domain", "white-to-move"];
    let dump = FOLDER.path().join("wrong.epd").display().to_string();
    let without = json(&[&args[..], &["--plugin", &DRAWN]].concat(), 1);
    let within = [&args[..], &["--plugin", &WHITE_WINS, "--fifty-move", "--dump", &dump]].concat();
    let within = json(&[&within[..], &["--examples", "40"]].concat(), 1);
    assert_eq!((&without["fifty_move"], &within["fifty_move"]), (&false.into(), &true.into()));
    let [drawn, wins] = [&without, &within].map(|document| &document["recognizers"][0]);
    let count = |rule: &Value, key: &str| rule[key].as_u64().unwrap();
    let cursed = count(drawn, "incorrect_but_cursed");
    assert_eq!((count(drawn, "positions"), count(drawn, "draws"), cursed), (160_612, 87_519, 12));
    assert_eq!(count(&drawn["white_to_move"], "incorrect_but_cursed"), cursed);
    // The rule adds the cursed wins to the draws, and takes them from the wins.
    assert_eq!(count(wins, "draws"), count(drawn, "draws") + cursed);
    assert_eq!(count(wins, "incorrect"), count(wins, "draws"));
    assert_eq!(count(wins, "incorrect_but_cursed"), 0);
    // Each cursed win is among the counterexamples, with the mate that comes too late.
    let lines = fs::read_to_string(&dump).unwrap();
    assert_eq!(lines.matches("fifty \"cursed-win\";").count(), 12);
    assert_eq!(lines.matches("dm ").count(), 12);
    let mut shown = wins["counterexamples"].as_array().unwrap().iter();
    let example = shown.find(|example| example["fifty"] == "cursed-win").expect("one is shown");
    assert_eq!((&example["claim"], &example["truth"]), (&"win".into(), &"draw".into()));
    let dtm = example["dtm"].as_u64().unwrap();
    assert_eq!(example["line"].as_array().unwrap().len() as u64, dtm);
    assert!(dtm > 100);
    for example in wins["counterexamples"].as_array().unwrap() {
        assert_eq!(
            (&example["truth"], &example["fifty"].is_null()),
            (&"draw".into(), &example["dtm"].is_null())
        );
    }
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
    assert!(errors.contains("without the fifty-move rule"), "{errors}");
    assert!(run(&["diff", &within, &again], 0).0.contains("fifty-move rule is applied"));
    assert_eq!(json(&["diff", &within, &again], 0)[0]["fifty_move"], true);
}
