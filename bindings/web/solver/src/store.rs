//! The solved tables, within a memory limit.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use drawproof_generator::{Limits, Needs, Options, Request, SolveError, estimate, place, solve};
use drawproof_tables::{
    Layout, Metric, NormalMaterial, PlainTable, TableSet,
    progress::{self, Stage},
};

/// An amount of solving work: a number of tables, and the number of positions in them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// The number of tables, solved or to be solved.
    pub tables: usize,
    /// The number of indices in these tables, summed over both sides to move.
    pub positions: u64,
}

impl Work {
    /// Returns the sum of two amounts of work.
    #[must_use]
    pub fn and(self, other: Work) -> Work {
        let Work { tables, positions } = other;
        Work { tables: self.tables + tables, positions: self.positions + positions }
    }
}

/// The progress of solving an endgame for a request.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The endgame whose table was requested.
    pub endgame: NormalMaterial,
    /// The work done so far: finished tables, and positions.
    pub done: Work,
    /// The amount of work that was missing at the start of the request.
    pub total: Work,
}

/// A callback that receives the progress of a solve.
pub type Progress<'p> = &'p (dyn Fn(Step) + Sync);

/// The maximum size in bytes of scratch buffers kept for the next solve.
const POOL_BYTES_MAX: u64 = 16 << 20;

/// The reason why a table cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The endgame cannot be solved at all.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Solving the endgame, with the tables that it depends on, exceeds the memory limit.
    #[error(
        "solving {endgame} takes {} MB of memory, more than the {} MB that the solver in the browser uses: \
         'drawproof serve' solves it",
        .bytes.div_ceil(1_000_000), .bytes_max / 1_000_000
    )]
    TooLarge {
        /// The endgame that exceeds the limit.
        endgame: NormalMaterial,
        /// An upper estimate of the memory in bytes, including the tables that the endgame depends
        /// on.
        bytes: u64,
        /// The memory limit in bytes.
        bytes_max: u64,
    },
}

/// The solved tables of one metric, kept until other tables need their memory.
#[derive(Debug)]
pub struct Store {
    options: Options,
    tables: TableSet,
    /// The endgames of `tables`, the most recently used last.
    used: Vec<NormalMaterial>,
}

impl Store {
    /// Creates an empty store for the tables of a metric.
    pub fn new(metric: Metric) -> Store {
        let options = Options { metric, ..Options::default() };
        Store { options, tables: TableSet::new(), used: Vec::new() }
    }

    /// Returns the tables that the store holds.
    pub fn tables(&self) -> &TableSet {
        &self.tables
    }

