//! The templates of `examples/rules`, built and run as their first comments and docs/rules.md
//! describe.

use std::{
    path::{Path, PathBuf},
    process::Command as Process,
    sync::LazyLock,
};

use assert_cmd::Command;
use serde_json::Value;

/// The folder of the libraries and tables of all tests here.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules").join(name)
}

/// The report of `verify` in unique counting about a rule, which ends with `status`.
fn verify(endgame: &str, rule: [&str; 2], status: i32) -> Value {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    command.env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    command.args(["verify", endgame, "--counting", "unique", "--quiet", "--format", "json"]);
    let output = command.args(rule).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{endgame} {rule:?}: {errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["recognizers"][0].clone()
}

/// Builds a template as a library with a compiler and its flags.
fn build(compiler: &str, flags: &[&str], name: &str) -> String {
    let source = source(name);
    let library = FOLDER.path().join(name).with_extension("so");
    let mut command = Process::new(compiler);
    command.args(flags).arg("-o").args([&library, &source]);
    let built = command.output().unwrap();
    let warnings = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && warnings.is_empty(), "{name}: {warnings}");
    library.to_str().unwrap().into()
}

/// Builds a template in C or C++ with strict warnings.
fn build_c(compiler: &str, standard: &str, name: &str) -> String {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/c/include");
    let strict = [standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-O2", "-shared", "-fPIC"];
    build(compiler, &[&strict[..], &["-I", include.to_str().unwrap()]].concat(), name)
}

/// The names of the branches of a template that names them by their lines.
fn here_lines(name: &str) -> Vec<String> {
    let path = source(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().zip(1..).filter(|(line, _)| line.contains("return DRAWPROOF_HERE("));
    lines.map(|(_, number)| format!("{}:{number}", path.display())).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Checks that a rule is proved, that it makes claims of these kinds and no others, and that each of
/// its branches makes some.
fn expect_proved(rule: &Value, kinds: &[&str], reasons: &[(&str, &str)]) {
    assert_eq!((&rule["incorrect"], &rule["asymmetric"]), (&0.into(), &0.into()), "{rule}");
    for (kind, counts) in rule["claims"].as_object().unwrap() {
        assert_eq!(number(&counts["made"]) > 0, kinds.contains(&kind.as_str()), "{kind}");
        assert_eq!(counts["wrong"], 0, "{kind}");
    }
    let listed: Vec<_> = rule["patterns"].as_array().unwrap().iter().collect();
    let names = |r: &&Value| (r["id"].as_str().unwrap().to_owned(), r["role"].clone());
    let expected: Vec<_> = reasons.iter().map(|&(id, role)| (id.to_owned(), role.into())).collect();
    assert_eq!(listed.iter().map(names).collect::<Vec<_>>(), expected);
    for reason in listed {
        let used = if reason["role"] == "because" { "claims" } else { "matched" };
        assert!(number(&reason[used]) > 0, "{reason}");
    }
}

/// The names of the branches of a program's template, which are the lines with some text.
fn program_lines(name: &str, text: &str) -> Vec<String> {
    let source = std::fs::read_to_string(source(name)).unwrap();
    let lines = source.lines().zip(1..).filter(|(line, _)| line.to_lowercase().contains(text));
    lines.map(|(_, number)| format!("examples/rules/{name}:{number}")).collect()
}

/// [`expect_proved`] with branches alone.
fn expect_proved_with(rule: &Value, kinds: &[&str], branches: &[String]) {
    let branches: Vec<_> = branches.iter().map(|name| (name.as_str(), "because")).collect();
    expect_proved(rule, kinds, &branches);
}

#[test]
fn the_mailbox_in_c_is_proved() {
    let plugin = build_c("cc", "-std=c99", "template_mailbox.c");
    let rule = verify("KBPK", ["--plugin", &plugin], 0);
    let branches = here_lines("template_mailbox.c");
    assert_eq!(branches.len(), 2);
    expect_proved_with(&rule, &["draw", "white_cannot_win"], &branches);
}

#[test]
fn the_bitboards_in_cpp_are_proved() {
    let plugin = build_c("c++", "-std=c++11", "template_bitboards.cpp");
    let reasons =
        [("pawn-falls", "because"), ("lone-minor", "because"), ("king-shut-in", "unless")];
    let kinds = ["draw", "white_cannot_win", "black_cannot_win"];
    expect_proved(&verify("KNKP", ["--plugin", &plugin], 0), &kinds, &reasons);
    expect_proved(&verify("KBKP", ["--plugin", &plugin], 0), &kinds, &reasons);
}

#[test]
fn the_library_in_rust_is_proved() {
    let rustc = std::env::var("RUSTC").unwrap_or("rustc".into());
    let flags = ["-O", "--edition", "2021", "--crate-type", "cdylib"];
    let plugin = build(&rustc, &flags, "template_cdylib.rs");
    let reasons = [
        ("pawn-falls", "because"),
        ("king-before-pawn", "because"),
        ("rook-hangs", "unless"),
        ("stalemate", "unless"),
    ];
    let rule = verify("KRKP", ["--plugin", &plugin], 0);
    expect_proved(&rule, &["white_wins", "black_cannot_win"], &reasons);
}

#[test]
fn the_batches_in_python_are_proved() {
    let command = format!("python3 '{}'", source("template_batch.py").display());
    let rule = verify("KBBK", ["--command", &command], 0);
    let branches = program_lines("template_batch.py", "    here(\"draw-or-black");
    let branches = [program_lines("template_batch.py", "[here(\"white-or-draw"), branches].concat();
    assert_eq!(branches.len(), 2);
    expect_proved_with(&rule, &["draw", "black_cannot_win"], &branches);
}

#[test]
fn the_two_ways_of_the_template_in_python_agree() {
    let compare = "
import importlib.util, sys
spec = importlib.util.spec_from_file_location('template', sys.argv[1])
template = importlib.util.module_from_spec(spec)
spec.loader.exec_module(template)
fens = ['8/8/4B3/8/3B4/8/k7/2K5 w - - 0 1', 'B6B/8/8/8/8/8/k1K5/8 b - - 0 1',
        'k1K5/8/8/8/3b4/8/8/b7 b - - 0 1', '8/8/1b6/1b6/8/8/k1K5/8 w - - 0 1']
batch = template.Batch('\\n'.join(fens))
def words(answers):
    return ['; '.join(part.split(' @ ')[0] for part in answer.split('; ')) for answer in answers]
expected = ['white-or-draw', 'white-or-draw', 'draw-or-black; white-or-draw', 'draw-or-black']
answers = template.claims_one_by_one(batch)
assert words(answers) == expected, answers
if template.numpy is None:
    print('NOT COMPARED: there is no NumPy', file=sys.stderr)
else:
    assert template.claims_of_arrays(batch) == answers, template.claims_of_arrays(batch)
";
    let mut command = Process::new("python3");
    command.args(["-c", compare]).arg(source("template_batch.py"));
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    eprint!("{errors}");
}

/// Whether a program is here; says so if it is not.
fn is_here(program: &str, option: &str) -> bool {
    let here = Process::new(program).arg(option).output().is_ok_and(|it| it.status.success());
    if !here {
        eprintln!("NOT RUN: there is no {program}");
    }
    here
}

/// Checks the program of a template, whose branches are named by the lines that declare them.
fn expect_lines_proved(endgame: &str, command: &str, name: &str) {
    let rule = verify(endgame, ["--command", command], 0);
    let branches = program_lines(name, "= here()");
    assert_eq!(branches.len(), 2);
    expect_proved_with(&rule, &["draw", "black_cannot_win"], &branches);
}

#[test]
fn the_lines_in_javascript_java_and_go_are_proved() {
    for (program, option, name, endgame) in [
        ("node", "--version", "template_lines.js", "KRKN"),
        ("java", "-version", "template_lines.java", "KRKB"),
        ("go", "version", "template_lines.go", "KRKN"),
    ] {
        if is_here(program, option) {
            let run = if program == "go" { "go run" } else { program };
            expect_lines_proved(endgame, &format!("{run} '{}'", source(name).display()), name);
        }
    }
}

/// By Mono; where .NET 10 is, 'dotnet run' is tested below.
#[test]
fn the_lines_in_csharp_are_proved() {
    if is_here("mcs", "--version") {
        let program = FOLDER.path().join("template_lines.exe");
        let mut command = Process::new("mcs");
        command.arg(format!("-out:{}", program.display())).arg(source("template_lines.cs"));
        assert!(command.status().unwrap().success());
        expect_lines_proved("KRKB", &format!("mono '{}'", program.display()), "template_lines.cs");
    }
}

#[test]
fn the_library_in_zig_is_proved() {
    if is_here("zig", "version") {
        let library = FOLDER.path().join("template_library.so");
        let mut command = Process::new("zig");
        command.args(["build-lib", "-dynamic", "-O", "ReleaseFast"]);
        command
            .arg(format!("-femit-bin={}", library.display()))
            .arg(source("template_library.zig"));
        assert!(command.status().unwrap().success());
        for endgame in ["KRKB", "KRKN"] {
            let rule = verify(endgame, ["--plugin", library.to_str().unwrap()], 0);
            let reasons = [("minor-takes", "because"), ("rook-is-safe", "because")];
            expect_proved(&rule, &["draw", "black_cannot_win"], &reasons);
        }
    }
}

/// `first_mistakes.c` with one of its mistakes.
fn mistake(name: &str) -> String {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/c/include");
    let define = format!("-DMISTAKE={name}");
    let library = FOLDER.path().join(format!("{name}.so"));
    let mut command = Process::new("cc");
    command.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC", &define]);
    command.arg("-I").arg(include).arg("-o").args([&library, &source("first_mistakes.c")]);
    let built = command.output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    library.to_str().unwrap().into()
}

/// What a mistake changes: the number of wrong claims and, if there are any, their only class.
fn expect_wrong(rule: &Value, wrong: u64, class: Option<&str>) {
    assert_eq!(rule["incorrect"], wrong);
    for (name, count) in rule["incorrect_by_class"].as_object().unwrap() {
        let expected = if class == Some(name) { wrong } else { 0 };
        assert!(class.is_none() || count == expected, "{name}: {rule}");
    }
}

#[test]
fn first_mistakes_show_as_the_document_describes() {
    let right = mistake("NONE");
    for endgame in ["KQK", "KBK", "KQKN", "KPKP"] {
        let rule = verify(endgame, ["--plugin", &right], 0);
        assert_eq!((&rule["incorrect"], &rule["asymmetric"]), (&0.into(), &0.into()));
        let claims = rule["patterns"].as_array().unwrap().iter().map(|r| number(&r["claims"]));
        assert!(claims.sum::<u64>() > 0, "{endgame}");
    }
    let judge = |name, endgame, status| verify(endgame, ["--plugin", &mistake(name)], status);

    let rule = judge("FORGET_INIT", "KPKP", 0);
    assert!(rule["patterns"].as_array().unwrap().iter().all(|reason| reason["claims"] == 0));

    let rule = judge("FORGET_VALUES", "KQK", 1);
    expect_wrong(&rule, number(&rule["decisive"]), None);
    assert_eq!((&rule["spotted"], &rule["missed"]), (&rule["draws"], &0.into()));

    let rule = judge("FORGET_STALEMATE", "KQK", 1);
    expect_wrong(&rule, 109, Some("over"));

    let rule = judge("SWAP_COLOURS", "KQK", 1);
    assert_eq!(rule["claims"]["black_wins"]["wrong"], rule["incorrect"]);
    assert_eq!(rule["claims"]["white_wins"]["made"], 0);

    let rule = judge("ONE_COLOUR", "KQK", 1);
    assert_eq!((&rule["incorrect"], &rule["asymmetric"]), (&0.into(), &rule["positions"]));

    let rule = judge("EVALUATE_IN_CHECK", "KQKN", 1);
    expect_wrong(&rule, 7310, Some("in-check"));

    let rule = judge("FORGET_EN_PASSANT", "KPKP", 1);
    assert_eq!((&rule["incorrect"], &rule["en_passant"]["incorrect"]), (&0.into(), &6.into()));
}

/// The program in a folder of a machine that has nothing else of drawproof.
fn on_a_clean_machine(folder: &Path, program: &str, arguments: &[&str]) -> std::process::Output {
    let binary = Path::new(assert_cmd::cargo::cargo_bin!("drawproof")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut command = Process::new(program);
    command.args(arguments).current_dir(folder).env("PATH", format!("{}:{path}", binary.display()));
    command.env("DRAWPROOF_TABLES", FOLDER.path().join("tables")).env_remove("CPATH");
    command.output().unwrap()
}

/// A program `drawproof` that verifies rules over a few positions only: those with a king on c1.
fn quick_program(folder: &Path) {
    let program = assert_cmd::cargo::cargo_bin!("drawproof").display();
    let script = format!(
        "#!/bin/sh\ncase $1 in verify) set -- \"$@\" --where 'wk = c1'; esac\nexec '{program}' \"$@\"\n"
    );
    std::fs::write(folder.join("drawproof"), script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("drawproof"), mode).unwrap();
}

/// The tests above prove the templates, from which new rules are made, over all positions.
#[test]
fn a_new_rule_has_a_verdict_after_the_commands_that_it_prints() {
    let folder = tempfile::tempdir().unwrap();
    let quick = tempfile::tempdir().unwrap();
    quick_program(quick.path());
    for (file, commands, program) in [
        ("rule.c", 2, ["cc", "--version"]),
        ("its rules/other-rule.cpp", 2, ["c++", "--version"]),
        ("rust_rule.rs", 2, ["rustc", "--version"]),
        ("zig-rule.zig", 2, ["zig", "version"]),
        ("its rules/rule.py", 1, ["python3", "--version"]),
        ("rule.js", 1, ["node", "--version"]),
        ("its rules/rule.java", 1, ["java", "-version"]),
        ("rule.go", 1, ["go", "version"]),
        ("rule.cs", 1, ["dotnet", "--version"]),
    ] {
        if !is_here(program[0], program[1]) {
            continue;
        }
        std::fs::create_dir_all(folder.path().join("its rules")).unwrap();
        let made = on_a_clean_machine(folder.path(), "drawproof", &["new", file]);
        let errors = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success() && errors.contains(file), "{errors}");
        let next = String::from_utf8(made.stdout).unwrap();
        assert_eq!(next.lines().count(), commands, "{next}");
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(!text.contains("template_") && !text.contains("examples/"), "{text}");
        for command in next.lines() {
            let script = format!("PATH='{}':$PATH; {command}", quick.path().display());
            let done = on_a_clean_machine(folder.path(), "sh", &["-c", &script]);
            let errors = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(0), "{command}: {errors}");
            let report = String::from_utf8(done.stdout).unwrap();
            assert_eq!(report.contains("sound: no incorrect claim"), command.contains("verify"));
        }
    }
}

#[test]
fn new_writes_over_nothing_and_headers_are_those_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name);
    let call = |arguments: &[&str]| on_a_clean_machine(folder.path(), "drawproof", arguments);
    let refused = |arguments: &[&str], why: &str| {
        let output = call(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(why), "{arguments:?}: {errors}");
    };
    assert!(call(&["new", "rule.c"]).status.success());
    std::fs::write(here("rule.c"), "mine").unwrap();
    std::fs::remove_file(here("drawproof.h")).unwrap();
    refused(&["new", "rule.c"], "rule.c exists already");
    assert_eq!(std::fs::read_to_string(here("rule.c")).unwrap(), "mine");
    assert!(!here("drawproof.h").exists());
    // Headers of this version may be there, others may not.
    assert!(call(&["new", "other.c"]).status.success());
    std::fs::write(here("drawproof.h"), "old").unwrap();
    refused(&["new", "third.c"], "drawproof.h is that of another version");
    assert!(!here("third.c").exists());
    assert!(call(&["new", "rules/of/mine.c"]).status.success());
    assert!(here("rules/of/mine.c").exists() && here("rules/of/drawproof.h").exists());
    for (name, why) in [
        ("rule.hs", "there are templates for .c, .cpp, .cc, .rs, .py, .js, .zig, .java, .go, .cs"),
        ("rule", "there are templates for"),
        ("a rule.c", "letters, digits"),
        ("rule.c/rule.py", "rule.c"),
    ] {
        refused(&["new", name], why);
    }

    assert!(call(&["header", "--output", "."]).status.success());
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/c/include");
    for name in ["drawproof.h", "drawproof_board.h"] {
        let text = std::fs::read(include.join(name)).unwrap();
        assert_eq!(std::fs::read(here(name)).unwrap(), text);
        assert_eq!(call(&["header", name]).stdout, text);
    }
    assert_eq!(call(&["header"]).stdout, call(&["header", "drawproof.h"]).stdout);
    refused(&["header", "stdio.h"], "drawproof_board.h");
}
