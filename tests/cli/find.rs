//! `find`: found positions in every format, and invalid requests.

use std::process::{Command, Output};

use serde_json::Value;

use crate::plugin::compiled;

fn run(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.arg("find").args(arguments).arg("--tables").arg(folder.path()).output().unwrap()
}

fn found(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn positions_are_counted_listed_and_drawn() {
    let zugzwang = ["KRKN", "--where", "white to move and zugzwang"];
    let ten = ["--format", "json", "--limit", "10"];
    let json: Value = serde_json::from_str(&found(&[&zugzwang[..], &ten].concat())).unwrap();
    assert_eq!((&json["found"], &json["endgame"]), (&18.into(), &"KRKN".into()));
    let positions = json["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 10);
    assert!(positions.iter().all(|it| it["result"] == "draw" && it["dtm"].is_null()));
    let by = found(&[&zugzwang[..], &["--by", "zugzwang", "--format", "json"]].concat());
    assert_eq!(
        serde_json::from_str::<Value>(&by).unwrap()["by"],
        serde_json::json!({"draw/loss": 18})
    );
    let count = found(&[&zugzwang[..], &["--count"]].concat());
    assert!(count.starts_with("KRKN: 18 of 2,915,128 positions (unique counting)\n"), "{count}");
    let others = "the order of like men. Other conventions: --counting full, core10, distinct.\n";
    assert!(
        count.split_whitespace().collect::<Vec<_>>().join(" ").ends_with(others.trim()),
        "{count}"
    );
    let all: Vec<String> = ["36", "18"]
        .map(|limit| found(&[&zugzwang[..], &["--format", "fen", "--limit", limit]].concat()))
        .into();
    assert_eq!((all[0].lines().count(), &all[0]), (18, &all[1]));
    let sample = found(&[&zugzwang[..], &["--format", "fen", "--sample", "18"]].concat());
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_ne!(sample, all[0]);
    assert_eq!(sorted(&sample), sorted(&all[0]));
}

#[test]
fn only_text_leaves_positions_out_unasked_and_says_so() {
    let zugzwang = ["KPKP", "--where", "zugzwang"];
    let with = |options: &[&str]| found(&[&zugzwang[..], options].concat());
    let text = with(&[]);
    let summary = text.lines().next().unwrap();
    assert!(summary.ends_with("; these are 10 of 484, --limit all shows all"), "{summary}");
    assert_eq!(text.matches("best:").count(), 10);
    let text = with(&["--limit", "all"]);
    assert!(text.lines().next().unwrap().ends_with("positions (unique counting)"), "{text}");
    assert_eq!(text.matches("best:").count(), 484);
    for (format, lines) in [("fen", 484), ("epd", 484), ("jsonl", 484), ("csv", 485)] {
        assert_eq!(with(&["--format", format]).lines().count(), lines, "{format}");
    }
    let json: Value = serde_json::from_str(&with(&["--format", "json"])).unwrap();
    assert_eq!(json["positions"].as_array().unwrap().len(), 484);
    assert_eq!(with(&["--format", "fen", "--limit", "7"]).lines().count(), 7);
    for bad in ["0", "1.5", "every"] {
        let error = refused(&[&zugzwang[..], &["--limit", bad]].concat());
        assert!(error.contains("write a number from 1 on, or 'all'"), "{error}");
    }
}

/// What `probe -` answers about lines, without lines of play and moves, and what it says on standard error.
fn probed(arguments: &[&str], lines: &str) -> (Vec<Value>, String) {
    let mut command = assert_cmd::Command::cargo_bin("drawproof").unwrap();
    command.args(["probe", "-", "--no-line", "--no-moves", "--format", "jsonl"]).args(arguments);
    let output = command.write_stdin(lines).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), errors)
}