    /// Returns the size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.size_bytes()).sum()
    }

    /// Drops all tables except those of the endgames `kept`.
    pub fn keep_only(&mut self, kept: &[NormalMaterial]) {
        let (kept, dropped): (Vec<_>, Vec<_>) =
            self.used.drain(..).partition(|endgame| kept.contains(endgame));
        self.used = kept;
        for endgame in dropped {
            self.tables.remove(endgame);
        }
    }

    /// Returns the table of an endgame. If the table is missing, solves it and all tables that it
    /// depends on; afterwards they are in [`Store::tables`].
    ///
    /// # Errors
    ///
    /// Fails if the endgame cannot be solved, or takes more than `bytes_max`.
    pub fn table(
        &mut self,
        material: NormalMaterial,
        bytes_max: u64,
        progress: Progress,
    ) -> Result<Arc<PlainTable>, StoreError> {
        let needed = material.closure();
        let missing = self.missing(&needed);
        self.make_room(material, &needed, &missing, bytes_max)?;
        // The program's memory grows once rather than table by table, because the browser may
        // collect garbage each time.
        let bytes: u64 = missing.iter().map(|&endgame| estimate(endgame).table_bytes).sum();
        drop(std::hint::black_box(Vec::<u8>::with_capacity(bytes as usize)));
        let total = work(&missing);
        let mut done = Work::default();
        for endgame in missing {
            let (slice, slices) = Default::default();
            let step = Step { endgame: material, done, total };
            let slices = Slices { step, slice, slices, progress };
            let request = Request::new(&self.options, endgame, &self.tables);
            let table = solve(Request { progress: &slices, ..request })?.table;
            self.tables.insert(Arc::new(table));
            self.options.pool.shrink_to(POOL_BYTES_MAX);
            done = done.and(work(&[endgame]));
        }
        self.used.retain(|endgame| !needed.contains(endgame));
        self.used.extend(needed);
        Ok(Arc::clone(self.tables.get(material).expect("it is solved")))
    }

    /// Returns the amount of work for solving an endgame and the missing tables that it depends on.
    pub fn work(&self, material: NormalMaterial) -> Work {
        work(&self.missing(&material.closure()))
    }

    /// Returns the endgames of `needed` that have no table yet.
    fn missing(&self, needed: &[NormalMaterial]) -> Vec<NormalMaterial> {
        let missing = needed.iter().filter(|&&endgame| self.tables.get(endgame).is_none());
        missing.copied().collect()
    }

    /// Drops the least recently used tables that are not `needed`, until those that are `missing`
    /// fit with the memory for solving them.
    fn make_room(
        &mut self,
        material: NormalMaterial,
        needed: &[NormalMaterial],
        missing: &[NormalMaterial],
        bytes_max: u64,
    ) -> Result<(), StoreError> {
        if missing.is_empty() {
            return Ok(());
        }
        let table_bytes = |&endgame: &NormalMaterial| estimate(endgame).table_bytes;
        let working_bytes = missing.iter().map(|&endgame| {
            let estimate = estimate(endgame);
            let second_layer =
                if self.options.metric.is_doubled() { estimate.second_layer_bytes } else { 0 };
            estimate.working_bytes + second_layer
        });
        let working_bytes = working_bytes.max().unwrap_or(0);
        let bytes = needed.iter().map(table_bytes).sum::<u64>() + working_bytes;
        let needs = Needs::of_step(material, bytes, bytes, 0);
        // There are no scratch files.
        let limits = Limits { memory: bytes_max, buffers: 0, disk: None };
        if place(&needs, &limits).is_err() {
            return Err(StoreError::TooLarge { endgame: material, bytes, bytes_max });
        }
        let missing_bytes = missing.iter().map(table_bytes).sum::<u64>() + working_bytes;
        while self.bytes() + missing_bytes > bytes_max {
            let Some(oldest) = self.used.iter().position(|endgame| !needed.contains(endgame))
            else {
                break;
            };
            self.tables.remove(self.used.remove(oldest));
        }
        Ok(())
    }
}

/// Returns the number of indices in an endgame's table, for both sides to move.
fn positions(endgame: NormalMaterial) -> u64 {
    2 * Layout::new(endgame).count() as u64
}

/// Returns the work of solving some endgames.
fn work(endgames: &[NormalMaterial]) -> Work {
    let positions = endgames.iter().map(|&endgame| positions(endgame)).sum();
    Work { tables: endgames.len(), positions }
}

/// Counts the slices of an endgame for a [`Progress`].
struct Slices<'p> {
    /// The step at which the endgame begins.
    step: Step,
    slice: AtomicU64,
    slices: AtomicU64,
    progress: Progress<'p>,
}

impl progress::Progress for Slices<'_> {
    fn begin(&self, stage: Stage, slices: u64) {
        if let Stage::Solving(_) = stage {
            self.slices.store(slices, Ordering::Relaxed);
            (self.progress)(self.step);
        }
    }

    fn advance(&self, stage: Stage, slices: u64) -> ControlFlow<()> {
        if let (Stage::Solving(material), 1..) = (stage, slices) {
            let slice = self.slice.fetch_add(slices, Ordering::Relaxed) + slices;
            let positions = positions(material) * slice / self.slices.load(Ordering::Relaxed);
            let done = self.step.done.and(Work { tables: 0, positions });
            (self.progress)(Step { done, ..self.step });
        }
        ControlFlow::Continue(())
    }
}
