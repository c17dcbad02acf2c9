//! Judgements and comparisons as documents for people and programs.
//!
//! Every document is whole; printing and writing files is the caller's work. Endgames are ranked, the
//! least right first. Formats, and the pieces of pages and tables, are those of reports about rules.

mod changes;
mod ci;
mod html;
mod markdown;
mod text;
pub(crate) mod words;

use drawproof_report::{Format, TextStyle};
use serde::Serialize;

pub use words::Report;

use crate::record::Comparison;

impl Report<'_> {
    /// Returns the document in a format. As JSON it has, beside the keys of the judgement:
    /// `"comparison"` with a baseline or null, `"exceeded"`, the limits that were exceeded, and
    /// `"not_judged"`, endgames with the reason.
    pub fn document(&self, format: Format, style: TextStyle) -> String {
        match format {
            Format::Text => text::text(self, style),
            Format::Json => json(self),
            Format::Markdown => markdown::markdown(self),
            Format::Junit => ci::junit(self),
            Format::Github => ci::github(self),
            Format::Html => html::html(self),
        }
    }
}

impl Comparison {
    /// Returns the document in a format; `None` for one of verdicts.
    pub fn document(&self, format: Format, style: TextStyle) -> Option<String> {
        match format {
            Format::Text => Some(changes::text(self, style)),
            Format::Json => Some(json(self)),
            Format::Markdown => Some(changes::markdown(self)),
            Format::Junit | Format::Github | Format::Html => None,
        }
    }
}

fn json(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).expect("figures have text as keys") + "\n"
}
