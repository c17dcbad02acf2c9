//! Programs that use the tables and all rules of the library.

use std::{fs, path::Path};

use drawproof_tables::{
    NormalMaterial,
    file::{Folder, pack},
};

use crate::{C, CPP, compile, run_program};

/// Writes a sound table file of KRKR and a damaged one of KRKB.
fn write_tables(path: &Path) {
    let [krkr, krkb] = ["KRKR", "KRKB"].map(|name| name.parse::<NormalMaterial>().unwrap());
    let tables = drawproof_generator::solve_closure(&[krkr, krkb], &()).unwrap();
    let folder = Folder::new(path);
    for material in [krkr, krkb] {
        let bytes = pack(tables.get(material).unwrap(), 1);
        folder.write(&folder.lock(material).unwrap(), material, &bytes).unwrap();
    }
    let damaged = path.join("KRKB.dpt");
    let mut bytes = fs::read(&damaged).unwrap();
    let eighth = bytes.len() / 8;
    bytes[eighth..].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(damaged, bytes).unwrap();
}

#[test]
fn the_library_answers_valid_calls_and_refuses_others() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path());
    let tables = folder.path().to_str().unwrap();
    if let Some(program) = compile(folder.path(), "tests/library.c", C) {
        run_program(&program, &[tables]);
    }
}

#[test]
fn the_examples_in_c_and_cpp_run() {
    let folder = tempfile::tempdir().unwrap();
    if let Some(program) = compile(folder.path(), "examples/tables.c", C) {
        let out = run_program(&program, &["8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"]);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[1], "  win, DTM 57");
        assert!(lines[2].starts_with("  best move "), "{out}");
        assert!(lines[3].starts_with("  rule KRKB"), "{out}");
        assert!(lines.len() > 4, "a pattern withdraws the claim: {out}");
        let out = run_program(&program, &[]);
        assert!(out.contains("  draw\n") && out.contains(": draw\n"), "{out}");
    }
    if let Some(program) = compile(folder.path(), "examples/threads.cpp", CPP) {
        assert_eq!(run_program(&program, &[]), "12 of 12 right\n");
    }
}
