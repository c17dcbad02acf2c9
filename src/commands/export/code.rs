//! What all source code is written from: the values, the language, the comment at the head, constants
//! and arrays. Templates and names have `@` where the prefix of names is put in C.

use std::fmt::Write;

use clap::ValueEnum;
use drawproof_recognizers::source::{ATTACKS_SOURCE, MOVES_SOURCE};

/// The answers that exported source code gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Answers {
    /// Distances to mate in plies.
    Dtm,
    /// Win, draw or loss.
    Wdl,
    /// Whether a colour can still mate, in any endgame.
    CanMate,
    /// Fathom's functions for engines, for all endgames of up to four men.
    Fathom,
}

/// The values that exported source code contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Distances to mate in plies.
    Dtm,
    /// Win, draw or loss.
    Wdl,
}

/// The language of exported source code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
}

/// The form of an exported table: a language or a file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// A compressed Parquet file with one row per position.
    Parquet,
    /// An uncompressed Arrow IPC (Feather) file with one row per position.
    Arrow,
    /// An Arrow IPC stream, for pipes.
    ArrowStream,
}

impl Form {
    /// Returns the language of the source code; `None` for a file of columns.
    pub fn language(self) -> Option<Language> {
        match self {
            Form::C => Some(Language::C),
            Form::Cpp => Some(Language::Cpp),
            Form::Rust => Some(Language::Rust),
            Form::Parquet | Form::Arrow | Form::ArrowStream => None,
        }
    }
}

/// The source code of some endgames, with a report for standard error.
pub struct Source {
    /// The text of the source code.
    pub text: String,
    /// The size in bytes of the constants, in total and by endgame, as text.
    pub report: String,
}

/// A named array of unsigned numbers in source code.
#[derive(Clone)]
pub struct Array {
    /// The name of the array in the source code.
    pub name: &'static str,
    /// The number of bits of each number: 8, 16, 32 or 64.
    pub bits: u32,
    /// The length of a row; `None` for an array without rows.
    pub columns: Option<usize>,
    /// The numbers, row by row.
    pub numbers: Vec<u64>,
}

impl Array {
    /// Creates an array of numbers of `bits` bits, without rows.
    pub fn new(name: &'static str, bits: u32, numbers: Vec<u64>) -> Array {
        Array { name, bits, columns: None, numbers }
    }

    /// Creates an array of the narrowest numbers, 8 to 64 bits, that hold the largest one.
    pub fn narrow(name: &'static str, numbers: Vec<u64>) -> Array {
        let largest = numbers.iter().copied().max().unwrap_or(0);
        let bits = [8, 16, 32].into_iter().find(|&bits| largest >> bits == 0).unwrap_or(64);
        Array::new(name, bits, numbers)
    }

    /// Returns the array divided into rows of `columns` numbers.
    pub fn in_rows(self, columns: usize) -> Array {
        Array { columns: Some(columns), ..self }
    }

    /// Returns the size in bytes of the array in a compiled program.
    pub fn size_bytes(&self) -> usize {
        self.numbers.len() * self.bits as usize / 8
    }
}

impl Language {
    /// Returns `rust` for Rust, and `c` for C and C++.
    pub fn choose(self, c: &'static str, rust: &'static str) -> &'static str {
        if self == Language::Rust { rust } else { c }
    }

    /// Returns the beginning of a file: a comment with `lines` and the licence, and in C and C++ an
    /// include guard, which [`Language::end`] closes.
    pub fn head(self, mut lines: Vec<String>, prefix: &str) -> String {
        lines.push(String::new());
        lines.extend(include_str!("../../../LICENSE-MIT").lines().map(String::from));
        let begin = self.choose(" *", "//");
        let text: String = lines
            .iter()
            .map(|line| format!("{}\n", format!("{begin} {line}").trim_end()))
            .collect();
        if self == Language::Rust {
            return text + "\n";
        }
        let guard = format!("{}_H", prefix.to_ascii_uppercase());
        format!("/*\n{text} */\n#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n")
    }

    /// Returns the end of a file, which closes the include guard of [`Language::head`].
    pub fn end(self) -> &'static str {
        self.choose("\n#endif\n", "")
    }

    /// Returns the source code of the position type.
    pub fn position(self) -> &'static str {
        self.choose(include_str!("position.c.txt"), include_str!("position.rs.txt"))
    }

    /// Returns the source code of the position type and of the functions for attacked squares.
    pub fn attacks(self) -> String {
        let attacks = match self {
            Language::Rust => exported(ATTACKS_SOURCE),
            Language::C | Language::Cpp => include_str!("attacks.c.txt").into(),
        };
        self.position().to_owned() + &attacks
    }

    /// Returns the source code that makes moves. It calls the functions of [`Language::attacks`].
    pub fn moves(self) -> String {
        match self {
            Language::Rust => exported(MOVES_SOURCE),
            Language::C | Language::Cpp => include_str!("moves.c.txt").into(),
        }
    }

    /// Returns the source code of named constants, which the code of a probe uses.
    pub fn constants(self, constants: &[(&str, u64)]) -> String {
        let line = |&(name, number): &(&str, u64)| match self {
            Language::Rust => format!("const {name}: usize = {number};"),
            Language::C | Language::Cpp => format!("    @_{name} = {number}"),
        };
        let lines: Vec<String> = constants.iter().map(line).collect();
        match self {
            Language::Rust => lines.join("\n") + "\n",
            // Enumerators are constants in C too.
            Language::C | Language::Cpp => format!("enum {{\n{}\n}};\n", lines.join(",\n")),
        }
    }

    /// Returns the source code of an array. An array without rows gets `line` numbers on a line.
    pub fn array(self, array: &Array, line: usize) -> String {
        let Array { name, bits, columns, numbers } = array;
        let count = numbers.len() / columns.unwrap_or(1);
        let mut out = match (self, columns) {
            (Language::Rust, Some(columns)) => {
                format!("static {name}: [[u{bits}; {columns}]; {count}] = [\n")
            }
            (Language::Rust, None) => format!("static {name}: [u{bits}; {count}] = [\n"),
            (_, Some(columns)) => {
                format!("static const uint{bits}_t @_{name}[{count}][{columns}] = {{\n")
            }
            (_, None) => format!("static const uint{bits}_t @_{name}[{count}] = {{\n"),
        };
        let suffix = if *bits == 64 { self.choose("u", "") } else { "" };
        let [open, close] = match columns {
            Some(_) => [self.choose("{", "["), self.choose("},", "],")],
            None => ["", ""],
        };
        for line in numbers.chunks(columns.unwrap_or(line)) {
            out += open;
            for number in line {
                write!(out, "{number}{suffix},").expect("a string can be written to");
            }
            out += close;
            out.push('\n');
        }
        out + self.choose("};\n", "];\n")
    }
}

/// Prepares the text of a source file of the recognizers crate for a file of its own: removes its
/// head comment and its imports.
pub fn exported(source: &str) -> String {
    let is_head = |part: &&str| part.starts_with("//!") || part.starts_with("use ");
    let parts: Vec<&str> = source.split("\n\n").skip_while(is_head).collect();
    format!("\n{}", parts.join("\n\n").replace("pub(super) ", ""))
}
