//! The solved tables.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use drawproof_generator::{Observer, Options, SolveError, solve_with};
use drawproof_tables::{Layout, Metric, NormalMaterial, PlainTable, TableSet};

/// Follows a solve: positions that are solved, positions in all, the endgame that is being solved.
pub type Progress<'p> = &'p (dyn Fn(u64, u64, NormalMaterial) + Sync);

/// Tables of one metric that stay solved.
#[derive(Debug)]
pub struct Store {
    options: Options,
    tables: TableSet,
}

impl Store {
    /// An empty store of tables of a metric.
    pub fn new(metric: Metric) -> Store {
        Store { options: Options { metric, ..Options::default() }, tables: TableSet::new() }
    }

    /// The tables that are solved.
    pub fn tables(&self) -> &TableSet {
        &self.tables
    }

    /// Forgets all tables.
    pub fn clear(&mut self) {
        self.tables = TableSet::new();
    }

    /// The table of an endgame, solved with all that it depends on unless it is there.
    pub fn table(
        &mut self,
        material: NormalMaterial,
        progress: Progress,
    ) -> Result<Arc<PlainTable>, SolveError> {
        let mut missing = material.closure();
        missing.retain(|&needed| self.tables.get(needed).is_none());
        let total = missing.iter().map(|&endgame| positions(endgame)).sum();
        let mut solved = 0;
        for endgame in missing {
            let (slice, slices) = Default::default();
            let observer = Slices { solved, total, slice, slices, progress };
            let table = solve_with(&self.options, endgame, &self.tables, &observer)?.table;
            self.tables.insert(Arc::new(table));
            solved += positions(endgame);
        }
        Ok(Arc::clone(self.tables.get(material).expect("it is solved")))
    }
}

/// The places of an endgame's table, both sides to move.
fn positions(endgame: NormalMaterial) -> u64 {
    2 * Layout::new(endgame).count() as u64
}

/// Counts the slices of one endgame for a [`Progress`].
struct Slices<'p> {
    /// Positions solved before, and in all.
    solved: u64,
    total: u64,
    slice: AtomicU64,
    slices: AtomicU64,
    progress: Progress<'p>,
}

impl Observer for Slices<'_> {
    fn begin(&self, material: NormalMaterial, slices: usize, _positions: u64) {
        self.slices.store(slices as u64, Ordering::Relaxed);
        (self.progress)(self.solved, self.total, material);
    }

    fn slice(&self, material: NormalMaterial) {
        let slice = self.slice.fetch_add(1, Ordering::Relaxed) + 1;
        let slices = self.slices.load(Ordering::Relaxed);
        let done = self.solved + positions(material) * slice / slices;
        (self.progress)(done, self.total, material);
    }
}
