//! Signals: however the program ends, it leaves no process and no temporary file.

use std::{
    process::{Child, Command},
    time::Duration,
};

use super::hostile::{LIBRARY, Run, at_once};

/// Sends a signal by its name.
fn send(signal: &str, process: &Child) {
    let sent = Command::new("kill").args(["-s", signal, &process.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Waits until a process handles Ctrl-C.
fn wait_for_handler(process: &Child) {
    let handles = || -> Option<bool> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(caught.trim(), 16).ok()? & 2 != 0)
    };
    while !handles().unwrap_or(true) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Runs that hang in foreign code: what `$HOSTILE` is, the command, and its number of processes.
fn hanging() -> Vec<(&'static str, Vec<&'static str>, usize)> {
    let plugin = |command| vec![command, "KBK", "--plugin", LIBRARY.as_str(), "--timeout", "600"];
    let program = |words| vec!["verify", "KBK", "--workers", "1", "--command", words];
    vec![
        ("load:hang", plugin("verify"), 3),
        ("abi:deaf", plugin("verify"), 3),
        ("claim:hang", plugin("verify"), 3),
        ("unload:hang", plugin("tune"), 3),
        ("claim:daemonhang", plugin("repair"), 4),
        ("", program("sleep 1000"), 3),
        ("", program("sh -c 'sleep 1000; true'"), 4),
        ("", program("sh -c 'trap \"\" TERM INT HUP; setsid sleep 1000 & sleep 1000'"), 5),
    ]
}

#[test]
fn foreign_code_ends_with_the_program_however_that_is_killed() {
    let signals = [("INT", Some(130)), ("KILL", None)];
    let cases: Vec<_> = hanging()
        .into_iter()
        .flat_map(|run| signals.iter().map(move |signal| (run.clone(), signal)))
        .collect();
    at_once(&cases, |((hostile, args, processes), (signal, status))| {
        let mut run = Run::new(hostile, args);
        let mut child = run.start();
        run.wait_for_processes(*processes);
        // The rule is where it hangs.
        std::thread::sleep(Duration::from_millis(100));
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), *status, "{hostile} {args:?}");
        run.expect_nothing_left();
    });
}

#[test]
fn an_interrupt_at_any_time_leaves_nothing() {
    let tables = tempfile::tempdir().unwrap();
    let tables = tables.path().to_str().unwrap();
    let page = format!("{tables}/page.html");
    let cases: &[&[&str]] = &[
        &["generate", "KRPKR", "--tables", tables],
        &["mine", "KRKR", "--html", &page],
        &["verify", "KRPKR"],
        &["repair", "KRKN", "--plugin", &LIBRARY, "--emit", "c", "--output", &page],
        &["verify", "KRKN", "--plugin", &LIBRARY, "--html", &page],
        &["uci"],
    ];
    for (number, args) in cases.iter().enumerate() {
        for (step, signal) in ["INT", "TERM", "HUP"].into_iter().enumerate() {
            let mut run = Run::new("", args);
            run.command.stdin(std::process::Stdio::piped());
            let mut child = run.start();
            wait_for_handler(&child);
            std::thread::sleep(Duration::from_millis(10 + 40 * step as u64 + 5 * number as u64));
            if child.try_wait().unwrap().is_none() {
                // Its end would end the engine.
                let _input = child.stdin.take();
                send(signal, &child);
                assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
            }
            run.expect_nothing_left();
        }
    }
    let files = std::fs::read_dir(tables).unwrap().filter_map(Result::ok);
    for file in files.filter(|file| file.path().is_file()) {
        let path = file.path();
        assert!(path.extension().is_some_and(|it| it == "dpt"), "{path:?}");
        let checked = Run::new("", &["check", "--file", path.to_str().unwrap()]).output();
        assert_eq!(checked.status.code(), Some(0), "{path:?}");
    }
}
