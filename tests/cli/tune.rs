//! `drawproof tune` on rules that claim by branches, driven as a user drives it.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

use crate::plugin::compiled;

fn output(folder: &Path, arguments: &[&str], status: i32) -> String {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.current_dir(folder).arg("--tables").arg(folder).arg("--quiet").args(arguments);
    let output = command.output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(folder: &Path, arguments: &[&str], status: i32) -> Value {
    let text = output(folder, &[arguments, &["--format", "json"]].concat(), status);
    serde_json::from_str(&text).expect("one document")
}

/// The source of the example rule by branches.
fn king_and_pawn() -> String {
    let path: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules/king_and_pawn.c");
    std::fs::read_to_string(path).expect("it can be read")
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("a number, not {value}"))
}

#[test]
fn the_wrong_branch_is_named_with_the_condition_that_it_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = king_and_pawn();
    let plugin = compiled(folder.path(), "rule.so", &source);
    let report = json(folder.path(), &["tune", "KPK", "--plugin", &plugin], 1);
    let branches = report["branches"].as_array().expect("a list");
    assert_eq!(branches.len(), 4);
    let wrong = &branches[0];
    assert_eq!(wrong["id"], "king-in-square");
    assert_eq!(wrong["wrong"], report["incorrect"]);
    assert!(count(&wrong["wrong"]) > 0);
    assert!(branches[1..].iter().all(|it| it["wrong"] == 0 && it["fix"].is_null()));
    for branch in branches {
        assert_eq!(
            count(&branch["claims"]),
            count(&branch["right"]) + count(&branch["wrong"]),
            "{branch}"
        );
    }
    assert_eq!(report["by_no_branch"]["wrong"], 0);
    let fix = &wrong["fix"];
    assert_eq!((&fix["natural"], &fix["wrong_left"]), (&true.into(), &0.into()));
    assert_eq!(count(&fix["right_lost"]) + count(&fix["right_left"]), count(&wrong["right"]));
    let words = format!("{} {}", fix["exceptions"], fix["in_common"]);
    assert!(
        words.contains("second rank") && words.contains("square of the strong pawn"),
        "{words}"
    );

    // The rule without the branch claims what the report predicts.
    let best = &report["best_branches"];
    assert_eq!(best["drop"], serde_json::json!(["king-in-square"]));
    let without = source.replace("found |= 1u << IN_SQUARE", "found |= 0");
    let without = compiled(folder.path(), "without.so", &without);
    let verdict = json(folder.path(), &["verify", "KPK", "--plugin", &without], 0);
    assert_eq!(verdict["recognizers"][0]["spotted"], best["right"]);
    let lost = count(&report["spotted"]) - count(&best["right"]);
    assert_eq!(count(&wrong["alone_right"]), lost);
    let repaired = count(&best["right_repaired"]);
    assert!(count(&best["right"]) < repaired && repaired <= count(&report["spotted"]));

    let arguments = ["tune", "KPK", "--plugin", &plugin, "--html", "tuning.html"];
    let text = output(folder.path(), &arguments, 1);
    assert!(text.contains("wrong branch 'king-in-square'"), "{text}");
    assert!(text.contains("without the wrong branches the rule makes"), "{text}");
    let page = std::fs::read_to_string(folder.path().join("tuning.html")).expect("it was written");
    let markdown = output(folder.path(), &[&arguments[..4], &["--format", "markdown"]].concat(), 1);
    for document in [page, markdown] {
        assert!(document.contains("Branches, wrong ones first"), "{document}");
        assert!(document.contains("second rank"), "{document}");
    }
}

#[test]
fn conditions_of_branches_are_written_with_the_command_and_without_a_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let plugin = compiled(folder.path(), "rule.so", &king_and_pawn());
    let emit = ["--emit", "c", "--output", "fixes.c"];
    let rule = ["KPK", "--plugin", &plugin, "--domain", "quiet", "--counting", "unique"];
    let arguments = [&["tune"], &rule[..], &emit].concat();
    output(folder.path(), &arguments, 1);
    let file = folder.path().join("fixes.c");
    let source = std::fs::read_to_string(&file).expect("it was written");
    let stated = [
        "the branch 'king-in-square' of ",
        "Not proved",
        "counting   unique",
        "domain     quiet",
        " --domain quiet --counting unique --price 0.05 --emit c --output fixes.c",
    ];
    assert!(stated.iter().all(|it| source.contains(it)), "{source}");
    assert!(!source.contains("incorrect"), "{source}");
    std::fs::remove_file(&file).expect("it is there");
    let without = king_and_pawn().replace("found |= 1u << IN_SQUARE", "found |= 0");
    let without = compiled(folder.path(), "without.so", &without);
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.current_dir(folder.path()).args(["tune", "KPK", "--plugin", &without, "--quiet"]);
    let done = command.arg("--tables").arg(folder.path()).args(emit).output().expect("it runs");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(errors.contains("no branch is wrong: no source code was written"), "{errors}");
    assert!(!file.exists());
}

