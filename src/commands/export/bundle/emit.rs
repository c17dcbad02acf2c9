//! The source code of a bundle: templates, and the arrays written out.

use std::fmt::Write;

use drawproof_board::Color;
use drawproof_tables::Man;

use super::{
    super::parts::{Content, Language},
    blocks::Blocks,
    parts::{Array, Values},
};

/// Numbers a line.
const LINE: usize = 32;

/// What is written of a bundle.
pub struct Bundle<'a> {
    /// The endgames.
    pub blocks: Vec<Blocks>,
    /// Their values.
    pub values: Values,
    /// What the values are.
    pub content: Content,
    /// The language of the source code.
    pub language: Language,
    /// What names begin with, in C.
    pub prefix: &'a str,
    /// Whether there is a function for the best move: no move leads to an endgame that the bundle
    /// lacks.
    pub best_move: bool,
    /// Whether both sides have pawns in an endgame.
    pub en_passant: bool,
}

impl Bundle<'_> {
    /// Bytes of all constants.
    pub fn size_bytes(&self) -> usize {
        self.arrays().iter().map(|(array, _)| array.size_bytes()).sum()
    }

    /// The source code.
    pub fn source(&self) -> String {
        let mut text = self.head();
        text += &self.constants();
        for (array, columns) in self.arrays() {
            self.write(&mut text, &array, columns);
        }
        for part in self.templates() {
            text += part;
        }
        text.replace("@VALUES@", &self.answer())
            .replace('@', if self.language == Language::Rust { "" } else { self.prefix })
    }

    fn templates(&self) -> Vec<&'static str> {
        let is_rust = self.language == Language::Rust;
        let choose = |c, rust| if is_rust { rust } else { c };
        let mut parts = vec![match self.content {
            Content::Dtm => choose(include_str!("dtm.c.txt"), include_str!("dtm.rs.txt")),
            Content::Wdl => choose(include_str!("wdl.c.txt"), include_str!("wdl.rs.txt")),
        }];
        parts.push(choose(include_str!("probe.c.txt"), include_str!("probe.rs.txt")));
        if self.en_passant || self.best_move {
            parts.push(choose(include_str!("moves.c.txt"), include_str!("moves.rs.txt")));
        }
        parts.push(match self.en_passant {
            true => choose(include_str!("passant.c.txt"), include_str!("passant.rs.txt")),
            false => choose(include_str!("value.c.txt"), include_str!("value.rs.txt")),
        });
        if self.best_move {
            parts.push(choose(include_str!("best.c.txt"), include_str!("best.rs.txt")));
        }
        parts.push(choose("\n#endif\n", ""));
        parts
    }

    /// The comment above the data: the licence, the endgames, what to call.
    fn head(&self) -> String {
        let names: Vec<String> =
            self.blocks.iter().map(|blocks| blocks.shape.material().to_string()).collect();
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for name in &names {
            if line.len() + name.len() > 90 {
                lines.push(std::mem::take(&mut line));
            }
            write!(line, "{name} ").expect("a string can be written to");
        }
        lines.push(line);
        lines.push(format!(
            "{} of every legal position without castling rights.",
            match self.content {
                Content::Dtm => "Distance to mate",
                Content::Wdl => "Win, draw or loss",
            }
        ));
        lines.push(format!(
            "{} bytes of constants. Written by 'drawproof export'.",
            self.size_bytes()
        ));
        lines.push(String::new());
        lines.extend(include_str!("../../../../LICENSE-MIT").lines().map(String::from));
        let text: String =
            lines.iter().map(|line| format!("{}\n", format!(" * {line}").trim_end())).collect();
        match self.language {
            Language::Rust => {
                text.replace("\n * ", "\n// ").replace("\n *\n", "\n//\n").replacen(" *", "//", 1)
                    + "\n"
            }
            _ => {
                let guard = format!("{}_H", self.prefix.to_ascii_uppercase());
                format!(
                    "/*\n{text} */\n#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n"
                )
            }
        }
    }

    /// What a probe returns, in a sentence.
    fn answer(&self) -> String {
        String::from(match self.content {
            Content::Dtm => {
                "Plies to mate for the side to move: odd = win, even = loss, 255 = draw; -1 = not in \
                 the bundle."
            }
            Content::Wdl => {
                "1, 0 or -1: win, draw or loss of the side to move; 2 = not in the bundle."
            }
        })
    }

    /// The columns of `ENDGAMES` and of a stored side to move in it, and the constants of the values.
    fn constants(&self) -> String {
        // Three men by role follow `LEAD`.
        let columns = [("PAWNS", 0), ("ALIKE", 1), ("DERIVED", 2), ("ROWS", 3), ("LEAD", 4)];
        let side_1 = 7 + self.values.columns.len() as u64;
        let columns = columns.into_iter().chain([("SIDE_0", 7), ("SIDE_1", side_1)]);
        let sides = self.values.columns.iter().copied().zip(0..);
        let all = columns.chain(sides).chain(self.values.constants.iter().copied());
        match self.language {
            Language::Rust => {
                all.map(|(name, number)| format!("const {name}: usize = {number};\n")).collect()
            }
            // Enumerators are constants in C too.
            _ => {
                let lines = all.map(|(name, number)| format!("    @_{name} = {number},\n"));
                format!("enum {{\n{}}};\n", lines.collect::<String>().trim_end_matches(",\n"))
                    .replace("};", "\n};")
            }
        }
    }

    /// All arrays, with the number of columns of those that have rows.
    fn arrays(&self) -> Vec<(Array, Option<usize>)> {
        let (mut rows, mut bases) = (Vec::new(), Vec::new());
        let mut numbers = vec![0; 256];
        let width = 7 + 2 * self.values.columns.len();
        for (number, (blocks, sides)) in self.blocks.iter().zip(&self.values.sides).enumerate() {
            let shape = &blocks.shape;
            let men: Vec<u64> = shape.others().map(code).collect();
            let key = men[0] + 16 * men.get(1).copied().unwrap_or(15);
            numbers[key as usize] = number as u64 + 1;
            let second = if shape.has_second() { code(shape.man(1)) } else { 15 };
            let derived = blocks.sides == [Color::White];
            let mut row = vec![shape.has_pawns.into(), shape.alike.into(), derived.into()];
            row.push(bases.len() as u64);
            row.extend([code(shape.man(0)), second, code(shape.man(2))]);
            sides.iter().for_each(|side| row.extend(side));
            row.resize(width, 0);
            rows.extend(row);
            bases.extend(blocks.bases.iter().map(|&base| base as u64));
        }
        let own = [
            (Array { name: "ENDGAMES", bits: 32, numbers: rows }, Some(width)),
            (Array { name: "NUMBERS", bits: 8, numbers }, None),
            (Array::narrow("BASES", bases), None),
        ];
        let values = self.values.arrays.iter().map(|array| (array.clone(), None));
        own.into_iter().chain(values).collect()
    }

    fn write(&self, out: &mut String, array: &Array, columns: Option<usize>) {
        let Array { name, bits, numbers } = array;
        let count = numbers.len() / columns.unwrap_or(1);
        let is_rust = self.language == Language::Rust;
        let kind = match (is_rust, columns) {
            (true, Some(columns)) => format!("static {name}: [[u{bits}; {columns}]; {count}] = ["),
            (true, None) => format!("static {name}: [u{bits}; {count}] = ["),
            (false, Some(columns)) => {
                format!("static const uint{bits}_t @_{name}[{count}][{columns}] = {{")
            }
            (false, None) => format!("static const uint{bits}_t @_{name}[{count}] = {{"),
        };
        *out += &kind;
        out.push('\n');
        let suffix = if !is_rust && *bits == 64 { "u" } else { "" };
        for line in numbers.chunks(columns.unwrap_or(LINE)) {
            let braces = match (columns.is_some(), is_rust) {
                (false, _) => ["", ""],
                (true, true) => ["[", "],"],
                (true, false) => ["{", "},"],
            };
            *out += braces[0];
            for number in line {
                write!(out, "{number}{suffix},").expect("a string can be written to");
            }
            *out += braces[1];
            out.push('\n');
        }
        *out += if is_rust { "];\n" } else { "};\n" };
    }
}

/// A man's number: pawn 0 to king 5, plus 8 for Black.
fn code(man: Man) -> u64 {
    man.piece as u64 + 8 * man.color as u64
}
