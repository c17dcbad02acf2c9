//! Follows the work on a condition step by step: a step is a look at one position, so that a stop takes
//! effect at once wherever the work is, and what costs too much ends with an error that names it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use drawproof_tables::{
    Metric, NormalMaterial, Placement, Value,
    helpmate::{HelpmateSource, Helpmates},
    probe::{ProbeError, Values},
    progress::{Progress, Stage},
};

use crate::position::{NEEDED, Sources};

/// Sources that ask whether to go on, every few looks. For one thread: others would slow it down.
pub struct Watch<'s> {
    sources: Sources<'s>,
    progress: &'s dyn Progress,
    /// The work so far, in parts of a look.
    work: AtomicU64,
    /// The stage of the work.
    stage: Stage<'s>,
    /// The work at which the progress is asked next.
    next_check: AtomicU64,
    /// The most that one position may cost, and the work at which the current one costs too much.
    most_a_position: u64,
    position_end: AtomicU64,
    /// The work at which all positions together cost too much.
    end: AtomicU64,
}

/// The work of a look at one position, in the unit of [`Watch`]: that of a test of a word of 64 positions.
pub(crate) const LOOK: u64 = 8;

/// The work between two checks: 128 looks.
const CHECK: u64 = 128 * LOOK;

/// Why work ended early, within a [`ProbeError::Unreadable`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Halt {
    #[error("the search was stopped")]
    Stopped,
    /// The part of the condition, once it is known.
    #[error("the condition costs too much: '{0}'")]
    Costly(String),
}

impl<'s> Watch<'s> {
    /// Looks into `sources` for a stage as long as `progress` does not say stop; [`Progress::advance`] is called
    /// with 0.
    pub fn new(sources: Sources<'s>, progress: &'s dyn Progress, stage: Stage<'s>) -> Watch<'s> {
        Watch {
            sources,
            progress,
            stage,
            work: AtomicU64::new(0),
            next_check: AtomicU64::new(CHECK),
            most_a_position: u64::MAX,
            position_end: AtomicU64::new(u64::MAX),
            end: AtomicU64::new(u64::MAX),
        }
    }

    /// Returns the same with at most so many looks for one position.
    pub(crate) fn with_most_looks(self, looks: u64) -> Watch<'s> {
        Watch { most_a_position: looks.saturating_mul(LOOK), ..self }
    }

    /// Limits all looks from the first one on.
    pub(crate) fn end_at(&self, looks: u64) {
        self.end.store(looks.saturating_mul(LOOK), Relaxed);
    }

    /// Returns the sources, under watch. What they return once the work has to end is an error.
    pub fn sources(&self) -> Sources<'_> {
        Sources { dtm: self, helpmates: self.sources.helpmates.map(|_| self as _), ..self.sources }
    }

    /// Begins the work on another word or position, with what that costs at least.
    #[inline]
    pub(crate) fn begin(&self, work: u64) -> Result<(), ProbeError> {
        let end = self.work.load(Relaxed).saturating_add(self.most_a_position);
        self.position_end.store(end, Relaxed);
        self.add(work)
    }

    /// Adds to the work. An error if it has to end.
    #[inline]
    fn add(&self, work: u64) -> Result<(), ProbeError> {
        // Not one atomic addition, which is slow: one thread counts.
        let work = self.work.load(Relaxed) + work;
        self.work.store(work, Relaxed);
        if work < self.next_check.load(Relaxed) { Ok(()) } else { self.check(work) }
    }

    #[cold]
    fn check(&self, work: u64) -> Result<(), ProbeError> {
        let end = self.end.load(Relaxed).min(self.position_end.load(Relaxed));
        let halt = if work >= end {
            Halt::Costly(String::new())
        } else if self.progress.advance(self.stage, 0).is_break() {
            Halt::Stopped
        } else {
            self.next_check.store(work + CHECK, Relaxed);
            return Ok(());
        };
        Err(ProbeError::Unreadable(halt.into()))
    }
}

impl Values for Watch<'_> {
    fn metric(&self) -> Metric {
        self.sources.dtm.metric()
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        self.add(LOOK)?;
        self.sources.dtm.value(material, placement)
    }
}

impl HelpmateSource for Watch<'_> {
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Helpmates, ProbeError> {
        self.add(LOOK)?;
        self.sources.helpmates.expect(NEEDED).stored(material, placement)
    }
}

impl Halt {
    /// Returns the error with the part of the condition that costs too much, if that is the error
    /// and no smaller part is known.
    pub fn with_part(error: ProbeError, part: impl FnOnce() -> String) -> ProbeError {
        match error {
            ProbeError::Unreadable(mut cause) => {
                if let Some(Halt::Costly(known)) = cause.downcast_mut::<Halt>()
                    && known.is_empty()
                {
                    *known = part();
                }
                ProbeError::Unreadable(cause)
            }
            other => other,
        }
    }
}
