//! Programs that end early, hang, write without end or leave processes behind.

use super::hostile::{Run, at_once};

/// The status and the errors of `verify --command` with `limit` seconds for the program.
fn verify(command: &str, limit: &str) -> (Option<i32>, String) {
    let options = ["--timeout", limit, "--workers", "1", "--counting", "core10"];
    let args = [&["verify", "KBK", "--command", command][..], &options].concat();
    let output = Run::new("", &args).output();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Fails unless each program is an error that contains the text beside it.
fn expect_errors(cases: &[(&str, &str)], limit: &str) {
    at_once(cases, |(command, expected)| {
        let (status, text) = verify(command, limit);
        assert_eq!(status, Some(2), "{command}: {text}");
        let line = text.lines().find(|line| line.starts_with("drawproof: ")).unwrap_or_default();
        assert!(line.contains(expected), "{command}: {text}");
    });
}

#[test]
fn a_program_that_fails_is_an_error_with_the_position() {
    let cases = [
        ("true", "ended (exit status: 0) before it answered line 1: '"),
        ("sh -c 'exit 3'", "ended (exit status: 3) before it answered line 1: '"),
        ("sh -c 'kill -SEGV $$'", "ended (signal: 11 (SIGSEGV)) before it answered line 1: '"),
        ("sh -c 'head -n 3 | sed s/.*/-/'", "before it answered line 4: '"),
        ("sh -c 'echo -; echo maybe; cat >/dev/null'", "the answer in line 2 to '"),
        ("sh -c 'printf dra; kill -9 $$'", "(SIGKILL)) before it answered line 1: '"),
        ("sed 'p; s/.*/-/'", "the answer in line 1 to '"),
        ("sh -c 'sed s/.*/-/; echo -'", "there are more answers than"),
        ("tr '\\0' x </dev/zero", "before it answered line 1: '"),
        ("sh -c 'tr \"\\0\" x </dev/zero'", "the answer in line 1 to '"),
        ("sh -c 'sleep 1000 &'", "before it answered line 1: '"),
        ("sh -c 'setsid sleep 1000 & echo -'", "before it answered line 2: '"),
        ("/nowhere/rule", "'/nowhere/rule' cannot be started: No such file"),
        ("/", "'/' cannot be started: Permission denied"),
    ];
    expect_errors(&cases, "60");
}

#[test]
fn an_error_that_every_process_reports_is_shown_once() {
    let program = "sh -c 'head -n 3 >&2; echo no such rook >&2; exit 1'";
    let args = ["verify", "KRKB", "--command", program, "--workers", "4", "--counting", "core10"];
    let output = Run::new("", &args).output();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().filter(|line| *line == "no such rook").count(), 1, "{text}");
    assert!(output.status.code() == Some(2) && text.contains("before it answered line"), "{text}");
}

#[test]
fn a_program_that_hangs_ends_within_the_limit() {
    let cases = [
        ("sh -c 'tr -dc x </dev/zero'", "did nothing for 1 s before it answered line 1: '"),
        ("sh -c 'exec sleep 1000'", "did nothing for 1 s before it answered line 1: '"),
        ("sh -c 'sleep 1000; true'", "did nothing for 1 s before it answered line 1: '"),
        ("sh -c 'trap \"\" TERM INT HUP; sleep 1000; true'", "did nothing for 1 s"),
        ("sh -c 'exec <&-; sleep 1000'", "did nothing for 1 s before it answered line 1: '"),
        ("sh -c 'kill -STOP $$'", "did nothing for 1 s before it answered line 1: '"),
        ("sh -c 'setsid sleep 1000 & sleep 1000'", "did nothing for 1 s"),
        ("sh -c 'sed s/.*/-/; exec sleep 1000'", "did not end within 1 s after its last answer"),
        ("sh -c 'sed s/.*/-/; while :; do echo; done'", "did not end within 1 s"),
        ("yes -", "there are more answers than the"),
        ("sh -c 'exec >&-; sleep 1000'", "before it answered line 1: '"),
    ];
    expect_errors(&cases, "1");
}

#[test]
fn a_program_that_answers_is_judged_whatever_it_leaves() {
    let cases = [
        // The last answer has no end of its line.
        "sh -c 'sed s/.*/draw/ | head -c -1'",
        "python3 -c 'import sys; print(\"\\n\".join([\"draw\"] * len(sys.stdin.readlines())), end=\"\")'",
        // A process that is left keeps standard output open.
        "sh -c 'sleep 1000 & sed s/.*/draw/'",
        "sh -c 'setsid sleep 1000 & sed s/.*/draw/'",
        "sh -c 'sed s/.*/draw/; sleep 1000 & exit 0'",
        "sh -c 'exec sed s/.*/draw/'",
        "sh -c 'trap \"\" TERM; sed s/.*/draw/'",
    ];
    at_once(&cases, |command| {
        let (status, text) = verify(command, "60");
        assert_eq!(status, Some(0), "{command}: {text}");
    });
}

#[test]
fn probe_takes_a_last_answer_without_a_line_end() {
    let fen = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
    let args =
        ["probe", fen, "--command", "sh -c 'cat >/dev/null; printf win'", "--format", "json"];
    let output = Run::new("", &args).output();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rules = answer[0]["recognizers"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["claim"] == "win"), "{answer}");
}
