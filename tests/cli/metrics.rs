//! Tables of other metrics: made, audited, counted, probed with the half-move clock.

use std::{path::Path, process::Output};

use serde_json::Value;

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(args).arg("--tables").arg(folder).arg("-q").output().unwrap()
}

fn json(folder: &Path, args: &[&str]) -> Value {
    let output = run(folder, args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

#[test]
fn files_of_every_metric_are_made_audited_and_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let args = ["generate", "KRKN", "KPK", "--metric", "dtc,dtm,dtz", "--format", "json"];
    let made = json(folder, &args);
    let longest = |endgame: &str, metric: &str| {
        let rows = made.as_array().unwrap().iter();
        let of = |row: &&Value| row["endgame"] == endgame && row["metric"] == metric;
        rows.filter(of).map(|row| row["plies"].as_u64().unwrap()).next().unwrap()
    };
    // The longest win to conversion takes 27 moves of White, with Black to move.
    assert_eq!(["dtm", "dtz", "dtc"].map(|metric| longest("KRKN", metric)), [80, 54, 54]);
    for file in ["KRKN.dpt", "KRKN.dtz.dpt", "KRKN.dtc.dpt", "KPK.dtz.dpt"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    // What is there is used.
    let again = json(folder, &args);
    assert!(again.as_array().unwrap().iter().all(|row| row["cached"] == true));
    for metric in ["dtz", "dtc"] {
        let audits =
            json(folder, &["check", "KRKN", "KPK", "--metric", metric, "--format", "json"]);
        for audit in audits.as_array().unwrap() {
            assert_eq!(audit["audited"], audit["positions"]);
            assert_eq!(
                (&audit["metric"], audit["errors"].as_array().unwrap().len()),
                (&metric.into(), 0)
            );
        }
    }
    let path = |name: &str| folder.join(name).display().to_string();
    let files = json(folder, &["check", "--format", "json", "--file", &path("KRKN.dtz.dpt")]);
    assert_eq!((&files[0]["sound"], &files[0]["metric"]), (&true.into(), &"dtz".into()));
    // A file under the name of another metric is no table of that.
    std::fs::copy(path("KPK.dtc.dpt"), path("KPK.dtz.dpt")).unwrap();
    let output = run(folder, &["stats", "KPK", "--metric", "dtz"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("expected a table of DTZ, found one of DTC"), "{errors}");
}

/// In KRK nothing is captured or pushed by the winner, so both metrics have the same distances.
#[test]
fn cursed_wins_are_counted_for_the_metric_that_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    json(folder, &["generate", "KRK", "--metric", "dtz,dtc", "--format", "json"]);
    let [dtz, dtc] = ["dtz", "dtc"]
        .map(|metric| json(folder, &["stats", "KRK", "--metric", metric, "--format", "json"]));
    assert_eq!(dtz["white_to_move"]["distances"], dtc["white_to_move"]["distances"]);
    assert_eq!(dtz["white_to_move"]["cursed_wins"], 0);
    assert!(dtc["white_to_move"].get("cursed_wins").is_none());
    assert_eq!(dtz["white_to_move"]["longest_win_plies"], 31);
}

/// KPK: the next pawn move comes after 13 plies, mate after 45.
const KPK: &str = "8/8/8/8/8/6k1/4P3/2K5 w - - ";

#[test]
fn the_half_move_clock_counts() {
    let folder = tempfile::tempdir().unwrap();
    for (clock, fifty, line) in
        [(0, "win", true), (87, "win", true), (88, "cursed-win", false), (100, "cursed-win", false)]
    {
        let fen = format!("{KPK}{clock} 90");
        let args = ["probe", &fen, "--metric", "dtz,dtc", "--format", "json"];
        let answer = &json(folder.path(), &args)[0];
        assert_eq!(
            (&answer["dtm"], &answer["dtz"], &answer["dtc"]),
            (&45.into(), &13.into(), &29.into())
        );
        assert_eq!(answer["fifty"], fifty, "{fen}");
        assert_eq!(answer["dtz_line"].as_array().unwrap().is_empty(), !line);
        let moves = answer["moves"].as_array().unwrap();
        // Pawn moves set the clock to 0; both lose the win here.
        for mv in moves {
            let of_pawn = mv["uci"].as_str().unwrap().starts_with("e2");
            assert_eq!((&mv["zeroing"], &mv["conversion"]), (&of_pawn.into(), &false.into()));
        }
        assert_eq!(moves[0]["uci"], "c1c2");
        let after = if line { "loss" } else { "blessed-loss" };
        assert_eq!((&moves[0]["fifty"], &moves[0]["dtz"]), (&after.into(), &(-12).into()));
    }
    // Without --metric the keys are there, and null.
    let answer = &json(folder.path(), &["probe", &format!("{KPK}0 1"), "--format", "json"])[0];
    assert!(answer["dtz"].is_null() && answer.get("fifty").is_some_and(Value::is_null));
    assert!(answer.get("dtz_line").is_none() && answer["moves"][0]["dtc"].is_null());
    assert_eq!(answer["moves"][0]["zeroing"], false);
}

/// A mate in two comes too late where the clock leaves time for a capture only, which mates in three.
#[test]
fn moves_that_keep_the_win_in_time_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let probed = |clock: u32| {
        let fen = format!("8/8/k1K5/8/8/6r1/6Q1/8 w - - {clock} 80");
        let args = ["probe", &fen, "--metric", "dtz", "--format", "json"];
        json(folder.path(), &args)[0].clone()
    };
    let best = |answer: &Value| answer["moves"][0]["san"].as_str().unwrap().to_owned();
    assert_eq!(best(&probed(90)), "Qa2+");
    let answer = probed(99);
    assert_eq!((best(&answer).as_str(), &answer["fifty"]), ("Qxg3", &"win".into()));
    let results = ["win", "cursed-win", "draw", "blessed-loss", "loss"];
    let place = |mv: &Value| results.iter().position(|result| mv["fifty"] == *result).unwrap();
    let places: Vec<usize> = answer["moves"].as_array().unwrap().iter().map(place).collect();
    assert!(places.is_sorted_by(|a, b| a >= b), "{places:?}");
    assert!(answer["moves"].as_array().unwrap().iter().any(|mv| mv["fifty"] == "blessed-loss"));
}
