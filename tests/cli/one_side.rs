//! Files of one side to move: generated, read by every command, and refused where they cannot be used.

use std::{path::Path, process::Output};

use serde_json::Value;

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(args).arg("--tables").arg(folder).arg("-q").output().unwrap()
}

fn output(folder: &Path, args: &[&str]) -> Vec<u8> {
    let output = run(folder, args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    output.stdout
}

fn json(folder: &Path, args: &[&str]) -> Value {
    serde_json::from_slice(&output(folder, args)).unwrap()
}

#[test]
fn commands_answer_from_files_of_one_side_as_from_those_of_both() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [both, one] = folders.each_ref().map(|folder| folder.path());
    let made = ["both", "one"].into_iter().zip([both, one]).map(|(sides, folder)| {
        let args = ["generate", "KPK", "KRKN", "--sides", sides, "--format", "json"];
        let made = json(folder, &args);
        assert!(made.as_array().unwrap().iter().all(|row| row["sides"] == sides));
        // What is there is kept, whichever kind it is.
        let again = json(folder, &["generate", "KPK", "KRKN", "--format", "json"]);
        assert!(
            again
                .as_array()
                .unwrap()
                .iter()
                .all(|row| row["cached"] == true && row["sides"] == sides)
        );
        made.as_array().unwrap().iter().map(|row| row["file_bytes"].as_u64().unwrap()).sum::<u64>()
    });
    let bytes: Vec<u64> = made.collect();
    assert!(2 * bytes[1] < 11 * bytes[0] / 10, "{bytes:?}");
    let path = one.join("KRKN.dpt").display().to_string();
    let checked = json(one, &["check", "--format", "json", "--file", &path]);
    assert_eq!((&checked[0]["sound"], &checked[0]["sides"]), (&true.into(), &"one".into()));
    for args in [
        &["probe", "8/8/8/8/8/2k5/1p6/1K6 w - - 0 1", "8/8/8/8/3Rn3/8/3k4/K7 b - - 0 1"][..],
        &["stats", "KPK", "KRKN"],
        &["check", "KPK", "KRKN", "--places", "20000"],
        &["export", "KPK", "--as", "wdl", "--emit", "c"],
        &["export", "KRKN", "--as", "wdl", "--emit", "c"],
        &["verify", "KPK", "KRKN", "--counting", "unique"],
    ] {
        let [of_both, of_one] = [both, one].map(|folder| run(folder, args));
        assert_eq!(of_one.status.code(), of_both.status.code(), "{args:?}");
        let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
        let timeless = |text: String| {
            let lines = text.lines().filter(|line| !line.contains(" ns"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(timeless(text(&of_one)), timeless(text(&of_both)), "{args:?}");
    }
}

#[test]
fn other_metrics_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["generate", "KRK", "--sides", "one", "--metric", "dtm,dtz"];
    let output = run(folder.path(), &args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("tables of DTZ hold both sides to move"), "{errors}");
    assert!(folder.path().read_dir().unwrap().next().is_none(), "nothing is made");
}

#[test]
fn the_bytes_of_one_side_are_estimated() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["generate", "KRKP", "--sides", "one", "--format", "json"];
    let bytes = |more: &[&str]| {
        let rows = json(folder.path(), &[&args, more].concat());
        let table = rows.as_array().unwrap().iter().find(|row| row["endgame"] == "KRKP").unwrap();
        table["file_bytes"].as_f64().unwrap()
    };
    let estimated = bytes(&["--estimate"]);
    assert!((0.8..1.25).contains(&(estimated / bytes(&[]))), "{estimated}");
}
