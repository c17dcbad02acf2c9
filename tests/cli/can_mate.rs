//! `--truth can-mate`: claims about the mates that legal moves of both sides can reach.

use assert_cmd::Command;
use drawproof_tables::NormalMaterial;
use serde_json::{Value as Json, json};

use crate::plugin::compiled;

/// What a command prints that ends with a status, on standard output and error.
fn run(args: &[&str], status: i32) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::cargo_bin("drawproof").unwrap();
    let output = command.args(args).arg("--tables").arg(folder.path()).output().unwrap();
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(status), "{args:?}: {out}{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no file is written");
    (out, error)
}

fn document(args: &[&str]) -> Json {
    let args = [args, &["--truth", "can-mate", "--format", "json"]].concat();
    serde_json::from_str(&run(&args, 0).0).unwrap()
}

/// The three answers that the FIDE Laws tell apart, and positions with an en-passant right.
#[test]
fn a_position_is_dead_or_one_colour_can_mate_or_both_can() {
    let dead = "4k3/8/8/8/8/8/8/4K2B w - - 0 1";
    let only_white = "k7/P7/K7/8/8/8/8/8 w - - 0 1";
    let both = "8/8/8/8/8/1k6/5n2/1K1B4 b - - 0 1";
    let answers = document(&["probe", dead, only_white, both]);
    assert_eq!(answers[0]["dead"], true);
    assert_eq!(answers[0]["can_mate"], json!({ "white": null, "black": null }));
    assert_eq!(answers[0]["line"], json!([]));
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 12);
    assert_eq!(answers[1]["dead"], false);
    assert_eq!(answers[1]["can_mate"], json!({ "white": 5, "black": null }));
    let white = &answers[1]["helpmates"]["white"];
    assert_eq!((&white["length"], &white["solutions"]), (&json!("h#2.5"), &json!(1)));
    assert_eq!(white["san"], json!(["Kb5", "Kb7", "Kc5", "Ka6", "a8=Q#"]));
    assert_eq!(answers[1]["line"], white["line"]);
    assert_eq!(answers[2]["can_mate"]["white"], 16);
    assert_eq!(answers[2]["helpmates"]["white"]["solutions"], 1);

    let short = ["probe", both, "--truth", "can-mate", "--no-line", "--no-moves"];
    let (text, _) = run(&short, 0);
    assert_eq!(text, format!("{both}\n  both sides can mate\n"));
    let (text, _) = run(&["probe", only_white, "--truth", "can-mate"], 0);
    assert!(text.contains("White mates: h#2.5, one solution: Kb5 Kb7 Kc5 Ka6 a8=Q#"), "{text}");
    // The capture is the quicker way.
    let en_passant = document(&["probe", "8/8/8/8/1pP5/8/8/k1K5 b - c3 0 1", "--no-moves"]);
    assert_eq!(en_passant[0]["helpmates"]["black"]["san"][0], "bxc3");
    assert!(en_passant[0].get("moves").is_none());
}

#[test]
fn an_endgame_is_counted_by_who_can_mate() {
    let stats = document(&["stats", "KRKN"]);
    let [white, black] = ["white_to_move", "black_to_move"].map(|side| &stats[side]);
    let results = run(&["stats", "KRKN", "--format", "json"], 0).0;
    let results: Json = serde_json::from_str(&results).unwrap();
    // Counted by a breadth-first search of another program: where the knight's side cannot mate.
    let of = |side: &Json, key: &str| side[key].as_u64().unwrap();
    assert_eq!(of(white, "dead") + of(white, "only_white"), 24);
    assert_eq!(of(black, "dead") + of(black, "only_white"), 16_544);
    for (side, name) in [(white, "white_to_move"), (black, "black_to_move")] {
        assert_eq!(side["positions"], results[name]["positions"]);
        let sum: u64 =
            ["dead", "only_white", "only_black", "both"].iter().map(|key| of(side, key)).sum();
        assert_eq!(of(side, "positions"), sum);
    }
    assert_eq!(of(black, "longest_black_plies"), 19);
    let fen = black["longest_black_fen"].as_str().unwrap();
    assert_eq!(document(&["probe", fen])[0]["can_mate"]["black"], 19);
    assert_eq!(stats["longest_single"]["black"]["plies"], 16);
    // Like every count of the document, by the convention that is asked for.
    assert_eq!(stats["longest_single"]["black"]["positions"], 72);
    let unique = document(&["stats", "KRKN", "--counting", "unique"]);
    assert_eq!(unique["longest_single"]["black"]["positions"], 9);
    let args = ["stats", "KQK", "--truth", "can-mate", "--counting"];
    for (counting, positions) in [("full", 24), ("unique", 3)] {
        let (text, _) = run(&[&args[..], &[counting]].concat(), 0);
        let line = format!("longest with one solution, White mates: h#6 in {positions} positions");
        assert!(text.contains(&line), "{text}");
    }
}

