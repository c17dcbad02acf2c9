//! `verify --score`: claims read from the scores of a library.

use std::{process::Command, sync::LazyLock};

use serde_json::Value;

use crate::plugin::compiled;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// Claims of all kinds, spread over the positions: `kind` is 0 none, 1 draw, 2 win, 3 loss, 4 cannot win,
/// 5 cannot lose, for the side to move.
const SPREAD: &str = r#"
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
static int kind(const drawproof_position *p) {
    uint64_t all = (p->colour[0] * 3 + p->colour[1] * 5 + p->kind[5] + p->side_to_move) * 0x9e3779b97f4a7c15u;
    return (int)((all >> 40) % 6);
}
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    static const int claims[6] = {7, 2, 12, 9, 11, 14};
    (void)reasons;
    return claims[kind(p)];
}
"#;

/// The same claims as scores.
const SCORED: &str = r#"
int drawproof_score(const drawproof_position *p) {
    static const int scores[6] = {35, -30, 500, -700, 36, 37};
    return scores[kind(p)];
}
int drawproof_scaled(const drawproof_position *p, int score) {
    if (kind(p) == 4) return score > 0 ? 0 : score;
    if (kind(p) == 5) return score < 0 ? score / 64 : score;
    return score / 4;
}
"#;

fn drawproof(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(arguments).env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    command.arg("--quiet").output().unwrap()
}

