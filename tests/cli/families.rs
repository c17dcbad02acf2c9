//! Families of endgames: their members, and one report for all members.

use std::{fs, process::Command, sync::LazyLock};

use serde_json::Value;

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// A rule about bishops and knights against a bare king: never a win against two knights, and none
/// at all about other men. Crashes in KBBK if that is asked for.
const MINORS: &str = r#"
#include <stdlib.h>
#include <string.h>
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
APPLIES
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    uint64_t minors = p->kind[1] | p->kind[2];
    (void)reasons;
    if (getenv("CRASH") && __builtin_popcountll(p->kind[2]) == 2) abort();
    return __builtin_popcountll(minors) == 1 ? 2 : 7;
}
"#;

const APPLIES: &str = r#"
int drawproof_applies(const char *endgame) {
    return strpbrk(endgame, "QRP") == NULL && endgame[strlen(endgame) - 1] == 'K';
}
"#;

fn library(name: &str, applies: &str) -> String {
    compiled(FOLDER.path(), name, &MINORS.replace("APPLIES", applies))
}

static RULE: LazyLock<String> = LazyLock::new(|| library("minors", APPLIES));

fn drawproof(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(args).arg("--quiet").env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    command
}

fn run(command: &mut Command, status: i32) -> (String, String) {
    let output = command.output().unwrap();
    let [text, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(status), "{command:?}: {errors}");
    (text, errors)
}

fn json(args: &[&str], status: i32) -> Value {
    let (text, _) = run(drawproof(args).args(["--format", "json"]), status);
    serde_json::from_str(&text).expect("one JSON document")
}

fn failure(args: &[&str]) -> String {
    run(&mut drawproof(args), 2).1
}

fn endgames(document: &Value) -> Vec<&str> {
    let rules = document["recognizers"].as_array().unwrap();
    rules.iter().map(|rule| rule["endgame"].as_str().unwrap()).collect()
}

#[test]
fn a_family_is_one_report_with_a_row_an_endgame_and_a_total() {
    let args = ["verify", "K?+K", "--men", "4", "--plugin", &RULE, "--counting", "unique"];
    let document = json(&args, 0);
    assert_eq!(endgames(&document), ["KBK", "KNK", "KBBK", "KBNK", "KNNK"]);
    let family = &document["families"][0];
    assert_eq!((&family["name"], &family["men"]), (&"K?+K".into(), &4.into()));
    assert_eq!(family["sound"], true);
    assert_eq!(family["endgames"].as_array().unwrap().len(), 5);
    assert_eq!(family["not_applied"].as_array().unwrap().len(), 15);
    assert_eq!(family["not_judged"].as_array().unwrap().len(), 0);
    for key in ["positions", "draws", "decisive", "spotted", "missed", "incorrect"] {
        let rules = document["recognizers"].as_array().unwrap();
        let sum: u64 = rules.iter().map(|rule| rule[key].as_u64().unwrap()).sum();
        assert_eq!(family[key], sum, "{key}");
    }
    let files = ["markdown", "junit", "html"].map(|name| FOLDER.path().join(name));
    let [markdown, junit, html] = files.each_ref().map(|file| file.to_str().unwrap());
    let github = ["--format", "github", "--markdown", markdown, "--junit", junit, "--html", html];
    let mut texts = vec![run(drawproof(&args).args(github), 0).0];
    texts.extend(files.iter().map(|file| fs::read_to_string(file).unwrap()));
    texts.push(run(&mut drawproof(&args), 0).0);
    for text in texts {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("family K?+K, up to 4 men"), "{text}");
        assert!(text.contains("the rule is not about KPK, KQK, KRK"), "{text}");
    }
    // The rule that names its endgames needs no name.
    let all = json(&["verify", "--plugin", &RULE, "--counting", "unique"], 0);
    assert_eq!(endgames(&all), endgames(&document));
    assert_eq!(all["families"][0]["name"], "all");
    let three = json(&["verify", "--plugin", &RULE, "--men", "3"], 0);
    assert_eq!(endgames(&three), ["KBK", "KNK"]);
}

#[test]
fn families_and_endgames_mix_and_none_is_judged_twice() {
    let args = ["verify", "KNK", "KN?K", "K?K", "--men", "3", "--counting", "unique"];
    let document = json(&[&args[..2], &args[3..]].concat(), 0);
    assert_eq!(endgames(&document), ["KNK", "KBK", "KPK", "KQK", "KRK"]);
    assert_eq!(document["families"][0]["endgames"].as_array().unwrap().len(), 5);
    let error = failure(&args);
    assert!(error.contains("no endgame of up to 3 men is of the family 'KN?K'"), "{error}");
    // Either side may be the stronger.
    let args = ["verify", "KNvK?", "KBvKN", "--men", "4", "--counting", "unique"];
    let document = json(&args, 0);
    assert_eq!(endgames(&document), ["KBKN", "KNKN", "KNKP", "KQKN", "KRKN"]);
    let program = ["--command", "sed s/.*/-/", "--counting", "unique"];
    let document = json(&[&["verify", "KN+K", "--men", "3"][..], &program].concat(), 0);
    assert_eq!(endgames(&document), ["KNK"]);
}

#[test]
fn a_crash_in_one_endgame_leaves_the_others_judged() {
    let args = ["verify", "KB+K", "KN+K", "--men", "4", "--plugin", &RULE, "--counting", "unique"];
    let mut command = drawproof(&args);
    let (text, errors) = run(command.env("CRASH", "1").args(["--format", "json"]), 2);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(endgames(&document), ["KBK", "KNK", "KNNK"]);
    assert_eq!(document["families"][0]["not_judged"][0], "KBBK");
    assert_eq!(document["families"][0]["sound"], false);
    assert_eq!(document["families"][1]["sound"], true);
    assert!(errors.contains("KBBK was not verified") && !errors.contains("KNK was"), "{errors}");
    let (text, _) = run(drawproof(&args).env("CRASH", "1"), 2);
    assert!(text.contains("1 endgame not verified; 1 endgame, "), "{text}");
}

#[test]
fn what_is_no_family_is_explained() {
    let silent = library("silent", "");
    for (args, words) in [
        (&["verify", "KB++K"][..], "'KB++K' is not a family of endgames"),
        (&["verify", "K+K"], "'?' for any one man but a king"),
        (&["verify", "KRPP+KR"], "it has 6 men or more"),
        (&["verify", "KBP+K", "--men", "3"], "it has 4 men or more"),
        (&["verify", "KQP+KQ", "--men", "4"], "it has 5 men or more"),
        (&["verify", "KRK", "--men", "4"], "--men cannot be used with endgames"),
        (
            &["verify", "KQQ?+K", "--men", "5"],
            "the rule covers no endgame of up to 5 men of KQQ?+K",
        ),
        (&["verify", "KP+K", "--men", "4", "--plugin", &RULE], "the rule covers no endgame"),
        (&["verify", "--plugin", &silent], "silent.so exports no drawproof_applies, so name the"),
        (&["verify", "--command", "cat"], "name the endgames of the rule"),
        (&["stats", "KBP+K"], "KBP+K is a family of endgames: name one of them, such as KBPK"),
        (&["generate", "K?K"], "such as KBK"),
    ] {
        let error = failure(args);
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(error.contains(words), "{args:?}: {error}");
    }
}