/// Lines go on through two conversions and more: where a pawn promotes and a man is taken, for instance.
#[test]
fn the_longest_helpmates_of_four_men_are_those_of_single_positions() {
    let names: Vec<_> = NormalMaterial::all_with_men(4).iter().map(ToString::to_string).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let stats = document(&[&["stats", "--counting", "unique"], &names[..]].concat());
    let stats = stats.as_array().unwrap();
    assert_eq!(stats.len(), names.len());
    let mut longest = Vec::new();
    for (of_endgame, key) in stats.iter().flat_map(|it| [(it, "longest"), (it, "longest_single")]) {
        for colour in ["white", "black"] {
            let found = &of_endgame[key][colour];
            longest.extend(found["fen"].as_str().map(|fen| (fen, colour, key, &found["plies"])));
        }
    }
    assert!(longest.len() > 2 * names.len(), "{}", longest.len());
    let fens: Vec<_> = longest.iter().map(|(fen, ..)| *fen).collect();
    let answers = document(&[&["probe", "--no-moves"], &fens[..]].concat());
    for (answer, (fen, colour, key, plies)) in answers.as_array().unwrap().iter().zip(longest) {
        assert_eq!(&answer["can_mate"][colour], plies, "{fen}");
        let solutions = &answer["helpmates"][colour]["solutions"];
        assert!(key == "longest" || solutions == 1, "{fen}: {solutions}");
    }
}

#[test]
fn tables_of_helpmates_are_audited() {
    let reports = document(&["check", "KRK", "KPK"]);
    for report in reports.as_array().unwrap() {
        assert_eq!((&report["metric"], &report["wrong"]), (&json!("helpmate"), &json!(0)));
        assert_eq!(report["positions"], report["audited"]);
    }
    let (text, _) = run(&["check", "KRK", "--truth", "can-mate"], 0);
    assert!(text.contains("KRK (helpmates): ") && text.contains(": all right"), "{text}");
}

#[test]
fn options_about_results_are_refused() {
    for args in [
        &["probe", "4k3/8/8/8/8/8/8/4K2B w - - 0 1", "--metric", "dtz"][..],
        &["probe", "4k3/8/8/8/8/8/8/4K2B w - - 0 1", "--check"],
        &["stats", "KRK", "--zugzwangs"],
        &["check", "KRK", "--metric", "dtz"],
        &["verify", "KRK", "--fifty-move"],
        &["verify", "KRK", "--save", "run"],
        &["mine", "KRK", "--exact"],
    ] {
        let (_, error) = run(&[args, &["--truth", "can-mate"]].concat(), 2);
        assert!(error.contains("cannot be used with"), "{error}");
    }
}

/// "A knight cannot mate", which is wrong where a man of the other side may stand in its king's way, in two
/// branches: one for queens.
const LONE_KNIGHT: &str = r#"#include "drawproof_board.h"
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
const char *drawproof_reason_name(unsigned branch) {
    return branch == 0 ? "queen" : branch == 1 ? "other" : 0;
}
int drawproof_reason_role(unsigned branch) { (void)branch; return 1; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    int black = (p->kind[DRAWPROOF_KNIGHT] & p->colour[1]) != 0;
    int is_queen = p->kind[DRAWPROOF_QUEEN] != 0;
    if (reasons) *reasons = is_queen ? 1 : 2;
    return black ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
}
"#;

