//! The solved tables, within a bound of memory.

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

/// Tables, and the positions in them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// The tables.
    pub tables: usize,
    /// The places of the tables, both sides to move.
    pub positions: u64,
}

impl Work {
    /// Adds work that is done before or after.
    #[must_use]
    pub fn and(self, other: Work) -> Work {
        let Work { tables, positions } = other;
        Work { tables: self.tables + tables, positions: self.positions + positions }
    }
}

/// How far the tables of an endgame are.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The endgame that was asked for.
    pub endgame: NormalMaterial,
    /// What is solved: whole tables, and positions.
    pub done: Work,
    /// What was missing at the start.
    pub total: Work,
}

/// Follows a solve.
pub type Progress<'p> = &'p (dyn Fn(Step) + Sync);

/// The bytes of scratch buffers that stay for the next solve.
const POOL_BYTES_MAX: u64 = 16 << 20;

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The endgame cannot be solved at all.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The table and those that it is solved from take too much memory.
    #[error(
        "solving {endgame} takes {} MB of memory, more than the {} MB that the solver in the browser uses: \
         'drawproof serve' solves it",
        .bytes.div_ceil(1_000_000), .bytes_max / 1_000_000
    )]
    TooLarge {
        /// The endgame.
        endgame: NormalMaterial,
        /// An upper estimate of what it takes, its sub-tables included.
        bytes: u64,
        /// The bound.
        bytes_max: u64,
    },
}

/// Tables of one metric that stay solved until others need their memory.
#[derive(Debug)]
pub struct Store {
    options: Options,
    tables: TableSet,
    /// The endgames of `tables`, the most recently used last.
    used: Vec<NormalMaterial>,
}

impl Store {
    /// An empty store of tables of a metric.
    pub fn new(metric: Metric) -> Store {
        let options = Options { metric, ..Options::default() };
        Store { options, tables: TableSet::new(), used: Vec::new() }
    }

    /// The tables that are solved.
    pub fn tables(&self) -> &TableSet {
        &self.tables
    }

    /// The bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.size_bytes()).sum()
    }

    /// Drops all tables but those of these endgames.
    pub fn keep_only(&mut self, kept: &[NormalMaterial]) {
        let (kept, dropped): (Vec<_>, Vec<_>) =
            self.used.drain(..).partition(|endgame| kept.contains(endgame));
        self.used = kept;
        for endgame in dropped {
            self.tables.remove(endgame);
        }
    }

    /// The table of an endgame, solved with all that it depends on unless it is there. Afterwards all
    /// of them are in [`Store::tables`].
    ///
    /// # Errors
    ///
    /// The endgame is none that can be solved, or takes more than `bytes_max`.
    pub fn table(
        &mut self,
        material: NormalMaterial,
        bytes_max: u64,
        progress: Progress,
    ) -> Result<Arc<PlainTable>, StoreError> {
        let needed = material.closure();
        let missing = self.missing(&needed);
        self.make_room(material, &needed, &missing, bytes_max)?;
        // The program's memory grows once, not table by table: the browser may collect garbage each
        // time.
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

    /// The work of solving an endgame with all that it depends on.
    pub fn work(&self, material: NormalMaterial) -> Work {
        work(&self.missing(&material.closure()))
    }

    /// Those of some endgames that have no table yet.
    fn missing(&self, needed: &[NormalMaterial]) -> Vec<NormalMaterial> {
        let missing = needed.iter().filter(|&&endgame| self.tables.get(endgame).is_none());
        missing.copied().collect()
    }

    /// Drops the least recently used tables that are not `needed` until there is room for those that
    /// are `missing` and for solving them.
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

/// The places of an endgame's table, both sides to move.
fn positions(endgame: NormalMaterial) -> u64 {
    2 * Layout::new(endgame).count() as u64
}

/// The work of solving some endgames.
fn work(endgames: &[NormalMaterial]) -> Work {
    let positions = endgames.iter().map(|&endgame| positions(endgame)).sum();
    Work { tables: endgames.len(), positions }
}

/// Counts the slices of one endgame for a [`Progress`].
struct Slices<'p> {
    /// Where the endgame begins.
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
