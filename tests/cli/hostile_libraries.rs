//! Libraries that crash, hang, exit or start processes in each function of drawproof.h. The program must
//! name the function in an error, in time, and leave no process.

use super::hostile::{LIBRARY, Run, at_once};

/// The functions by their names in `hostile_rule.cc`, and as errors name them.
const FUNCTIONS: [(&str, &str); 9] = [
    ("load", "while the library was loaded (constructors)"),
    ("abi", "in drawproof_abi"),
    ("init", "in drawproof_init"),
    ("name", "in drawproof_name"),
    ("reason", "in drawproof_reason_name"),
    ("role", "in drawproof_reason_role"),
    ("thread", "in drawproof_thread_safe"),
    ("claim", "in drawproof_claim"),
    ("unload", "while the library was unloaded (destructors)"),
];

/// Ways to end a process, and how errors put them.
const ENDINGS: [(&str, &str); 5] = [
    ("crash", "crashed (SIGSEGV)"),
    ("abort", "crashed (SIGABRT)"),
    ("exit0", "ended its process (exit status: 0)"),
    ("exit3", "ended its process (exit status: 3)"),
    ("leave", "ended its process (exit status: 0)"),
];

/// The status and the errors of `verify` with the rule that misbehaves as `hostile` says, and with
/// `limit` seconds for each of its functions.
fn verify(hostile: &str, limit: &str) -> (Option<i32>, String) {
    let args = ["verify", "KBK", "--plugin", &LIBRARY, "--timeout", limit, "--threads", "2"];
    let output = Run::new(hostile, &args).output();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn expect_error(hostile: &str, limit: &str, parts: &[&str]) {
    let (status, text) = verify(hostile, limit);
    assert_eq!(status, Some(2), "{hostile}: {text}");
    let line = text.lines().find(|line| line.starts_with("drawproof: ")).unwrap_or_default();
    for part in ["hostile.so", "KBK was not verified"].iter().chain(parts) {
        assert!(line.contains(part), "{hostile}: {part} is not in: {text}");
    }
    if hostile.starts_with("claim") {
        let fen = line.split("position '").nth(1).and_then(|rest| rest.split('\'').next());
        let board = drawproof_board::fen::parse(fen.unwrap_or_default());
        assert!(board.is_ok(), "{hostile}: {line}");
    }
}

#[test]
fn an_end_of_the_process_in_any_function_is_told_with_the_function() {
    let cases: Vec<_> = FUNCTIONS
        .iter()
        .flat_map(|function| ENDINGS.iter().map(move |way| (function, way)))
        .collect();
    at_once(&cases, |((function, place), (way, ending))| {
        expect_error(&format!("{function}:{way}"), "60", &[ending, place]);
    });
}

#[test]
fn an_exception_is_called_so_once() {
    at_once(&FUNCTIONS, |(function, place)| {
        let (status, text) = verify(&format!("{function}:throw"), "60");
        let expected = match *function {
            "load" => format!("a C++ exception {place}"),
            // C++ ends the process when a destructor throws.
            "unload" => format!("crashed (SIGABRT) {place}"),
            _ => format!("a C++ exception left {}", place.trim_start_matches("in ")),
        };
        assert!(status == Some(2) && text.contains(&expected), "{function}: {text}");
        assert!(!text.contains("fatal runtime error"), "{function}: {text}");
    });
}

#[test]
fn a_hang_in_any_function_ends_within_the_limit() {
    let ways = ["hang", "stop", "deaf", "daemonhang"];
    let hangs = FUNCTIONS.iter().flat_map(|(function, place)| {
        let place = place.trim_start_matches("in ");
        ways.iter().map(move |way| (format!("{function}:{way}"), Some(place)))
    });
    let stops = ["claim:stopgroup", "claim:stopguard"].map(|way| (way.to_owned(), None));
    let cases: Vec<_> = stops.into_iter().chain(hangs).collect();
    at_once(&cases, |(hostile, place)| {
        if let Some(place) = place {
            expect_error(hostile, "1", &[place, "did not return within 1 s"]);
        } else {
            // The function may return before its process stops.
            let (status, text) = verify(hostile, "1");
            assert!(status == Some(2) && text.contains(" 1 s"), "{hostile}: {text}");
        }
    });
    expect_error("abi:memory", "60", &["crashed (SIGSEGV) in drawproof_abi"]);
}

#[test]
fn a_library_that_leaves_processes_and_noise_is_judged_and_leaves_nothing() {
    let ways = ["fork", "daemon", "threads", "noise", "close"];
    let functions = ["load", "abi", "unload"];
    let cases: Vec<_> =
        functions.iter().flat_map(|function| ways.iter().map(move |way| (function, way))).collect();
    at_once(&cases, |(function, way)| {
        let (status, text) = verify(&format!("{function}:{way}"), "60");
        assert_eq!(status, Some(0), "{function}:{way}: {text}");
    });
}

#[test]
fn control_characters_of_names_reach_no_terminal() {
    for (format, ending) in [("text", 0), ("json", 0), ("markdown", 0), ("github", 0), ("junit", 0)]
    {
        let args = ["verify", "KBK", "--plugin", &LIBRARY, "--format", format];
        let output = Run::new("", &args).output();
        assert_eq!(output.status.code(), Some(ending));
        let text = String::from_utf8(output.stdout).unwrap();
        let hidden = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
        assert!(!text.contains(hidden), "{format}: {text:?}");
        let name = "hostile \\u{1b}[31m\\n\\u{202e} name";
        let name = if format == "json" { name.replace('\\', "\\\\") } else { name.into() };
        assert!(text.contains(&name), "{format}: {text}");
    }
    let text = Run::new("", &["verify", "KBK", "--command", "printf '\\033[2Jdraw?\\n'"]).output();
    let text = String::from_utf8(text.stderr).unwrap();
    assert!(text.contains("is '\\u{1b}[2Jdraw?'") && !text.contains('\u{1b}'), "{text:?}");
}
