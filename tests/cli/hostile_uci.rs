//! The engine under random and hostile input, and its messages about folders.

use std::{path::PathBuf, process::Command};

use crate::probe::write_syzygy_of_queens;

#[test]
fn the_engine_stays_responsive_under_hostile_input() {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/outside/hostile-uci");
    let output = Command::new(script)
        .args(["--lines", "3000", "--seed", "7"])
        .env("DRAWPROOF", env!("CARGO_BIN_EXE_drawproof"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("lines 3000, go "), "{text}");
}

#[test]
fn folders_of_syzygy_serve_beside_one_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    write_syzygy_of_queens(folder.path(), 2);
    std::fs::write(folder.path().join(".rtbw"), "no table is called that").unwrap();
    let path = folder.path().to_str().unwrap();
    let lines =
        format!("setoption name SyzygyPath value /no/such:{path}:/nor/that\nisready\nquit\n");
    let output = assert_cmd::Command::cargo_bin("drawproof")
        .unwrap()
        .args(["uci", "--tables"])
        .arg(folder.path())
        .env_remove("SYZYGY_PATH")
        .write_stdin(lines)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "info string the Syzygy folder '/no/such' cannot be read: ",
        "info string the Syzygy folder '/nor/that' cannot be read: ",
        "info string Found 2 Syzygy tables\n",
    ] {
        assert!(said.contains(expected), "{said}");
    }
}
