//! Scratch buffers of an analysis.

use super::initialization::SurveySpace;
use crate::{
    memory::{pool::Pool, scratch::Spare},
    moves::escapes::EscapeSpace,
    sets::accumulator::Accumulator,
};

/// Space for the steps of the shapes of one table, which all have the same shape. Whoever uses it
/// leaves it as empty as it was.
pub struct Spaces<'p> {
    /// Where sets come from and go back to.
    pub pool: &'p Pool,
    /// For the survey.
    pub survey: Spare<SurveySpace<'p>>,
    /// For what is won: the positions that may be.
    pub wins: Spare<Accumulator>,
    /// For what is lost: the marked words, and the search in them.
    pub losses: Spare<(Vec<u64>, EscapeSpace)>,
}

impl<'p> Spaces<'p> {
    /// None yet.
    pub fn new(pool: &'p Pool) -> Spaces<'p> {
        Spaces { pool, survey: Spare::new(), wins: Spare::new(), losses: Spare::new() }
    }
}
