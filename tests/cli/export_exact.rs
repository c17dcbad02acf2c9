//! Exact outcomes as source code are compiled and probed.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use crate::export_bundle::{answers, positions, tables};
use drawproof_tables::NormalMaterial;

fn export(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").expect("the program is built");
    command.arg("--tables").arg(folder.path()).args(["export", "--exact"]);
    command.args(arguments).assert()
}

#[test]
fn every_language_answers_right() {
    for language in ["c", "cpp", "rust"] {
        let last = if language == "c" { "KNNK" } else { "KRK" };
        let exported = export(&["KPK", last, "--as", "wdl", "--emit", language]).success();
        let source = String::from_utf8(exported.get_output().stdout.clone()).unwrap();
        let (mut questions, mut expected) = (Vec::new(), Vec::new());
        for (name, step) in [("KPK", 1), ("KQK", 1), (last, 29)] {
            let material = name.parse::<NormalMaterial>().unwrap();
            let tables = tables(&[name]);
            let (asked, values) = positions(tables.get(material).unwrap(), true, step);
            questions.extend(asked);
            expected.extend(values);
        }
        // Kings alone, a lone knight, and an endgame that the file has not, KRBK.
        questions.extend([0, 64, 5, 0, 13, 63, 15, 0, 15, 0]);
        questions.extend([0, 64, 5, 0, 13, 63, 9, 20, 15, 0]);
        questions.extend([0, 64, 5, 0, 13, 63, 3, 20, 2, 30]);
        expected.extend([0, 0, 253]);
        assert!(answers(&source, language, questions) == expected, "{language}");
    }
}

#[test]
fn what_is_not_possible_is_an_error() {
    let error = |arguments: &[&str]| {
        String::from_utf8(export(arguments).code(2).get_output().stderr.clone()).unwrap()
    };
    assert!(error(&["KPPKP"]).contains("at most 4"));
    assert!(error(&["KPK", "--as", "dtm"]).contains("--as wdl"));
    assert!(error(&["KPK", "--emit", "parquet"]).contains("--emit c"));
    assert!(error(&["KPK", "--prefix", "9"]).contains("not a prefix"));
    assert!(error(&["KBK"]).contains("nothing to write"));
    assert!(error(&["KPK", "--men", "4"]).contains("cannot be used with"));
    let report = String::from_utf8(export(&["KPK"]).success().get_output().stderr.clone()).unwrap();
    assert!(report.contains("bytes of constants"), "{report}");
}

/// Reads questions as those of a bundle; writes the result by `tb_probe_wdl`, and 2 where the root's result is another.
const FATHOM_MAIN: &str = r#"
#include <stdio.h>
#include "tbprobe.h"
int main(void) {
    unsigned char p[10];
    if (!tb_init("") || TB_LARGEST != 3) return 1;
    while (fread(p, 1, 10, stdin) == 10) {
        uint64_t colour[2] = {0, 0}, kind[6] = {0, 0, 0, 0, 0, 0};
        int i, white = p[0] == 0;
        unsigned result, root;
        for (i = 2; i < 10 && p[i] != 15; i += 2) {
            colour[p[i] / 8] |= (uint64_t)1 << p[i + 1];
            kind[p[i] % 8] |= (uint64_t)1 << p[i + 1];
        }
        result = tb_probe_wdl(colour[0], colour[1], kind[5], kind[4], kind[3], kind[2], kind[1], kind[0], 0, 0, 0, white);
        root = tb_probe_root(colour[0], colour[1], kind[5], kind[4], kind[3], kind[2], kind[1], kind[0], 0, 0, 0, white, NULL);
        if (root == TB_RESULT_CHECKMATE) root = TB_LOSS;
        if (root == TB_RESULT_STALEMATE) root = TB_DRAW;
        putchar(TB_GET_WDL(root) != result ? 2 : result == TB_WIN ? 1 : result == TB_DRAW ? 0 : 255);
    }
    return 0;
}
"#;

#[test]
fn fathoms_functions_as_one_file_answer_right_at_every_position_of_three_men() {
    let folder = tempfile::tempdir().unwrap();
    let [source, main, program] = ["tbprobe.c", "main.c", "main"].map(|it| folder.path().join(it));
    let export = || {
        let mut command = assert_cmd::Command::cargo_bin("drawproof").unwrap();
        command.args(["export", "--as", "fathom", "--men", "3", "--output"]).arg(&source);
        let output = command.assert().success().get_output().stderr.clone();
        String::from_utf8(output).unwrap()
    };
    assert!(!export().contains("stays as it is"));
    assert!(export().contains("tbprobe.h is there, and stays as it is"));
    fs::write(&main, FATHOM_MAIN).unwrap();
    let mut pairs: Vec<([u8; 10], u8)> = Vec::new();
    let names = ["KPK", "KRK", "KQK", "KNK"];
    for name in names {
        let material = name.parse::<NormalMaterial>().unwrap();
        let (asked, values) = positions(tables(&names).get(material).unwrap(), true, 1);
        let asked = asked.chunks_exact(10).map(|question| question.try_into().unwrap());
        pairs.extend(asked.zip(values));
    }
    // The functions for root moves keep the distances of one endgame, with a pawn where it stands.
    pairs.sort_by_key(|(question, _)| {
        let men = question[2..].chunks_exact(2).filter(|man| man[0] % 8 != 5 && man[0] != 15);
        men.map(|man| (man[0], if man[0] % 8 == 0 { man[1] } else { 64 })).collect::<Vec<_>>()
    });
    let questions: Vec<u8> = pairs.iter().flat_map(|it| it.0).collect();
    let expected: Vec<u8> = pairs.iter().map(|it| it.1).collect();
    for compiler in [["cc", "-std=c99"], ["c++", "-std=c++11"]] {
        let mut compile = Command::new(compiler[0]);
        compile.args([compiler[1], "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]);
        if compiler[0] == "c++" {
            compile.args(["-x", "c++"]);
        }
        let compiled = compile.args([&source, &main]).arg("-o").arg(&program).output().unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let mut run = Command::new(&program);
        let mut child = run.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let asked = questions.clone();
        let writer = std::thread::spawn(move || stdin.write_all(&asked));
        let found = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        assert!(found.status.success() && found.stdout == expected, "{compiler:?}");
    }
}
