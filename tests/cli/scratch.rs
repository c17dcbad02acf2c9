//! Tables that do not fit into `--memory`: they are kept in scratch files, the results are
//! the same, and no file is left.

#![cfg(target_os = "linux")]

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_drawproof");

/// Runs the program with a tables folder and a folder for scratch files.
fn run(arguments: &[&str], tables: &Path, scratch: &Path) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).arg("--tables").arg(tables).arg("--scratch").arg(scratch);
    command.output().expect("the program starts")
}

/// The standard output of a run that ended with status 0.
fn done(arguments: &[&str], tables: &Path, scratch: &Path) -> Vec<u8> {
    let output = run(arguments, tables, scratch);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {text}");
    output.stdout
}

#[test]
fn with_little_memory_commands_answer_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [empty, scratch] = ["empty", "scratch"].map(|name| folder.path().join(name));
    std::fs::create_dir(&scratch).unwrap();
    let [much, little] = ["4G", "56M"].map(|memory| {
        done(&["stats", "KPKP", "--format", "json", "--memory", memory], &empty, &scratch)
    });
    assert!(much == little);
    assert_eq!(scratch.read_dir().unwrap().count(), 0, "nothing is left");
}

#[test]
fn generate_writes_the_same_files_with_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let [much, little] = ["much", "little"].map(|name| folder.path().join(name));
    let generate = ["generate", "KPKP", "--level", "fast", "--memory"];
    done(&[&generate[..], &["4G"]].concat(), &much, folder.path());
    let rows = [&generate[..], &["56M", "--format", "json"]].concat();
    let rows: Value = serde_json::from_slice(&done(&rows, &little, folder.path())).unwrap();
    let peak = rows.as_array().unwrap().iter().filter_map(|row| row["peak_memory_bytes"].as_u64());
    assert!(peak.max().unwrap() <= (56 + 64) << 20, "{rows}");
    let mut names: Vec<_> =
        much.read_dir().unwrap().map(|file| file.unwrap().file_name()).collect();
    names.retain(|name| name.to_string_lossy().ends_with(".dpt"));
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        let [expected, found] = [&much, &little].map(|folder| std::fs::read(folder.join(&name)));
        assert!(expected.unwrap() == found.unwrap(), "{name:?}");
    }
}

#[test]
fn a_table_of_five_men_is_made_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let [much, little] = ["much", "little"].map(|name| folder.path().join(name));
    let generate = ["generate", "KBBKR", "--level", "fast", "--format", "json", "--memory"];
    let estimate = [&generate[..], &["4G", "--estimate"]].concat();
    let estimate: Value = serde_json::from_slice(&done(&estimate, &much, folder.path())).unwrap();
    let rows = [&generate[..], &["4G"]].concat();
    let rows: Value = serde_json::from_slice(&done(&rows, &much, folder.path())).unwrap();
    let [estimated, taken] =
        [(estimate, "memory_bytes"), (rows, "peak_memory_bytes")].map(|(rows, key)| -> u64 {
            let row = rows.as_array().unwrap().iter().find(|row| row["endgame"] == "KBBKR");
            row.unwrap()[key].as_u64().unwrap()
        });
    // The program itself is not counted, and a log is estimated from above.
    assert!(taken < estimated + (64 << 20), "{taken} {estimated}");
    std::fs::create_dir(&little).unwrap();
    for file in much.read_dir().unwrap().map(Result::unwrap) {
        let name = file.file_name();
        if name.to_string_lossy().ends_with(".dpt") && name != "KBBKR.dpt" {
            std::fs::copy(file.path(), little.join(name)).unwrap();
        }
    }
    let rows = [&generate[..], &["96M", "-j", "2"]].concat();
    let rows: Value = serde_json::from_slice(&done(&rows, &little, folder.path())).unwrap();
    let peak = rows.as_array().unwrap().iter().filter_map(|row| row["peak_memory_bytes"].as_u64());
    assert!(peak.max().unwrap() <= (96 + 32) << 20, "{rows}");
    let [expected, found] = [&much, &little].map(|folder| std::fs::read(folder.join("KBBKR.dpt")));
    assert!(expected.unwrap() == found.unwrap());
    let output = run(&["generate", "KBBKN", "--memory", "80M"], &little, folder.path());
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("KBBKN takes") && text.contains("--memory allows 80.0 MiB"), "{text}");
}

#[test]
fn a_scratch_folder_that_cannot_be_used_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let output = run(&["stats", "KPKP", "--memory", "56M"], folder.path(), &missing);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("--scratch") && text.contains("missing"), "{text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    // Where the tables fit into memory, no scratch file is needed.
    done(&["stats", "KPKP", "--memory", "4G"], folder.path(), &missing);
}

#[test]
fn an_engine_is_judged_the_same_with_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let [empty, scratch] = ["empty", "scratch"].map(|name| folder.path().join(name));
    std::fs::create_dir(&scratch).unwrap();
    let engine = format!("'{PROGRAM}' uci");
    let [much, little] = ["4G", "56M"].map(|memory| {
        let run = folder.path().join(memory);
        let run = run.to_str().unwrap();
        let judge = ["judge", "KPKP", "--engine", &engine, "--sample", "300", "--save", run];
        let judge = [&judge[..], &["--format", "json", "--memory", memory]].concat();
        let judged = done(&judge, &empty, &scratch);
        let compare = ["diff", run, run, "--format", "json", "--memory", memory];
        (judged, done(&compare, &empty, &scratch))
    });
    assert!(much == little);
    let judged: Value = serde_json::from_slice(&much.0).unwrap();
    assert_eq!(judged["endgames"][0]["asked"], 300, "{judged}");
    assert_eq!(scratch.read_dir().unwrap().count(), 0, "nothing is left");
}

/// Whether a process has mapped a file of a folder.
fn has_mapped(process: u32, folder: &Path) -> bool {
    let maps = std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
    maps.contains(folder.to_str().unwrap())
}

#[test]
fn a_signal_leaves_no_scratch_files() {
    let folder = tempfile::tempdir().unwrap();
    let [tables, scratch] = ["tables", "scratch"].map(|name| folder.path().join(name));
    std::fs::create_dir(&scratch).unwrap();
    let statuses = [("KILL", None), ("INT", Some(130)), ("TERM", Some(130))];
    for command in ["stats", "generate"] {
        for (signal, status) in statuses {
            let mut run = Command::new(PROGRAM);
            run.args([command, "KRPKR", "--memory", "300M", "-q", "--tables"]).arg(&tables);
            let mut child =
                run.arg("--scratch").arg(&scratch).stdout(Stdio::null()).spawn().unwrap();
            while !has_mapped(child.id(), &scratch) {
                assert!(child.try_wait().unwrap().is_none(), "it ended without scratch files");
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
            assert_eq!(child.wait().unwrap().code(), status, "{command} {signal}");
            assert_eq!(scratch.read_dir().unwrap().count(), 0, "{command} {signal}");
        }
    }
}
