//! Scratch buffers of an analysis.

use super::initialization::SurveySpace;
use crate::{
    memory::{pool::Pool, scratch::ScratchBuffers},
    moves::escapes::EscapeScratch,
    sets::accumulator::Accumulator,
};

/// Space for the steps of the shapes of one table, which all have the same shape. Whoever uses it
/// leaves it as empty as it was.
pub struct Spaces<'p> {
    /// Where sets come from and go back to.
    pub pool: &'p Pool,
    /// For the survey.
    pub survey: ScratchBuffers<SurveySpace<'p>>,
    /// For what is won: the positions that may be.
    pub wins: ScratchBuffers<Accumulator>,
    /// For what is lost: the dirty words, and the search in them.
    pub losses: ScratchBuffers<(Vec<u64>, EscapeScratch)>,
}

impl<'p> Spaces<'p> {
    /// None yet.
    pub fn new(pool: &'p Pool) -> Spaces<'p> {
        Spaces {
            pool,
            survey: ScratchBuffers::new(),
            wins: ScratchBuffers::new(),
            losses: ScratchBuffers::new(),
        }
    }
}
