//! `generate` against itself, against being killed, and against disks that are full or read-only.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};

use drawproof_tables::{
    Material, NormalMaterial,
    file::{Folder, State},
};

const ENDGAME: &str = "KRKN";

fn material() -> NormalMaterial {
    ENDGAME.parse::<Material>().unwrap().normalise().0
}

fn generate(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(["generate", ENDGAME, "--format", "json", "--tables"]).arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Every table of the closure is there and sound.
fn assert_sound(folder: &Path) {
    for material in material().closure() {
        assert!(matches!(Folder::new(folder).state(material), State::Sound), "{material}");
    }
}

/// Endgames that a run says it made itself.
fn made(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = rows.as_array().unwrap().iter();
    let made = rows.filter(|row| row["cached"] == false);
    made.map(|row| row["endgame"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn two_processes_make_each_table_once() {
    let folder = tempfile::tempdir().unwrap();
    let both = [(); 2].map(|()| generate(folder.path()).spawn().unwrap());
    let mut made: Vec<String> =
        both.into_iter().flat_map(|child| made(&child.wait_with_output().unwrap())).collect();
    made.sort();
    let mut closure: Vec<String> = material().closure().iter().map(|m| m.to_string()).collect();
    closure.sort();
    assert_eq!(made, closure);
    assert_sound(folder.path());
}

#[test]
fn a_killed_run_leaves_only_sound_tables() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..10 {
        let mut child = generate(folder.path()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(3 + 17 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let tables = Folder::new(folder.path());
        for material in tables.list().unwrap() {
            assert!(matches!(tables.state(material), State::Sound), "round {round}: {material}");
        }
        if round % 3 == 2 {
            let _ = fs::remove_file(tables.file(material()));
        }
    }
    made(&generate(folder.path()).output().unwrap());
    assert_sound(folder.path());
}

#[test]
fn a_damaged_table_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    made(&generate(folder.path()).output().unwrap());
    let file = Folder::new(folder.path()).file(material());
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    let output = generate(folder.path()).output().unwrap();
    assert_eq!(made(&output), [ENDGAME]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning"));
    assert_sound(folder.path());
}

/// Runs `generate` on a file system of its own, mounted with `options`; `None` where this user may
/// mount nothing.
#[cfg(target_os = "linux")]
fn generate_mounted(folder: &Path, options: &str) -> Option<Output> {
    let mount = format!("mount -t tmpfs -o {options} tmpfs \"$1\"");
    let unshare = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script, "sh"]).arg(folder);
        command.arg(env!("CARGO_BIN_EXE_drawproof")).output()
    };
    if !unshare(&mount).is_ok_and(|output| output.status.success()) {
        return None;
    }
    let script = format!(
        "{mount} && \"$2\" generate {ENDGAME} --tables \"$1\"; s=$?; ls -a \"$1\"; exit $s"
    );
    Some(unshare(&script).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_read_only_one_are_errors_and_leave_no_table() {
    let folder = tempfile::tempdir().unwrap();
    for (options, word) in [("size=64k", "make room"), ("ro", "choose a folder")] {
        let Some(output) = generate_mounted(folder.path(), options) else {
            eprintln!("skipped: no file system can be mounted here");
            return;
        };
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(word), "{stderr}");
        let listed = String::from_utf8_lossy(&output.stdout);
        assert!(!listed.lines().any(|name| name == "KRKN.dpt"), "{listed}");
    }
}
