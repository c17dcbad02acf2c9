//! C programs that link the library, and the exported functions compared with the Rust crate.

#![allow(unsafe_code)]

mod boundary;
mod faults;
mod library;

use std::{
    ffi::CString,
    path::{Path, PathBuf},
    process::Command,
};

use drawproof_board::{Board, BoardBuilder, Color, Piece, Square, get_king_moves};
use drawproof_capi::{BAD_POSITION, drawproof_recognize, drawproof_recognize_fen, is_legal};
use drawproof_recognizers::{Claim, Position, catalogue, recognize};

/// The compiler and its options for C.
const C: (&str, &[&str]) = ("gcc", &["-std=c99"]);
const CPP: (&str, &[&str]) = ("g++", &["-std=c++11", "-pthread"]);

/// Compiles a file of this crate against the headers and the static library, with warnings as errors, and
/// returns the program; `None` if there is no compiler.
fn compile(folder: &Path, source: &str, (compiler, options): (&str, &[&str])) -> Option<PathBuf> {
    if Command::new(compiler).arg("--version").output().is_err() {
        eprintln!("skipped: there is no {compiler} to compile {source} with");
        return None;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.join(source.replace('/', "-"));
    // Cargo leaves the library of a package under test beside the test.
    let library = std::env::current_exe().unwrap().with_file_name("libdrawproof_capi.a");
    let built = Command::new(compiler)
        .args(options)
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .arg(here.join("include"))
        .arg(here.join(source))
        .arg(&library)
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Some(program)
}

/// Runs a compiled program, which must succeed, and returns its standard output.
fn run_program(program: &Path, arguments: &[&str]) -> String {
    let ran = Command::new(program).args(arguments).output().unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}: {} {out}{errors}", program.display(), ran.status);
    out
}

/// Compiles and runs a C file; `None` if there is no compiler.
fn run(folder: &Path, source: &str, arguments: &[&str]) -> Option<String> {
    Some(run_program(&compile(folder, source, C)?, arguments))
}

#[test]
fn the_c_example_prints_the_claims_of_the_rust_crate() {
    let folder = tempfile::tempdir().unwrap();
    let fens = [
        "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1",
        "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",
        "8/8/3k4/8/8/8/8/K6B w - - 0 1",
    ];
    let Some(out) = run(folder.path(), "examples/ask.c", &fens) else { return };
    let rust = fens.map(|fen| match recognize(&Position::from(&fen.parse::<Board>().unwrap())) {
        Claim::DRAW => "draw",
        Claim::WIN => "White wins",
        Claim::LOSS => "Black wins",
        _ => "no claim",
    });
    assert_eq!(out.lines().collect::<Vec<_>>(), rust);
    assert_eq!(run(folder.path(), "examples/ask.c", &[]).as_deref(), Some("draw\n"));
}

#[test]
fn careless_callers_get_an_error_code() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "tests/boundary.c", &[]);
}

/// Calls both exported functions as C would.
fn answers(position: &Position, fen: &str) -> [i32; 2] {
    let fen = CString::new(fen).unwrap();
    // SAFETY: both pointers are to values that outlive the calls; the text ends with a zero byte.
    unsafe { [drawproof_recognize(position), drawproof_recognize_fen(fen.as_ptr())] }
}

#[test]
fn every_example_of_every_rule_gets_the_answer_of_the_rule() {
    for rule in catalogue() {
        for fen in rule.patterns().iter().flat_map(|p| [p.matches, p.differs]) {
            let position = Position::from(&fen.parse::<Board>().unwrap());
            let claim = i32::from(rule.claim(&position).by_colour(position.stm()).bits());
            assert_eq!(answers(&position, fen), [claim; 2], "{fen}");
        }
    }
}

/// Pseudo-random numbers (xorshift64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 20) % bound
    }
}

#[test]
fn positions_are_legal_exactly_if_the_board_crate_builds_them() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut legal, mut illegal) = (0, 0);
    for _ in 0..200_000 {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = Color::ALL[numbers.below(2) as usize];
        let men = 2 + numbers.below(4);
        for man in 0..men {
            let square = Square::index(numbers.below(64) as usize);
            let king = man < 2 && numbers.below(40) > 0;
            let piece = if king { Piece::King } else { Piece::ALL[numbers.below(6) as usize] };
            let color = Color::ALL[if king { man } else { numbers.below(2) } as usize];
            *builder.square_mut(square) = Some((piece, color));
        }
        let mut position = Position {
            colour: [0; 2],
            kind: [0; 6],
            side_to_move: builder.side_to_move as u8,
            en_passant: 64,
        };
        for (square, man) in Square::ALL.into_iter().zip(builder.board) {
            let Some((piece, color)) = man else { continue };
            position.colour[color as usize] |= 1 << square as u64;
            position.kind[piece as usize] |= 1 << square as u64;
        }
        // The board crate accepts adjacent kings and refuses three checkers; here it is the
        // reverse.
        let apart =
            |board: &Board| !get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
        let built = builder.build().is_ok_and(|board| apart(&board));
        assert!(!built || is_legal(&position), "{position:?}");
        if is_legal(&position) && !built {
            assert!(men >= 5, "{position:?}");
        }
        if built { legal += 1 } else { illegal += 1 }
    }
    assert!(legal > 50_000 && illegal > 20_000, "{legal} {illegal}");
}

#[test]
fn any_bit_pattern_gets_an_answer() {
    let mut numbers = Numbers(1);
    for _ in 0..300_000 {
        let mut sparse = || numbers.next() & numbers.next() & numbers.next() & numbers.next();
        let mut position = Position {
            colour: [sparse(), sparse()],
            kind: std::array::from_fn(|_| sparse()),
            side_to_move: (sparse() & 3) as u8,
            en_passant: (sparse() & 127) as u8,
        };
        // SAFETY: the pointer is to a value that outlives the call.
        let answer = unsafe { drawproof_recognize(&position) };
        assert!((BAD_POSITION..=7).contains(&answer), "{position:?}: {answer}");
        position.colour[1] &= !position.colour[0];
        // SAFETY: the pointer is to a value that outlives the call.
        let answer = unsafe { drawproof_recognize(&position) };
        assert!((BAD_POSITION..=7).contains(&answer), "{position:?}: {answer}");
    }
}