#[test]
fn what_is_written_is_read_again() {
    let all = |format: &str| {
        let of =
            |condition| found(&["KQK", "--where", condition, "--limit", "150", "--format", format]);
        of("win and wk = c3") + &of("loss and wk = c3")
    };
    let epd = all("epd");
    let (answers, errors) = probed(&["--check"], &epd);
    assert_eq!(errors, "drawproof: dm: 300 right, 0 wrong; 0 positions without\n");
    let mut longest = 0;
    for (line, answer) in epd.lines().zip(&answers) {
        let score: i64 =
            line.split(" ce ").nth(1).unwrap().split(';').next().unwrap().parse().unwrap();
        let plies = answer["dtm"].as_i64().unwrap();
        // The PGN standard: a mate on the move is 32766, being mated by the next one -32765.
        let expected = if answer["category"] == "win" { 32767 - plies } else { -32767 - plies };
        assert_eq!(score, expected, "{line}");
        longest = longest.max(plies.abs());
    }
    assert!(longest > 4, "{epd}");
    let (_, errors) = probed(&["--check"], &all("matetrack"));
    assert_eq!(errors, "drawproof: dm: 300 right, 0 wrong; 0 positions without\n");

    let late = ["KPK", "--where", "white to move and win and dtm > 30", "--limit", "20"];
    let [by_epd, by_fen] = ["epd", "fen"].map(|format| {
        let late = found(&[&late[..], &["--clock", "98", "--format", format]].concat());
        probed(&["--metric", "dtz"], &late).0
    });
    let results = |answers: &[Value]| -> Vec<(Value, Value)> {
        answers.iter().map(|it| (it["fen"].clone(), it["fifty"].clone())).collect()
    };
    assert_eq!(results(&by_epd), results(&by_fen));
    assert!(by_epd.len() == 20 && by_epd.iter().any(|it| it["fifty"] == "cursed-win"));

    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").unwrap();
    command
        .current_dir(folder.path())
        .args(["book", "make", "-", "--out", "a", "--format", "json"]);
    let output = command.args(["--min-games", "1"]).write_stdin(all("pgn")).output().unwrap();
    let account: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!([&account["games"]["games"], &account["games"]["used"]], [300, 300], "{account}");
}

