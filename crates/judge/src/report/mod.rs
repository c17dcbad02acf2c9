//! Judgements and comparisons as documents for people and programs.
//!
//! Every document is whole; printing and writing files is the caller's work. Endgames are ranked, the
//! least right first. Formats, and the pieces of pages and tables, are those of reports about rules.

mod changes_markdown;
mod changes_text;
mod changes_words;
mod format;
mod github;
mod html;
mod json;
mod junit;
mod markdown;
mod text;
mod words;

pub use json::json;

use crate::{
    judgement::{EndgameJudgement, Judgement},
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

/// The endgames, the least right first; those without an answer last.
fn ranked(judgement: &Judgement) -> Vec<&EndgameJudgement> {
    let mut endgames: Vec<_> = judgement.endgames.iter().collect();
    let right = |it: &EndgameJudgement| it.accuracy.share.unwrap_or(f64::INFINITY);
    endgames.sort_by(|one, other| right(one).total_cmp(&right(other)));
    endgames
}

/// Figures over all endgames.
#[derive(Clone, Copy, Debug)]
struct Totals {
    /// Positions asked.
    asked: u64,
    /// Positions without an answer.
    failed: u64,
    /// The mean of the endgames' shares of right results; `None` without an answer.
    mean_right: Option<f64>,
}

/// The totals of a judgement.
fn totals(judgement: &Judgement) -> Totals {
    let endgames = &judgement.endgames;
    let shares: Vec<f64> = endgames.iter().filter_map(|it| it.accuracy.share).collect();
    Totals {
        asked: endgames.iter().map(|it| it.asked).sum(),
        failed: endgames.iter().map(failed).sum(),
        mean_right: (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64),
    }
}

/// The positions of an endgame without an answer or a score.
fn failed(endgame: &EndgameJudgement) -> u64 {
    endgame.failures.total() + endgame.no_score
}

/// The positions of a sample with mate or stalemate on the board, if engines are not asked about them.
fn not_asked(endgame: &EndgameJudgement) -> u64 {
    let over = endgame.classes.iter().find(|class| class.class == "over");
    over.filter(|over| over.accuracy.share.is_none()).map_or(0, |over| over.asked)
}
