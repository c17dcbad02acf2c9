//! The tables that requests are answered from at one moment.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, SOLVABLE_MEN_MAX, ThreeMen, Value,
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

/// Why an endgame cannot be solved.
#[derive(Clone)]
pub struct Refused {
    pub reason: Arc<str>,
    /// Whether something is damaged, rather than the memory too small.
    pub is_fault: bool,
}

/// The tables that a request is answered from. They stay in memory as long as the request holds them.
#[derive(Clone)]
pub struct Snapshot {
    three_men: &'static ThreeMen,
    /// By the number of the metric in [`METRICS`].
    pub metrics: [MetricTables; 2],
    /// Endgames that cannot be solved here, and why.
    pub refused: BTreeMap<NormalMaterial, Refused>,
}

impl Snapshot {
    /// The tables of three men alone.
    pub fn new(three_men: &'static ThreeMen) -> Snapshot {
        Snapshot { three_men, metrics: Default::default(), refused: BTreeMap::new() }
    }

    /// Whether positions of an endgame are answered by a metric.
    pub fn has(&self, metric: usize, material: NormalMaterial) -> bool {
        let needs_no_table = material.get().men() < 3
            || material.is_lone_minor()
            || METRICS[metric] == Metric::Dtm && ThreeMen::has(material);
        needs_no_table || self.metrics[metric].entries.contains_key(&material)
    }

    /// The whole table of an endgame, if it is in memory.
    pub fn whole(
        &self,
        metric: usize,
        material: NormalMaterial,
        now: u64,
    ) -> Option<Arc<PlainTable>> {
        let entry = self.metrics[metric].entries.get(&material)?;
        entry.last_used.store(now, Ordering::Relaxed);
        match &entry.values {
            EntryValues::Whole(table) => Some(table.clone()),
            EntryValues::File(_) => None,
        }
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

/// The missing table that an error of a [`Source`] is about.
pub fn missing_of(error: &ProbeError) -> Option<Missing> {
    match error {
        ProbeError::Unreadable(inner) => inner.downcast_ref::<Missing>().copied(),
        _ => None,
    }
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
        if material.is_lone_minor() {
            return Ok(placement.to_board().map(|_| Value::Draw));
        }
        if METRICS[self.metric] == Metric::Dtm
            && let Some(values) = self.snapshot.three_men.table(material)
        {
            return Ok(values.probe(placement));
        }
        let has_no_file = self.snapshot.metrics[self.metric].absent.contains(&material);
        let refused = self.snapshot.refused.get(&material);
        if let Some(Refused { reason, is_fault: true }) = refused {
            return Err(ProbeError::Unreadable(reason.to_string().into()));
        }
        let can_be_solved = self.may_solve && refused.is_none();
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
            Some(EntryValues::File(table)) => table.probe_among(placement, self)?,
            None => self.without_entry(material, placement)?,
        };
        value.ok_or(ProbeError::Illegal(material))
    }
}
