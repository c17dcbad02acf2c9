//! Exported source code is compiled and probed at every position.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};

use drawproof_board::Color;
use drawproof_tables::{NormalMaterial, PlainTable, Value};

/// Values that `export --as` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Dtm,
    Wdl,
}

/// Languages that `export --emit` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    C,
    Cpp,
    Rust,
}

/// The source code that `drawproof export` writes.
fn emit(table: &PlainTable, content: Content, language: Language) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").expect("the program is built");
    command.arg("--tables").arg(folder.path()).args(["export", &table.material().to_string()]);
    command.args(["--as", if content == Content::Dtm { "dtm" } else { "wdl" }]);
    let language = match language {
        Language::C => "c",
        Language::Cpp => "cpp",
        Language::Rust => "rust",
    };
    let done = command.args(["--emit", language]).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// The bytes of data that the head of the source code states.
fn data_bytes(table: &PlainTable, content: Content) -> usize {
    let source = emit(table, content, Language::Rust);
    let (before, _) = source.split_once(" bytes of data.").expect("the head states the size");
    before.rsplit(' ').next().unwrap().parse().expect("a number")
}

fn table(name: &str) -> Arc<PlainTable> {
    let material: NormalMaterial = name.parse::<NormalMaterial>().unwrap();
    let tables = drawproof_generator::solve_closure(&[material], &()).unwrap();
    tables.get(material).unwrap().clone()
}

/// Reads `side_to_move, squares` in bytes from standard input, writes a probe's answers, each plus
/// one, in bytes.
fn program(table: &PlainTable, content: Content, language: Language) -> String {
    let men = table.layout().men().len();
    let suffix = if content == Content::Dtm { "dtm" } else { "wdl" };
    let prefix = format!("{}_{suffix}", table.material().to_string().to_lowercase());
    let source = emit(table, content, language);
    match language {
        Language::Rust => format!(
            "mod table {{\n{source}\n}}\nuse std::io::{{Read, Write}};\nfn main() {{\n\
             let (mut input, mut out) = (Vec::new(), Vec::new());\n\
             std::io::stdin().read_to_end(&mut input).unwrap();\n\
             for p in input.chunks({men} + 1) {{\n\
             out.push((table::probe(p[0].into(), p[1..].try_into().unwrap()) + 1) as u8);\n}}\n\
             std::io::stdout().write_all(&out).unwrap();\n}}\n"
        ),
        _ => format!(
            "{source}\n#include <stdio.h>\nint main(void) {{\nuint8_t p[{men} + 1];\n\
             while (fread(p, 1, {men} + 1, stdin) == {men} + 1)\n\
             putchar({}{prefix}_probe(p[0], p + 1) + 1);\nreturn 0;\n}}\n",
            if language == Language::Cpp { "drawproof::" } else { "" }
        ),
    }
}

fn compile(folder: &Path, source: &str, language: Language) -> PathBuf {
    let (file, compiler, flags): (_, _, &[&str]) = match language {
        Language::C => ("table.c", "cc", &["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror"]),
        Language::Cpp => ("table.cpp", "c++", &["-std=c++11", "-O1", "-Wall", "-Werror"]),
        Language::Rust => ("table.rs", "rustc", &["--edition=2021", "-Copt-level=1", "-Dwarnings"]),
    };
    let path = folder.join(file);
    fs::write(&path, source).unwrap();
    let program = folder.join("program");
    let compiled = Command::new(compiler).args(flags).arg(&path).arg("-o").arg(&program).output();
    let compiled = compiled.unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

/// Asks for every `step`th legal position in one of its images.
fn compare(table: &PlainTable, content: Content, language: Language, step: usize) {
    let folder = tempfile::tempdir().unwrap();
    let program = compile(folder.path(), &program(table, content, language), language);
    let layout = table.layout();
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for side in Color::ALL {
        for index in (0..layout.count()).step_by(step) {
            if !table.is_legal(side, index) {
                continue;
            }
            let images = layout.images(index >> (6 * layout.digits()));
            let image = images[index / step % images.len()];
            questions.push(side as u8);
            questions.extend(layout.squares(index).iter().map(|&s| image.square(s) as u8));
            let value = table.value(side, index);
            expected.push(
                match (content, value) {
                    (Content::Dtm, value) => value.number().map_or(255, |plies| plies as u8),
                    (_, Value::Win(_)) => 1,
                    (_, Value::Draw) => 0,
                    (_, Value::Loss(_)) => 255,
                }
                .wrapping_add(1),
            );
        }
    }
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let asking = std::thread::spawn(move || input.write_all(&questions));
    let answers = child.wait_with_output().unwrap().stdout;
    asking.join().unwrap().unwrap();
    assert!(answers.len() == expected.len() && answers == expected, "{}", table.material());
}

#[test]
fn kpk_answers_every_position_in_every_language() {
    let table = table("KPK");
    assert!(data_bytes(&table, Content::Wdl) <= 24 << 10);
    assert!(data_bytes(&table, Content::Dtm) <= 48 << 10);
    for language in [Language::C, Language::Cpp, Language::Rust] {
        compare(&table, Content::Wdl, language, 1);
        compare(&table, Content::Dtm, language, 1);
    }
}

#[test]
fn tables_of_other_kinds_answer_too() {
    // Kings that turn, pawns of both colours, like pawns, like men, wins and losses of both sides.
    // Samples of four men are spread over all blocks.
    for (name, content, step) in [
        ("KRK", Content::Wdl, 1),
        ("KRK", Content::Dtm, 1),
        ("KRKN", Content::Wdl, 7),
        ("KRKN", Content::Dtm, 37),
        ("KPKP", Content::Wdl, 11),
        ("KPPK", Content::Dtm, 53),
        ("KBBK", Content::Wdl, 7),
        ("KBBK", Content::Dtm, 41),
    ] {
        compare(&table(name), content, Language::C, step);
    }
}

#[test]
fn options_of_another_form_are_refused() {
    for (args, message) in [
        (&["KRK", "--emit", "parquet", "--as", "wdl"][..], "--as is for source code"),
        (&["KRK", "--emit", "c", "--metric", "dtz"], "are for files of columns"),
        (&["KRK", "--emit", "rust", "--counting", "full"], "are for files of columns"),
        (&["KRPKR", "--emit", "c"], "export a file with --emit parquet"),
    ] {
        let output = export(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(message) && output.stdout.is_empty(), "{args:?}: {text}");
    }
}

/// Without the feature the program says how to get one that has it.
#[cfg(not(feature = "columns"))]
#[test]
fn files_of_columns_need_a_feature() {
    for form in ["parquet", "arrow", "arrow-stream"] {
        let output = export(&["KRK", "--emit", form]);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("--features columns") && output.stdout.is_empty(), "{text}");
    }
}

fn export(args: &[&str]) -> std::process::Output {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").expect("the program is built");
    command.arg("--tables").arg(folder.path()).arg("export").args(args);
    command.output().unwrap()
}