#[test]
fn every_form_says_the_same() {
    let mated = ["KQK", "--where", "dtm = 3 and shortest = 1 and wk = c3", "--limit", "1"];
    let form = |name: &str| found(&[&mated[..], &["--format", name]].concat());
    let fen = form("fen");
    let fen = fen.trim();
    let position = fen.strip_suffix(" 0 1").unwrap();
    let jsonl: Value = serde_json::from_str(&form("jsonl")).unwrap();
    assert_eq!((&jsonl["fen"], &jsonl["dtm"]), (&fen.into(), &3.into()));
    let line: Vec<&str> =
        jsonl["line"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
    assert_eq!(line.len(), 3);
    assert_eq!(jsonl["best"], serde_json::json!([line[0]]));
    assert_eq!(form("matetrack"), format!("{position} bm #2; PV: {};\n", line.join(" ")));
    let epd = form("epd");
    assert!(epd.starts_with(position) && epd.ends_with("id \"KQK 1\";\n"), "{epd}");
    assert!(epd.contains(" dm 2; ce 32764; pv ") && epd.contains('#'), "{epd}");
    let csv = form("csv");
    let row = format!("KQK,{fen},win,3,{},{}", line[0], line.join(" "));
    assert_eq!(csv.lines().collect::<Vec<_>>(), ["endgame,fen,result,dtm,best,line", &row]);
    let pgn = form("pgn");
    assert!(
        pgn.contains(&format!("[FEN \"{fen}\"]\n\n1")) && pgn.trim_end().ends_with("# 1-0"),
        "{pgn}"
    );
    let fortress =
        found(&["KPK", "--where", "draw and not stalemate", "--limit", "1", "--format", "pgn"]);
    let is_played = fortress.contains("\n1. ") || fortress.contains("\n1... ");
    assert!(is_played && fortress.trim_end().ends_with("1/2-1/2"), "{fortress}");
    let text = form("text");
    assert!(text.contains("won, mate in 2 (3 plies); best: "), "{text}");
    assert!(text.contains("\n  line: 1. ") && text.contains(" 2. "), "{text}");
    assert!(text.contains("    a b c d e f g h\n"), "{text}");
    let clock = found(&[&mated[..], &["--format", "fen", "--clock", "17"]].concat());
    assert_eq!(clock.trim(), format!("{position} 17 1"));
}

#[test]
fn samples_are_balanced_by_results_distances_and_endgames() {
    let results = |arguments: &[&str]| -> Vec<String> {
        let lines = found(arguments);
        lines.lines().map(|it| it.split(',').nth(2).unwrap().to_owned()).skip(1).collect()
    };
    let white = ["KPK", "--where", "white to move", "--format", "csv", "--sample"];
    let drawn = results(&[&white[..], &["30", "--balance", "result=2:1:0"]].concat());
    assert_eq!(drawn.iter().filter(|it| *it == "win").count(), 20);
    assert_eq!(drawn.len(), 30);
    let by_distance =
        found(&["KQK", "--where", "win", "--format", "csv", "--sample", "20", "--balance", "dtm"]);
    let distances: std::collections::BTreeSet<&str> =
        by_distance.lines().skip(1).map(|it| it.split(',').nth(3).unwrap()).collect();
    assert_eq!(distances.len(), 10, "KQK is won in 1 to 10 moves");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("frequencies");
    std::fs::write(&file, "KQK 3 # most often\nKRK 1\n\nKPK 9\n").unwrap();
    let both =
        ["KQK", "KRK", "--where", "win", "--format", "fen", "--sample", "40", "--frequencies"];
    let fens = found(&[&both[..], &[file.to_str().unwrap()]].concat());
    assert_eq!(fens.lines().filter(|fen| fen.contains(['Q', 'q'])).count(), 30);
    // Public counts have endgames of any number of men.
    std::fs::write(&file, "KQK 3\nKRPPPvKRP 77\nKRK 1\nKvK 5\nKQQQQQQQQQvK 1\n").unwrap();
    assert_eq!(found(&[&both[..], &[file.to_str().unwrap()]].concat()), fens);
    std::fs::write(&file, "KQK many\n").unwrap();
    let error = refused(&[&both[..], &[file.to_str().unwrap()]].concat());
    assert!(error.contains("has no frequency of the endgames that are searched"), "{error}");
}

#[test]
fn positions_to_keep_are_within_the_memory() {
    let all = ["KRKN", "--where", "win or draw or loss", "--format", "fen"];
    let error = refused(&[&all[..], &["--memory", "20M"]].concat());
    assert!(error.contains("write fewer with --limit or --sample"), "{error}");
    let error = refused(&[&all[..], &["--limit", "10000000", "--memory", "20M"]].concat());
    assert!(
        error.contains("more positions are to be kept than --memory 20.0 MiB has room for"),
        "{error}"
    );
    assert!(error.contains("lower --limit"), "{error}");
    // A high limit is none where few are found.
    let few =
        ["KRKN", "--where", "white to move and zugzwang", "--format", "fen", "--memory", "20M"];
    let fens = found(&[&few[..], &["--limit", "10000000"]].concat());
    assert_eq!(fens.lines().count(), 18);
    let some = found(&[&all[..], &["--limit", "5000", "--order", "square"]].concat());
    let more = found(&[&all[..], &["--limit", "60000", "--order", "square"]].concat());
    assert!(some.lines().count() == 5000 && more.starts_with(&some), "the first ones are kept");
}

#[test]
fn a_document_is_indented_as_one_value() {
    let both = ["KRK", "KQK", "--where", "mate", "--limit", "3", "--format", "json"];
    for arguments in
        [&both[..], &both[1..], &["KQK", "--where", "mate and draw", "--format", "json"]]
    {
        let text = found(arguments);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(text, serde_json::to_string_pretty(&value).unwrap() + "\n");
    }
}

#[test]
fn errors_point_at_the_place_before_anything_is_solved() {
    let error = refused(&["KPPKP", "--where", "win and onlymove"]);
    let pointer =
        "\n  win and onlymove\n          ^ 'onlymove' is unknown: do you mean only_move?\n";
    assert!(error.ends_with(pointer), "{error}");
    assert!(error.contains("column 9"), "{error}");
    let error = refused(&["KRK", "--where", "draw", "--format", "matetrack"]);
    assert!(error.contains("matetrack takes won and lost positions"), "{error}");
    let error = refused(&["KRK", "--where", "win", "--count", "--format", "epd"]);
    assert!(error.contains("text, json, jsonl or csv"), "{error}");
    let error = refused(&["KRK", "--where", "win", "--sample", "9", "--balance", "result=1:1:1"]);
    assert!(error.contains("no loss was found") || error.contains("no draw was found"), "{error}");
}

#[test]
fn rules_are_verified_where_a_condition_holds() {
    let folder = tempfile::tempdir().unwrap();
    let drawproof = |arguments: &[&str], status: i32| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.args(arguments).arg("--quiet").arg("--tables").arg(folder.path());
        let output = command.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
        (String::from_utf8(output.stdout).unwrap(), errors)
    };
    let json = |arguments: &[&str], status| -> Value {
        let (text, _) = drawproof(&[arguments, &["--format", "json"]].concat(), status);
        serde_json::from_str(&text).unwrap()
    };
    let condition = "file(wp) != a and not check";
    for counting in ["full", "distinct", "unique"] {
        let some = ["KPK", "--where", condition, "--counting", counting];
        let verified = json(&[&["verify"], &some[..]].concat(), 0);
        assert_eq!(verified["where"], condition);
        let rule = &verified["recognizers"][0];
        let found = json(&[&["find"], &some[..], &["--count"]].concat(), 0);
        let asked = rule["positions"].as_u64().unwrap();
        assert_eq!(found["found"], rule["positions"], "{counting}");
        assert_eq!(found["asked"], asked + rule["not_asked"].as_u64().unwrap(), "{counting}");
        let draws =
            ["KPK", "--where", "file(wp) != a and not check and draw", "--counting", counting];
        let draws = json(&[&["find"], &draws[..], &["--count"]].concat(), 0);
        assert_eq!(draws["found"], rule["draws"], "{counting}");
    }
    // A program is asked about no other position, and what is known is known of the condition.
    let program = folder.path().join("rule.sh");
    let script = r#"exec awk '{ print $2 == "w" ? "white" : "draw" }'"#;
    std::fs::write(&program, script).unwrap();
    let program = format!("sh {}", program.display());
    let asked = ["verify", "KPK", "--command", &program, "--where", "black to move and draw"];
    let black_draws = json(&asked, 1);
    let rule = &black_draws["recognizers"][0];
    assert_eq!(rule["white_to_move"]["positions"], 0);
    assert_eq!((&rule["incorrect"], &rule["spotted"]), (&0.into(), &rule["draws"]));
    let known = folder.path().join("known.txt");
    let baseline = ["--baseline", known.to_str().unwrap(), "--update-baseline"];
    let lost = ["verify", "KPK", "--command", &program, "--where", "white and  not win"];
    drawproof(&[&lost[..], &baseline].concat(), 0);
    let text = std::fs::read_to_string(&known).unwrap();
    assert!(text.contains("KPK full,where=white_and_not_win quiet "), "{text}");
    drawproof(&[&lost[..], &baseline[..2]].concat(), 0);
    // A library dies where it should not have been asked.
    let source = "#include <stdlib.h>
        #include \"drawproof.h\"
        uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
        int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
            uint64_t white = p->colour[0] & p->kind[5], black = p->colour[1] & p->kind[5];
            if (white != 1ull << 28 && black != 1ull << 36)
                abort();
            (void)reasons;
            return DRAWPROOF_DRAWN;
        }";
    let library = compiled(folder.path(), "on_e4", source);
    let unclaimed = "wk = e4 and draw and claim(builtin) = none";
    for counting in ["full", "unique"] {
        let some = ["KRKN", "--where", unclaimed, "--counting", counting];
        let found = json(&[&["find"], &some[..], &["--count"]].concat(), 0);
        let verified = json(&[&["verify"], &some[..], &["--plugin", &library]].concat(), 0);
        let rule = &verified["recognizers"][0];
        assert!(found["found"].as_u64() > Some(0));
        assert_eq!([&rule["positions"], &rule["spotted"]], [&found["found"]; 2], "{counting}");
    }
    // Samples, and errors before anything is solved.
    let sampled = ["verify", "KPK", "--sample", "1e4", "--where", condition];
    let sample = json(&sampled, 0);
    let rule = &sample["recognizers"][0];
    assert!(
        rule["not_asked"].as_u64().unwrap() > 1000 && rule["positions"].as_u64().unwrap() > 1000
    );
    let (_, error) = drawproof(&["verify", "KPK", "KRK", "--where", "rank(wp) = 7"], 2);
    assert!(error.contains("wrong at column 6"), "{error}");
    let dead = ["verify", "KBBK", "--truth", "can-mate", "--where", "dark(wb) and dark(wb2)"];
    let dead = json(&[&dead[..], &["--counting", "unique"]].concat(), 0);
    assert_eq!(dead["recognizers"][0]["decisive"], 0);
}

