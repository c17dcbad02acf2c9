//! `generate --as syzygy`, driven end to end. What other programs read in the files: `tests/outside/check-syzygy`.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    time::Duration,
};

use serde_json::Value;

/// `drawproof generate ENDGAME --as syzygy ...` with a folder of tables.
fn generate(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.arg("generate").args(arguments).args(["--as", "syzygy", "--quiet", "--tables"]);
    command.arg(folder);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = generate(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output
}

/// The rows of a run.
fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = run(folder, &[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The files of Syzygy in a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|it| it.unwrap().path());
    let kept = entries.filter(|it| it.extension().is_some_and(|it| it == "rtbw" || it == "rtbz"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<_> = kept.map(|it| (name(&it), fs::read(&it).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn an_estimate_makes_no_files_and_those_that_exist_take_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let estimate = rows(folder.path(), &["KRKN", "KRPKR", "--estimate"]);
    assert_eq!(files(folder.path()), []);
    let of =
        |rows: &[Value], name: &str| rows.iter().find(|it| it["endgame"] == name).unwrap().clone();
    let large = of(&estimate, "KRPKR");
    assert!(large["memory_bytes"].as_u64().unwrap() > 1 << 30, "{large}");
    assert!(large["cpu_seconds"].as_f64() > of(&estimate, "KRKN")["cpu_seconds"].as_f64());
    let made = rows(folder.path(), &["KRK"]);
    assert_eq!(made[0]["cached"], false);
    let estimate = rows(folder.path(), &["KRKN", "--estimate"]);
    assert_eq!(of(&estimate, "KRK")["cached"], true);
    assert_eq!(of(&estimate, "KRKN")["cached"], false);
    assert_eq!(of(&estimate, "all")["tables"], 2);
}

#[test]
fn damaged_files_are_made_again_and_foreign_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, &["KRK"]);
    let whole = files(folder);
    let distances = folder.join("KRvK.rtbz");
    let mut bytes = fs::read(&distances).unwrap();
    bytes[3000] ^= 1;
    let damages = [bytes, Vec::new(), whole[1].1[..700].to_vec()];
    for damaged in damages {
        fs::write(&distances, damaged).unwrap();
        let errors = text(&run(folder, &["KRK"]).stderr);
        assert_eq!(errors.matches("KRvK.rtbz' is damaged: ").count(), 1, "{errors}");
        assert!(files(folder) == whole, "made again");
    }
    run(folder, &["KQK"]);
    fs::copy(folder.join("KQvK.rtbz"), &distances).unwrap();
    let errors = text(&run(folder, &["KRK"]).stderr);
    assert!(errors.contains("KRvK.rtbz' is damaged: it is of other men"), "{errors}");
    fs::write(&distances, "my notes\n").unwrap();
    let output = generate(folder, &["KRK"]).output().unwrap();
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("KRvK.rtbz' is no Syzygy file: move it away"), "{errors}");
    assert_eq!(fs::read(&distances).unwrap(), b"my notes\n");
}

#[test]
fn files_are_the_same_with_any_threads_and_after_kills() {
    let whole = tempfile::tempdir().unwrap();
    run(whole.path(), &["KPK", "--threads", "1"]);
    let whole = files(whole.path());
    assert_eq!(whole.len(), 10);
    let folder = tempfile::tempdir().unwrap();
    for milliseconds in [0, 50, 200, 400] {
        let mut child = generate(folder.path(), &["KPK", "--threads", "2"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(files(folder.path()).iter().all(|it| whole.contains(it)), "whole or not there");
    }
    run(folder.path(), &["KPK", "--threads", "2"]);
    assert!(files(folder.path()) == whole);
}

#[test]
fn unrounded_files_are_exact_and_take_no_rounded_ones() {
    let [rounded, exact] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    run(rounded.path(), &["KRKN"]);
    run(exact.path(), &["KRKN", "--unrounded"]);
    let check = |folder: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        command.arg("check").arg(folder.join("KRvKN.rtbz")).args(["--tables"]).arg(folder);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let equal = "KRKN: Syzygy: 2,981,838 positions: results and DTZ equal";
    let found = check(rounded.path());
    assert_eq!(found.trim_end(), format!("{equal}, 455,402 distances rounded by Syzygy"));
    assert_eq!(check(exact.path()).trim_end(), equal);
    let output = generate(rounded.path(), &["KRKN", "--unrounded"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("has rounded distances"), "{}", text(&output.stderr));
}
