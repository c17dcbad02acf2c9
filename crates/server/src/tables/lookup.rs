//! The tables of the server, and the values that a request is answered from.

use std::{cell::Cell, collections::BTreeMap, sync::Arc, time::Instant};

use drawproof_api::{Category, SyzygyBrief, SyzygySource, Tables as Sources};
use drawproof_board::Board;
use drawproof_session::store::Store;
use drawproof_syzygy::{Syzygy, SyzygyError, SyzygyValue};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, SOLVABLE_MEN_MAX, Shelf, Value, Wdl,
    file::FolderError,
    helpmate::{HelpmateSource, Helpmates},
    probe::{ProbeError, Values},
};

use super::jobs::{Job, Jobs, Refused};

/// The metrics that every answer uses.
pub const METRICS: [Metric; 2] = [Metric::Dtm, Metric::Dtz];

/// The state shared by the answering threads and the solving thread.
pub struct Served {
    /// The stores of tables: one for each of [`METRICS`], and one for helpmates.
    pub stores: [Store; 3],
    pub jobs: Arc<Jobs>,
    syzygy: Option<Arc<Syzygy>>,
    start: Instant,
}

impl Served {
    /// Creates the state from a store of distances to mate. The other stores use the same folder.
    pub fn new(store: Store, jobs: Arc<Jobs>, syzygy: Option<Arc<Syzygy>>) -> Served {
        let [dtz, helpmates] = [Metric::Dtz, Metric::Helpmate].map(|it| store.of_metric(it));
        Served { stores: [dtz, helpmates, store], jobs, syzygy, start: Instant::now() }
    }

    /// Returns the store of a metric.
    pub fn store(&self, metric: Metric) -> &Store {
        let store = self.stores.iter().find(|store| store.shelf().metric() == metric);
        store.expect("a metric that is served")
    }

    /// Returns the shelf of the tables of a metric that are available.
    pub fn shelf(&self, metric: Metric) -> &Shelf {
        self.store(metric).shelf()
    }

    /// Returns the endgames whose tables of a metric an answer about `material` needs; empty if
    /// each of these tables is available or has a file.
    pub fn wanted(
        &self,
        metric: Metric,
        material: NormalMaterial,
    ) -> Result<Vec<NormalMaterial>, FolderError> {
        let mut wanted = material.conversions();
        wanted.push(material);
        for &material in &wanted {
            if !self.shelf(metric).has(material)? {
                return Ok(wanted);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the number of tables that a job has yet to make, and a rough estimate of the CPU
    /// time in seconds.
    pub fn left(&self, job: Job) -> (usize, f64) {
        let left = |metric, wanted: Vec<NormalMaterial>| self.store(metric).missing(&wanted);
        match job {
            Job::Whole(metric, material) => left(metric, vec![material]).unwrap_or_default(),
            Job::Endgame(material) => METRICS
                .into_iter()
                .filter_map(|metric| left(metric, self.wanted(metric, material).ok()?).ok())
                .fold((0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1)),
        }
    }

    /// Returns the time since the start of the server in milliseconds, at least 1.
    pub fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64 + 1
    }
}

/// The jobs that failed during a request, with reasons. The next request tries them again.
pub type Refusals = BTreeMap<Job, Refused>;

/// The tables as one request sees them: solved tables, files, and jobs that failed during the
/// request.
pub struct Lookup<'a> {
    served: &'a Served,
    refusals: &'a Refusals,
}

impl<'a> Lookup<'a> {
    pub fn new(served: &'a Served, refusals: &'a Refusals) -> Lookup<'a> {
        Lookup { served, refusals }
    }

    /// Calls `make` with the sources of values for a request about a position of `men` men, and
    /// returns its result.
    pub fn with_sources<T>(
        &self,
        men: usize,
        helpmates: bool,
        make: impl FnOnce(&Sources) -> T,
    ) -> T {
        let [dtm, dtz] = METRICS.map(|metric| self.source(metric, men));
        let helpmates = helpmates.then_some(self as &dyn HelpmateSource);
        let syzygy = self.served.syzygy.as_deref().map(OfSyzygy);
        let syzygy = syzygy.as_ref().map(|it| it as &dyn SyzygySource);
        make(&Sources { dtm: Some(&dtm), dtz: Some(&dtz), dtc: None, helpmates, syzygy })
    }

