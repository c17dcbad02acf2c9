//! `certify`, and the checker that shares no code with it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_drawproof");

/// The checker, compiled; `None` without zstd's header.
static CHECKER: LazyLock<Option<(tempfile::TempDir, PathBuf)>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("check");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("verifier/checker/check.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-O2", "-Wall", "-Wextra", "-Werror"]);
    let output = compiler.arg("-o").arg(&program).arg(source).args(["-lzstd", "-ldl", "-lpthread"]);
    let output = output.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    if error.contains("zstd.h") {
        eprintln!("skipped: the checker needs zstd's header (libzstd-dev)");
        return None;
    }
    assert!(output.status.success(), "{error}");
    Some((folder, program))
});

fn certify(args: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("certify").args(args).arg("--out").arg(folder).args(["-q", "--tables"]);
    command.arg(folder.join("none")).output().unwrap()
}

fn checked(folder: &Path) -> Option<(i32, String)> {
    let (_, program) = CHECKER.as_ref()?;
    let output = Command::new(program).arg(folder).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.code().unwrap(), String::from_utf8_lossy(&text).into_owned()))
}

#[test]
fn certificates_are_proved_and_planted_faults_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let output = certify(&["KPK", "--built-in"], folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("5 tables, claims and verdict.json"),
        "{text}"
    );
    let Some((status, text)) = checked(folder.path()) else { return };
    assert!(status == 0 && text.contains("proved"), "{text}");
    // A count, a block that is cut, a table of another endgame.
    let verdict = folder.path().join("verdict.json");
    let table = folder.path().join("KQK.cert");
    let [counts, values] = [&verdict, &table].map(|path| fs::read(path).unwrap());
    let spotted = String::from_utf8(counts.clone()).unwrap();
    fs::write(&verdict, spotted.replace("\"spotted\": ", "\"spotted\": 1")).unwrap();
    assert_eq!(checked(folder.path()).unwrap().0, 1, "a count is wrong");
    fs::write(&verdict, counts).unwrap();
    fs::write(&table, &values[..values.len() - 1]).unwrap();
    assert_ne!(checked(folder.path()).unwrap().0, 0, "a block is cut");
    fs::copy(folder.path().join("KRK.cert"), &table).unwrap();
    assert_ne!(checked(folder.path()).unwrap().0, 0, "the table is that of KRK");
    fs::write(&table, values).unwrap();
    assert_eq!(checked(folder.path()).unwrap().0, 0);
}

#[test]
fn positions_with_like_men_are_counted_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(certify(&["KBBK", "--built-in"], folder.path()).status.success());
    let Some((status, text)) = checked(folder.path()) else { return };
    assert!(status == 0 && text.contains("proved"), "{text}");
}

#[test]
fn a_wrong_rule_is_certified_as_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("rule.py");
    let lines = "import os\nwhile asked := os.read(0, 1 << 20):\n    \
                 os.write(1, b'draw\\n' * asked.count(b'\\n'))\n";
    fs::write(&program, lines).unwrap();
    let rule = format!("python3 '{}'", program.display());
    let output = certify(&["KRK", "--command", &rule], folder.path());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let Some((status, text)) = checked(folder.path()) else { return };
    assert!(status == 0, "the verdict that the rule is wrong is right: {text}");
}
