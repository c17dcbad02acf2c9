//! The help of the program and of its commands: `-h` fits a terminal of 80 x 24, and no example wraps.

use std::{fmt::Write, path::Path};

use assert_cmd::Command;

/// What the program prints at a width.
fn help(columns: usize, args: &[&str]) -> String {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    let output = command.env("COLUMNS", columns.to_string()).args(args).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("text")
}

/// The visible commands, from the first screen: a line for each, and the others in the last one.
pub fn commands() -> Vec<String> {
    let screen = help(80, &["-h"]);
    let rows = screen.lines().skip(2).filter_map(|line| line.get(15..)?.split_once(' '));
    let mut names: Vec<String> =
        rows.map(|(name, _)| name).filter(|it| !it.ends_with(',')).map(String::from).collect();
    let others = screen.lines().last().and_then(|line| line[15..].split(';').next());
    names.extend(others.expect("the last line").split(", ").map(String::from));
    names
}

/// The commands, and those of `book`.
fn all_commands() -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = commands().into_iter().map(|name| vec![name]).collect();
    all.extend(["make", "show", "merge", "learn"].map(|name| vec!["book".into(), name.into()]));
    all
}

#[test]
fn short_help_is_that_of_the_snapshot_and_fits_a_screen() {
    let mut screens = help(80, &["-h"]);
    for command in all_commands() {
        let args: Vec<&str> = command.iter().map(String::as_str).chain(["-h"]).collect();
        let screen = help(80, &args);
        // The last row is the next prompt's.
        assert!(screen.lines().count() <= 23, "{command:?}: {screen}");
        assert!(screen.lines().all(|line| line.len() <= 80), "{command:?}: {screen}");
        let last = format!("settings and examples: drawproof {} --help\n", command.join(" "));
        assert!(screen.ends_with(&last), "{command:?}: {screen}");
        let _ = write!(screens, "\n{:=^80}\n{screen}", format!(" {} ", args.join(" ")));
    }
    let snapshot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/help.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&snapshot, &screens).expect("the snapshot is written");
    }
    let expected = std::fs::read_to_string(&snapshot).expect("there is a snapshot");
    assert_eq!(screens, expected, "UPDATE_SNAPSHOTS=1 writes the new screens");
}

#[test]
fn man_prints_the_page_of_a_command() {
    assert!(help(80, &["man"]).contains(".TH drawproof 1"));
    let verify = help(80, &["man", "verify"]);
    assert!(verify.contains(".TH drawproof-verify 1") && verify.contains("plugin"), "{verify}");
    assert!(help(80, &["man", "book", "make"]).contains(".TH drawproof-book-make 1"));
}

#[test]
fn completions_offer_endgames() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = help(80, &["completions", shell]);
        assert!(script.contains("KRKN") && !script.contains("KBBKN"), "{shell}");
    }
}

#[test]
fn examples_of_the_full_help_are_whole_lines() {
    for command in all_commands().into_iter().chain([vec![]]) {
        let args: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let [narrow, wide] = [80, 200].map(|columns| help(columns, &args));
        let examples = |text: &str| {
            let lines = text.lines().skip_while(|line| !line.starts_with("Example"));
            lines.take_while(|line| !line.is_empty()).map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(examples(&narrow), examples(&wide), "{command:?}");
        let shows_settings = narrow.contains("Settings");
        assert!(shows_settings && narrow.len() >= help(80, &args).len(), "{narrow}");
        for line in examples(&narrow).iter().skip(1) {
            let explained = line.trim_start().split_once("  ").map(|(_, text)| text.trim_start());
            assert!(explained.is_none_or(|text| text.starts_with("# ")), "{line}");
        }
    }
}
