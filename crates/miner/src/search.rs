//! How a fix is searched, how much of the search is done, and when it is to end.

use drawproof_tables::progress::{Stage, Steps};

/// The most wrong claims that a fix is learned from at first: conditions for more of them are the same, and the
/// search takes as many times longer.
pub(crate) const WRONG_MAX: u64 = 400_000;

/// How a fix is searched.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The share of the right claims that it may cost.
    pub allowed: f64,
    /// The most patterns.
    pub most: usize,
    /// About the memory that learning may take besides the table.
    pub memory_bytes: u64,
    /// Follow the search, and may end it: what it has found by then is returned.
    pub steps: Steps<'a>,
    /// The part of the whole search that this one is, of [`Search::WORK`].
    pub(crate) work: u64,
}

impl<'a> Search<'a> {
    /// The work of a whole search, in the unit in which it is reported.
    const WORK: u64 = 1_000_000;

    /// Creates a whole search.
    pub fn new(allowed: f64, most: usize, memory_bytes: u64, steps: Steps<'a>) -> Search<'a> {
        Search { allowed, most, memory_bytes, steps, work: Search::WORK }
    }

    fn stage(&self) -> Stage<'static> {
        Stage::Step("searching a fix for", self.steps.endgame)
    }

    /// The whole search begins.
    pub(crate) fn begin(&self) {
        self.steps.progress.begin(self.stage(), self.work);
    }

    /// Returns the same search as one of so many parts of it.
    pub(crate) fn one_of(self, parts: usize) -> Search<'a> {
        Search { work: self.work / parts.max(1) as u64, ..self }
    }

    /// Takes a part of the work that is left: all for the last part, else half, since others may follow.
    pub(crate) fn take(&mut self, is_last: bool) -> Search<'a> {
        let part = self.one_of(if is_last { 1 } else { 2 });
        self.work -= part.work;
        part
    }

    /// So much of the work is done; more than is left counts as all of that.
    pub(crate) fn advance(&mut self, work: u64) {
        let done = work.min(self.work);
        self.work -= done;
        // Who asks is told whether to go on.
        _ = self.steps.progress.advance(self.stage(), done);
    }

    /// All of the work is done, or needless.
    pub(crate) fn end(mut self) {
        self.advance(self.work);
    }

    /// Returns whether the search is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.steps.progress.advance(self.stage(), 0).is_break()
    }
}
