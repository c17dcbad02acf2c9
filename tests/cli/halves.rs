//! Rules in C that state what each branch leaves possible: by hand, and by `DRAWPROOF_HERE`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use serde_json::{Value, json};

use crate::plugin::compiled;

/// The folder of the libraries and of the tables of all tests here.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// "The bare king cannot win", always, and "the side with the pawn cannot win where its king stands on the
/// pawn's file".
const BY_HAND: &str = r#"#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
const char *drawproof_reason_name(unsigned branch) {
    return branch == 7 ? "bare" : branch == 1000000 ? "file" : branch == 0 ? "never" : 0;
}
static int square(uint64_t set) { int at = 0; while (!(set >> at & 1)) at++; return at; }
int drawproof_parts(const drawproof_position *p, drawproof_part parts[DRAWPROOF_PARTS]) {
    int black = (p->colour[1] & p->kind[0]) != 0;
    parts[0].branch = 7;
    parts[0].set = black ? DRAWPROOF_WHITE_CANNOT_WIN : DRAWPROOF_BLACK_CANNOT_WIN;
    if (((square(p->kind[5] & p->colour[black]) ^ square(p->kind[0])) & 7) != 0) return 1;
    parts[1].branch = 1000000;
    parts[1].set = black ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
    return 2;
}
"#;

/// The same with branches that name themselves.
const BY_LINES: &str = include_str!("../../examples/rules/king_and_pawn_lines.c");

fn drawproof(arguments: &[&str], status: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.current_dir(FOLDER.path()).args(arguments).arg("--quiet");
    let output = command.env("DRAWPROOF_TABLES", FOLDER.path()).env("COLUMNS", "10000").output();
    let output = output.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn document(arguments: &[&str], status: i32) -> Value {
    serde_json::from_str(&drawproof(&[arguments, &["--format", "json"]].concat(), status)).unwrap()
}

fn by_hand() -> &'static str {
    static LIBRARY: LazyLock<String> = LazyLock::new(|| compiled(FOLDER.path(), "hand", BY_HAND));
    &LIBRARY
}

/// The same where the pawn is on its sixth rank: few wrong claims, for which exceptions are soon found.
static ON_THE_SIXTH: LazyLock<String> = LazyLock::new(|| {
    let elsewhere = "!= 0 || square(p->kind[0]) >> 3 != (black ? 2 : 5)) return 1";
    let source = BY_HAND.replace("!= 0) return 1", elsewhere);
    assert!(source.contains(elsewhere));
    source
});

fn on_the_sixth() -> &'static str {
    static LIBRARY: LazyLock<String> =
        LazyLock::new(|| compiled(FOLDER.path(), "sixth", &ON_THE_SIXTH));
    &LIBRARY
}

/// The counts of the branches with claims, by their names.
fn branches(verdict: &Value) -> Vec<(String, [u64; 5])> {
    let keys = ["claims", "right", "wrong", "alone_right", "alone_wrong"];
    let patterns = verdict["recognizers"][0]["patterns"].as_array().unwrap().iter();
    let claiming = patterns.filter(|it| it["claims"] != 0);
    let counts = |it: &Value| keys.map(|key| it[key].as_u64().unwrap());
    claiming.map(|it| (it["id"].as_str().unwrap().to_owned(), counts(it))).collect()
}

const BARE: [u64; 5] = [331_352, 331_352, 0, 331_352, 0];
const FILE: [u64; 5] = [37_078, 8_680, 28_398, 8_680, 28_398];

