//! Judgements and comparisons as documents for people and programs.
//!
//! Every document is complete; callers print it or write it to a file. Endgames with the lowest
//! share of right results come first. Formats, and the elements of pages and tables, are those of
//! reports on rules.

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
    /// Renders the report in the requested format. Besides the keys of the judgement, the JSON has
    /// `"comparison"` (null without a baseline), `"exceeded"` (the exceeded limits) and
    /// `"not_judged"` (endgames with reasons).
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
    /// Renders the comparison as text, JSON or Markdown; returns `None` for other formats.
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
