//! `rules` lists the rules and patterns that the program has, and docs/built-in-rules.csv their figures.

use assert_cmd::Command;
use serde_json::Value;

fn rules(args: &[&str]) -> String {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    let done = command.arg("rules").args(args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

fn as_json() -> Vec<Value> {
    serde_json::from_str(&rules(&["--format", "json"])).unwrap()
}

/// The rows of the file: endgame, patterns, counting, positions, draws, spotted, incorrect. A test of
/// the verifier compares those of up to four men with the proofs.
fn figures() -> Vec<Vec<&'static str>> {
    let file = include_str!("../../docs/built-in-rules.csv");
    file.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

#[test]
fn the_figures_are_of_the_rules_of_today() {
    let (figures, rules) = (figures(), as_json());
    assert_eq!(figures.len(), rules.len(), "docs/built-in-rules.csv: run scripts/recognizers-doc");
    for (row, rule) in figures.iter().zip(&rules) {
        let patterns = rule["patterns"].as_array().unwrap().len().to_string();
        let of_today = [rule["endgame"].as_str().unwrap(), patterns.as_str()];
        assert_eq!(row[..2], of_today, "docs/built-in-rules.csv: run scripts/recognizers-doc");
    }
}

#[test]
fn every_rule_up_to_four_men_has_figures_and_none_is_incorrect() {
    let small: Vec<_> = figures().into_iter().filter(|row| row[0].len() <= 4).collect();
    assert_eq!(small.len(), 35);
    for row in small {
        assert_eq!((row[2], row[6]), ("full", "0"), "{row:?}");
    }
}

#[test]
fn the_page_has_every_rule_with_all_of_its_patterns() {
    let page = rules(&["--format", "markdown"]);
    let mut sections = page.split("\n## ").skip(3);
    for rule in as_json() {
        let section = sections.next().expect("a section for each rule");
        assert_eq!(section.lines().next(), rule["endgame"].as_str());
        let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).collect();
        let patterns = rule["patterns"].as_array().unwrap();
        assert_eq!(rows.len(), patterns.len(), "{}", rule["endgame"]);
        for (row, pattern) in rows.iter().zip(patterns) {
            let text = |key: &str| pattern[key].as_str().unwrap().replace('|', "\\|");
            let [id, says, source, matches] = ["id", "says", "source", "matches"].map(text);
            assert_eq!(*row, format!("| `{id}` | {says} | {source} | `{matches}` |"));
        }
    }
    assert!(sections.next().is_none());
}

#[test]
fn rules_are_listed_in_every_format() {
    assert!(rules(&[]).lines().count() >= 35);
    assert!(rules(&["KRKR"]).contains("rook-falls: "));
    let json: Value = serde_json::from_str(&rules(&["KRKR", "--format", "json"])).unwrap();
    assert_eq!(json[0]["endgame"], "KRKR");
    assert!(json[0]["patterns"].as_array().unwrap().len() > 5);
    let mut unknown = Command::cargo_bin("drawproof").expect("the program is built");
    unknown.args(["rules", "KQQQK"]).assert().code(2);
}
