//! `generate` on disks that are full or read-only: an error that names the remedy, and no
//! incomplete table.
//!
//! Real file systems of that kind are mounted where the system lets this user; besides, every Unix
//! user can meet a limit on the size of a file and a folder that may not be written.

#![cfg(unix)]

use std::{
    fs,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::Path,
    process::{Command, Output},
};

use drawproof_tables::file::{Folder, State};

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_drawproof");

/// Asserts an error with `advice`, and that no half of a table is among the names in `listed`.
fn assert_refused(output: &Output, advice: &str, listed: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(advice), "{stderr}");
    assert!(!listed.lines().any(|name| name == "KRKN.dpt" || name.ends_with(".part")), "{listed}");
}

/// Every table that is in the folder is sound.
fn assert_sound(folder: &Path) -> Vec<String> {
    let folder = Folder::new(folder);
    let list = folder.list().unwrap();
    for &material in &list {
        assert!(matches!(folder.state(material), State::Sound), "{material}");
    }
    list.iter().map(|material| material.to_string()).collect()
}

/// Runs `generate` on a new file system, mounted with `options`, and lists its files
/// afterwards; `Err` is the reason why no file system can be mounted here.
#[cfg(target_os = "linux")]
fn generate_mounted(folder: &Path, options: &str, endgame: &str) -> Result<Output, String> {
    let mount = format!("mount -t tmpfs -o {options} tmpfs \"$1\"");
    let unshare = |script: &str| {
        let mut command = Command::new("unshare");
        command
            .args(["-rm", "sh", "-c", script, "sh"])
            .arg(folder)
            .args([PROGRAM, endgame])
            .output()
    };
    match unshare(&mount) {
        Ok(output) if output.status.success() => {}
        Ok(output) => return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(error) => return Err(format!("unshare: {error}")),
    }
    let list = "ls -a \"$1\" \"$1/.work\"";
    let script = format!(
        "{mount} && \"$2\" generate $3 --tables \"$1\" --scratch \"$1\"; s=$?; {list}; exit $s"
    );
    Ok(unshare(&script).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn mounted_disks_that_are_full_or_read_only_are_errors_and_leave_no_table() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    // The first two are refused before the run starts, the third is full in the middle of it.
    let disks = [
        ("size=64k", "KRKN", "disk of the tables folder has"),
        ("size=60g", "KRPPKR", "scratch files included, and the disk"),
        ("size=256k", "KRKN", "make room"),
        ("ro", "KRKN", "choose a folder"),
    ];
    for (options, endgame, advice) in disks {
        match generate_mounted(folder.path(), options, endgame) {
            Ok(output) => {
                assert_refused(&output, advice, &String::from_utf8_lossy(&output.stdout));
            }
            // Past the capture of `eprintln`, so that it is seen where all tests pass.
            Err(reason) => writeln!(
                std::io::stderr(),
                "NOT TESTED on a disk mounted with '{options}', which the system refuses: {reason}"
            )
            .unwrap(),
        }
    }
}

#[test]
fn a_file_that_cannot_be_written_to_its_end_is_an_error_and_leaves_no_table() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("tables");
    // 128 units of 512 bytes (POSIX) or 1024 (bash): KRK and KNK fit, KRKN does not.
    let script = "ulimit -f 128; trap '' XFSZ; exec \"$1\" generate KRKN --tables \"$2\"";
    let mut command = Command::new("sh");
    let output = command.args(["-c", script, "sh", PROGRAM]).arg(&folder).output().unwrap();
    let work = fs::read_dir(folder.join(".work")).unwrap();
    let names = work.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_refused(&output, "make room", &names.collect::<Vec<_>>().join("\n"));
    assert_eq!(assert_sound(&folder), ["KNK", "KRK"]);
    // With room again the rest is made.
    let again = Command::new(PROGRAM).args(["generate", "KRKN", "--tables"]).arg(&folder).output();
    assert!(again.unwrap().status.success());
    assert_eq!(assert_sound(&folder), ["KNK", "KRK", "KRKN"]);
}

/// A copy of the program in a new folder and a tables folder beside it, for a user that owns
/// nothing: root may write to and read every folder.
struct Guest {
    place: tempfile::TempDir,
    is_root: bool,
}

impl Guest {
    /// `mode` is that of the tables folder.
    fn new(mode: u32) -> Guest {
        let place = tempfile::tempdir().unwrap();
        let program = place.path().join("drawproof");
        // By another process: this one may be starting others, which would hold the copy open.
        assert!(Command::new("cp").arg(PROGRAM).arg(&program).status().unwrap().success());
        let folder = place.path().join("tables");
        fs::create_dir(&folder).unwrap();
        for (path, mode) in [(place.path(), 0o555), (&program, 0o555), (&folder, mode)] {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
        let is_root = fs::write(place.path().join("probe"), "").is_ok();
        if is_root {
            fs::remove_file(place.path().join("probe")).unwrap();
        }
        Guest { place, is_root }
    }

    fn folder(&self) -> std::path::PathBuf {
        self.place.path().join("tables")
    }

    fn output(&self, arguments: &[&str]) -> Output {
        /// By convention the user that owns nothing.
        const NOBODY: u32 = 65534;
        let mut command = Command::new(self.place.path().join("drawproof"));
        command.args(arguments).arg("--tables").arg(self.folder());
        if self.is_root {
            command.uid(NOBODY);
        }
        command.output().unwrap()
    }
}

impl Drop for Guest {
    /// The folder can be removed again.
    fn drop(&mut self) {
        for path in [self.place.path(), &self.folder()] {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o755));
        }
    }
}

#[test]
fn a_folder_that_may_not_be_written_is_an_error() {
    let guest = Guest::new(0o555);
    assert_refused(&guest.output(&["generate", "KRKN"]), "choose a folder", "");
    assert_eq!(fs::read_dir(guest.folder()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_may_not_be_read_never_counts_as_empty() {
    let guest = Guest::new(0o000);
    for command in [&["stats", "KRKN"][..], &["probe", "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1"]] {
        assert_refused(&guest.output(command), "choose a folder", "");
    }
}
