//! The source code: templates, and the arrays written out.

use std::fmt::Write;

use drawproof_board::{Color, Piece};
use drawproof_tables::PlainTable;

use super::{
    distances, outcomes,
    parts::{Array, Content, Language, Parts},
    places,
};

/// The source code of a table and its probe function.
pub fn emit(table: &PlainTable, content: Content, language: Language) -> String {
    let places = places::parts(table.layout());
    let values = values(table, content);
    let name = table.material().to_string();
    let suffix = if content == Content::Dtm { "dtm" } else { "wdl" };
    let prefix = format!("{}_{suffix}", name.to_lowercase());
    let mut data = String::new();
    for (constant, number) in places.constants.iter().chain(&values.constants) {
        match language {
            Language::Rust => writeln!(data, "const {constant}: usize = {number};"),
            // An enumerator is a constant in C too.
            _ => writeln!(data, "enum {{ @_{constant} = {number} }};"),
        }
        .expect("a string can be written to");
    }
    for array in places.arrays.iter().chain(&values.arrays) {
        write_array(&mut data, array, language);
    }
    let template = match (language, content) {
        (Language::Rust, Content::Dtm) => {
            [include_str!("index.rs.txt"), include_str!("dtm.rs.txt")]
        }
        (Language::Rust, Content::Wdl) => {
            [include_str!("index.rs.txt"), include_str!("wdl.rs.txt")]
        }
        (_, Content::Dtm) => [include_str!("index.c.txt"), include_str!("dtm.c.txt")],
        (_, Content::Wdl) => [include_str!("index.c.txt"), include_str!("wdl.c.txt")],
    };
    let size: usize = places.arrays.iter().chain(&values.arrays).map(Array::size_bytes).sum();
    let mut source = head(table, content, language, size);
    source += &data;
    template.iter().for_each(|text| source += text);
    source += if language == Language::Cpp { "\n} // namespace drawproof\n" } else { "" };
    source.replace('@', &prefix)
}

fn values(table: &PlainTable, content: Content) -> Parts {
    match content {
        Content::Dtm => distances::parts(table),
        Content::Wdl => outcomes::parts(table),
    }
}

/// The comment above the data: the table, and how to call the probe function.
fn head(table: &PlainTable, content: Content, language: Language, size: usize) -> String {
    let men: Vec<String> = table
        .layout()
        .men()
        .iter()
        .map(|man| {
            let color = if man.color == Color::White { "White" } else { "Black" };
            let kind = match man.piece {
                Piece::King => "king",
                Piece::Queen => "queen",
                Piece::Rook => "rook",
                Piece::Bishop => "bishop",
                Piece::Knight => "knight",
                Piece::Pawn => "pawn",
            };
            format!("{color}'s {kind}")
        })
        .collect();
    let answer = match content {
        Content::Dtm => "plies to mate for the side to move: odd = win, even = loss, 255 = draw",
        Content::Wdl => "1, 0 or -1: win, draw or loss of the side to move",
    };
    let lines = [
        format!("{}: every legal position without castling or", table.material()),
        String::from("en-passant rights. Written by 'drawproof export'."),
        String::new(),
        String::from("probe(side_to_move, squares): side_to_move 0 = White, 1 = Black; squares"),
        format!("(a1 = 0, b1 = 1, h8 = 63) of {}.", men.join(", ")),
        format!("Gives {answer}."),
        String::from("What it gives for illegal positions means nothing."),
        format!("{size} bytes of data."),
    ];
    let mut head = String::new();
    let comment = if language == Language::C { [" *", " */\n"] } else { ["//", ""] };
    if language == Language::C {
        head += "/*\n";
    }
    for line in lines {
        head += format!("{} {line}", comment[0]).trim_end();
        head += "\n";
    }
    head += comment[1];
    head += match language {
        Language::C => "\n#include <stdint.h>\n\n",
        Language::Cpp => "\n#include <cstdint>\n\nnamespace drawproof {\n\n",
        Language::Rust => "\n",
    };
    head
}

fn write_array(out: &mut String, array: &Array, language: Language) {
    /// Numbers per line.
    const LINE: usize = 24;
    let Array { name, bits, numbers } = array;
    let count = numbers.len();
    let opened = match language {
        Language::Rust => writeln!(out, "static {name}: [u{bits}; {count}] = ["),
        _ => writeln!(out, "static const uint{bits}_t @_{name}[{count}] = {{"),
    };
    opened.expect("a string can be written to");
    for line in numbers.chunks(LINE) {
        for number in line {
            write!(out, "{number},").expect("a string can be written to");
        }
        out.push('\n');
    }
    *out += if language == Language::Rust { "];\n" } else { "};\n" };
}
