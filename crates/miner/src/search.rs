//! The parameters, progress and end of a search for a fix.

use drawproof_tables::progress::{Stage, Steps};

/// The maximum number of wrong claims that a fix is first learned from. More of them give the same
/// conditions, but the time grows in proportion.
pub(crate) const WRONG_MAX: u64 = 400_000;

/// The parameters of a search for a fix.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The maximum share of the right claims that the fix may cost, from 0 to 1.
    pub allowed: f64,
    /// The maximum number of patterns in the fix.
    pub most: usize,
    /// The approximate memory in bytes that learning may take, without the table.
    pub memory_bytes: u64,
    /// Reports progress and can stop the search, which then returns its best result so far.
    pub steps: Steps<'a>,
    /// The remaining work of this search, in the unit of progress reports.
    pub(crate) work: u64,
}

impl<'a> Search<'a> {
    /// The work of a whole search, in the unit of progress reports.
    const WORK: u64 = 1_000_000;

    /// Makes the parameters of a whole search.
    pub fn new(allowed: f64, most: usize, memory_bytes: u64, steps: Steps<'a>) -> Search<'a> {
        Search { allowed, most, memory_bytes, steps, work: Search::WORK }
    }

    fn stage(&self) -> Stage<'static> {
        Stage::Step("searching a fix for", self.steps.endgame)
    }

    /// Reports the start of the search.
    pub(crate) fn begin(&self) {
        self.steps.progress.begin(self.stage(), self.work);
    }

    /// Returns a search with one of `parts` equal parts of the remaining work.
    pub(crate) fn one_of(self, parts: usize) -> Search<'a> {
        Search { work: self.work / parts.max(1) as u64, ..self }
    }

    /// Takes a part of the remaining work: all of it for the last part, otherwise half, because
    /// others may follow.
    pub(crate) fn take(&mut self, is_last: bool) -> Search<'a> {
        let part = self.one_of(if is_last { 1 } else { 2 });
        self.work -= part.work;
        part
    }

    /// Reports that `work` is done, at most the remaining work.
    pub(crate) fn advance(&mut self, work: u64) {
        let done = work.min(self.work);
        self.work -= done;
        // Callers ask separately whether to go on.
        _ = self.steps.progress.advance(self.stage(), done);
    }

    /// Reports the remaining work as done.
    pub(crate) fn end(mut self) {
        self.advance(self.work);
    }

    /// Returns whether the search must stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.steps.progress.advance(self.stage(), 0).is_break()
    }
}
