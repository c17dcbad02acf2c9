//! `generate` run twice at once, killed, and obstructed in other ways.
//! Disks that are full or read-only: see `tables_disk.rs`.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};

use drawproof_tables::{
    NormalMaterial,
    file::{Folder, State},
};

const ENDGAME: &str = "KRKN";

fn material() -> NormalMaterial {
    ENDGAME.parse::<NormalMaterial>().unwrap()
}

fn generate(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(["generate", ENDGAME, "--format", "json", "--tables"]).arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Every table of the closure exists and is sound.
fn assert_sound(folder: &Path) {
    for material in material().closure() {
        assert!(matches!(Folder::new(folder).state(material), State::Sound), "{material}");
    }
}

/// Endgames that a run reports as solved by itself.
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

/// A file system without locks, such as some network folders: `flock` fails, or excludes nobody.
#[test]
#[cfg(target_os = "linux")]
fn without_locks_both_processes_succeed() {
    let folder = tempfile::tempdir().unwrap();
    for (name, result) in [("none", "errno = ENOLCK; return -1"), ("idle", "return 0")] {
        let source = folder.path().join(format!("{name}.c"));
        let text = format!("#include <errno.h>\nint flock(int file, int how) {{ {result}; }}\n");
        fs::write(&source, text).unwrap();
        let library = folder.path().join(format!("{name}.so"));
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]);
        assert!(compiler.status().unwrap().success());
        let tables = folder.path().join(name);
        fs::create_dir(&tables).unwrap();
        let both = [(); 3].map(|()| generate(&tables).env("LD_PRELOAD", &library).spawn().unwrap());
        let made: Vec<usize> =
            both.map(|child| made(&child.wait_with_output().unwrap()).len()).into();
        assert!(made.iter().sum::<usize>() >= material().closure().len(), "{made:?}");
        assert_sound(&tables);
        let left = fs::read_dir(tables.join(".work")).into_iter().flatten().flatten();
        let parts = left.filter(|it| it.path().extension().is_some_and(|it| it == "part"));
        assert_eq!(parts.count(), 0, "half-written tables are left");
    }
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

#[cfg(unix)]
#[test]
fn a_file_beyond_the_limit_of_the_process_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 1; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_drawproof")]);
    let output =
        limited.args(["generate", ENDGAME, "--tables"]).arg(folder.path()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(".part'") && errors.contains("make room"), "{errors}");
}

#[test]
fn a_tables_folder_that_does_not_exist_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    for (args, line) in [(&["stats", "KRK"][..], true), (&["stats", "KRK", "-q"], false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        let output = command.args(args).env("DRAWPROOF_TABLES", &missing).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert_eq!(errors.contains("missing' does not exist"), line, "{errors}");
    }
}

#[test]
fn a_damaged_table_is_replaced() {
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

#[test]
fn a_tables_folder_that_is_a_file_never_counts_as_empty() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    fs::write(&file, "no folder").unwrap();
    for command in ["stats", "verify", "check", "generate"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_drawproof"));
        let output = program.args([command, "KRK", "--tables"]).arg(&file).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {stderr}");
        assert!(stderr.contains(&format!("'{}'", file.display())), "{stderr}");
    }
}

/// Asserts that `generate` is refused with a word on what to do, which names `path`.
#[cfg(unix)]
fn assert_refused(folder: &Path, path: &Path) {
    let output = generate(folder).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    let named = format!("'{}'", path.display());
    assert!(stderr.contains(&named) && stderr.contains("--tables"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn folders_and_files_in_each_others_places_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("tables");
    made(&generate(&folder).output().unwrap());
    let file = Folder::new(&folder).file(material());

    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_refused(&folder, &file);
    assert!(file.is_dir());

    // A link to itself is replaced by the table, the only file requested.
    fs::remove_dir(&file).unwrap();
    std::os::unix::fs::symlink(&file, &file).unwrap();
    assert_eq!(made(&generate(&folder).output().unwrap()), [ENDGAME]);
    assert_sound(&folder);

    let link = place.path().join("link");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    assert_refused(&link, &link);

    fs::remove_file(&file).unwrap();
    fs::remove_dir_all(folder.join(".work")).unwrap();
    fs::write(folder.join(".work"), "no folder").unwrap();
    assert_refused(&folder, &folder.join(".work"));
    assert!(!file.exists());
}