#[test]
fn each_branch_has_the_counts_of_its_own_half() {
    let verdict = document(&["verify", "KPK", "--plugin", by_hand()], 1);
    let expected = [("bare".to_owned(), BARE), ("file".to_owned(), FILE)];
    assert_eq!(branches(&verdict), expected);
    let rule = &verdict["recognizers"][0];
    assert_eq!(rule["unexplained"], json!({"claims": 0, "wrong": 0}));
    let because = rule["counterexamples"].as_array().unwrap().iter().map(|it| &it["because"]);
    assert!(because.into_iter().all(|it| *it == json!(["file"])));
    let text = drawproof(&["verify", "KPK", "--plugin", by_hand()], 1);
    assert!(text.contains("1 branch makes no claim in this endgame"), "{text}");
    assert!(!text.contains("never"), "{text}");

    // Shards, and a saved run compared with itself.
    for number in ["1/2", "2/2"] {
        let file = format!("{}.shard", &number[..1]);
        let shard = ["verify", "KPK", "--plugin", by_hand(), "--shard", number, "--output", &file];
        drawproof(&shard, 0);
    }
    let merged = document(&["merge", "1.shard", "2.shard"], 1);
    let timeless = |mut verdict: Value| {
        for key in ["seconds", "nanoseconds_per_call"] {
            verdict["recognizers"][0][key] = Value::Null;
        }
        verdict
    };
    assert_eq!(timeless(merged), timeless(verdict));
    drawproof(&["verify", "KPK", "--plugin", by_hand(), "--save", "old.run"], 1);
    let better = BY_HAND.replace("& 7) != 0) return 1", "& 7) != 0 || !p->side_to_move) return 1");
    let better = compiled(FOLDER.path(), "better", &better);
    drawproof(&["verify", "KPK", "--plugin", &better, "--save", "new.run"], 1);
    let changes = document(&["diff", "old.run", "new.run"], 0);
    let lost = changes[0]["lost"]["branches"].as_array().unwrap().iter();
    assert_eq!(lost.map(|it| &it[0]).collect::<Vec<_>>(), ["bare", "file"]);
    let probed = drawproof(&["probe", "8/8/8/8/8/k2K4/3P4/8 b - -", "--plugin", by_hand()], 0);
    assert!(probed.contains("bare") && probed.contains("file"), "{probed}");
}

#[test]
fn only_the_wrong_half_is_withdrawn() {
    let tuning = document(&["tune", "KPK", "--plugin", on_the_sixth()], 1);
    let found = tuning["branches"].as_array().unwrap();
    let ids: Vec<&Value> = found.iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, ["file", "never", "bare"]);
    assert_eq!((&found[2]["wrong"], &found[2]["fix"]), (&json!(0), &Value::Null));
    let best = &tuning["best_branches"];
    assert_eq!((&best["right_before"], &best["right"]), (&json!(332_416), &json!(331_352)));
    let left = found[0]["fix"]["right_left"].as_u64().unwrap();
    assert_eq!(best["right_repaired"], 331_352 + left);

    let arguments =
        ["repair", "KPK", "--plugin", on_the_sixth(), "--emit", "c", "--output", "fix.c"];
    let fixed = document(&arguments, 0);
    assert_eq!(fixed["claim"], "that White cannot win");
    assert_eq!(fixed["more"], json!([]));
    assert_eq!((&fixed["before"]["right"], &fixed["right"]), (&json!(332_416), &json!(1_064)));
    let price = fixed["price"].as_u64().unwrap();
    assert!(price < 1_064 / 4, "{price}");
    // Every right half of the other branch is kept.
    assert_eq!(fixed["right_left"], 331_352 + 1_064 - price);
    assert_eq!(fixed["proof"]["sound"], true);

    // The rule with the fix in the branch is sound, and keeps what the report states.
    let source = fs::read_to_string(FOLDER.path().join("fix.c")).unwrap();
    let words = source.split_whitespace().filter(|it| *it != "*").collect::<Vec<_>>().join(" ");
    assert!(words.contains("Here White is the first side of the endgame's name,"), "{source}");
    let head = "int drawproof_parts(const drawproof_position *p, drawproof_part \
                parts[DRAWPROOF_PARTS]) {";
    let condition = "if (kpk_is_vetoed(p->colour, p->kind, p->side_to_move)) return 1;";
    let with_fix = ON_THE_SIXTH
        .replace("    parts[1].branch", &format!("    {condition}\n    parts[1].branch"));
    assert!(with_fix.contains(head) && with_fix.contains(condition));
    let library = compiled(FOLDER.path(), "fixed", &(source + &with_fix));
    let verdict = document(&["verify", "KPK", "--plugin", &library], 0);
    let right = 1_064 - price;
    let expected = [("bare".to_owned(), BARE), ("file".to_owned(), [right, right, 0, right, 0])];
    assert_eq!(branches(&verdict), expected);
}

/// The line of a source that has some text, counted from 1.
fn line_of(source: &str, text: &str) -> usize {
    1 + source.lines().position(|line| line.contains(text)).unwrap()
}

