//! Learned rules and fixes as source code: the language, and where the code and the report go.

use std::{io::Write, path::Path};

use anyhow::Result;
use clap::ValueEnum;
use drawproof_miner::emit::Language;
use serde::Serialize;

use crate::{
    arguments::Format,
    output::{print_json, write_file},
};

/// Languages of learned recognizers.
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
}

impl From<SourceLanguage> for Language {
    fn from(language: SourceLanguage) -> Language {
        match language {
            SourceLanguage::C => Language::C,
            SourceLanguage::Cpp => Language::Cpp,
            SourceLanguage::Rust => Language::Rust,
            SourceLanguage::Json => Language::Json,
        }
    }
}

/// The name of a language as a value of `--emit`.
pub fn language_name(language: SourceLanguage) -> String {
    let value = language.to_possible_value().expect("no language is hidden from --emit");
    value.get_name().into()
}

/// Writes the source code to `output` and the report to standard output. Without `output` the code
/// goes to standard output and the report to standard error.
pub fn write_learned(
    source: Option<&str>,
    output: Option<&Path>,
    format: Format,
    document: &impl Serialize,
    text: &str,
) -> Result<()> {
    if let Some(source) = source {
        let Some(path) = output else {
            eprint!("{text}");
            std::io::stdout().write_all(source.as_bytes())?;
            return Ok(());
        };
        write_file(path, |file| file.write_all(source.as_bytes()))?;
    }
    match format {
        Format::Json => print_json(document),
        Format::Text => Ok(std::io::stdout().write_all(text.as_bytes())?),
    }
}
