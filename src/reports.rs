//! Reports of a command: one is printed, others go to files.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use drawproof_report::{Format, TextStyle};

use crate::output::{print_or_write, style_of, write_file};

/// Arguments for the reports that go to files.
#[derive(Clone, Debug, Args)]
#[group(id = "files")]
pub struct ReportFiles {
    /// Write a page for browsers as well
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a JUnit file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write a Markdown file as well
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

impl ReportFiles {
    /// Returns the requested report files, each with its format.
    pub fn requested(&self) -> impl Iterator<Item = (Format, &PathBuf)> {
        let files = [
            (Format::Html, &self.html),
            (Format::Junit, &self.junit),
            (Format::Markdown, &self.markdown),
        ];
        files.into_iter().filter_map(|(format, path)| path.as_ref().map(|path| (format, path)))
    }

    /// Writes the report files. `document` returns the report in a format and a style.
    pub fn write(&self, document: impl Fn(Format, TextStyle) -> String) -> Result<()> {
        for (format, path) in self.requested() {
            let document = document(format, TextStyle::default());
            write_file(path, |file| file.write_all(document.as_bytes()))?;
        }
        Ok(())
    }
}

/// The destinations of a command's report.
#[derive(Clone, Copy)]
pub struct Outputs<'a> {
    /// The format of the main report.
    pub format: Format,
    /// The file of the main report; `None` for standard output.
    pub output: Option<&'a Path>,
    /// The files of further reports.
    pub files: &'a ReportFiles,
}

impl Outputs<'_> {
    /// Writes the report files, then the main report. `document` returns the report in a format and
    /// a style.
    pub fn write(&self, document: impl Fn(Format, TextStyle) -> String) -> Result<()> {
        self.files.write(&document)?;
        print_or_write(&document(self.format, style_of(self.output)), self.output)
    }
}

/// Returns the parser of the names of the `known` formats.
pub fn format(known: &[Format]) -> impl TypedValueParser<Value = Format> {
    let values = known.iter().map(|format| {
        let (name, readers) = format.name_and_readers();
        PossibleValue::new(name).help(readers)
    });
    PossibleValuesParser::new(values).map(|name| {
        let mut all = Format::ALL.into_iter();
        all.find(|it| it.name_and_readers().0 == name).expect("only names of formats are accepted")
    })
}
