//! The source code of a bundle: templates, and the arrays written out.

use std::fmt::Write;

use drawproof_board::Color;
use drawproof_features::men::word;
use drawproof_tables::Man;

use super::{
    super::code::{Array, Content, Language},
    shape::Blocks,
};

/// Numbers a line.
const LINE: usize = 32;

/// The encoded values of a bundle's endgames.
pub struct Values {
    /// The names of the columns of [`Values::sides`].
    pub columns: &'static [&'static str],
    /// The location and the parameters of the values, `[endgame][stored side to move][column]`.
    pub sides: Vec<Vec<Vec<u64>>>,
    /// The size in bytes of the values that belong to each endgame alone.
    pub bytes: Vec<usize>,
    /// The names and values of the constants in the source code.
    pub constants: Vec<(&'static str, u64)>,
    /// The arrays of encoded values.
    pub arrays: Vec<Array>,
}

/// The form in which the probe functions take a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// One probe function for the only endgame takes the side to move and the square of each man.
    Squares,
    /// One probe function for all endgames takes sets of squares.
    Positions {
        /// Whether there is a function for the best move. It requires that no move leads to an
        /// endgame that the bundle lacks.
        best_move: bool,
        /// Whether both sides have pawns in some endgame, so that en-passant captures are possible.
        en_passant: bool,
    },
}

/// A bundle: its blocks, its values, and the form of its source code.
pub struct Bundle<'a> {
    /// The blocks of each endgame.
    pub blocks: Vec<Blocks>,
    /// The encoded values of all endgames.
    pub values: Values,
    /// The kind of values that the probe functions return.
    pub content: Content,
    /// The language of the source code.
    pub language: Language,
    /// The prefix of all names in C and C++.
    pub prefix: &'a str,
    /// The form in which the probe functions take a position.
    pub calls: Calls,
}

