//! Which function writes what in each format.

use drawproof_report::{Format, TextStyle};

use super::{
    Report, changes_markdown::changes_markdown, changes_text::changes_text, github::github,
    html::html, json::changes_json, json::json, junit::junit, markdown::markdown, text::text,
};
use crate::record::Comparison;

impl Report<'_> {
    /// The document in a format.
    pub fn document(&self, format: Format, style: TextStyle) -> String {
        match format {
            Format::Text => text(self, style),
            Format::Json => json(self),
            Format::Markdown => markdown(self),
            Format::Junit => junit(self),
            Format::Github => github(self),
            Format::Html => html(self),
        }
    }
}

impl Comparison {
    /// The document in a format; `None` for one of verdicts.
    pub fn document(&self, format: Format, style: TextStyle) -> Option<String> {
        match format {
            Format::Text => Some(changes_text(self, style)),
            Format::Json => Some(changes_json(self)),
            Format::Markdown => Some(changes_markdown(self)),
            Format::Junit | Format::Github | Format::Html => None,
        }
    }
}