#[test]
fn branches_name_themselves_by_their_lines_in_c_and_in_cpp() {
    let folder = FOLDER.path();
    let library = compiled(folder, "lines", BY_LINES);
    let cpp = folder.join("linespp.so");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/c/include");
    let source: PathBuf = folder.join("rules/kpk.cpp");
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    fs::write(&source, BY_LINES).unwrap();
    let mut command = Command::new("c++");
    command.current_dir(folder).args([
        "-std=c++11",
        "-O0",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
    ]);
    command.args(["-shared", "-fPIC", "-I"]).arg(include).arg("-o").arg(&cpp).arg("rules/kpk.cpp");
    let built = command.output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let [bare, file] = ["DRAWPROOF_HERE(DRAWPROOF_BLACK", "DRAWPROOF_HERE(DRAWPROOF_WHITE"]
        .map(|text| line_of(BY_LINES, text));
    let c_file = folder.join("lines.c");
    for (library, name) in
        [(library.as_str(), c_file.to_str().unwrap()), (cpp.to_str().unwrap(), "rules/kpk.cpp")]
    {
        let mut found = branches(&document(&["verify", "KPK", "--plugin", library], 1));
        found.sort_by_key(|(_, counts)| std::cmp::Reverse(counts[0]));
        assert_eq!(found, [(format!("{name}:{bare}"), BARE), (format!("{name}:{file}"), FILE)]);
    }
    let arguments = ["verify", "KPK", "--plugin", cpp.to_str().unwrap()];
    let annotated = drawproof(&[&arguments[..], &["--format", "github"]].concat(), 1);
    let start = format!("::error file=rules/kpk.cpp,line={file},title=KPK%3A incorrect draw");
    assert!(annotated.starts_with(&start), "{annotated}");
    drawproof(&[&arguments[..], &["--html", "page.html"]].concat(), 1);
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let link = format!("<a href=\"./rules/kpk.cpp#L{file}\"><code>rules/kpk.cpp:{file}</code></a>");
    assert!(page.contains(&link), "{page}");
}

#[test]
fn lines_name_branches_beside_much_memory_of_a_thread() {
    // More than the system keeps for libraries that are loaded later.
    let buffer = "static DRAWPROOF_THREAD_LOCAL char buffer[1 << 20];\nuint32_t drawproof_abi";
    let source = BY_LINES.replacen("uint32_t drawproof_abi", buffer, 1);
    let source =
        source.replacen("(void)reasons;", "(void)reasons; buffer[position->side_to_move]++;", 1);
    assert!(source.contains(buffer) && source.contains("buffer[position"), "{source}");
    let library = compiled(FOLDER.path(), "buffer", &source);
    let found = branches(&document(&["verify", "KPK", "--plugin", &library], 1));
    let mut counts: Vec<_> = found.into_iter().map(|(_, counts)| counts).collect();
    counts.sort();
    assert_eq!(counts, [FILE, BARE]);
}

/// What is no part of the claim is left out; what no part explains is of no branch.
const PARTLY: &str = r#"#include "drawproof_board.h"
DRAWPROOF_DEFINE_PARTS
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    (void)reasons;
    (void)DRAWPROOF_HERE(DRAWPROOF_LOSS);
    if (p->side_to_move) return DRAWPROOF_HERE(DRAWPROOF_NO_CLAIM);
    return DRAWPROOF_DRAWN;
}
"#;

#[test]
fn wrong_claims_of_no_branch_have_a_row() {
    let library = compiled(FOLDER.path(), "partly", PARTLY);
    let verdict = document(&["verify", "KPK", "--plugin", &library], 1);
    let rule = &verdict["recognizers"][0];
    assert_eq!(branches(&verdict), []);
    assert_eq!(rule["unexplained"], json!({"claims": 163_328, "wrong": 124_960}));
    let text = drawproof(&["verify", "KPK", "--plugin", &library], 1);
    let row = text.lines().find(|line| line.trim_start().starts_with("no branch")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells, ["no", "branch", "163,328", "38,368", "124,960", "38,368", "124,960"]);
    assert!(text.contains("1 branch makes no claim in this endgame"), "{text}");
    for (format, part) in [
        ("markdown", "| `no branch` | 163,328 |"),
        ("github", "::error title=KPK%3A incorrect draw (quiet)::"),
        ("junit", "message=\"124,960 incorrect claims: "),
    ] {
        let report = drawproof(&["verify", "KPK", "--plugin", &library, "--format", format], 1);
        assert!(report.contains(part), "{report}");
    }
}

