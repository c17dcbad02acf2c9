//! Standard output and standard error that cannot be written: no status is lost, nothing panics.

use std::{
    fs::File,
    io::{Write, pipe},
    path::Path,
    process::{Command, Output, Stdio},
};

use drawproof_board::Color;
use drawproof_tables::{
    Cell, NormalMaterial, PlainTable,
    file::{LEVEL_DEFAULT, pack},
};

use super::hostile::LIBRARY;

/// What a command's output goes to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    /// A pipe that nobody reads.
    Closed,
    /// A device without room.
    Full,
    /// A pipe that is read.
    Open,
}

impl Target {
    const ALL: [Target; 3] = [Target::Closed, Target::Full, Target::Open];

    fn stdio(self) -> Stdio {
        match self {
            Target::Closed => pipe().unwrap().1.into(),
            Target::Full => File::options().write(true).open("/dev/full").unwrap().into(),
            Target::Open => Stdio::piped(),
        }
    }
}

fn run(folder: &Path, args: &[&str], out: Target, err: Target) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.current_dir(folder).args(args).env("DRAWPROOF_TABLES", folder.join("tables"));
    command.stdin(Stdio::piped()).stdout(out.stdio()).stderr(err.stdio());
    let mut child = command.spawn().unwrap();
    // It may have ended.
    let _ = child.stdin.take().unwrap().write_all(b"uci\nisready\nposition startpos\nquit\n");
    child.wait_with_output().unwrap()
}

/// A tables folder `wrong` with a wrong value in a table whose checksums are right.
fn write_wrong_table(folder: &Path) {
    let knk = "KNK".parse::<NormalMaterial>().unwrap();
    let tables = drawproof_generator::solve_closure(&[knk], &()).unwrap();
    let table = tables.get(knk).unwrap();
    let mut cells = Color::ALL.map(|side| table.cells(side).to_vec());
    let middle = cells[0].len() / 2;
    cells[0][middle..middle + 64].fill(Cell::from_number(5).unwrap().byte());
    let legal = Color::ALL.map(|side| table.legal(side).to_vec());
    let table = PlainTable::new(table.layout().clone(), cells, legal);
    std::fs::create_dir(folder.join("wrong")).unwrap();
    std::fs::write(folder.join("wrong/KNK.dpt"), pack(&table, LEVEL_DEFAULT)).unwrap();
}

/// All commands with their status. The plugin claims a draw everywhere.
fn commands() -> Vec<(Vec<&'static str>, i32)> {
    let fen = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
    let rule = ["--plugin", LIBRARY.as_str()];
    let with = |args: &[&'static str]| [args, &rule].concat();
    let mut commands: Vec<(Vec<&'static str>, i32)> = Vec::new();
    for format in ["text", "json", "markdown", "github", "junit", "html"] {
        commands.push((with(&["verify", "KQK", "--format", format]), 1));
    }
    commands.extend([
        (vec!["verify", "KRK", "KQK", "--save", "old.run"], 0),
        (with(&["verify", "KQK", "--save", "new.run"]), 1),
        (vec!["diff", "old.run", "new.run"], 1),
        (vec!["diff", "old.run", "old.run", "--format", "json"], 0),
        (with(&["tune", "KQK"]), 1),
        (vec!["tune", "KQK", "--format", "json"], 0),
        (with(&["repair", "KBK"]), 0),
        (with(&["repair", "KBK", "--emit", "c"]), 0),
        (vec!["mine", "KRK", "--leaves", "8"], 0),
        (vec!["mine", "KRK", "--patterns", "1", "--emit", "c"], 0),
        (vec!["check", "KNK", "--tables", "wrong"], 1),
        (vec!["check", "KNK", "--tables", "wrong", "--format", "json"], 1),
        (vec!["check", "--file", "wrong/KNK.dpt"], 0),
        (vec!["generate", "--men", "3", "--estimate"], 0),
        (vec!["generate", "--men", "3", "--graph"], 0),
        (vec!["generate", "--men", "3", "--graph", "dot"], 0),
        (vec!["probe", fen], 0),
        (vec!["probe", fen, "--format", "json"], 0),
        (vec!["stats", "KRK", "KQK"], 0),
        (vec!["stats", "KRK", "--format", "json"], 0),
        (vec!["export", "KPK", "--as", "wdl"], 0),
        (vec!["rules"], 0),
        (vec!["rules", "KRKR", "--format", "markdown"], 0),
        (vec!["bench", "--depth", "1"], 0),
        (vec!["uci"], 0),
        (vec![], 0),
        (vec!["completions", "bash"], 0),
        (vec!["--help"], 0),
        (vec!["verify", "--help"], 0),
        (vec!["--version"], 0),
    ]);
    commands
}

#[test]
fn the_status_of_every_command_is_that_of_its_work() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_wrong_table(folder);
    for (args, status) in commands() {
        for (out, err) in [(Target::Open, Target::Closed), (Target::Closed, Target::Full)] {
            let output = run(folder, &args, out, err);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(status), "{args:?} {out:?} {err:?}: {errors}");
        }
        let full = run(folder, &args, Target::Full, Target::Open);
        let errors = String::from_utf8_lossy(&full.stderr);
        assert_eq!(full.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.contains("standard output cannot be written: No space left"), "{errors}");
    }
}

