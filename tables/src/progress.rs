//! What long work tells whoever waits for it, and how that one ends it.
//!
//! Every crate whose work may take long reports it to a [`Progress`]; the faces draw or forward it, and say
//! stop.

use std::{
    fmt,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{endgame::material::NormalMaterial, value::metric::Metric};

/// A part of long work, about one endgame but for [`Stage::Tables`]. Displayed as the step of a progress line, such
/// as "solving KRKN".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage<'a> {
    /// Reading or solving these tables of a metric. Its size is their number; their own stages advance it.
    Tables(Metric, &'a [NormalMaterial]),
    /// Reading a table.
    Reading(NormalMaterial),
    /// Solving a table, by slices; without pawns it is one slice.
    Solving(NormalMaterial),
    /// A ply of a slice is settled. This stage has no size.
    Ply(NormalMaterial, u16),
    /// Packing a table.
    Packing(NormalMaterial),
    /// Asking a rule, or auditing a table, by positions.
    Verifying(NormalMaterial),
    /// Comparing the tables of two makers, by positions.
    Comparing(NormalMaterial),
    /// Looking for positions that meet a condition, by positions.
    Searching(NormalMaterial),
    /// Asking an engine, by positions, or playing against it, by games.
    Judging(NormalMaterial),
    /// Another step, such as "growing trees for".
    Step(&'static str, NormalMaterial),
}

impl fmt::Display for Stage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verb, of) = match self {
            Stage::Tables(metric, tables) => {
                return write!(f, "{} tables of {metric}", tables.len());
            }
            Stage::Ply(of, ply) => return write!(f, "solving {of}, ply {ply}"),
            Stage::Reading(of) => ("reading", of),
            Stage::Solving(of) => ("solving", of),
            Stage::Packing(of) => ("packing", of),
            Stage::Verifying(of) => ("verifying", of),
            Stage::Comparing(of) => ("comparing", of),
            Stage::Searching(of) => ("searching", of),
            Stage::Judging(of) => ("judging", of),
            Stage::Step(what, of) => (*what, of),
        };
        write!(f, "{verb} {of}")
    }
}

/// Follows long work, and may end it. Called by several threads.
pub trait Progress: Sync {
    /// A stage begins; 0 for a size that is not known.
    fn begin(&self, _stage: Stage, _size: u64) {}

    /// So much more of a stage is done, little enough to take a moment. 0 asks whether to go on: work does so all
    /// the time, in every thread. [`ControlFlow::Break`] ends the work with an error, as soon as all of its
    /// threads have asked once more.
    fn advance(&self, _stage: Stage, _done: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A stage is over, and was not stopped.
    fn end(&self, _stage: Stage) {}
}

/// Ignores all progress.
impl Progress for () {}

/// Begins a stage, and returns what advances it to a share of its work, 0 to 1.
pub fn by_share<'p>(
    progress: &'p dyn Progress,
    stage: Stage<'p>,
) -> impl Fn(f64) -> ControlFlow<()> + Sync + 'p {
    /// Per cent.
    const PARTS: u64 = 100;
    progress.begin(stage, PARTS);
    let done = AtomicU64::new(0);
    move |share| {
        let now = (share.clamp(0.0, 1.0) * PARTS as f64) as u64;
        let before = done.fetch_max(now, Ordering::Relaxed);
        progress.advance(stage, now.saturating_sub(before))
    }
}

/// Reports the steps of work on an endgame.
#[derive(Clone, Copy)]
pub struct Steps<'p> {
    /// Who follows the work.
    pub progress: &'p dyn Progress,
    /// The endgame.
    pub endgame: NormalMaterial,
}

impl Steps<'_> {
    /// Returns a step begins, such as "growing trees for". Says whether to go on.
    pub fn begin(&self, what: &'static str) -> ControlFlow<()> {
        let stage = Stage::Step(what, self.endgame);
        self.progress.begin(stage, 0);
        self.progress.advance(stage, 0)
    }
}
