//! Versions 1 and 2 of the interface for libraries: claims by number, reasons, initialization.

use std::sync::LazyLock;

use assert_cmd::Command;
use serde_json::Value;

use crate::plugin::compiled;

/// The folder of the libraries and tables of all tests here.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// `drawproof_claim` with a body.
fn claiming(body: &str) -> String {
    format!(
        "int drawproof_claim(const drawproof_position *p, uint64_t *r) {{ (void)p; (void)r; {body} }}"
    )
}

/// `drawproof_abi` that returns a version.
fn abi(version: &str) -> String {
    format!("uint32_t drawproof_abi(void) {{ return {version}; }}\n")
}

/// Builds functions as a library.
fn library(name: &str, functions: &[String]) -> String {
    let source = format!("#include \"drawproof_board.h\"\n{}\n", functions.join("\n"));
    compiled(FOLDER.path(), name, &source)
}

/// The status of `verify` in unique counting, its report, and standard error.
fn verify(endgame: &str, plugin: &str) -> (Option<i32>, Value, String) {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    command.args(["verify", endgame, "--plugin", plugin, "--counting", "unique", "--quiet"]);
    let output = command.args(["--format", "json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let errors = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), report["recognizers"][0].clone(), errors)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn a_rule_of_version_1_goes_on_working() {
    // Its numbers are 0 no claim, 1 draw, 2 win, 3 loss, and its reasons are called patterns.
    let functions = [
        abi("1"),
        "const char *drawproof_pattern_name(unsigned bit) { return bit ? 0 : \"rook-side\"; }"
            .into(),
        claiming(
            "int strong = p->colour[p->side_to_move] & p->kind[3] ? 1 : 0; if (r) *r = strong;
             return strong ? 0 : 1;",
        ),
    ];
    let (status, rule, errors) = verify("KRK", &library("version1", &functions));
    assert_eq!(status, Some(1), "{errors}");
    let draws = &rule["claims"]["draw"];
    // Every claim is about the bare king to move, which loses unless it takes the rook.
    assert_eq!(draws["made"], rule["black_to_move"]["positions"]);
    assert_eq!(draws["right"], rule["black_to_move"]["draws"]);
    assert_eq!(draws["wrong"], rule["incorrect"]);
    assert_eq!(rule["patterns"][0]["id"], "rook-side");
    assert_eq!(rule["patterns"][0]["role"], "unless");

    let wins = "return p->colour[p->side_to_move] & p->kind[4] ? 2 : 3;";
    let (status, rule, _) = verify("KQK", &library("version1wins", &[abi("1"), claiming(wins)]));
    assert_eq!(status, Some(1));
    assert_eq!(rule["claims"]["white_wins"]["made"], rule["positions"]);
    assert_eq!(rule["asymmetric"], 0);

    let (status, _, errors) =
        verify("KQK", &library("version1range", &[abi("1"), claiming("return 7;")]));
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("the rule answered 7 about '") && errors.contains("0 to 3"),
        "{errors}"
    );
}

#[test]
fn the_names_of_version_1_mean_the_same_when_a_source_is_built_for_version_2() {
    let body = "if (p->kind[4] & p->colour[p->side_to_move]) return DRAWPROOF_WIN;
        if (p->kind[5] & 0x8100000000000081u) return DRAWPROOF_NONE;
        return p->kind[4] ? DRAWPROOF_LOSS : DRAWPROOF_DRAW;";
    let plugin = library("names", &[abi("DRAWPROOF_ABI"), claiming(body)]);
    let (_, rule, errors) = verify("KQK", &plugin);
    assert_eq!(rule["claims"]["white_wins"]["wrong"], rule["incorrect"], "{errors}");
    assert_eq!(rule["claims"]["draw"]["made"], 0);
    assert!(number(&rule["white_to_move"]["claimed_wins"]) > 0);
    assert!(number(&rule["black_to_move"]["claimed_losses"]) > 0);
    let (_, rule, errors) = verify("KBK", &plugin);
    assert_eq!(rule["claims"]["draw"]["made"], rule["spotted"], "{errors}");
    assert!(number(&rule["spotted"]) > 0 && number(&rule["missed"]) > 0);
}

#[test]
fn other_versions_are_refused_with_both_numbers() {
    for (version, name) in [("3", "version3"), ("0", "version0"), ("0xffffffffu", "version_huge")] {
        let plugin = library(name, &[abi(version), claiming("return DRAWPROOF_DRAWN;")]);
        let (status, _, errors) = verify("KBK", &plugin);
        assert_eq!(status, Some(2));
        let found = if name == "version_huge" { "4294967295" } else { version };
        let expected = format!("was built for version {found} of drawproof.h");
        assert!(errors.contains(&expected) && errors.contains("knows 1 to 2"), "{errors}");
        assert!(errors.contains(&format!("{name}.so")), "{errors}");
    }
}

#[test]
fn claims_by_side_to_move_are_those_by_colour() {
    // Only the side with the queen can win: five ways to say so with White or Black to move.
    let by_side = "int queen = (p->kind[4] & p->colour[p->side_to_move]) != 0;
        return queen ? DRAWPROOF_CANNOT_LOSE : DRAWPROOF_CANNOT_WIN;";
    let by_colour = "int white = (p->kind[4] & p->colour[0]) != 0;
        return white ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;";
    for (name, body) in [("by_side", by_side), ("by_colour", by_colour)] {
        let (status, rule, errors) =
            verify("KQK", &library(name, &[abi("DRAWPROOF_ABI"), claiming(body)]));
        assert_eq!(status, Some(0), "{errors}");
        let claims = &rule["claims"]["black_cannot_win"];
        assert_eq!(claims["made"], rule["positions"]);
        assert_eq!(claims["right"], rule["positions"]);
        assert_eq!(claims["possible"], rule["positions"]);
        assert_eq!((&claims["wrong"], &rule["asymmetric"]), (&0.into(), &0.into()));
    }
    // The same numbers without regard to the side are wrong, and asymmetric, for half of the positions.
    let blind = "return DRAWPROOF_CANNOT_WIN;";
    let (status, rule, _) =
        verify("KQK", &library("blind", &[abi("DRAWPROOF_ABI"), claiming(blind)]));
    assert_eq!(status, Some(1));
    assert_eq!(rule["claims"]["white_cannot_win"]["made"], rule["white_to_move"]["positions"]);
    assert_eq!(rule["claims"]["black_cannot_win"]["made"], rule["black_to_move"]["positions"]);
    assert_eq!(rule["claims"]["white_cannot_win"]["wrong"], rule["incorrect"]);

    // 8 + 2, 8 + 7 and 8 + 0 are 2, 7 and 0; 13 is 5: no draw.
    let every = "static const int claims[4] = {10, 15, 8, 13};
        return claims[drawproof_king(p, DRAWPROOF_WHITE) / 8 % 4];";
    let every = every.replace("DRAWPROOF_WHITE", "(p->kind[4] & p->colour[1]) != 0");
    let (status, rule, errors) =
        verify("KQK", &library("every", &[abi("DRAWPROOF_ABI"), claiming(&every)]));
    assert_eq!(status, Some(1), "{errors}");
    for count in ["not_asked", "unclaimed", "incorrect"] {
        assert!(number(&rule[count]) > 0, "{count}: {rule}");
    }
    assert!(number(&rule["claims"]["draw"]["made"]) > 0);
    assert!(number(&rule["claims"]["not_drawn"]["made"]) > 0);
    let plugin = library("beyond", &[abi("DRAWPROOF_ABI"), claiming("return 16;")]);
    let (status, _, errors) = verify("KQK", &plugin);
    assert_eq!(status, Some(2));
    assert!(errors.contains("the rule answered 16 about '") && errors.contains("0 to 15"));
}

#[test]
fn an_initialization_runs_once_before_all_else_and_may_fail() {
    let init = "static int ready, calls;
        int drawproof_init(void) { calls++; ready = 1; return 0; }
        const char *drawproof_name(void) { return ready && calls == 1 ? \"ready\" : \"not ready\"; }";
    let body = claiming("return ready && calls == 1 ? DRAWPROOF_DRAWN : DRAWPROOF_WIN;");
    let plugin = library("init", &[abi("DRAWPROOF_ABI"), init.into(), body]);
    let (status, rule, errors) = verify("KBK", &plugin);
    assert_eq!((status, &rule["name"]), (Some(0), &"ready".into()), "{errors}");

    let fails = "int drawproof_init(void) { return -3; }";
    let body = claiming("return DRAWPROOF_DRAWN;");
    let plugin = library("init_fails", &[abi("DRAWPROOF_ABI"), fails.into(), body]);
    let (status, _, errors) = verify("KBK", &plugin);
    assert_eq!(status, Some(2));
    assert!(errors.contains("init_fails.so: drawproof_init returned -3"), "{errors}");
}

#[test]
fn reasons_have_the_roles_that_the_rule_returns() {
    let names = "const char *drawproof_reason_name(unsigned bit) {
            static const char *const names[] = {\"lone-king\", \"corner\", \"never\"};
            return bit < 3 ? names[bit] : 0; }";
    let roles = "int drawproof_reason_role(unsigned bit) { return bit == 0 || bit == 2; }";
    let body = claiming(
        "int corner = (p->kind[5] & p->colour[1 - p->side_to_move] & 0x8100000000000081u) != 0;
         if (r) *r = corner ? 2 : 1;
         return corner ? DRAWPROOF_NO_CLAIM : DRAWPROOF_DRAWN;",
    );
    let functions = [abi("DRAWPROOF_ABI"), names.into(), roles.into(), body.clone()];
    let (_, rule, errors) = verify("KNNK", &library("roles", &functions));
    let reasons = rule["patterns"].as_array().unwrap();
    let roles: Vec<&str> = reasons.iter().map(|r| r["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["because", "unless", "because"], "{errors}");
    let branch = &reasons[0];
    assert_eq!(branch["claims"], rule["claims"]["draw"]["made"]);
    assert_eq!(branch["right"], branch["alone_right"]);
    assert_eq!(branch["wrong"], rule["incorrect"]);
    assert_eq!(reasons[1]["claims"], 0);
    assert!(number(&reasons[1]["matched"]) > 0);
    assert_eq!((&reasons[2]["matched"], &reasons[2]["claims"]), (&0.into(), &0.into()));

    // Without the function all are exceptions.
    let functions = [abi("DRAWPROOF_ABI"), names.into(), body];
    let (_, rule, _) = verify("KNNK", &library("no_roles", &functions));
    assert!(rule["patterns"].as_array().unwrap().iter().all(|r| r["role"] == "unless"));
}