    /// Returns the values of a metric for positions that a position with `men` men leads to.
    fn source(&self, metric: Metric, men: usize) -> Source<'_> {
        Source {
            lookup: self,
            shelf: self.served.shelf(metric),
            may_solve: men <= SOLVABLE_MEN_MAX,
            now: self.served.now(),
            last: Cell::new(None),
        }
    }

    /// Returns the error for a missing table.
    #[cold]
    fn missing(&self, job: Job, may_solve: bool) -> ProbeError {
        match self.refusals.get(&job) {
            Some(Refused { reason, is_fault: true }) => {
                ProbeError::Unreadable(reason.to_string().into())
            }
            None if may_solve => ProbeError::Unreadable(Missing(job).into()),
            _ => ProbeError::NoTable(job.material()),
        }
    }
}

impl HelpmateSource for Lookup<'_> {
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Helpmates, ProbeError> {
        let shelf = self.served.shelf(Metric::Helpmate);
        shelf.mark_used(material, self.served.now());
        let Some(table) = shelf.whole(material) else {
            let may_solve = material.get().men() <= SOLVABLE_MEN_MAX;
            return Err(self.missing(Job::Whole(Metric::Helpmate, material), may_solve));
        };
        table.probe_helpmates(placement).ok_or(ProbeError::Illegal(material))
    }
}

/// The Syzygy tables as a source for documents.
struct OfSyzygy<'a>(&'a Syzygy);

impl SyzygySource for OfSyzygy<'_> {
    fn value(&self, board: &Board) -> Result<Option<SyzygyBrief>, ProbeError> {
        let value = match self.0.value(board) {
            Ok(value) => value,
            Err(SyzygyError::Missing { .. } | SyzygyError::Position(_)) => return Ok(None),
            Err(error) => return Err(ProbeError::Unreadable(Box::new(error))),
        };
        let is_rounded = value.distance.is_some_and(|it| it.is_rounded);
        let (category, dtz) = (category(&value), value.distance.map(|it| it.plies));
        Ok(Some(SyzygyBrief { category, dtz, is_rounded }))
    }
}

/// Returns the category of a position in the Lichess API.
fn category(value: &SyzygyValue) -> Category {
    match (value.within, value.result, value.distance) {
        (Some(within), ..) => within.into(),
        (None, Wdl::Draw, _) => Category::Draw,
        (None, Wdl::Win, Some(_)) => Category::SyzygyWin,
        (None, Wdl::Loss, Some(_)) => Category::SyzygyLoss,
        (None, Wdl::Win, None) => Category::MaybeWin,
        (None, Wdl::Loss, None) => Category::MaybeLoss,
    }
}

/// A missing table, given by the job that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table of {} is not there yet", .0.material())]
pub struct Missing(pub Job);

/// Returns the missing table if an error of a [`Source`] names one.
pub fn missing_of(error: &ProbeError) -> Option<Missing> {
    match error {
        ProbeError::Unreadable(inner) => inner.downcast_ref::<Missing>().copied(),
        _ => None,
    }
}

/// A source of the values of one metric for one request.
pub struct Source<'a> {
    lookup: &'a Lookup<'a>,
    shelf: &'a Shelf,
    /// Whether missing tables are solved. Positions with more men are excluded, because their
    /// captures would require many tables.
    may_solve: bool,
    now: u64,
    /// The endgame of the last position.
    last: Cell<Option<NormalMaterial>>,
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
            ProbeError::NoTable(missing) if missing == material => {
                self.lookup.missing(Job::Endgame(material), self.may_solve)
            }
            other => other,
        });
        stored?.ok_or(ProbeError::Illegal(material))
    }
}

#[cfg(test)]
mod tests {
    use drawproof_syzygy::SyzygyDistance;
    use drawproof_tables::FiftyMoves;

    use super::*;

    #[test]
    fn what_rounding_leaves_open_has_categories_of_its_own() {
        let rounded = Some(SyzygyDistance { plies: 17, is_rounded: true });
        for (within, result, distance, expected) in [
            (None, Wdl::Win, rounded, Category::SyzygyWin),
            (None, Wdl::Loss, rounded, Category::SyzygyLoss),
            (None, Wdl::Win, None, Category::MaybeWin),
            (None, Wdl::Loss, None, Category::MaybeLoss),
            (Some(FiftyMoves::CursedWin), Wdl::Win, rounded, Category::CursedWin),
            (Some(FiftyMoves::Draw), Wdl::Draw, None, Category::Draw),
        ] {
            assert_eq!(category(&SyzygyValue { result, within, distance }), expected);
        }
    }
}