/// A rule that calls every position with Black to move drawn, and crashes with both kings in corners.
const RULE: &str = r#"
#include "drawproof.h"
#include <stdlib.h>
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    (void)reasons;
    uint64_t corners = 0x8100000000000081ull;
    uint64_t kings = position->kind[5];
    if (CRASH && (kings & ~corners) == 0) abort();
    return position->side_to_move == 0 ? DRAWPROOF_NO_CLAIM : DRAWPROOF_DRAWN;
}
"#;

#[test]
fn claims_of_the_users_rule_are_conditions() {
    let folder = tempfile::tempdir().unwrap();
    let rule = compiled(folder.path(), "rule", &RULE.replace("CRASH", "0"));
    let wrong = ["KPK", "--plugin", &rule, "--where", "claim(plugin) = draw and not draw"];
    for counting in ["full", "unique"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.args(["verify", "KPK", "--plugin", &rule, "--format", "json", "--counting"]);
        let verified = command.arg(counting).arg("--tables").arg(folder.path()).output().unwrap();
        let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
        let count = ["--count", "--format", "json", "--counting", counting];
        let found: Value = serde_json::from_str(&found(&[&wrong[..], &count].concat())).unwrap();
        assert_eq!(found["found"], verified["recognizers"][0]["incorrect"], "{counting}");
        assert_ne!(found["found"], 0);
    }
    let fens = found(&[&wrong[..], &["--limit", "3", "--format", "fen"]].concat());
    assert!(fens.lines().count() == 3 && fens.lines().all(|fen| fen.contains(" b ")), "{fens}");
    let by = ["KPK", "--plugin", &rule, "--where", "win", "--by", "side,claim(plugin)"];
    let by: Value =
        serde_json::from_str(&found(&[&by[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!(by["by"].as_object().unwrap().keys().collect::<Vec<_>>(), ["white none"]);
    let file = folder.path().join("fens");
    let to_file = ["--format", "fen", "--limit", "3", "--output", file.to_str().unwrap()];
    assert_eq!(found(&[&wrong[..], &to_file].concat()), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), fens);

    let crash = compiled(folder.path(), "crash", &RULE.replace("CRASH", "1"));
    let error = refused(&["KPK", "--plugin", &crash, "--where", "claim(plugin) = draw"]);
    assert!(error.contains("crashed (SIGABRT) in drawproof_claim; position '"), "{error}");
    let error = refused(&["KPK", "--where", "draw and claim(plugin) = draw"]);
    assert!(error.contains("column 10") && error.contains("--plugin LIB"), "{error}");
}
