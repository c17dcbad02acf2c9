//! The values that one request is answered from.

use std::{cell::Cell, collections::BTreeMap};

use drawproof_tables::{
    Metric, NormalMaterial, Placement, SOLVABLE_MEN_MAX, Shelf, Value,
    probe::{ProbeError, Values},
};

use super::{jobs::Refused, served::Served};

/// What a request has learnt so far: the endgames that could not be solved for it, and why. The next
/// request tries again.
pub type Refusals = BTreeMap<NormalMaterial, Refused>;

/// The tables as one request sees them.
pub struct Lookup<'a> {
    served: &'a Served,
    refusals: &'a Refusals,
}

impl<'a> Lookup<'a> {
    pub fn new(served: &'a Served, refusals: &'a Refusals) -> Lookup<'a> {
        Lookup { served, refusals }
    }

    /// The values of a metric, for positions that a position of `men` men leads to.
    pub fn source(&self, metric: Metric, men: usize) -> Source<'a> {
        Source {
            shelf: self.served.shelf(metric),
            refusals: self.refusals,
            may_solve: men <= SOLVABLE_MEN_MAX,
            now: self.served.now(),
            last: Cell::new(None),
        }
    }
}

/// The table of an endgame that is not there and may be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table of {0} is not there yet")]
pub struct Missing(pub NormalMaterial);

/// The missing table that an error of a [`Source`] is about.
pub fn missing_of(error: &ProbeError) -> Option<Missing> {
    match error {
        ProbeError::Unreadable(inner) => inner.downcast_ref::<Missing>().copied(),
        _ => None,
    }
}

/// The values of a metric for one request.
pub struct Source<'a> {
    shelf: &'a Shelf,
    refusals: &'a Refusals,
    /// Whether missing tables are solved: not for positions of more men, whose captures would solve many.
    may_solve: bool,
    now: u64,
    /// The endgame of the last position.
    last: Cell<Option<NormalMaterial>>,
}

impl Source<'_> {
    /// The error of an endgame without a table.
    #[cold]
    fn missing(&self, material: NormalMaterial) -> ProbeError {
        match self.refusals.get(&material) {
            Some(Refused { reason, is_fault: true }) => {
                ProbeError::Unreadable(reason.to_string().into())
            }
            None if self.may_solve => ProbeError::Unreadable(Missing(material).into()),
            _ => ProbeError::NoTable(material),
        }
    }
}

impl Values for Source<'_> {
    fn metric(&self) -> Metric {
        self.shelf.metric()
    }

    #[inline]
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        if self.last.replace(Some(material)) != Some(material) {
            self.shelf.mark_used(material, self.now);
        }
        let stored = self.shelf.stored(material, placement, self).map_err(|error| match error {
            ProbeError::NoTable(missing) if missing == material => self.missing(material),
            other => other,
        });
        stored?.ok_or(ProbeError::Illegal(material))
    }
}
