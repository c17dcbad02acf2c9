//! How long work reports its progress, and how it can be stopped.
//!
//! Every crate with long work reports it to a [`Progress`]. The faces display or forward the
//! reports, and can ask to stop.

use std::{
    fmt,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{endgame::material::NormalMaterial, value::metric::Metric};

/// A stage of a long operation. Each stage is about one endgame, except [`Stage::Tables`]. A
/// progress line displays the stage as a step, such as "solving KRKN".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage<'a> {
    /// Reading or solving tables of a metric. The size is the number of tables; the stages of the
    /// single tables advance this stage.
    Tables(Metric, &'a [NormalMaterial]),
    /// Reading a table.
    Reading(NormalMaterial),
    /// Solving a table; the size counts slices. A table without pawns is one slice.
    Solving(NormalMaterial),
    /// All positions of a slice that are decided at this ply have been found; the number is the
    /// ply. This stage has no size.
    Ply(NormalMaterial, u16),
    /// Packing a table.
    Packing(NormalMaterial),
    /// Verifying a rule or auditing a table; the size counts positions.
    Verifying(NormalMaterial),
    /// Comparing two tables of an endgame, such as tables of different programs; the size counts
    /// positions.
    Comparing(NormalMaterial),
    /// Searching for positions that meet a condition; the size counts positions.
    Searching(NormalMaterial),
    /// Asking an engine (the size counts positions) or playing against it (the size counts games).
    Judging(NormalMaterial),
    /// Another stage, named by the text, such as "growing trees for".
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

/// Observes a long operation, and may stop it. Several threads may call the methods at the same
/// time.
pub trait Progress: Sync {
    /// Reports that a stage of this size begins; the size is 0 if it is unknown.
    fn begin(&self, _stage: Stage, _size: u64) {}

    /// Reports that `done` more units of a stage are done, and returns whether to continue. Threads
    /// may pass 0, only to ask. [`ControlFlow::Break`] ends the work with an error once every
    /// thread has asked.
    fn advance(&self, _stage: Stage, _done: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Reports that a stage is finished. Not called for a stage that was stopped.
    fn end(&self, _stage: Stage) {}
}

/// Ignores all progress, and never stops.
impl Progress for () {}

/// Begins a stage, and returns a function that reports progress. The function's argument is the
/// fraction of the stage that is done, 0 to 1.
pub fn by_share<'p>(
    progress: &'p dyn Progress,
    stage: Stage<'p>,
) -> impl Fn(f64) -> ControlFlow<()> + Sync + 'p {
    /// The number of steps of a stage: per cent.
    const PARTS: u64 = 100;
    progress.begin(stage, PARTS);
    let done = AtomicU64::new(0);
    move |share| {
        let now = (share.clamp(0.0, 1.0) * PARTS as f64) as u64;
        let before = done.fetch_max(now, Ordering::Relaxed);
        progress.advance(stage, now.saturating_sub(before))
    }
}

/// Reports stages that are given as texts ([`Stage::Step`]), all about one endgame.
#[derive(Clone, Copy)]
pub struct Steps<'p> {
    /// The observer that receives the reports.
    pub progress: &'p dyn Progress,
    /// The endgame that the reports name.
    pub endgame: NormalMaterial,
}

impl Steps<'_> {
    /// Reports that the stage `what` begins, such as "growing trees for". Returns whether to
    /// continue.
    pub fn begin(&self, what: &'static str) -> ControlFlow<()> {
        let stage = Stage::Step(what, self.endgame);
        self.progress.begin(stage, 0);
        self.progress.advance(stage, 0)
    }
}
