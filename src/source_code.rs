//! Learned rules and fixes as source code: the language, and where the code and the report go.

use std::{io::Write, path::Path};

use anyhow::{Context, Result};
use clap::ValueEnum;
use drawproof_miner::emit::{Board, Language};
use drawproof_report::wrapped;
use drawproof_verifier::TruthKind;
use serde::Serialize;

use crate::{
    arguments::Format,
    output::{print_error, print_json, shell_word, stdout, text_style, write_file},
};

/// The language of a learned recognizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SourceLanguage {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
    /// The tree or the list as data.
    Json,
    /// The tree as a file of about 3 KB for crates/recognizers/src/learned.
    Rule,
}

impl SourceLanguage {
    /// Returns the language of source code for a list of patterns. Fails for a rule file, which
    /// holds a tree.
    pub fn of_list(self) -> Result<Language> {
        self.of_source()
            .context("--emit rule writes trees only: choose c, cpp, rust or json for a list")
    }

    /// Returns the language of the source code; `None` for a rule file, which is not source code.
    pub fn of_source(self) -> Option<Language> {
        match self {
            SourceLanguage::C => Some(Language::C),
            SourceLanguage::Cpp => Some(Language::Cpp),
            SourceLanguage::Rust => Some(Language::Rust),
            SourceLanguage::Json => Some(Language::Json),
            SourceLanguage::Rule => None,
        }
    }
}

/// The board representation of the engine that a fix is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardStyle {
    /// Bitboards by colour and by kind.
    Bitboards,
    /// Squares of the men as numbers 0 to 63.
    Mailbox,
}

impl From<BoardStyle> for Board {
    fn from(style: BoardStyle) -> Board {
        match style {
            BoardStyle::Bitboards => Board::Bitboards,
            BoardStyle::Mailbox => Board::Mailbox,
        }
    }
}

/// Returns the name of a language as `--emit` accepts it.
pub fn language_name(language: SourceLanguage) -> String {
    let value = language.to_possible_value().expect("no language is hidden from --emit");
    value.get_name().into()
}

/// Returns a command line that writes the same source code again. `words` are the command and its
/// arguments; each option has a name and a value, which is empty for a switch.
pub fn command_line(
    words: &[&str],
    options: impl IntoIterator<Item = (&'static str, String)>,
) -> String {
    let mut text = String::from("drawproof");
    for word in words {
        text += &format!(" {}", shell_word(word));
    }
    for (name, value) in options {
        text += &format!(" --{name}");
        if !value.is_empty() {
            text += &format!(" {}", shell_word(&value));
        }
    }
    // The same words to a shell, in which no comment of C ends: a word with a star is quoted.
    text.replace("*/", "*''/")
}

/// The sentence for reports and source code about draws if the truth is which sides can still mate.
const DEAD: &str = "Truth: which sides can still mate by any legal moves. Drawn means dead, and the perfect table is \
     one of helpmates.";

/// Writes source code to a file. If the truth is [`TruthKind::CanMate`], a comment in the code says
/// so.
pub fn write_source(source: &str, truth: TruthKind, path: &Path) -> Result<()> {
    write_file(path, |file| file.write_all(&with_truth(source.as_bytes(), truth)))
}

/// Returns source code with a comment on its truth; data stays as it is.
fn with_truth(source: &[u8], truth: TruthKind) -> Vec<u8> {
    let is_code = source.starts_with(b"/");
    let head = (is_code && truth == TruthKind::CanMate).then(|| format!("// {DEAD}\n"));
    [head.unwrap_or_default().as_bytes(), source].concat()
}

/// Writes the source code to `output` and the report to standard output. Without `output`, the
/// source code goes to standard output and the report to standard error.
pub fn write_learned(
    source: Option<&[u8]>,
    output: Option<&Path>,
    (format, truth): (Format, TruthKind),
    document: &impl Serialize,
    text: &str,
) -> Result<()> {
    let text = match truth {
        TruthKind::Result => text.to_owned(),
        TruthKind::CanMate => wrapped("", DEAD, text_style().width) + text,
    };
    if let Some(source) = source {
        let code = with_truth(source, truth);
        let Some(path) = output else {
            print_error(&text);
            stdout().write_all(&code)?;
            return Ok(());
        };
        write_file(path, |file| file.write_all(&code))?;
    }
    match format {
        Format::Json => print_json(document),
        Format::Text => Ok(stdout().write_all(text.as_bytes())?),
    }
}