impl Bundle<'_> {
    /// Returns the total size of all arrays in bytes.
    pub fn size_bytes(&self) -> usize {
        self.arrays().iter().map(Array::size_bytes).sum()
    }

    /// Returns the complete source code of the bundle.
    pub fn source(&self) -> String {
        let in_namespace = self.calls == Calls::Squares && self.language == Language::Cpp;
        let lines = match self.calls {
            Calls::Squares => self.head_of_table(),
            Calls::Positions { .. } => self.head(),
        };
        let mut text = self.language.head(lines, self.prefix);
        text += if in_namespace { "namespace drawproof {\n\n" } else { "" };
        text += &self.language.constants(&self.constants());
        for array in self.arrays() {
            text += &self.language.array(&array, LINE);
        }
        text += &self.language.attacks();
        if let Calls::Positions { best_move: true, .. }
        | Calls::Positions { en_passant: true, .. } = self.calls
        {
            text += &self.language.moves();
        }
        for part in self.templates() {
            text += part;
        }
        text += if in_namespace { "\n} // namespace drawproof\n" } else { "" };
        text += self.language.end();
        text.replace("@VALUES@", &self.answer())
            .replace('@', if self.language == Language::Rust { "" } else { self.prefix })
    }

    fn templates(&self) -> Vec<&'static str> {
        let choose = |c, rust| self.language.choose(c, rust);
        let mut parts = vec![match self.content {
            Content::Dtm => choose(include_str!("dtm.c.txt"), include_str!("dtm.rs.txt")),
            Content::Wdl => choose(include_str!("wdl.c.txt"), include_str!("wdl.rs.txt")),
        }];
        parts.push(choose(include_str!("probe.c.txt"), include_str!("probe.rs.txt")));
        let Calls::Positions { best_move, en_passant } = self.calls else {
            parts.push(choose(include_str!("squares.c.txt"), include_str!("squares.rs.txt")));
            return parts;
        };
        if en_passant || best_move {
            parts.push(choose("", include_str!("rank.rs.txt")));
        }
        parts.push(match en_passant {
            true => choose(include_str!("passant.c.txt"), include_str!("passant.rs.txt")),
            false => choose(include_str!("value.c.txt"), include_str!("value.rs.txt")),
        });
        if best_move {
            parts.push(choose(include_str!("best.c.txt"), include_str!("best.rs.txt")));
        }
        parts
    }

    /// Returns the comment above the data: the endgames, and what their values are.
    fn head(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for blocks in &self.blocks {
            let name = blocks.shape.material().to_string();
            if line.len() + name.len() > 90 {
                lines.push(std::mem::take(&mut line));
            }
            write!(line, "{name} ").expect("a string can be written to");
        }
        let values = match self.content {
            Content::Dtm => "Distance to mate",
            Content::Wdl => "Win, draw or loss",
        };
        lines.push(line);
        lines.push(format!("{values} of every legal position without castling rights."));
        lines.push(format!(
            "{} bytes of constants. Written by 'drawproof export'.",
            self.size_bytes()
        ));
        lines
    }

    /// Returns the comment above the data of a single table: how to call the probe function.
    fn head_of_table(&self) -> Vec<String> {
        let shape = &self.blocks[0].shape;
        let name = |man: &Man| {
            let color = if man.color == Color::White { "White" } else { "Black" };
            format!("{color}'s {}", word(man.piece))
        };
        let men: Vec<String> = shape.men().iter().map(name).collect();
        vec![
            format!("{}: every legal position without castling or", shape.material()),
            String::from("en-passant rights. Written by 'drawproof export'."),
            String::new(),
            String::from(
                "The probe function takes the side to move (0 = White, 1 = Black) and the squares",
            ),
            format!("(a1 = 0, b1 = 1, h8 = 63) of {}.", men.join(", ")),
            String::from(
                "Where Black has these men of White, exchange the sides, and flip squares (^ 56).",
            ),
            self.answer(),
            String::from("What it returns for illegal positions means nothing."),
            format!("{} bytes of data.", self.size_bytes()),
        ]
    }

    /// Returns a sentence on the values that a probe returns.
    fn answer(&self) -> String {
        let (values, missing) = match self.content {
            Content::Dtm => {
                ("Plies to mate for the side to move: odd = win, even = loss, 255 = draw", -1)
            }
            Content::Wdl => ("1, 0 or -1: win, draw or loss of the side to move", 2),
        };
        match self.calls {
            Calls::Squares => format!("{values}."),
            Calls::Positions { .. } => format!("{values}; {missing} = not in the bundle."),
        }
    }

    /// Returns the columns of `ENDGAMES` and of a stored side to move in it, and the constants of
    /// the values.
    fn constants(&self) -> Vec<(&str, u64)> {
        // Three men by role follow `LEAD`.
        let columns = [("PAWNS", 0), ("ALIKE", 1), ("DERIVED", 2), ("ROWS", 3), ("LEAD", 4)];
        let side_1 = 7 + self.values.columns.len() as u64;
        let columns = columns.into_iter().chain([("SIDE_0", 7), ("SIDE_1", side_1)]);
        let sides = self.values.columns.iter().copied().zip(0..);
        let men = (self.calls == Calls::Squares)
            .then(|| ("MEN", self.blocks[0].shape.men().len() as u64));
        columns.chain(sides).chain(self.values.constants.iter().copied()).chain(men).collect()
    }

    /// Returns all arrays.
    fn arrays(&self) -> Vec<Array> {
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
            Array::new("ENDGAMES", 32, rows).in_rows(width),
            Array::new("NUMBERS", 8, numbers),
            Array::narrow("BASES", bases),
        ];
        let men = (self.calls == Calls::Squares).then(|| {
            Array::new("MAN", 8, self.blocks[0].shape.men().iter().copied().map(code).collect())
        });
        own.into_iter().chain(self.values.arrays.iter().cloned()).chain(men).collect()
    }
}

/// Returns a man's number: pawn 0 to king 5, plus 8 for Black.
fn code(man: Man) -> u64 {
    man.piece as u64 + 8 * man.color as u64
}
