//! Recognizers as source code that needs nothing else: no library, no allocation, only constants.

mod c;
mod expressions;
mod json;
mod list;
mod pieces;
mod plan;
mod rust;

use drawproof_recognizers::features::Library;

pub use list::{List, Purpose};

use crate::{compact::Compact, count::Counted, tree::Tree};

/// A programming language, or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// The tree as data.
    Json,
}

/// What is written.
pub struct Recognizer<'a> {
    /// The endgame in canonical notation.
    pub endgame: &'a str,
    /// Its features.
    pub library: &'a Library,
    /// The tree.
    pub tree: &'a Tree,
    /// What the tree claims.
    pub counted: &'a Counted,
    /// The checksum of the table it was learned from and proved against.
    pub checksum: u64,
    /// The command that makes the same bytes again.
    pub command: &'a str,
}

impl Recognizer<'_> {
    /// The source code.
    pub fn source(&self, language: Language) -> String {
        match language {
            Language::C | Language::Cpp => c::source(self, language == Language::Cpp),
            Language::Rust => rust::source(self),
            Language::Json => json::source(self),
        }
    }

    /// The prefix of all names: the endgame in lower case.
    fn prefix(&self) -> String {
        self.endgame.to_lowercase()
    }

    /// The lines at the top, without comment marks.
    fn header(&self) -> Vec<String> {
        let compact = Compact::new(self.tree);
        let counted = self.counted;
        vec![
            format!("{}: which positions are drawn. Learned from the perfect table and proved", {
                self.endgame
            }),
            "over every legal position, both sides to move, by drawproof.".into(),
            String::new(),
            format!("positions  {}", counted.draws + counted.decisive),
            format!("draws      {}", counted.draws),
            format!("spotted    {} ({:.3} %)", counted.spotted, floor_percent(counted)),
            "incorrect  0".into(),
            format!("size       {} leaves, {} bytes packed", self.tree.leaves(), compact.bytes()),
            format!("features   {}", compact.features.len()),
            format!("table      xxh3 {:016x}", self.checksum),
            format!("command    {}", self.command),
        ]
    }
}

/// The share of draws spotted in per cent, rounded down to three digits.
fn floor_percent(counted: &Counted) -> f64 {
    (counted.share() * 100_000.0).floor() / 1000.0
}

/// Numbers in lines of at most 96 columns after `indent`.
fn lines(numbers: impl IntoIterator<Item = String>, indent: &str) -> String {
    let (mut text, mut line) = (String::new(), String::from(indent));
    for number in numbers {
        if line.len() + number.len() + 1 > 96 {
            text.push_str(line.trim_end());
            text.push('\n');
            line = indent.into();
        }
        line.push_str(&number);
        line.push_str(", ");
    }
    text + line.trim_end() + "\n"
}
