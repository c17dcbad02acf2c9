//! How often games meet endgames and positions, in the reports of other commands.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

/// A rule that claims nothing.
const NOTHING: &str = "sed -u s/.*/-/";

/// A rule that claims that each position is a draw.
const ALL_DRAWN: &str = "sed -u s/.*/draw/";

#[test]
fn rules_are_weighed_by_the_positions_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.pgn"), include_str!("planted.pgn")).unwrap();
    run(folder, &["games", "games.pgn", "--by", "position", "--frequencies", "met.txt"], 0);
    let met = fs::read_to_string(folder.join("met.txt")).unwrap();
    let lines: Vec<&str> = met.lines().collect();
    assert_eq!(lines[..5], ["games 7", "KPK 2", "KPKP 1", "KQK 2", "KRK 3"]);
    assert_eq!((lines[5], lines.len()), ("7k/8/5K2/8/8/8/8/R7 w - - 0 1 2", 20));
    // Of three positions of KPK that were met, only the one with the pawn on b7 is won.
    let verify = [
        "verify",
        "KRK",
        "KPK",
        "--command",
        NOTHING,
        "--sample",
        "500",
        "--frequencies",
        "met.txt",
    ];
    let found = json(folder, &verify);
    let [kpk, krk] = [0, 1].map(|it| &found["recognizers"][it]);
    assert_eq!([&kpk["endgame"], &krk["endgame"]], ["KPK", "KRK"], "what games miss comes first");
    let expected = serde_json::json!({
        "met": 3, "not_asked": 0, "draws": 2, "spotted": 0, "missed": 2, "incorrect": 0,
    });
    assert_eq!(kpk["met"]["positions"], expected);
    assert_eq!(rounded(&kpk["met"], "games_per_thousand"), 286.0);
    assert_eq!(rounded(&kpk["met"], "missed_per_thousand"), 190.0);
    assert_eq!(
        (&krk["met"]["positions"]["met"], &krk["met"]["positions"]["draws"]),
        (&10.into(), &1.into())
    );
    // A condition limits the games' positions, too.
    let where_won = [&verify[..], &["--where", "win or loss"]].concat();
    let positions = &json(folder, &where_won)["recognizers"][1]["met"]["positions"];
    assert_eq!((&positions["met"], &positions["not_asked"]), (&1.into(), &2.into()));
    let drawn = ["verify", "KPK", "--command", ALL_DRAWN, "--sample", "500"];
    let text = run(folder, &[&drawn[..], &["--frequencies", "met.txt"]].concat(), 1).0;
    let note = "games: 285.7 of 1,000 reach it; 3 positions met there: 2 draws (2 spotted, 0 missed), 1 incorrect";
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(note), "{text}");
    let tune = ["tune", "KPK", "--command", NOTHING, "--sample", "500"];
    let tuned = json(folder, &[&tune[..], &["--frequencies", "met.txt"]].concat());
    assert_eq!(tuned["met"], kpk["met"]);
    let engine = format!("{} uci", env!("CARGO_BIN_EXE_drawproof"));
    let judge = ["judge", "KPK", "--engine", &engine, "--sample", "20", "--frequencies", "met.txt"];
    let judged = json(folder, &judge);
    assert_eq!(rounded(&judged["endgames"][0], "games_per_thousand"), 286.0);
    assert_eq!(judged["points_lost_per_thousand_games"], 0.0);
}

#[test]
fn counts_of_other_projects_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let counts = "# counts\nKRK 3\nKRPPPvKRP 77\nKRPvKR,12\nKPvK;4\nKvK 5\nmany words\nKQK many\n";
    fs::write(folder.join("counts.txt"), counts).unwrap();
    let verify = ["verify", "KRK", "KPK", "--frequencies", "counts.txt"];
    let (_, errors) = run(folder, &verify, 0);
    let skipped = "counts.txt: 4 lines are skipped: each needs an endgame or a FEN of 3 to 6 men, and a number";
    assert!(errors.contains(skipped), "{errors}");
    let found = json(folder, &verify);
    let kpk = &found["recognizers"][0];
    // 4 of 101; and 9,294 of 331,352 positions are draws that the rule misses.
    assert_eq!(rounded(&kpk["met"], "games_per_thousand"), 40.0);
    let missed = kpk["met"]["missed_per_thousand"].as_f64().unwrap();
    assert!((missed - 1_000.0 * 4.0 / 101.0 * 9_294.0 / 331_352.0).abs() < 1e-9, "{missed}");
    assert_eq!(kpk["met"]["positions"], Value::Null);
    assert!(json(folder, &verify[..3])["recognizers"][0].get("met").is_none());
}

fn rounded(of: &Value, key: &str) -> f64 {
    of[key].as_f64().unwrap().round()
}

fn json(folder: &Path, args: &[&str]) -> Value {
    let (text, _) = run(folder, &[args, &["--format", "json"]].concat(), 0);
    serde_json::from_str(&text).unwrap()
}

/// Returns standard output and standard error.
fn run(folder: &Path, args: &[&str], status: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.env("DRAWPROOF_TABLES", folder.join("tables")).env_remove("SYZYGY_PATH");
    let output = command.current_dir(folder).args(args).output().unwrap();
    let [out, errors] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    (out, errors)
}
