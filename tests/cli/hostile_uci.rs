//! The engine under random and hostile input.

use std::{path::PathBuf, process::Command};

#[test]
fn the_engine_stays_responsive_under_hostile_input() {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scripts/hostile-uci");
    let output = Command::new(script)
        .args(["--lines", "3000", "--seed", "7"])
        .env("DRAWPROOF", env!("CARGO_BIN_EXE_drawproof"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("lines 3000, go "), "{text}");
}