fn json(arguments: &[&str], status: i32) -> Value {
    let output = drawproof(&[arguments, &["--format", "json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
    serde_json::from_slice::<Value>(&output.stdout).unwrap()["recognizers"][0].clone()
}

fn failure(arguments: &[&str]) -> String {
    let output = drawproof(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn library(name: &str, parts: &[&str]) -> String {
    compiled(FOLDER.path(), name, &parts.concat())
}

#[test]
fn scores_claim_the_same_as_the_claims_that_they_stand_for() {
    let plugin = library("spread", &[SPREAD, SCORED]);
    let scored = ["--score", "--win", "500", "--draw", "30"];
    for endgame in ["KRK", "KPKP"] {
        let call = ["verify", endgame, "--plugin", &plugin, "--counting", "unique"];
        let claims = json(&call, 1);
        let scores = json(&[&call[..], &scored].concat(), 1);
        for key in ["claims", "white_to_move", "black_to_move", "en_passant", "truth_by_claim"] {
            assert_eq!(claims[key], scores[key], "{endgame} {key}");
        }
        let branches = scores["patterns"].as_array().unwrap().iter();
        let made = |branch: &Value| (branch["id"].clone(), branch["claims"].as_u64().unwrap() > 0);
        let made: Vec<_> = branches.map(made).filter(|it| it.1).map(|it| it.0).collect();
        assert_eq!(made, ["score-in-draw-band", "score-win", "scaled-for-one-side"]);
    }
    let call = ["verify", "KRK", "--plugin", &plugin, "--score"];
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = FOLDER.path().join(shard.replace('/', "."));
        let path = path.to_str().unwrap().to_owned();
        let output = drawproof(&[&call[..], &["--shard", shard, "--output", &path]].concat());
        assert!(output.status.success());
        path
    });
    let whole = json(&call, 1);
    assert_eq!(json(&["merge", &shards[0], &shards[1]], 1)["claims"], whole["claims"]);
}

#[test]
fn zeros_by_chance_are_named() {
    // A score of 0 where the scale leaves scores; a scale of 0 where the lone king is in a corner.
    let scores =
        "int drawproof_score(const drawproof_position *p) { return p->kind[5] & 1 ? 0 : 90; }
        int drawproof_scaled(const drawproof_position *p, int score) {
            return p->kind[5] & 0x8000000000000000u ? 0 : score; }";
    let plugin = library("zeros", &[SPREAD, scores]);
    let call = ["verify", "KRK", "--plugin", &plugin, "--score", "--counting", "core10"];
    let rule = json(&call, 1);
    let of = |id: &str| {
        let branches = rule["patterns"].as_array().unwrap();
        branches.iter().find(|it| it["id"] == id).unwrap()["wrong"].as_u64().unwrap()
    };
    assert!(of("accidental-0") > 0 && of("scaled-to-draw") > 0 && of("score-0") == 0, "{rule}");
    let text = String::from_utf8(drawproof(&call).stdout).unwrap();
    assert!(text.contains("accidental-0") && text.contains("by its scores"), "{text}");
}

#[test]
fn zeros_on_purpose_and_small_factors_are_draws() {
    // A bitbase's 0 where the lone king is in a corner, a factor of 1/64 where it is on the edge beside it.
    let scores = "int drawproof_score(const drawproof_position *p) {
            return p->kind[5] & 1 ? DRAWPROOF_KNOWN_DRAW : 90; }
        int drawproof_scaled(const drawproof_position *p, int score) {
            return p->kind[5] & 2 ? score / 64 : score; }";
    let plugin = library("purpose", &[SPREAD, scores]);
    let call = ["verify", "KRK", "--plugin", &plugin, "--score", "--counting", "core10"];
    let claims = |rule: &Value, id: &str| {
        let branches = rule["patterns"].as_array().unwrap();
        branches.iter().find(|it| it["id"] == id).unwrap()["claims"].as_u64().unwrap()
    };
    let rule = json(&call, 1);
    assert!(claims(&rule, "known-0") > 0, "{rule}");
    assert_eq!((claims(&rule, "accidental-0"), claims(&rule, "scaled-to-draw")), (0, 0));
    for (factor, expected) in [("1/64", true), ("0.016", true), ("0.014", false)] {
        let rule = json(&[&call[..], &["--draw-factor", factor]].concat(), 1);
        assert_eq!(claims(&rule, "scaled-to-draw") > 0, expected, "{factor}");
        assert_eq!(claims(&rule, "score-in-draw-band"), 0);
    }
    let scores = "int drawproof_score(const drawproof_position *p) { return p->side_to_move; }";
    let unscaled = library("unscaled", &[SPREAD, scores]);
    let call = ["verify", "KRK", "--plugin", &unscaled, "--score", "--draw-factor"];
    assert!(failure(&[&call[..], &["1/64"]].concat()).contains("drawproof_scaled"));
    assert!(failure(&[&call[..], &["2"]].concat()).contains("such as 1/64"));
}

#[test]
fn a_library_of_scores_alone_needs_no_claims() {
    let header =
        "#include \"drawproof.h\"\nuint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }\n";
    let scores = "int drawproof_score(const drawproof_position *p) {
        return p->side_to_move ? -20000 : 20000; }";
    let plugin = library("alone", &[header, scores]);
    let call = ["verify", "KRK", "--plugin", &plugin, "--counting", "core10"];
    let rule = json(&[&call[..], &["--score"]].concat(), 1);
    assert_eq!(rule["claims"]["white_wins"]["made"], rule["positions"], "{rule}");
    let error = failure(&call);
    assert!(error.contains("'verify --score' reads claims from its scores"), "{error}");
    let nothing = library("nothing", &[header]);
    assert!(failure(&["verify", "KRK", "--plugin", &nothing]).contains("has no function"));
}

#[test]
fn what_has_no_scores_or_crashes_is_an_error() {
    let silent = library("silent", &[SPREAD]);
    let error = failure(&["verify", "KRK", "--plugin", &silent, "--score"]);
    assert!(error.contains("has no scores: export drawproof_score"), "{error}");
    let scored = library("bounds", &[SPREAD, SCORED]);
    let call = ["verify", "KRK", "--plugin", &scored, "--score"];
    let error = failure(&[&call[..], &["--win", "20", "--draw", "20"]].concat());
    assert!(error.contains("--draw 20 is not less than --win 20"), "{error}");
    assert!(failure(&["verify", "KRK", "--score"]).contains("--plugin"));
    assert!(failure(&["verify", "KRK", "--plugin", &scored, "--win", "5"]).contains("--score"));
    let crash = "#include <stdlib.h>\nint drawproof_score(const drawproof_position *p) {
        if (p->kind[5] & 1) abort();
        return 0; }";
    let crash = library("crash", &[SPREAD, crash]);
    let error = failure(&["verify", "KRK", "--plugin", &crash, "--score"]);
    assert!(error.contains("in drawproof_score or drawproof_scaled; position '"), "{error}");
    let hang = "int drawproof_score(const drawproof_position *p) {
        while (p->kind[5] & 1) {}
        return 0; }";
    let scored = ["verify", "KRK", "--score", "--timeout", "1", "--plugin"];
    let parts =
        "int drawproof_parts(const drawproof_position *p, drawproof_part parts[DRAWPROOF_PARTS]) {
        (void)p; (void)parts;
        return 0; }";
    for hang in [library("hang", &[SPREAD, hang]), library("hang2", &[SPREAD, hang, parts])] {
        let error = failure(&[&scored[..], &[&hang]].concat());
        assert!(error.contains("drawproof_score did not return within 1 s; position '"), "{error}");
    }
}
