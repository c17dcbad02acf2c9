//! `drawproof repair`, driven as a user drives it.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

use crate::plugin::compiled;

fn drawproof(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.current_dir(folder).arg("--tables").arg(folder).arg("--quiet").args(arguments);
    command.output().expect("it runs")
}

fn json(folder: &Path, arguments: &[&str], status: i32) -> Value {
    let output = drawproof(folder, &[arguments, &["--format", "json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{errors}");
    serde_json::from_slice(&output.stdout).expect("one document")
}

/// A rule in C with the given condition for a draw.
fn claiming(condition: &str) -> String {
    format!(
        "#include \"drawproof.h\"\n\
         uint32_t drawproof_abi(void) {{ return DRAWPROOF_ABI; }}\n\
         int drawproof_claim(const drawproof_position *p, uint64_t *s) {{\n\
         (void)p; (void)s; return {condition}; }}\n"
    )
}

#[test]
fn the_rule_of_the_hanging_rook_gets_a_fix() {
    let folder = tempfile::tempdir().expect("a folder");
    let example: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules/rook_hangs.c");
    let source = std::fs::read_to_string(example).expect("it can be read");
    let plugin = compiled(folder.path(), "rook_hangs.so", &source);
    let fix = folder.path().join("fix.c");
    let report = json(
        folder.path(),
        &["repair", "KRKR", "--plugin", &plugin, "--price", "0.59", "--emit", "c", "--output", {
            fix.to_str().expect("a name")
        }],
        0,
    );
    let count = |value: &Value| value.as_u64().expect("a number");
    assert!(count(&report["before"]["incorrect"]) > 10_000);
    assert_eq!(
        (&report["proof"]["incorrect"], &report["proof"]["sound"]),
        (&0.into(), &true.into())
    );
    // The cheapest three patterns cost 58.8 % of the sample and 59.1 % of all.
    assert!(report["price_share"].as_f64().expect("it has a price") <= 0.59);
    let price = count(&report["before"]["spotted"]) - count(&report["veto"]["spotted"]);
    assert_eq!(count(&report["price"]), price);
    let patterns = report["veto"]["patterns"].as_array().expect("a list");
    // The draws that one pattern alone costs are among those that all patterns cost.
    let only: u64 = patterns.iter().map(|pattern| count(&pattern["only_draws"])).sum();
    let all: u64 = patterns.iter().map(|pattern| count(&pattern["draws"])).sum();
    assert!(only <= price && price <= all);
    let examples = report["examples"].as_array().expect("a list");
    assert!(!examples.is_empty());
    assert!(examples.iter().all(|e| !e["patterns"].as_array().expect("a list").is_empty()));

    // The rule is sound with the source code of the fix.
    let fix = std::fs::read_to_string(fix).expect("it was written");
    let claim = "int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {";
    let with_fix = source.replace(
        claim,
        &format!(
            "{claim}\n    if (krkr_is_vetoed(position->colour, position->kind, \
             position->side_to_move)) return DRAWPROOF_NONE;"
        ),
    );
    let fixed = compiled(folder.path(), "fixed.so", &(fix + &with_fix));
    let verdict = json(folder.path(), &["verify", "KRKR", "--plugin", &fixed], 0);
    assert_eq!(verdict["recognizers"][0]["spotted"], report["veto"]["spotted"]);
}

#[test]
fn a_program_gets_a_fix_and_a_sound_rule_needs_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let always = "sed 's/.*/draw/'";
    let few = ["repair", "KRK", "--command", always, "--patterns", "2"];
    let report = json(folder.path(), &few, 0);
    assert_eq!(report["proof"]["incorrect"], 0);
    assert!(report["before"]["incorrect"].as_u64() > Some(0));
    let sound = json(folder.path(), &["repair", "KBK", "--command", always], 0);
    assert_eq!(sound["veto"]["patterns"], Value::Array(Vec::new()));
    assert_eq!((&sound["price"], &sound["tried"]), (&0.into(), &Value::Array(Vec::new())));
}

#[test]
fn a_sound_rule_is_reported_as_such_and_gets_no_source_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--command", "sed 's/.*/draw/'", "--emit", "c", "--output", "fix.c"];
    for endgames in [&["repair", "KBK"][..], &["repair", "KBK", "KNK"]] {
        let output = drawproof(folder.path(), &[endgames, &options].concat());
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("it needs no fix") && !text.contains("price"), "{text}");
        assert!(text.contains("proof, over "), "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no source code was written"));
        assert!(!folder.path().join("fix.c").exists());
    }
}