#[test]
fn conditions_of_branches_with_like_names_are_functions_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = r#"
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
const char *drawproof_reason_name(unsigned bit) {
    return bit == 0 ? "take-it" : bit == 1 ? "take_it" : 0;
}
int drawproof_reason_role(unsigned bit) { return bit < 2; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    uint64_t rook = p->kind[3], own = p->colour[p->side_to_move], weak = own & p->kind[5];
    uint64_t found = 0;
    if (rook & own) return DRAWPROOF_NO_CLAIM;
    if (rook & (weak << 8 | weak >> 8)) found |= 1;
    if (rook & (weak << 9 & 0xfefefefefefefefeULL)) found |= 2;
    if (reasons) *reasons = found;
    return found ? DRAWPROOF_DRAW : DRAWPROOF_NO_CLAIM;
}
"#;
    let plugin = compiled(folder.path(), "rule.so", source);
    let arguments = ["tune", "KRK", "--plugin", &plugin, "--emit", "rust", "--output", "fixes.rs"];
    output(folder.path(), &arguments, 1);
    let source = std::fs::read_to_string(folder.path().join("fixes.rs")).expect("it was written");
    for name in ["pub mod branch_take_it {", "pub mod branch_take_it_2 {"] {
        assert_eq!(source.matches(name).count(), 1, "{source}");
    }
}

/// A rule that claims "the side with the pawn cannot win" where a branch matches and no exception
/// does.
const ONE_SIDED: &str = r#"
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
const char *drawproof_reason_name(unsigned bit) {
    static const char *const names[] = {"king-before-pawn", "king-on-the-rim", "last-ranks"};
    return bit < 3 ? names[bit] : 0;
}
int drawproof_reason_role(unsigned bit) { return bit < 2; }
static int square(uint64_t set) { int at = 0; while (!(set >> at & 1)) at++; return at; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    int strong = (p->colour[1] & p->kind[0]) != 0, turn = strong ? 56 : 0;
    int weak = square(p->colour[1 - strong] & p->kind[5]) ^ turn;
    int pawn = square(p->kind[0]) ^ turn;
    uint64_t found = 0;
    if ((weak & 7) == (pawn & 7) && weak > pawn) found |= 1;
    if ((pawn & 7) == 0 && weak == 56) found |= 2;
    if (pawn >> 3 >= 5) found |= 4;
    if (reasons) *reasons = found;
    if (!(found & 3) || found & 4) return DRAWPROOF_NO_CLAIM;
    return strong ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
}
"#;

#[test]
fn one_sided_claims_by_branches_and_exceptions_are_taken_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let plugin = compiled(folder.path(), "rule.so", ONE_SIDED);
    let report = json(folder.path(), &["tune", "KPK", "--plugin", &plugin], 1);
    let branches = report["branches"].as_array().expect("a list");
    // The exception is no branch.
    let ids: Vec<&Value> = branches.iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, ["king-before-pawn", "king-on-the-rim"]);
    assert_eq!(branches[0]["wrong"], report["incorrect"]);
    assert_eq!(branches[0]["fix"]["wrong_left"], 0);
    assert!(report["dropped"].is_null(), "an ablation is for exceptions only");
    assert_eq!(report["best_branches"]["right"], branches[1]["right"]);
    let example = &branches[0]["example"];
    assert_ne!(example["truth"], "draw");

    // `repair` counts right claims, because no draw is claimed.
    let fixed = json(folder.path(), &["repair", "KPK", "--plugin", &plugin, "--price", "0.3"], 0);
    assert_eq!(
        (&fixed["before"]["spotted"], &fixed["before"]["only_draws"]),
        (&0.into(), &false.into())
    );
    let right = count(&fixed["before"]["right"]);
    assert_eq!(right, count(&report["best_branches"]["right_before"]));
    assert_eq!(count(&fixed["price"]) + count(&fixed["right_left"]), right);
    let removed = fixed["veto"]["patterns"].as_array().expect("a list").iter();
    assert!(removed.map(|it| count(&it["only_wrong"])).sum::<u64>() > 0);
    let text = output(folder.path(), &["repair", "KPK", "--plugin", &plugin, "--price", "0.3"], 0);
    assert!(text.contains("right claims") && !text.contains("draws spotted"), "{text}");
}
