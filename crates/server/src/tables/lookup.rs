//! The tables that are served, and the values that one request is answered from.

use std::{cell::Cell, collections::BTreeMap, sync::Arc, time::Instant};

use drawproof_session::store::Store;
use drawproof_tables::{
    Metric, NormalMaterial, Placement, SOLVABLE_MEN_MAX, Shelf, Value,
    probe::{ProbeError, Values},
};

use super::jobs::{Jobs, Refused};

/// The metrics that are served.
pub const METRICS: [Metric; 2] = [Metric::Dtm, Metric::Dtz];

/// What the threads that answer and the one that solves share.
pub struct Served {
    /// One of each of [`METRICS`].
    pub stores: [Store; 2],
    pub jobs: Arc<Jobs>,
    start: Instant,
}

impl Served {
    /// The tables of a store of distances to mate and of one beside it.
    pub fn new(store: Store, jobs: Arc<Jobs>) -> Served {
        Served { stores: [store.of_metric(Metric::Dtz), store], jobs, start: Instant::now() }
    }

    /// The store of a metric that is served.
    pub fn store(&self, metric: Metric) -> &Store {
        let store = self.stores.iter().find(|store| store.shelf().metric() == metric);
        store.expect("a metric that is served")
    }

    /// The tables of a metric that are there.
    pub fn shelf(&self, metric: Metric) -> &Shelf {
        self.store(metric).shelf()
    }

    /// Milliseconds since the start of the server, from 1 on.
    pub fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64 + 1
    }
}

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