#[test]
fn claims_that_are_wrong_en_passant_only_make_no_sound_family() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = claiming("p->en_passant < 64 ? DRAWPROOF_DRAW : DRAWPROOF_NONE");
    let rule = compiled(folder.path(), "passant.so", &rule);
    let arguments =
        ["repair", "KPK", "KPKP", "--plugin", &rule, "--emit", "c", "--output", "fix.c"];
    let report = json(folder.path(), &arguments, 0);
    assert_eq!(report["sound"], true);
    for member in report["members"].as_array().expect("a list") {
        assert_eq!(member["veto"]["patterns"], Value::Array(Vec::new()));
        assert_eq!((&member["veto_en_passant"], &member["price"]), (&true.into(), &0.into()));
    }
    let unique = [&arguments[..], &["--counting", "unique"]].concat();
    let output = drawproof(folder.path(), &unique);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("where an en-passant capture is legal"), "{text}");
    assert!(!text.contains("needs no fix"), "{text}");
    let source = std::fs::read_to_string(folder.path().join("fix.c")).expect("it was written");
    assert!(source.contains("int kpkp_is_vetoed("), "{source}");
}

#[test]
fn the_source_code_states_the_command_and_the_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = ["--command", "sed 's/.*/draw/'"];
    let options = ["--domain", "not-over", "--counting", "unique", "--price", "1"];
    let end = ["--patterns", "2", "--emit", "c", "--board", "mailbox", "--output", "fix.c"];
    let arguments = [&["repair", "KRK"], &rule[..], &options, &end].concat();
    json(folder.path(), &arguments, 0);
    let source = std::fs::read_to_string(folder.path().join("fix.c")).expect("it was written");
    let command = source.lines().find_map(|line| line.strip_prefix(" * command    "));
    let command = command.expect("it is stated");
    assert!(command.contains(".*''/draw/"), "no comment ends in it: {command}");
    for stated in
        ["position that counts", "counting   unique", "domain     not-over", "incorrect  0"]
    {
        assert!(source.contains(stated), "{source}");
    }
    // The shell runs it as it is, and the same source code is written.
    let again = std::process::Command::new("sh")
        .current_dir(folder.path())
        .env("PATH", {
            let program = assert_cmd::cargo::cargo_bin("drawproof");
            let folder = program.parent().expect("it is in a folder").display().to_string();
            format!("{folder}:{}", std::env::var("PATH").expect("there is a path"))
        })
        .env("DRAWPROOF_TABLES", folder.path())
        .args(["-c", command])
        .output()
        .expect("there is a shell");
    assert_eq!(String::from_utf8_lossy(&again.stdout), source);
}

#[test]
fn a_rule_that_no_fix_makes_sound_ends_with_status_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let wins = compiled(folder.path(), "wins.so", &claiming("DRAWPROOF_WIN"));
    for endgames in [&["repair", "KNNK"][..], &["repair", "KNNK", "KNK"]] {
        let output = drawproof(folder.path(), &[endgames, &["--plugin", &wins]].concat());
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("Nearly all claims of the rule are wrong"), "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no fix leaves a rule"));
    }
    let coloured = compiled(
        folder.path(),
        "coloured.so",
        &claiming("p->side_to_move ? DRAWPROOF_DRAW : DRAWPROOF_NONE"),
    );
    let output = drawproof(folder.path(), &["repair", "KNK", "--plugin", &coloured]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("colour or mirroring"));
    let output = drawproof(folder.path(), &["repair", "KRKR", "--plugin", "./none.so"]);
    assert_eq!(output.status.code(), Some(2));
}