#[test]
fn rules_are_judged_by_what_moves_can_still_bring_about() {
    let folder = tempfile::tempdir().unwrap();
    let plugin = compiled(folder.path(), "knight", LONE_KNIGHT);
    let rule = ["--plugin", &plugin, "--truth", "can-mate"];
    let json = |args: &[&str], status: i32| -> Json {
        serde_json::from_str(&run(&[args, &rule, &["--format", "json"]].concat(), status).0)
            .unwrap()
    };
    let verdicts = json(&["verify", "KQKN", "KRKN"], 1);
    assert_eq!(verdicts["truth"], "can-mate");
    let [queen, rook] = [0, 1].map(|number| &verdicts["recognizers"][number]);
    assert_eq!((&queen["sound"], &queen["incorrect"]), (&json!(true), &json!(0)));
    // As counted by another program: where the knight's side can still mate.
    let [white, black] =
        ["white_to_move", "black_to_move"].map(|side| rook[side]["positions"].as_u64().unwrap());
    assert_eq!(rook["incorrect"], white - 24 + black - 16_544);
    let made = &rook["truth_by_claim"];
    let of = |truth: &str| made[truth]["black_cannot_win"].as_u64().unwrap();
    assert_eq!(rook["incorrect"], of("both") + of("only_black"));
    let wrong = &rook["counterexamples"][0];
    assert_eq!((&wrong["truth"], &wrong["dtm"]), (&json!("both"), &Json::Null));
    assert_eq!(wrong["helpmate"], wrong["line"].as_array().unwrap().len());
    assert!(wrong["line_san"].as_array().unwrap().last().unwrap().as_str().unwrap().ends_with('#'));

    // A rule with few claims, for which conditions are soon found: the rook's king is in a corner, the rook beside
    // the other one.
    let corner = "const uint64_t king = p->kind[DRAWPROOF_KING] & p->colour[!black];
    const int rook = drawproof_lowest(p->kind[DRAWPROOF_ROOK]), other = drawproof_king(p, black);
    const int files = rook % 8 - other % 8, ranks = rook / 8 - other / 8;
    if (!(king & 0x8100000000000081ULL) || files * files > 1 || ranks * ranks > 1)
        return DRAWPROOF_NO_CLAIM;
    if (reasons)";
    let few = compiled(folder.path(), "few", &LONE_KNIGHT.replace("if (reasons)", corner));
    let json = |args: &[&str]| -> Json {
        let few = ["--counting", "unique", "--plugin", &few, "--truth", "can-mate"];
        let args = [args, &few, &["--format", "json"]].concat();
        serde_json::from_str(&run(&args, 1).0).unwrap()
    };
    let verdicts = json(&["verify", "KRKN"]);
    let few_wrong = &verdicts["recognizers"][0]["incorrect"];
    assert!(few_wrong.as_u64() > Some(0) && few_wrong.as_u64() < rook["incorrect"].as_u64());
    let tuned = json(&["tune", "KRKN"]);
    assert_eq!(tuned["branches"][0]["id"], "other", "{tuned}");
    let repaired = json(&["repair", "KRKN"]);
    assert_eq!(&repaired["before"]["incorrect"], few_wrong, "{repaired}");

    // Two shards make the same verdict.
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = folder.path().join(shard.replace('/', "-")).display().to_string();
        run(&[&["verify", "KRKN", "--shard", shard, "--output", &path], &rule[..]].concat(), 0);
        path
    });
    let merged: Json =
        serde_json::from_str(&run(&["merge", &shards[0], &shards[1], "--format", "json"], 1).0)
            .unwrap();
    for key in ["incorrect", "incorrect_by_class", "truth_by_claim", "counterexamples"] {
        assert_eq!(merged["recognizers"][0][key], rook[key], "{key}");
    }
}

#[test]
fn a_sample_is_judged_by_who_can_mate() {
    let sampled = document(&["verify", "KBBK", "--sample", "3000"]);
    let verdict = &sampled["recognizers"][0];
    assert_eq!((&verdict["sound"], &verdict["positions"]), (&json!(true), &json!(3000)));
    let of = |truth: &str, claim: &str| verdict["truth_by_claim"][truth][claim].as_u64().unwrap();
    let (dead, only_white) = (of("dead", "draw"), of("only_white", "black_cannot_win"));
    assert!(dead > 1000 && only_white > 1000 && dead + only_white == 3000, "{verdict}");
}

#[test]
fn dead_positions_are_learned_and_proved() {
    let learned = document(&["mine", "KRKN", "--bytes", "256"]);
    assert_eq!(learned["proof"]["sound"], true, "{learned}");
    let (source, report) =
        run(&["mine", "KPK", "--bytes", "256", "--truth", "can-mate", "--emit", "c"], 0);
    assert!(source.starts_with("// Truth: ") && source.contains("kpk_is_draw"), "{source}");
    assert!(report.contains("Drawn means dead"), "{report}");
    let (_, error) = run(&["mine", "KRKN", "--truth", "can-mate", "--emit", "rule"], 2);
    assert!(error.contains("built-in rules are about draws"), "{error}");
}

/// The rule of the library knows every position.
#[test]
fn our_own_rule_is_proved_without_an_argument() {
    let run = document(&["verify", "KRKN", "KPK", "--counting", "unique"]);
    assert_eq!(run["sound"], true);
    for verdict in run["recognizers"].as_array().unwrap() {
        for (truth, claim) in [("dead", "draw"), ("only_white", "black_cannot_win")] {
            let counts = verdict["truth_by_claim"][truth].as_object().unwrap();
            let others = counts.iter().filter(|(made, _)| *made != claim);
            assert!(others.into_iter().all(|(_, count)| count == 0), "{truth}: {counts:?}");
        }
    }
}
