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
    while signals(process.id(), "SigCgt:").is_some_and(|caught| caught & 2 == 0) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A set of signals of a process, as Linux tells it: SIGHUP is its first bit.
fn signals(process: u32, set: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let signals = status.lines().find_map(|line| line.strip_prefix(set))?;
    u64::from_str_radix(signals.trim(), 16).ok()
}

#[test]
fn a_hangup_that_nohup_ignores_ends_nothing() {
    let words = format!("trap '' HUP; exec {} uci", env!("CARGO_BIN_EXE_drawproof"));
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &words]).stdin(std::process::Stdio::piped());
    let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    wait_for_handler(&child);
    send("HUP", &child);
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"quit\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
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
            // Who runs this test by nohup has it ignored.
            if signal == "HUP"
                && signals(std::process::id(), "SigIgn:").is_some_and(|it| it & 1 != 0)
            {
                continue;
            }
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
