//! Commands with less memory than they need: status 2 and a sentence, never a panic or an abort.

#![cfg(target_os = "linux")]

use std::{
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_drawproof");

/// Runs the program with so many KiB of address space.
fn limited(kibibytes: u32, folder: &Path, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {kibibytes}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", PROGRAM]).args(arguments).arg("--tables").arg(folder);
    command.output().expect("a shell starts")
}

/// Asserts status 0, or 2 with one line on standard error. Returns whether it was 0.
fn is_done(output: &Output, what: &str) -> bool {
    let text = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => true,
        Some(2) => {
            assert_eq!(text.trim_end().lines().count(), 1, "{what}: {text}");
            assert!(text.starts_with("drawproof: "), "{what}: {text}");
            false
        }
        _ => panic!("{what}: {:?} {text}", output.status),
    }
}

#[test]
fn whatever_the_limit_commands_end_with_status_0_or_2() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let fen = "8/8/8/1k6/8/3n4/8/2K4R w - - 0 1";
    let commands: [&[&str]; 5] = [
        &["generate", "KRKN"],
        &["stats", "KRKN"],
        &["verify", "KRK"],
        &["check", "KRK"],
        &["probe", fen],
    ];
    let (mut done, mut refused) = (0, 0);
    // The program itself takes as much as its file has, and has to be loaded.
    let program = (std::fs::metadata(PROGRAM).unwrap().len() >> 20) as u32;
    for mebibytes in [12, 28, 148].map(|rest| program + rest) {
        for command in commands {
            let output = limited(mebibytes << 10, &tables, command);
            match is_done(&output, &format!("{command:?} with {mebibytes} MiB")) {
                true => done += 1,
                false => refused += 1,
            }
        }
        let _ = std::fs::remove_dir_all(&tables);
    }
    assert!(done > 0 && refused > 0, "{done} done, {refused} refused");
}

#[test]
fn the_default_of_memory_respects_the_limit_of_the_process() {
    let folder = tempfile::tempdir().unwrap();
    // Half of 600 MiB is less than this table takes.
    let output = limited(600 << 10, folder.path(), &["stats", "KNNKN"]);
    assert!(!is_done(&output, "stats"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("within 300.0 MiB of memory") && text.contains("--memory"), "{text}");
}

#[test]
fn memory_is_refused_with_real_figures() {
    let folder = tempfile::tempdir().unwrap();
    for (command, needed) in [
        (&["generate", "KQKR", "--memory", "1M"][..], " MiB to solve and --memory allows 1.0 MiB"),
        (&["stats", "KQKR", "--memory", "1M"], "within 1.0 MiB of memory"),
        (&["mine", "KQKR", "--memory", "1M"], "within 1.0 MiB of memory"),
    ] {
        let output =
            Command::new(PROGRAM).args(command).arg("--tables").arg(folder.path()).output();
        let output = output.unwrap();
        assert!(!is_done(&output, command[0]));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(needed), "{text}");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn estimates_have_memory_disk_and_time_and_what_exists_takes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| -> Value {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).args(["--format", "json", "--tables"]).arg(folder.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let by_metric = run(&["generate", "KRK", "--metric", "dtz,dtm", "--estimate"]);
    let named = |row: &Value| format!("{} {}", row["endgame"], row["metric"]);
    let rows: Vec<String> = by_metric.as_array().unwrap().iter().map(named).collect();
    assert_eq!(rows, [r#""KRK" "dtm""#, r#""KRK" "dtz""#, r#""all" null"#]);
    let estimate = run(&["generate", "KRKN", "--metric", "dtz", "--estimate"]);
    let made = run(&["generate", "KRKN", "--metric", "dtz"]);
    for (row, made) in estimate.as_array().unwrap().iter().zip(made.as_array().unwrap()) {
        let [found, expected] = [row, made].map(|row| row["file_bytes"].as_f64().unwrap());
        assert!((0.9..1.1).contains(&(found / expected)) || expected < 1e4, "{row} {made}");
    }
    let estimate = run(&["generate", "KRKN", "--estimate"]);
    assert!(!folder.path().join("KRK.dpt").exists());
    let made = run(&["generate", "KRKN"]);
    let sum = |rows: &Value, key: &str| -> f64 {
        rows.as_array().unwrap().iter().filter_map(|row| row[key].as_f64()).sum()
    };
    let total = |estimate: &Value| estimate.as_array().unwrap().last().unwrap().clone();
    let all = total(&estimate);
    assert_eq!(all["endgame"], "all");
    assert_eq!(all["tables"], made.as_array().unwrap().len());
    let ratio = all["file_bytes"].as_f64().unwrap() / sum(&made, "file_bytes");
    assert!((0.99..1.01).contains(&ratio), "{ratio}");
    assert!(all["seconds"].as_f64() > Some(0.0) && all["cpu_seconds"].as_f64() > Some(0.0));
    let peak = |row: &Value| row["peak_memory_bytes"].as_u64().unwrap();
    let peak = made.as_array().unwrap().iter().map(peak).max().unwrap();
    // The program itself is not counted.
    assert!(all["memory_bytes"].as_u64().unwrap() < peak, "{estimate}");
    let again = run(&["generate", "KRKN", "--estimate"]);
    assert_eq!(total(&again)["tables"], 0);
    for key in ["file_bytes", "memory_bytes", "seconds", "cpu_seconds"] {
        assert_eq!(total(&again)[key].as_f64(), Some(0.0), "{again}");
    }
    assert!(again.as_array().unwrap().iter().rev().skip(1).all(|row| row["cached"] == true));
}
