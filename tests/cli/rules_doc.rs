//! docs/recognizers.md lists the rules and patterns that the program has.

use assert_cmd::Command;

/// The text without figures: of the rows about endgames, name, number of patterns and what was
/// published; of the table of cursed wins, the head.
fn without_figures(text: &str) -> Vec<String> {
    let shortened = |line: &str| {
        let cells: Vec<_> = line.split(" | ").collect();
        let is_row = line.starts_with("| K") && cells.len() == 8;
        if is_row { cells[..3].join(" | ") } else { line.to_string() }
    };
    let is_about_cursed_wins =
        |line: &&str| line.starts_with("| K") && line.split(" | ").count() == 7;
    text.lines().filter(|line| !is_about_cursed_wins(line)).map(shortened).collect()
}

fn generated() -> String {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    let done = command.args(["rules", "--format", "markdown"]).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_text_has_the_rules_and_patterns_of_today() {
    let committed = include_str!("../../docs/recognizers.md");
    let (committed, generated) = (without_figures(committed), without_figures(&generated()));
    for (line, today) in committed.iter().zip(&generated) {
        assert_eq!(line, today, "docs/recognizers.md is stale: run scripts/recognizers-doc");
    }
    assert_eq!(
        committed.len(),
        generated.len(),
        "docs/recognizers.md: run scripts/recognizers-doc"
    );
}

#[test]
fn every_rule_up_to_four_men_has_figures_and_none_is_incorrect() {
    let committed = include_str!("../../docs/recognizers.md");
    let mut rows = 0;
    for line in committed.lines().filter(|line| line.starts_with("| K")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        if cells.len() == 8 && cells[0].len() <= 4 {
            assert_eq!((cells[3], cells[7]), ("full", "0"), "{line}");
            rows += 1;
        }
    }
    assert_eq!(rows, 35);
}

#[test]
fn rules_are_listed_in_every_format() {
    let output = |args: &[&str]| {
        let mut command = Command::cargo_bin("drawproof").expect("the program is built");
        let done = command.arg("rules").args(args).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    assert!(output(&[]).lines().count() >= 35);
    assert!(output(&["KRKR"]).contains("rook-falls: "));
    let json: serde_json::Value =
        serde_json::from_str(&output(&["KRKR", "--format", "json"])).unwrap();
    assert_eq!(json[0]["endgame"], "KRKR");
    assert!(json[0]["patterns"].as_array().unwrap().len() > 5);
    let mut unknown = Command::cargo_bin("drawproof").expect("the program is built");
    unknown.args(["rules", "KQQQK"]).assert().code(2);
}