#[test]
fn a_rule_that_no_fix_makes_sound_keeps_its_status() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(["repair", "KBK", "--plugin", &LIBRARY]).env("HOSTILE", "claim:wins");
    command.env("DRAWPROOF_TABLES", folder.path());
    command.stdout(Target::Closed.stdio()).stderr(Target::Closed.stdio());
    assert_eq!(command.status().unwrap().code(), Some(1));
}

#[test]
fn tables_are_written_whether_or_not_the_report_is_read() {
    for format in ["text", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let args = ["generate", "--men", "3", "--format", format];
        let output = run(folder.path(), &args, Target::Closed, Target::Full);
        assert_eq!(output.status.code(), Some(0));
        let tables = std::fs::read_dir(folder.path().join("tables")).unwrap();
        let names = tables.map(|file| file.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(|name| name.ends_with(".dpt")).count(), 5);
        let output = run(folder.path(), &args, Target::Full, Target::Open);
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn errors_that_cannot_be_shown_keep_their_status() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["frobnicate"][..],
        &["verify", "KQNNK"],
        &["probe", "nonsense"],
        &["verify", "KNK", "--plugin", "./none.so"],
        &["verify", "KNK", "--command", "true"],
        &["diff", "none.run", "none.run"],
    ] {
        for err in Target::ALL {
            let output = run(folder.path(), args, Target::Closed, err);
            assert_eq!(output.status.code(), Some(2), "{args:?} {err:?}");
        }
    }
}

#[test]
fn closed_files_change_no_status() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_drawproof");
    for (args, status) in [
        ("verify KQK --counting core10 --command 'sed s/.*/draw/'", 1),
        ("verify KBK --counting core10 --command 'sed s/.*/draw/'", 0),
        ("verify KNK --plugin ./none.so", 2),
        ("stats KRK", 0),
        ("rules", 0),
    ] {
        for closed in [">&-", "2>&-", "<&-", ">&- 2>&- <&-"] {
            let script = format!("exec '{program}' {args} {closed}");
            let mut command = Command::new("sh");
            command.args(["-c", &script]).env("DRAWPROOF_TABLES", folder.path());
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(status), "{args} {closed}");
        }
    }
}

#[test]
fn without_arguments_a_terminal_gets_the_help() {
    let script = "import pty, subprocess, sys
sys.exit(subprocess.run(sys.argv[1:], stdin=pty.openpty()[1]).returncode)";
    let mut command = Command::new("python3");
    let shown = command.args(["-c", script, env!("CARGO_BIN_EXE_drawproof")]).output().unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_drawproof")).arg("-h").output().unwrap();
    assert_eq!((shown.status.code(), shown.stdout), (Some(0), help.stdout));
}

#[test]
fn a_terminal_that_is_gone_stops_no_progress_bar() {
    // Standard error is a terminal whose other end is closed while bars are drawn.
    let script = "import os, pty, subprocess, sys
master, slave = pty.openpty()
run = subprocess.Popen(sys.argv[1:], stderr=slave, stdout=subprocess.DEVNULL)
os.close(slave)
os.read(master, 1)
os.close(master)
sys.exit(run.wait())";
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    for args in
        [&["generate", "KBKN", "--tables", tables][..], &["verify", "KBKN", "--tables", tables]]
    {
        let mut command = Command::new("python3");
        command.args(["-c", script, env!("CARGO_BIN_EXE_drawproof")]).args(args);
        assert_eq!(command.output().unwrap().status.code(), Some(0), "{args:?}");
    }
}
