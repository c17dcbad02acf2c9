//! drawproof_board.h, compared with boards parsed from FENs square by square.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use drawproof_recognizers::Position;
use drawproof_verifier::fen_of;

/// Strict flags of a language, and whether the header does without the compiler's own functions.
const COMPILERS: [(&str, &[&str]); 3] = [
    ("cc", &["-std=c99"]),
    ("cc", &["-std=c99", "-DDRAWPROOF_NO_BUILTINS"]),
    ("c++", &["-x", "c++", "-std=c++11"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn build(number: usize, folder: &Path) -> PathBuf {
    let (compiler, flags) = COMPILERS[number];
    let program = folder.join(format!("board_glue{number}"));
    let mut command = Command::new(compiler);
    command.args(flags).args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow", "-I"]);
    command
        .arg(root().join("bindings/c/include"))
        .arg("-o")
        .args([&program, &root().join("tests/cli/board_glue.c")]);
    let built = command.output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

/// Positions of two to eight men on any squares, legal or not, a third of them with an en-passant
/// square.
fn positions() -> Vec<Position> {
    let mut state = 1_u64;
    let mut random = move |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut positions = Vec::new();
    for number in 0..600_u32 {
        let mut position = Position {
            colour: [0; 2],
            kind: [0; 6],
            side_to_move: (number & 1) as u8,
            en_passant: 64,
        };
        for man in 0..2 + random(7) {
            let square = loop {
                let square = 1 << random(64);
                if (position.colour[0] | position.colour[1]) & square == 0 {
                    break square;
                }
            };
            let (colour, kind) = if man < 2 { (man, 5) } else { (random(2), random(5)) };
            position.colour[colour as usize] |= square;
            position.kind[kind as usize] |= square;
        }
        if random(3) == 0 {
            let rank = if position.side_to_move == 0 { 5 } else { 2 };
            position.en_passant = (8 * rank + random(8)) as u8;
        }
        positions.push(position);
    }
    positions
}

/// The man on each square of a FEN, a1 first: its colour and kind.
fn board(fen: &str) -> [Option<(i32, i32)>; 64] {
    let mut board = [None; 64];
    for (row, rank) in fen.split(' ').next().unwrap().split('/').zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                let kind = "pnbrqk".find(letter.to_ascii_lowercase()).unwrap() as i32;
                board[8 * rank + file] = Some((i32::from(letter.is_ascii_lowercase()), kind));
                file += 1;
            }
        }
        assert_eq!(file, 8, "{fen}");
    }
    board
}

/// The FEN with colours exchanged and the board turned.
fn reversed(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |letter: char| match letter {
        _ if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    };
    let rows: Vec<String> =
        fields[0].split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    format!("{} {side} - {en_passant} 0 1", rows.join("/"))
}

/// What `board_glue.c` prints about a position, by the definitions of drawproof_board.h.
fn expected(position: &Position) -> String {
    let fen = fen_of(position);
    let board = board(&fen);
    let signed = |man: Option<(i32, i32)>| match man {
        None => 0,
        Some((colour, kind)) => (1 - 2 * colour) * (kind + 1),
    };
    let joined = |numbers: Vec<i32>| {
        numbers.iter().fold(String::new(), |mut text, number| {
            write!(text, " {number}").unwrap();
            text
        })
    };
    let at = |file: i32, rank: i32| {
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| board[(8 * rank + file) as usize])
    };
    let mailbox = |cells: i32, place: &dyn Fn(i32) -> (i32, i32)| {
        let cell = |cell| {
            let (file, rank) = place(cell);
            at(file, rank).map_or(99, signed)
        };
        joined((0..cells).map(cell).collect())
    };
    let padded = |cell: i32| (cell % 10 - 1, cell / 10 - 2);
    let mut text = format!("fen {fen}\nlength {}\n", fen.len());
    let mut line = |name: &str, rest: String| writeln!(text, "{name}{rest}").unwrap();
    line("8x8", mailbox(64, &|cell| (cell % 8, cell / 8)));
    line("8x8-from-a8", mailbox(64, &|cell| (cell % 8, 7 - cell / 8)));
    line("from-h1", mailbox(64, &|cell| (7 - cell % 8, cell / 8)));
    line("0x88", mailbox(128, &|cell| (cell % 16, cell / 16)));
    line("10x12", mailbox(120, &padded));
    let numbered = |cell| {
        let (file, rank) = padded(cell);
        at(file, rank).map_or(255, |man| man.map_or(0, |(colour, kind)| 1 + 8 * colour + kind))
    };
    line("numbered", joined((0..120).map(numbered).collect()));
    let rows = fen.split(' ').next().unwrap().replace('/', "");
    let letters = rows.chars().map(|letter| match letter.to_digit(10) {
        Some(empty) => ".".repeat(empty as usize),
        None => letter.to_string(),
    });
    line("letters", format!(" {}", letters.collect::<String>()));

    let squares = |colour: i32, kind: i32| -> Vec<i32> {
        (0..64).filter(|&s| board[s as usize] == Some((colour, kind))).collect()
    };
    let kinds: Vec<(i32, i32)> = (0..2).flat_map(|c| (0..6).map(move |k| (c, k))).collect();
    let men = kinds.iter().flat_map(|&(colour, kind)| {
        squares(colour, kind).into_iter().flat_map(move |s| [colour, kind, s + (s & 56)])
    });
    line("men", joined(men.collect()));
    for &(colour, kind) in &kinds {
        let numbers = squares(colour, kind).iter().map(|s| 21 + s % 8 + 10 * (s / 8)).collect();
        line("list", joined(numbers));
    }
    line("kings", joined(vec![squares(0, 5)[0], squares(1, 5)[0]]));
    let en_passant = match i32::from(position.en_passant) {
        64 => vec![-1, -1, -1, 0],
        s => vec![s, s ^ 56, s + (s & 56), 21 + s % 8 + 10 * (s / 8)],
    };
    line("en-passant", joined(en_passant));
    let material = |colour| (0..5).map(|k| (squares(colour, k).len() as i32) << (4 * k)).sum();
    let (white, black): (i32, i32) = (material(0), material(1));
    line("material", joined(vec![white, black, 1, (white == 0x101).into()]));
    line("reversed", format!(" {}", reversed(&fen)));
    text
}

