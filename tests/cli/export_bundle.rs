//! Bundles of endgames are compiled and probed at every position.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use assert_cmd::assert::Assert;
use drawproof_board::Color;
use drawproof_tables::{NormalMaterial, PlainTable, TableSet, Value};

/// `drawproof export --bundle` of solved tables.
fn export(arguments: &[&str]) -> Assert {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").expect("the program is built");
    command.arg("--tables").arg(folder.path()).args(["export", "--bundle"]);
    command.args(arguments).assert()
}

fn source(arguments: &[&str]) -> String {
    String::from_utf8(export(arguments).success().get_output().stdout.clone()).unwrap()
}

pub fn tables(names: &[&str]) -> TableSet {
    let materials: Vec<_> =
        names.iter().map(|name| name.parse::<NormalMaterial>().unwrap()).collect();
    drawproof_generator::solve_closure(&materials, &()).unwrap()
}

/// Reads the side to move, the square behind a pawn that can be captured, and four pairs of a man and
/// its square; writes the value, 253 where the bundle has none.
const C_MAIN: &str = "
#include <stdio.h>
int main(void) {
    unsigned char p[10];
    int i;
    while (fread(p, 1, 10, stdin) == 10) {
        endgames_position position = {{0, 0}, {0, 0, 0, 0, 0, 0}, 0, 0};
        position.side_to_move = p[0];
        position.en_passant = p[1];
        for (i = 2; i < 10 && p[i] < 15; i += 2) {
            position.colour[p[i] >> 3] |= (uint64_t)1 << p[i + 1];
            position.kind[p[i] & 7] |= (uint64_t)1 << p[i + 1];
        }
        i = endgames_probe(&position);
        putchar(i == endgames_NONE ? 253 : i & 255);
    }
    return 0;
}
";

const RUST_MAIN: &str = "
fn main() {
    use std::io::{Read, Write};
    let (mut input, mut out) = (Vec::new(), Vec::new());
    std::io::stdin().read_to_end(&mut input).unwrap();
    for p in input.chunks_exact(10) {
        let (side_to_move, en_passant) = (p[0], p[1]);
        let mut position = Position { colour: [0; 2], kind: [0; 6], side_to_move, en_passant };
        for man in p[2..].chunks_exact(2).filter(|man| man[0] < 15) {
            position.colour[usize::from(man[0] >> 3)] |= 1 << man[1];
            position.kind[usize::from(man[0] & 7)] |= 1 << man[1];
        }
        let value = probe(&position);
        out.push(if value == NONE { 253 } else { value as u8 });
    }
    std::io::stdout().write_all(&out).unwrap();
}
";

/// The answers of a bundle's source code.
pub fn answers(source: &str, language: &str, questions: Vec<u8>) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let main = if language == "rust" { RUST_MAIN } else { C_MAIN };
    let program = compile(folder.path(), &format!("{source}{main}"), language);
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let asking = std::thread::spawn(move || input.write_all(&questions));
    let answers = child.wait_with_output().unwrap().stdout;
    asking.join().unwrap().unwrap();
    answers
}