/// States the halves of `claiming`'s claims.
const PARTS: &str = "int drawproof_parts(const drawproof_position *p, drawproof_part parts[DRAWPROOF_PARTS]) {\n\
     parts[0].branch = 0; parts[0].set = (uint32_t)drawproof_claim(p, 0); return 1; }\n";

#[test]
fn right_claims_of_several_kinds_that_depend_on_colour_are_called_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let claims = "p->side_to_move ? DRAWPROOF_DRAWN : DRAWPROOF_WHITE_CANNOT_WIN";
    let kinds = claiming(claims);
    let halves = format!("{kinds}{PARTS}");
    for (name, source) in [("kinds.so", kinds), ("halves.so", halves)] {
        let rule = compiled(folder.path(), name, &source);
        for endgames in [&["KNK"][..], &["KNK", "KBK"]] {
            let arguments = [&["repair", "--plugin", &rule], endgames].concat();
            let output = drawproof(folder.path(), &arguments);
            assert_eq!(output.status.code(), Some(1), "{name} {endgames:?}");
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains("NOT SOUND") && !text.contains("as it is"), "{text}");
            assert!(text.contains("answers depend on colour or mirroring"), "{text}");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(errors.contains("answers depend on colour or mirroring"), "{errors}");
            let report = json(folder.path(), &arguments, 1);
            let one = report["members"].get(0).unwrap_or(&report);
            assert_eq!((&one["price"], &one["more"]), (&0.into(), &Value::Array(Vec::new())));
            assert_eq!(one["veto"]["patterns"], Value::Array(Vec::new()));
        }
    }
}

#[test]
fn en_passant_is_part_of_the_fix_where_it_has_to_be() {
    let folder = tempfile::tempdir().expect("a folder");
    // Pawns on the files d and e, kings on the ranks 1 and 8: enough positions, and quickly learned.
    let condition =
        "!(p->kind[0] & ~0x1818181818181818ULL) && !(p->kind[5] & 0x00ffffffffffff00ULL)";
    let claim = format!("{condition} ? DRAWPROOF_DRAW : DRAWPROOF_NONE");
    let some = compiled(folder.path(), "some.so", &claiming(&claim));
    let options = ["--counting", "unique", "--patterns", "1"];
    let output = ["--emit", "json", "--output", "fix.json"];
    let arguments = [&["repair", "KPKP", "--plugin", &some][..], &options, &output].concat();
    let report = json(folder.path(), &arguments, 0);
    assert!(report["before"]["incorrect_en_passant"].as_u64() > Some(0));
    assert_eq!(report["veto_en_passant"], true);
    assert_eq!(report["proof"]["incorrect"], 0);
}

/// Draws of king and pawn by the pawn's square, the double step forgotten.
const SQUARE_RULE: &str = r#"
#include <stdlib.h>
#include "drawproof.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
static int square(uint64_t set) { int at = 0; while (!(set >> at & 1)) at++; return at; }
static int distance(int a, int b) {
    int files = abs((a & 7) - (b & 7)), ranks = abs((a >> 3) - (b >> 3));
    return files > ranks ? files : ranks;
}
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    int strong = (p->colour[1] & p->kind[0]) != 0, turn = strong ? 56 : 0;
    int king = square(p->colour[strong] & p->kind[5]), pawn = square(p->kind[0]);
    int weak = square(p->colour[1 - strong] & p->kind[5]), goal = (pawn & 7) + 56 - turn;
    int steps = abs((goal >> 3) - (pawn >> 3)), to_move = p->side_to_move == strong;
    (void)reasons;
    FIX
    return (king ^ turn) >> 3 < (pawn ^ turn) >> 3 && distance(king, pawn) > distance(weak, pawn) + 1
        && distance(weak, goal) - !to_move <= steps ? DRAWPROOF_DRAW : DRAWPROOF_NONE;
}
"#;