#[test]
fn boards_lists_and_fens_are_those_of_the_position() {
    let folder = tempfile::tempdir().unwrap();
    let positions = positions();
    assert!(positions.iter().any(|p| p.en_passant < 64));
    let mut input = String::new();
    for p in &positions {
        for number in p.colour.iter().chain(&p.kind) {
            write!(input, "{number:x} ").unwrap();
        }
        writeln!(input, "{:x} {:x}", p.side_to_move, p.en_passant).unwrap();
    }
    let mut expected: String = positions.iter().map(expected).collect();
    // Claims by colour change sides, those by side to move do not.
    expected += "claims 0 4 2 6 1 5 3 7 8 9 10 11 12 13 14 15\n";
    for (number, compiler) in COMPILERS.iter().enumerate() {
        let mut program = Command::new(build(number, folder.path()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = program.stdin.take().unwrap();
        let sent = input.clone();
        let writer = std::thread::spawn(move || stdin.write_all(sent.as_bytes()));
        let output = program.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{compiler:?}");
        for (line, expected) in printed.lines().zip(expected.lines()) {
            assert_eq!(line, expected, "{compiler:?}");
        }
        assert_eq!(printed.len(), expected.len(), "{compiler:?}");
    }
}

#[test]
fn the_header_compiles_alone_and_twice() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("twice.c");
    fs::write(&source, "#include \"drawproof_board.h\"\n#include \"drawproof_board.h\"\n").unwrap();
    for (compiler, flags) in COMPILERS {
        let mut command = Command::new(compiler);
        command.args(flags).args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"]);
        command.arg(root().join("bindings/c/include")).arg(&source);
        let output = command.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{compiler} {flags:?}: {errors}");
    }
}