#[test]
fn parts_that_are_no_claim_name_the_position() {
    let error = |source: &str| {
        let library = compiled(FOLDER.path(), "broken", source);
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.args(["verify", "KPK", "--quiet", "--plugin", &library]);
        let output = command.env("DRAWPROOF_TABLES", FOLDER.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let contrary = BY_HAND.replace("return 2;", "parts[1].set = 7 & ~parts[0].set; return 2;");
    let text = error(&contrary);
    assert!(text.contains("'bare' and 'file' leave no result possible"), "{text}");
    let text = error(&BY_HAND.replace("return 2;", "return 65;"));
    assert!(text.contains("returned 65 parts about"), "{text}");
    let text = error(&BY_HAND.replace("return 2;", "return *(volatile int *)0;"));
    assert!(text.contains("in drawproof_parts; position '"), "{text}");
}

/// "The bare king cannot win", and "White wins with a queen, or a pawn on the seventh rank, beside its king",
/// which is wrong where Black is stalemated.
const SEVENTH: &str = r#"#include "drawproof_board.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
const char *drawproof_reason_name(unsigned branch) {
    return branch == 0 ? "bare" : branch == 1 ? "seventh" : 0;
}
static int beside(int a, int b) {
    int files = (a & 7) - (b & 7), ranks = (a >> 3) - (b >> 3);
    return files * files <= 1 && ranks * ranks <= 1;
}
int drawproof_parts(const drawproof_position *position, drawproof_part parts[DRAWPROOF_PARTS]) {
    const uint64_t queen = position->kind[DRAWPROOF_QUEEN];
    const uint64_t men = queen | position->kind[DRAWPROOF_PAWN];
    const int black = (men & position->colour[DRAWPROOF_BLACK]) != 0;
    const drawproof_position p = black ? drawproof_reversed(position) : *position;
    const int man = drawproof_lowest(p.kind[DRAWPROOF_PAWN] | p.kind[DRAWPROOF_QUEEN]);
    const int is_strong = queen || (man >> 3 == 6 && (man & 7) != 0 && (man & 7) != 7);
    int number, count = 1;
    parts[0].branch = 0;
    parts[0].set = DRAWPROOF_BLACK_CANNOT_WIN;
    if (is_strong && p.side_to_move == DRAWPROOF_BLACK
        && beside(man, drawproof_king(&p, DRAWPROOF_WHITE))) {
        parts[1].branch = 1;
        parts[1].set = DRAWPROOF_WHITE_WINS;
        count = 2;
    }
    for (number = 0; black && number < count; number++)
        parts[number].set = (uint32_t)drawproof_reversed_claim((int)parts[number].set);
    return count;
}
"#;

#[test]
fn a_branch_that_serves_two_endgames_gets_one_condition() {
    let library = compiled(FOLDER.path(), "seventh", SEVENTH);
    let arguments =
        ["tune", "KPK", "KQK", "--plugin", &library, "--emit", "c", "--output", "fixes.c"];
    let tuning = document(&arguments, 1);
    let branch = &tuning["branches"][0];
    assert_eq!((&branch["id"], &branch["wrong"]), (&json!("seventh"), &json!(148)));
    let members = branch["by_endgame"].as_array().unwrap().iter();
    let counts = members.map(|it| [&it["endgame"], &it["claims"], &it["wrong"], &it["wrong_left"]]);
    let expected = [
        [json!("KPK"), json!(2_710), json!(44), json!(0)],
        [json!("KQK"), json!(23_520), json!(104), json!(0)],
    ];
    assert_eq!(counts.map(|it| it.map(Clone::clone)).collect::<Vec<_>>(), expected);
    let fix = &branch["fix"];
    assert_eq!((&fix["natural"], &fix["wrong_left"]), (&json!(true), &json!(0)));
    // The author's words come first.
    assert_eq!(fix["exceptions"][0]["in_words"][0], "the weak side is stalemated");
    let best = &tuning["best_branches"];
    let right = branch["right"].as_u64().unwrap() - fix["right_lost"].as_u64().unwrap();
    assert_eq!(best["right_repaired"], best["right"].as_u64().unwrap() + right);
    let unique = ["--counting", "unique"];
    let text = drawproof(&[&arguments[..5], &unique].concat(), 1);
    assert!(text.contains("no claim where the weak side is stalemated"), "{text}");

    // The rule with the condition of each endgame in the branch is sound in both.
    let fixes = fs::read_to_string(FOLDER.path().join("fixes.c")).unwrap();
    let excepted = "if (!(p.kind[DRAWPROOF_QUEEN] ? kqk_branch_seventh_is_vetoed(p.colour, p.kind, \
                    p.side_to_move) : kpk_branch_seventh_is_vetoed(p.colour, p.kind, p.side_to_move)))\n\
                    count = 2;";
    let fixed = fixes + &SEVENTH.replace("count = 2;", excepted);
    let fixed = compiled(FOLDER.path(), "seventh_fixed", &fixed);
    let verdicts = document(&["verify", "KPK", "KQK", "--plugin", &fixed], 0);
    assert_eq!(verdicts["sound"], true);

    // `repair` finds exceptions for the halves, the same in both endgames, and proves them.
    let arguments =
        ["repair", "KPK", "KQK", "--plugin", &library, "--emit", "c", "--output", "both.c"];
    let repaired = document(&arguments, 0);
    assert_eq!(repaired["sound"], true);
    let members = repaired["members"].as_array().unwrap();
    let words = |member: &Value| member["veto"]["patterns"][0]["in_words"].clone();
    assert_eq!((words(&members[0]), members.len()), (words(&members[1]), 2));
    for member in members {
        assert_eq!(member["claim"], "that there is no draw");
        assert_eq!(member["proof"]["incorrect"], 0);
    }
    let text = drawproof(&[&arguments[..5], &unique].concat(), 0);
    assert!(text.contains("where one of these exceptions matches, in every endgame"), "{text}");
    assert!(text.contains(" right halves, "), "{text}");
    let fix = fs::read_to_string(FOLDER.path().join("both.c")).unwrap();
    assert!(
        fix.contains("int kpk_not_drawn_is_vetoed(")
            && fix.contains("int kqk_not_drawn_is_vetoed("),
        "{fix}"
    );
}

#[test]
fn fixes_are_counted_by_the_convention() {
    let arguments = ["repair", "KPK", "--plugin", on_the_sixth()];
    let fixed = document(&[&arguments[..], &["--counting", "unique"]].concat(), 0);
    assert_eq!(fixed["counting"], "unique");
    let whole = document(&arguments, 0);
    let right = |it: &Value| it["right"].as_u64().unwrap();
    assert!(right(&fixed) < right(&whole) && right(&fixed) > right(&whole) / 4);
}

/// Draws are claimed on the file of a pawn on its sixth rank, wrongly mostly; elsewhere "Black cannot win", which is right.
const KINDS: &str = r#"#include "drawproof_board.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    const int black = drawproof_set(position, DRAWPROOF_BLACK, DRAWPROOF_PAWN) != 0;
    const drawproof_position p = black ? drawproof_reversed(position) : *position;
    const int pawn = drawproof_lowest(p.kind[DRAWPROOF_PAWN]);
    int claim = DRAWPROOF_BLACK_CANNOT_WIN;
    (void)reasons;
    if ((drawproof_king(&p, DRAWPROOF_WHITE) ^ pawn) % 8 == 0 && pawn >> 3 == 5)
        claim = DRAWPROOF_DRAWN;
    return black ? drawproof_reversed_claim(claim) : claim;
}
"#;

#[test]
fn a_price_is_a_share_of_the_claims_of_its_kind() {
    let library = compiled(FOLDER.path(), "kinds", KINDS);
    let limits = ["--price", "0.08", "--patterns", "3"];
    let fixed = document(&[&["repair", "KPK", "--plugin", &library], &limits[..]].concat(), 0);
    assert_eq!((&fixed["claim"], &fixed["more"]), (&json!("a draw"), &json!([])));
    // Not of all 326,234 right claims.
    assert_eq!((&fixed["before"]["right"], &fixed["right"]), (&json!(326_234), &json!(1_064)));
    let share = fixed["price"].as_f64().unwrap() / 1_064.0;
    // One exception costs less than 0.08 of all right claims. The kinds without a wrong claim leave their patterns
    // to this one.
    let patterns = fixed["veto"]["patterns"].as_array().unwrap().len();
    assert!(share <= 0.08 && patterns == 3, "{share} {patterns}");
    assert!((fixed["price_share"].as_f64().unwrap() - share).abs() < 1e-9);
    assert_eq!(fixed["right_left"], 326_234 - fixed["price"].as_u64().unwrap());
}