/// Compiles source code that must bring no warning.
fn compiles_without_a_warning(folder: &Path, compiler: &[&str], source: &str) {
    let mut command = std::process::Command::new(compiler[0]);
    let built = command.current_dir(folder).args(&compiler[1..]).arg(source).output();
    let built = built.expect("there is a compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

#[test]
fn a_forgotten_double_step_is_named_and_fixed_for_every_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = compiled(folder.path(), "square.so", &SQUARE_RULE.replace("FIX", ""));
    let emitted = |language: &str, board: &str| {
        let file = format!("fix_{board}.{language}");
        let emit = match language {
            "rs" => "rust",
            other => other,
        };
        let options = ["--emit", emit, "--board", board, "--output", &file];
        let report =
            json(folder.path(), &[&["repair", "KPK", "--plugin", &rule][..], &options].concat(), 0);
        (report, std::fs::read_to_string(folder.path().join(&file)).expect("it was written"))
    };
    let (report, mailbox) = emitted("c", "mailbox");
    assert_eq!(report["natural"], true);
    let words = format!("{} {}", report["in_common"], report["veto"]["patterns"][0]["in_words"]);
    assert!(words.contains("second rank"), "{words}");
    assert_eq!(report["veto"]["patterns"].as_array().map(Vec::len), Some(1));

    // Both forms of the fix make the rule sound, with the draws that the report predicts.
    let arguments = "king, pawn, weak, !strong, to_move";
    let call = format!("if (kpk_is_vetoed({arguments})) return DRAWPROOF_NONE;");
    let fixed = mailbox + &SQUARE_RULE.replace("FIX", &call);
    let fixed = compiled(folder.path(), "mailbox.so", &fixed);
    let verdict = json(folder.path(), &["verify", "KPK", "--plugin", &fixed], 0);
    assert_eq!(verdict["recognizers"][0]["spotted"], report["veto"]["spotted"]);
    let (_, bitboards) = emitted("c", "bitboards");
    let call = "if (kpk_is_vetoed(p->colour, p->kind, p->side_to_move)) return DRAWPROOF_NONE;";
    let fixed =
        compiled(folder.path(), "bitboards.so", &(bitboards + &SQUARE_RULE.replace("FIX", call)));
    let verdict = json(folder.path(), &["verify", "KPK", "--plugin", &fixed], 0);
    assert_eq!(verdict["recognizers"][0]["spotted"], report["veto"]["spotted"]);

    let strict = ["-c", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic", "-o", "fix.o"];
    for board in ["mailbox", "bitboards"] {
        let c = [&["cc", "-std=c99"][..], &strict].concat();
        compiles_without_a_warning(folder.path(), &c, &format!("fix_{board}.c"));
        emitted("cpp", board);
        let cpp = [&["c++", "-std=c++11"][..], &strict].concat();
        compiles_without_a_warning(folder.path(), &cpp, &format!("fix_{board}.cpp"));
        emitted("rs", board);
        let rust = ["rustc", "-Dwarnings", "--crate-type", "lib", "--emit", "metadata"];
        compiles_without_a_warning(folder.path(), &rust, &format!("fix_{board}.rs"));
    }
}

#[test]
fn a_rule_whose_idea_is_wrong_gets_no_short_exception() {
    let folder = tempfile::tempdir().expect("a folder");
    let always = ["repair", "KPK", "--command", "sed 's/.*/draw/'", "--patterns", "1"];
    let report = json(folder.path(), &always, 0);
    assert_eq!(report["natural"], false);
    assert!(report["short_price_share"].as_f64() > Some(0.2));
    let always = [&always[..], &["--counting", "unique"]].concat();
    let text = String::from_utf8(drawproof(folder.path(), &always).stdout).expect("text");
    assert!(text.contains("There is no fix within the price of 5 % (--price)"), "{text}");
    assert!(!text.contains("exceptions matches") && !text.contains("proof with"), "{text}");
    let beyond = [&always[..], &["--beyond", "--price", "0.07"]].concat();
    let text = String::from_utf8(drawproof(folder.path(), &beyond).stdout).expect("text");
    assert!(text.contains("within the price of 7 % (--price)"), "{text}");
    assert!(text.contains("exceptions matches") && text.contains("proof with"), "{text}");
}

/// King, bishop and wrong rook pawn against king: the second branch forgets that White may be to move.
const TEMPO: &str = r"
    #include <stdlib.h>
    #include <drawproof_board.h>
    static int max(int a, int b) { return a > b ? a : b; }
    static int apart(int a, int b) { return max(abs(a % 8 - b % 8), abs(a / 8 - b / 8)); }
    static int dark(int square) { return (square % 8 + square / 8) % 2 == 0; }
    DRAWPROOF_DEFINE_PARTS
    uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
    int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
        drawproof_position own = p->colour[0] & p->kind[DRAWPROOF_PAWN] ? *p : drawproof_reversed(p);
        int strong = drawproof_king(&own, DRAWPROOF_WHITE), weak = drawproof_king(&own, DRAWPROOF_BLACK);
        int pawn = drawproof_lowest(own.kind[DRAWPROOF_PAWN]), goal = pawn % 8 + 56;
        int bishop = drawproof_lowest(own.kind[DRAWPROOF_BISHOP]);
        (void)reasons;
        if ((pawn % 8 == 0 || pawn % 8 == 7) && dark(goal) != dark(bishop)) {
            if (apart(weak, goal) <= 1) return DRAWPROOF_HERE(DRAWPROOF_DRAW);
            if (apart(weak, goal) < apart(strong, goal) && apart(weak, goal) <= 7 - pawn / 8)
                return DRAWPROOF_HERE(DRAWPROOF_DRAW);
        }
        return DRAWPROOF_NO_CLAIM;
    }
";

#[test]
fn a_forgotten_tempo_is_proposed_at_its_branch_in_two_conditions() {
    let folder = tempfile::tempdir().expect("a folder");
    let plugin = compiled(folder.path(), "tempo.so", TEMPO);
    let repair = ["repair", "KBPK", "--plugin", &plugin, "--patterns", "1"];
    let report = json(folder.path(), &repair, 0);
    let [wrong] = &report["goes_wrong"].as_array().expect("a list")[..] else { panic!("{report}") };
    let branch = wrong["branch"].as_str().expect("it has a name");
    assert!(branch.ends_with("tempo.c:18"), "{branch}");
    assert_eq!((&wrong["claims"], &wrong["wrong"]), (&445_234.into(), &28_926.into()));
    let miss = &wrong["near_miss"];
    assert_eq!(miss["says"], "strong-to-move >= 1, weak-king-square-strong-pawn >= 8");
    assert_eq!((&miss["wrong"], &miss["right"]), (&19_560.into(), &39_816.into()));
    let text = String::from_utf8(drawproof(folder.path(), &repair).stdout).expect("text");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "There is no fix within the price of 5 % (--price)",
        "tempo.c:18: 28,926 of its 445,234 claims are wrong",
        "19,560 of its 28,926 wrong claims are where the strong side is to move, and the weak king needs no \
         fewer king moves",
    ] {
        assert!(text.contains(part), "{text}");
    }
    // A bare king cannot win: to claim that is no advice.
    assert!(
        !text.contains("Black cannot win") && report["before"]["right_half"].is_null(),
        "{text}"
    );
}
