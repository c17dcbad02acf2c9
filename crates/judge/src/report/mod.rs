//! Judgements and comparisons as documents for people and programs.
//!
//! Every document is whole; printing and writing files is the caller's work. Endgames are ranked, the
//! least right first. Formats, and the pieces of pages and tables, are those of reports about rules.

mod changes_markdown;
mod changes_text;
mod changes_words;
mod columns;
mod format;
mod github;
mod html;
mod json;
mod junit;
mod markdown;
mod ranking;
mod text;
mod words;

pub use json::json;

use crate::{
    judgement::Judgement,
    record::{Comparison, Exceeded},
};

/// What a report is about.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What was found.
    pub judgement: &'a Judgement,
    /// The differences to a baseline, if there is one.
    pub comparison: Option<&'a Comparison>,
    /// The limits that were exceeded.
    pub exceeded: &'a [Exceeded],
    /// Endgames that could not be judged, with the reason.
    pub not_judged: &'a [(String, String)],
}

impl<'a> Report<'a> {
    /// The limits that an endgame exceeds.
    fn exceeded_in(&self, endgame: &str) -> impl Iterator<Item = &'a Exceeded> {
        self.exceeded.iter().filter(move |it| it.endgame.as_deref() == Some(endgame))
    }
}
