//! The tables that requests are answered from at one moment.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use drawproof_session::{embedded, store::is_lone_minor};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, SOLVABLE_MEN_MAX, Value,
    file::{FileBytes, Table},
    probe::{ProbeError, Values},
};

/// The metrics that are served. The number of each is its place in arrays.
pub const METRICS: [Metric; 2] = [Metric::Dtm, Metric::Dtz];

/// The table of an endgame.
pub struct Entry {
    pub values: EntryValues,
    /// Milliseconds from the start of the server to the last request that used the table.
    last_used: AtomicU64,
}

/// Where the values are.
pub enum EntryValues {
    /// In memory.
    Whole(Arc<PlainTable>),
    /// In a file, of which single blocks are read.
    File(Table<FileBytes>),
}

impl Entry {
    pub fn new(values: EntryValues, now: u64) -> Entry {
        Entry { values, last_used: AtomicU64::new(now) }
    }

    pub fn last_used(&self) -> u64 {
        self.last_used.load(Ordering::Relaxed)
    }
}

/// The tables of one metric.
#[derive(Clone, Default)]
pub struct MetricTables {
    pub entries: BTreeMap<NormalMaterial, Arc<Entry>>,
    /// Endgames without a file.
    pub absent: BTreeSet<NormalMaterial>,
}

/// The tables that a request is answered from. They stay in memory as long as the request holds them.
#[derive(Clone, Default)]
pub struct Snapshot {
    /// By the number of the metric in [`METRICS`].
    pub metrics: [MetricTables; 2],
    /// Endgames that cannot be solved here, and why.
    pub refused: BTreeMap<NormalMaterial, Arc<str>>,
}

impl Snapshot {
    /// Whether positions of an endgame are answered by a metric.
    pub fn has(&self, metric: usize, material: NormalMaterial) -> bool {
        let needs_no_table = material.get().men() < 3
            || is_lone_minor(material)
            || METRICS[metric] == Metric::Dtm && embedded::values(material).is_some();
        needs_no_table || self.metrics[metric].entries.contains_key(&material)
    }

    /// The values of a metric, for positions that a position of `men` men leads to.
    pub fn source(&self, metric: usize, men: usize, now: u64) -> Source<'_> {
        let may_solve = men <= SOLVABLE_MEN_MAX;
        Source { snapshot: self, metric, may_solve, now, last: Cell::new(None) }
    }
}

/// A table that is not there and may be opened or solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table of {material} is not there yet")]
pub struct Missing {
    pub material: NormalMaterial,
    /// The number of the metric in [`METRICS`].
    pub metric: usize,
    /// Whether the folder is known to have no file of it.
    pub has_no_file: bool,
}

/// The values of a metric in a snapshot.
pub struct Source<'a> {
    snapshot: &'a Snapshot,
    metric: usize,
    /// Whether missing tables are solved: not for positions of more men, whose captures would solve many.
    may_solve: bool,
    now: u64,
    /// The table of the last position.
    last: Cell<Option<(NormalMaterial, &'a Entry)>>,
}

impl<'a> Source<'a> {
    #[inline]
    fn entry(&self, material: NormalMaterial) -> Option<&'a Entry> {
        if let Some((last, entry)) = self.last.get()
            && last == material
        {
            return Some(entry);
        }
        let entry: &Entry = self.snapshot.metrics[self.metric].entries.get(&material)?;
        entry.last_used.store(self.now, Ordering::Relaxed);
        self.last.set(Some((material, entry)));
        Some(entry)
    }

    /// The value of a position whose endgame has no entry.
    #[cold]
    fn without_entry(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Option<Value>, ProbeError> {
        if is_lone_minor(material) {
            return Ok(placement.to_board().map(|_| Value::Draw));
        }
        if METRICS[self.metric] == Metric::Dtm
            && let Some(values) = embedded::values(material)
        {
            return Ok(values.probe(placement));
        }
        let has_no_file = self.snapshot.metrics[self.metric].absent.contains(&material);
        let can_be_solved = self.may_solve && !self.snapshot.refused.contains_key(&material);
        if has_no_file && !can_be_solved {
            return Err(ProbeError::NoTable(material));
        }
        let missing = Missing { material, metric: self.metric, has_no_file };
        Err(ProbeError::Unreadable(missing.into()))
    }
}

impl Values for Source<'_> {
    fn metric(&self) -> Metric {
        METRICS[self.metric]
    }

    #[inline]
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let value = match self.entry(material).map(|entry| &entry.values) {
            Some(EntryValues::Whole(table)) => table.probe(placement),
            Some(EntryValues::File(table)) => {
                table.probe(placement).map_err(|error| ProbeError::Unreadable(error.into()))?
            }
            None => self.without_entry(material, placement)?,
        };
        value.ok_or(ProbeError::Illegal(material))
    }
}