fn compile(folder: &Path, source: &str, language: &str) -> std::path::PathBuf {
    let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O1"];
    let (file, compiler, flags): (_, _, Vec<&str>) = match language {
        "c" => ("bundle.c", "cc", ["-std=c99"].into_iter().chain(strict).collect()),
        "cpp" => ("bundle.cpp", "c++", ["-std=c++11"].into_iter().chain(strict).collect()),
        _ => {
            let flags = vec!["--edition=2021", "-Copt-level=1", "-Dwarnings", "-Adead-code"];
            ("bundle.rs", "rustc", flags)
        }
    };
    let path = folder.join(file);
    fs::write(&path, source).unwrap();
    let program = folder.join("program");
    let compiled = Command::new(compiler).args(flags).arg(&path).arg("-o").arg(&program).output();
    let compiled = compiled.unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

/// Questions about every `step`th legal position in one of its images, in turn with either colour
/// the stronger one, and the expected answers.
pub fn positions(table: &PlainTable, is_wdl: bool, step: usize) -> (Vec<u8>, Vec<u8>) {
    let layout = table.layout();
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for side in Color::ALL {
        for index in (0..layout.count()).step_by(step) {
            if !table.is_legal(side, index) {
                continue;
            }
            let images = layout.images(index >> (6 * layout.digits()));
            let image = images[index / step % images.len()];
            let swapped = index / step % 3 == 1;
            let mut question = vec![side as u8 ^ u8::from(swapped), 64];
            for (man, &square) in layout.men().iter().zip(layout.squares(index).iter()) {
                let color = man.color as u8 ^ u8::from(swapped);
                let flip = if swapped { 56 } else { 0 };
                question.extend([man.piece as u8 + 8 * color, image.square(square) as u8 ^ flip]);
            }
            question.resize(10, 15);
            questions.extend(question);
            let value = table.value(side, index);
            expected.push(match (is_wdl, value) {
                (false, value) => value.number().map_or(255, |plies| plies as u8),
                (true, Value::Win(_)) => 1,
                (true, Value::Draw) => 0,
                (true, Value::Loss(_)) => 255,
            });
        }
    }
    (questions, expected)
}

#[test]
fn three_men_answer_every_position_in_every_language() {
    let names = ["KPK", "KRK", "KQK"];
    let tables = tables(&names);
    for (values, language) in
        [("dtm", "c"), ("wdl", "c"), ("dtm", "cpp"), ("dtm", "rust"), ("wdl", "rust")]
    {
        let source = source(&["KPK,KRK,KQK", "--as", values, "--emit", language]);
        let (mut questions, mut expected) = (Vec::new(), Vec::new());
        for name in names {
            let material = name.parse::<NormalMaterial>().unwrap();
            let (asked, answers) = positions(tables.get(material).unwrap(), values == "wdl", 1);
            questions.extend(asked);
            expected.extend(answers);
        }
        assert!(answers(&source, language, questions) == expected, "{values} {language}");
    }
}

#[test]
fn rust_source_compiles_in_every_edition() {
    let exported = |arguments: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = assert_cmd::Command::cargo_bin("drawproof").unwrap();
        command.arg("--tables").arg(folder.path()).args(["export", "--emit", "rust"]);
        String::from_utf8(command.args(arguments).assert().success().get_output().stdout.clone())
            .unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let mut modules = String::new();
    for (number, arguments) in [
        &["--bundle", "KPK,KRK,KQK"][..],
        &["--bundle", "KPK,KPKP", "--as", "wdl"],
        &["--exact", "KPK"],
        &["KPK"],
        &["KPK", "--as", "wdl"],
    ]
    .into_iter()
    .enumerate()
    {
        let module = format!("source_{number}");
        fs::write(folder.path().join(&module).with_extension("rs"), exported(arguments)).unwrap();
        modules += &format!("pub mod {module};\n");
    }
    let path = folder.path().join("modules.rs");
    fs::write(&path, modules).unwrap();
    for edition in ["2015", "2018", "2021", "2024"] {
        let mut rustc = Command::new("rustc");
        rustc.args(["--crate-type=lib", "--emit=metadata", "-Dwarnings", "--edition", edition]);
        let done = rustc.arg(&path).arg("--out-dir").arg(folder.path()).output().unwrap();
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{edition}: {errors}");
    }
}

#[test]
fn bundles_of_four_men_answer_too() {
    // Like men, like pawns, wins of both sides, and captures that keep a win.
    for (name, contents) in [
        ("KBBK", &["dtm", "wdl"][..]),
        ("KPPK", &["wdl"]),
        ("KRKN", &["dtm", "wdl"]),
        ("KQBK", &["wdl"]),
    ] {
        let tables = tables(&[name]);
        let material = name.parse::<NormalMaterial>().unwrap();
        for &values in contents {
            let source = source(&[name, "--as", values]);
            let (asked, expected) = positions(tables.get(material).unwrap(), values == "wdl", 37);
            assert!(answers(&source, "c", asked) == expected, "{name} {values}");
        }
    }
}

#[test]
fn en_passant_captures_count() {
    // Each position with the right to capture, which wins, and without it, a draw.
    let fens = ["8/8/8/8/3pP2k/8/8/K7 b - e3 0 1", "k7/8/8/8/3pP3/8/8/K7 b - e3 0 1"];
    let source = source(&["KPK,KPKP", "--as", "wdl"]);
    let (mut questions, mut asked, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for fen in fens {
        for fen in [fen.to_string(), fen.replace("e3", "-")] {
            let board = drawproof_board::fen::parse(&fen).unwrap();
            let right = if fen.contains("e3") { 20 } else { 64 };
            let mut question = vec![1, right];
            for square in board.occupied() {
                let man = board.piece_on(square).unwrap() as u8;
                let color = board.color_on(square).unwrap() as u8;
                question.extend([man + 8 * color, square as u8]);
            }
            questions.extend(question);
            asked.push(fen);
        }
    }
    let mut command = assert_cmd::Command::cargo_bin("drawproof").unwrap();
    let folder = tempfile::tempdir().unwrap();
    command.arg("--tables").arg(folder.path());
    let probed = command.args(["probe", "--format", "json"]).args(asked).assert().success();
    let document: serde_json::Value = serde_json::from_slice(&probed.get_output().stdout).unwrap();
    for answer in document.as_array().unwrap() {
        expected.push(u8::from(answer["dtm"].as_i64() > Some(0)));
    }
    assert_eq!(expected, [1, 0, 1, 0]);
    assert_eq!(answers(&source, "c", questions), expected);
}

#[test]
fn what_a_bundle_cannot_hold_is_an_error() {
    let error = |arguments: &[&str]| {
        String::from_utf8(export(arguments).code(2).get_output().stderr.clone()).unwrap()
    };
    assert!(error(&["KPPKP"]).contains("at most 4"));
    assert!(error(&["KPKP"]).contains("name both in the bundle"));
    assert!(error(&["KPK", "--prefix", "9"]).contains("not a prefix"));
    assert!(error(&["KPK", "--emit", "parquet"]).contains("--emit c"));
    let report = String::from_utf8(export(&["KPK"]).success().get_output().stderr.clone()).unwrap();
    assert!(report.contains("bytes of constants: KPK"), "{report}");
    assert!(report.contains("moves lead to KQK, KRK, which the bundle lacks"), "{report}");
}
