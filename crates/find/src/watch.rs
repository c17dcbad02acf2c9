//! Counts the work on a condition, so that it can stop at any position, and ends work that costs
//! too much with an error that names the expensive part.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use drawproof_tables::{
    Metric, NormalMaterial, Placement, Value,
    helpmate::{HelpmateSource, Helpmates},
    probe::{ProbeError, Values},
    progress::{Progress, Stage},
};

use crate::position::{NEEDED, Sources};

/// Sources of values that count lookups and regularly check whether the work may continue. They
/// serve only one thread, because sharing would slow them down.
pub struct Watch<'s> {
    sources: Sources<'s>,
    progress: &'s dyn Progress,
    /// The work done so far, in the unit of [`LOOK`].
    work: AtomicU64,
    /// The progress stage of the work.
    stage: Stage<'s>,
    /// The amount of work at which the observer is asked next.
    next_check: AtomicU64,
    /// The maximum work for one position, followed by the amount of work at which the current
    /// position exceeds it.
    most_a_position: u64,
    position_end: AtomicU64,
    /// The amount of work at which all positions together exceed the budget.
    end: AtomicU64,
}

/// The work of looking up one position. The unit is the work of testing a word of 64 positions.
pub(crate) const LOOK: u64 = 8;

/// The work between two checks of the budget and the observer.
const CHECK: u64 = 128 * LOOK;

/// The reason why the work ended early, stored in a [`ProbeError::Unreadable`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Halt {
    #[error("the search was stopped")]
    Stopped,
    /// The condition costs too much. The text is its expensive part, once that is known.
    #[error("the condition costs too much: '{0}'")]
    Costly(String),
}

impl<'s> Watch<'s> {
    /// Watches `sources` until `progress` asks to stop; calls [`Progress::advance`] with 0
    /// positions of `stage`.
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

    /// Limits the number of lookups for one position.
    pub(crate) fn with_most_looks(self, looks: u64) -> Watch<'s> {
        Watch { most_a_position: looks.saturating_mul(LOOK), ..self }
    }

    /// Limits the total number of lookups, counted from the first one.
    pub(crate) fn end_at(&self, looks: u64) {
        self.end.store(looks.saturating_mul(LOOK), Relaxed);
    }

    /// Returns the sources under watch. Their methods fail once the work has to end.
    pub fn sources(&self) -> Sources<'_> {
        Sources { dtm: self, helpmates: self.sources.helpmates.map(|_| self as _), ..self.sources }
    }

    /// Begins the work on another word or position, which costs at least `work`.
    #[inline]
    pub(crate) fn begin(&self, work: u64) -> Result<(), ProbeError> {
        let end = self.work.load(Relaxed).saturating_add(self.most_a_position);
        self.position_end.store(end, Relaxed);
        self.add(work)
    }

    /// Adds `work` to the work done so far. Fails if the work must end.
    #[inline]
    fn add(&self, work: u64) -> Result<(), ProbeError> {
        // Not an atomic addition, which would be slow: only one thread counts.
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
    /// Adds the expensive part of the condition to an error about cost, unless the error already
    /// names a smaller part.
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
