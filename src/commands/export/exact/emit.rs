//! Exact outcomes as source code: the trees, and the functions of the templates.

use std::fmt::Write;

use drawproof_miner::code::{Trees, VIEW_SOURCE};

use super::super::parts::Language;

/// Numbers a line.
const LINE: usize = 24;

/// What the source code needs of all trees.
struct Arrays {
    /// By code of the first man and 16 times that of the second the number of the endgame plus 1, or 0.
    numbers: Vec<u32>,
    /// By endgame where the trees for White and for Black to move begin.
    first: Vec<[usize; 2]>,
    /// All trees.
    words: Vec<u16>,
}

fn arrays(trees: &[Trees]) -> Arrays {
    let mut arrays = Arrays { numbers: vec![0; 256], first: Vec::new(), words: Vec::new() };
    for (number, trees) in trees.iter().enumerate() {
        let [a, b] = trees.men.map(usize::from);
        arrays.numbers[a + 16 * b] = number as u32 + 1;
        arrays.first.push([arrays.words.len(), arrays.words.len() + trees.words[0].len()]);
        trees.words.iter().for_each(|words| arrays.words.extend(words));
    }
    arrays
}

/// Bytes of all constants.
pub fn size_bytes(trees: &[Trees]) -> usize {
    let Arrays { numbers, first, words } = arrays(trees);
    numbers.len() + 8 * first.len() + 2 * words.len()
}

/// The source code.
pub fn source(trees: &[Trees], language: Language, prefix: &str) -> String {
    let arrays = arrays(trees);
    let is_rust = language == Language::Rust;
    let first: Vec<u32> = arrays.first.iter().flatten().map(|&at| at as u32).collect();
    let words: Vec<u32> = arrays.words.iter().map(|&word| word.into()).collect();
    let mut text = head(trees, language, prefix);
    write_array(&mut text, is_rust, ("NUMBERS", 8, None), &arrays.numbers);
    write_array(&mut text, is_rust, ("FIRST", 32, Some(2)), &first);
    write_array(&mut text, is_rust, ("TREES", 16, None), &words);
    if is_rust {
        // The first comment of the file is about the whole project.
        let (_, view) = VIEW_SOURCE.split_once("\n\n").expect("a comment is first");
        text += &format!("\n{view}").replace("\npub ", "\n").replace("    pub ", "    ");
        text += include_str!("exact.rs.txt");
    } else {
        text += include_str!("exact.c.txt");
        text += "\n#endif\n";
        text = text.replace('@', prefix);
    }
    text
}

/// The comment above the code: the licence, the endgames, what to call.
fn head(trees: &[Trees], language: Language, prefix: &str) -> String {
    let mut lines =
        vec![String::from("Win, draw or loss of every legal position without castling rights of")];
    let names: Vec<String> = trees.iter().map(|trees| trees.material.to_string()).collect();
    lines.extend(names.chunks(12).map(|names| names.join(" ")));
    lines.push(format!("{} bytes of constants. Written by 'drawproof export'.", size_bytes(trees)));
    lines.push(String::new());
    lines.extend(include_str!("../../../../LICENSE-MIT").lines().map(String::from));
    match language {
        Language::Rust => {
            let lines = lines.iter().map(|line| format!("{}\n", format!("// {line}").trim_end()));
            lines.collect::<String>() + "\n"
        }
        Language::C | Language::Cpp => {
            let lines = lines.iter().map(|line| format!("{}\n", format!(" * {line}").trim_end()));
            let guard = format!("{}_H", prefix.to_ascii_uppercase());
            let text: String = lines.collect();
            format!("/*\n{text} */\n#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n")
        }
    }
}

/// Writes an array by its name, the bits of a number, and the columns of a row if it has rows.
fn write_array(
    out: &mut String,
    is_rust: bool,
    (name, bits, columns): (&str, u32, Option<usize>),
    numbers: &[u32],
) {
    let count = numbers.len() / columns.unwrap_or(1);
    *out += &match (is_rust, columns) {
        (true, Some(columns)) => format!("static {name}: [[u{bits}; {columns}]; {count}] = [\n"),
        (true, None) => format!("static {name}: [u{bits}; {count}] = [\n"),
        (false, Some(columns)) => {
            format!("static const uint{bits}_t @_{name}[{count}][{columns}] = {{\n")
        }
        (false, None) => format!("static const uint{bits}_t @_{name}[{count}] = {{\n"),
    };
    let [open, close] = match (columns, is_rust) {
        (None, _) => ["", ""],
        (_, true) => ["[", "],"],
        (_, false) => ["{", "},"],
    };
    for line in numbers.chunks(columns.unwrap_or(LINE)) {
        *out += open;
        for number in line {
            write!(out, "{number},").expect("a string can be written to");
        }
        *out += close;
        out.push('\n');
    }
    *out += if is_rust { "];\n" } else { "};\n" };
}
