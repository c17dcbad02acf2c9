//! Tables of one metric: those on a shelf, and those that are read or solved when they are needed.
//!
//! The store has two halves. Its *shelf* ([`Shelf`]) has what is here; a lookup there waits for nobody.
//! The *maker*, the rest of the store, reads and solves what is missing and puts it there, one request
//! after the other (`Store::in_turn`).

mod room;
mod slices;
mod solving;
mod values;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{Arc, Mutex, atomic::AtomicU64},
    time::Duration,
};

use drawproof_generator::{
    Options, Request, decided_by_conversions, solvable_next, solve_side_by_side,
};
use drawproof_tables::{
    Metric, NormalMaterial, PlainTable, Shelf, TableMemory, TableSet, ThreeMen,
    file::{FileBytes, Folder, FolderError, Sides, Table},
    parallel::locked,
    progress::{Progress, Stage, by_share},
};

use crate::{
    budget::{cache_bytes, drop_tables, table_bytes},
    error::SessionError,
    plan::{Plan, Step},
    spill::{Bounded, Spill},
    three_men,
};

/// Provides the tables of one metric: finds, loads or solves them within a memory limit. Writes no
/// files, except those of tables that are made slice by slice.
pub struct Store {
    shelf: Arc<Shelf>,
    /// The number of bytes of tables and working memory that may be in use at once.
    memory_bytes: u64,
    /// The part of `memory_bytes` that another store uses.
    used_elsewhere_bytes: AtomicU64,
    progress: Arc<dyn Progress + Send>,
    /// The options for solving. Their pool keeps the memory of dropped tables for the next ones.
    options: Options,
    /// The scratch files of tables that do not fit into memory; `None` if all tables must fit.
    spill: Option<Arc<Spill>>,
    /// The tables that take long to make again. Instead of being dropped, they are moved to scratch
    /// files.
    later: Mutex<Vec<NormalMaterial>>,
    /// The lock that is held while tables are made or dropped.
    turn: Mutex<()>,
}

/// The time for solving an endgame.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveTime {
    /// The elapsed time.
    pub wall: Duration,
    /// The CPU time of all threads, user and system together.
    pub cpu: Duration,
}

/// The results of a solve other than the table.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The longest distance in plies; `None` if no position is decisive, or if an earlier run
    /// solved some of the slices.
    pub plies: Option<u16>,
    /// The time for the solve.
    pub time: SolveTime,
}

impl Store {
    /// Makes a store of distances to mate over the files in `folder`. Its tables and working memory
    /// take at most `memory_bytes`.
    pub fn new(folder: PathBuf, memory_bytes: u64, progress: Arc<dyn Progress + Send>) -> Store {
        Store::over(Folder::new(folder), memory_bytes, progress)
    }

    /// Makes a store over the tables of `folder`, which determines the metric. Its tables and
    /// working memory take at most `memory_bytes`.
    pub fn over(folder: Folder, memory_bytes: u64, progress: Arc<dyn Progress + Send>) -> Store {
        let shelf = Shelf::new(folder).with_three_men(three_men());
        let shelf = shelf.with_cache_bytes(cache_bytes(memory_bytes));
        Store::of_shelf(Arc::new(shelf), memory_bytes, progress)
    }

    /// Makes a store that puts its tables on `shelf`. No other store may use the shelf. The shelf's
    /// cache should have the size that [`cache_bytes`] returns. It does not count towards
    /// `memory_bytes`, because it takes part of the memory that the store leaves for buffers.
    pub fn of_shelf(
        shelf: Arc<Shelf>,
        memory_bytes: u64,
        progress: Arc<dyn Progress + Send>,
    ) -> Store {
        let options = Options { metric: shelf.metric(), ..Options::default() };
        let used_elsewhere_bytes = AtomicU64::new(0);
        let (spill, later, turn) = (None, Mutex::default(), Mutex::default());
        Store { shelf, memory_bytes, used_elsewhere_bytes, progress, options, spill, later, turn }
    }

    /// Makes the store keep tables that do not fit into memory in scratch files in `folder`. The
    /// files have no names and disappear when the process ends.
    #[must_use]
    pub fn with_scratch(self, folder: PathBuf) -> Store {
        let spill = Some(Arc::new(Spill::new(folder, self.memory_bytes)));
        Store { spill, ..self }
    }

    /// Makes the store use the given tables of three men instead of solving them. The store drops
    /// all tables that it has.
    #[must_use]
    pub fn with_three_men(self, three_men: &'static ThreeMen) -> Store {
        let shelf = self.shelf.over(self.folder().clone()).with_three_men(three_men);
        Store { shelf: Arc::new(shelf), ..self }
    }

    /// Makes a store for another metric over the same folder, with its own memory limit of the same
    /// size.
    #[must_use]
    pub fn of_metric(&self, metric: Metric) -> Store {
        let shelf = Arc::new(self.shelf.of_metric(metric));
        let store = Store::of_shelf(shelf, self.memory_bytes, self.progress.clone());
        Store { spill: self.spill.clone(), ..store }
    }

    /// Makes a store for another metric that shares the memory limit of this one. Drop the new
    /// store before you use this one again. This store keeps its table of `kept`. It drops all its
    /// other tables if there is too little memory for the new store's table of `kept`.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read.
    pub fn beside(&self, metric: Metric, kept: NormalMaterial) -> Result<Store, SessionError> {
        let _turn = locked(&self.turn);
        let other = self.of_metric(metric);
        let pool = &self.options.pool;
        // The caller may use a table that this store has dropped.
        let kept_bytes =
            if self.shelf.has_whole(kept) { 0 } else { table_bytes(self.options.metric, kept) };
        let drop_to =
            |limit_bytes| kept_bytes + drop_tables(&self.shelf, limit_bytes, &[kept], pool);
        let wanted = &[kept];
        let plan = Plan::new(wanted, wanted, &other.shelf)?;
        other.set_used_elsewhere_bytes(drop_to(u64::MAX));
        if !plan.needs(metric).fit(other.left_bytes()) {
            other.set_used_elsewhere_bytes(drop_to(0));
        }
        pool.shrink_to(0);
        Ok(other)
    }

    /// Returns the shelf, which holds the available tables.
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// Returns the folder of table files.
    pub fn folder(&self) -> &Folder {
        self.shelf.folder()
    }

    /// Returns the memory limit in bytes, for tables and working memory together.
    pub fn memory_bytes(&self) -> u64 {
        self.memory_bytes
    }

    /// Returns the whole table of an endgame, which is loaded or solved if necessary.
    ///
    /// # Errors
    ///
    /// Fails if the table cannot be read or solved. A panic while solving is an error of this
    /// request alone; the next request starts over.
    pub fn table(&self, material: NormalMaterial) -> Result<Arc<PlainTable>, SessionError> {
        if let Some(table) = self.shelf.whole(material) {
            return Ok(table);
        }
        self.in_turn(|| {
            self.obtain(&[material], &[material])?;
            Ok(self.shelf.whole(material).expect("it was just obtained"))
        })
    }

    /// Returns the whole tables of an endgame and of all endgames that its captures and promotions
    /// lead to.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn with_conversions(&self, material: NormalMaterial) -> Result<TableSet, SessionError> {
        let mut wanted = material.conversions();
        wanted.push(material);
        self.set_of(wanted, material)
    }

    /// Returns the whole tables that are needed to probe the positions of an endgame and the
    /// positions after their moves. These are the table of the endgame, and the tables of its
    /// conversions that have no file with both sides to move.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn for_probes(&self, material: NormalMaterial) -> Result<TableSet, SessionError> {
        let mut wanted = self.without_files(material.conversions())?;
        wanted.push(material);
        self.set_of(wanted, material)
    }

    /// Prepares quick lookups of single positions of an endgame and of the positions after captures
    /// and promotions. Returns the needed tables of at most five men that have no file with both
    /// sides to move.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn for_lookups(&self, material: NormalMaterial) -> Result<TableSet, SessionError> {
        let mut looked_up = material.small_conversions();
        looked_up.extend((!material.is_large()).then_some(material));
        self.set_of(self.without_files(looked_up)?, material)
    }

    /// Returns the endgames without a file with both sides to move.
    fn without_files(
        &self,
        mut materials: Vec<NormalMaterial>,
    ) -> Result<Vec<NormalMaterial>, SessionError> {
        let mut failure = None;
        materials.retain(|&material| match self.file_to_look_up(material) {
            Ok(file) => file.is_none(),
            Err(error) => {
                failure = Some(error);
                true
            }
        });
        failure.map_or(Ok(materials), |error| Err(error.into()))
    }

    /// Returns the file in which positions of an endgame are looked up; `None` unless the file
    /// holds both sides to move.
    pub(crate) fn file_to_look_up(
        &self,
        material: NormalMaterial,
    ) -> Result<Option<&Arc<Table<FileBytes>>>, FolderError> {
        Ok(self.shelf.file(material)?.filter(|file| file.sides() == Sides::Both))
    }

    /// Returns the whole tables of the endgames that an endgame's captures and promotions lead to,
    /// except large ones.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn conversions_of(&self, material: NormalMaterial) -> Result<TableSet, SessionError> {
        self.set_of(material.small_conversions(), material)
    }

    /// Returns the whole tables of `wanted`. Tables that have files are read even if solving is
    /// quicker, because an audit checks the files. Errors name the endgame `named`.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn set_of(
        &self,
        wanted: Vec<NormalMaterial>,
        named: NormalMaterial,
    ) -> Result<TableSet, SessionError> {
        self.in_turn(|| {
            self.obtain_from(Plan::new(&wanted, &[named], &self.shelf)?)?;
            Ok(self.shelf.set_of(wanted))
        })
    }

    /// Returns the number of tables that must be loaded or solved for the tables of `wanted`,
    /// including their dependencies, and an estimate of the CPU seconds. Errors name the last
    /// endgame of `wanted`.
    ///
    /// # Errors
    ///
    /// Fails if an endgame has too many men, or if the folder cannot be read.
    pub fn missing(&self, wanted: &[NormalMaterial]) -> Result<(usize, f64), SessionError> {
        let named = &wanted[wanted.len().saturating_sub(1)..];
        let plan = Plan::new(wanted, named, &self.shelf)?;
        Ok((plan.steps.len(), plan.seconds(self.options.metric)))
    }

    /// Loads or solves the next table that the tables of `wanted` need. Returns `false` once all
    /// are available. Errors name the last endgame of `wanted`.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn advance(&self, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        self.in_turn(|| {
            let named = &wanted[wanted.len().saturating_sub(1)..];
            let mut plan = Plan::new(wanted, named, &self.shelf)?;
            let needed = plan.needed();
            let has_spilled = |table: &Arc<PlainTable>| {
                table.is_in_scratch() && needed.contains(&table.material())
            };
            // Where the last steps would fit into memory, what they read does not.
            let begun =
                self.spill.as_deref().filter(|_| self.shelf.tables().iter().any(has_spilled));
            let spill = self.place_plan(&plan)?.or(begun);
            self.make_next(&mut plan, spill)?;
            Ok(!plan.steps.is_empty())
        })
    }

    /// Does `work`, which makes tables, after the work of other threads. A panic in `work` is
    /// returned as an error, and the store stays usable: the shelf is intact, and the memory of
    /// unfinished work is freed.
    fn in_turn<T>(
        &self,
        work: impl FnOnce() -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        let _turn = locked(&self.turn);
        let done = catch_unwind(AssertUnwindSafe(work));
        let done = done.unwrap_or(Err(SessionError::Fault));
        if done.is_err() {
            self.options.pool.shrink_to(0);
        }
        done
    }

    /// Loads or solves the tables of `wanted`; errors name the endgames `named`.
    fn obtain(
        &self,
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        let plan = Plan::new(wanted, named, &self.shelf)?;
        let quicker = plan.quicker(&self.shelf)?;
        self.obtain_from(quicker.filter(|it| self.needs(it).fit(self.room_bytes())).unwrap_or(plan))
    }

    /// Loads or solves the tables of a plan wherever there is room for them.
    fn obtain_from(&self, plan: Plan) -> Result<(), SessionError> {
        let spill = self.place_plan(&plan)?;
        self.make(plan, spill)
    }

    /// Loads or solves the tables of a plan, in scratch files if `spill` is given.
    fn make(&self, mut plan: Plan, spill: Option<&Spill>) -> Result<(), SessionError> {
        if plan.steps.is_empty() {
            return Ok(());
        }
        let tables: Vec<NormalMaterial> = plan.steps.iter().map(|step| step.material()).collect();
        let stage = Stage::Tables(self.options.metric, &tables);
        self.progress.begin(stage, tables.len() as u64);
        while !plan.steps.is_empty() {
            self.make_next(&mut plan, spill)?;
        }
        self.progress.end(stage);
        Ok(())
    }

    /// Loads or solves the table of the plan's first step, and further tables in parallel as long
    /// as threads are idle. Removes these steps from the plan.
    fn make_next(&self, plan: &mut Plan, spill: Option<&Spill>) -> Result<(), SessionError> {
        let Some(&step) = plan.steps.first() else { return Ok(()) };
        let mut needed = plan.needed();
        match spill {
            None => self.make_room(step.bytes(self.options.metric), &needed),
            Some(spill) => {
                needed.extend(self.may_stay(plan, spill));
                self.spill_tables(&needed, spill)?;
            }
        }
        let made = match step {
            Step::Load(material) => {
                let stage = Stage::Reading(material);
                let read = by_share(&*self.progress, stage);
                let file = self.folder().open(material)?;
                let (layout, width) = (file.layout(), file.width());
                let memory = match spill {
                    None => TableMemory::new(layout, width),
                    Some(spill) => spill.memory(layout, width, true)?,
                };
                // A stop waits for the next solve.
                let table = file.load_into(memory, &|share| _ = read(share))?;
                self.progress.end(stage);
                vec![table]
            }
            Step::Solve(_) => {
                let solved = self.solve_next(&plan.steps, spill)?;
                solved.iter().try_for_each(|table| self.compare_with_file(table))?;
                solved
            }
        };
        plan.steps.retain(|step| made.iter().all(|table| table.material() != step.material()));
        made.into_iter().for_each(|table| self.shelf.put(Arc::new(table)));
        Ok(())
    }

    /// Solves the table of the first of `steps`, and further tables in parallel as long as threads
    /// are idle.
    fn solve_next(
        &self,
        steps: &[Step],
        spill: Option<&Spill>,
    ) -> Result<Vec<PlainTable>, SessionError> {
        let to_solve = |step: &Step| matches!(step, Step::Solve(_)).then(|| step.material());
        let pending: Vec<NormalMaterial> = steps.iter().filter_map(to_solve).collect();
        let next = solvable_next(&pending, |material| self.shelf.has_whole(material));
        let tables = self.shelf.set_of(next.iter().flat_map(|next| next.conversions()));
        let progress = &Bounded { progress: &*self.progress, spill };
        let request = |&material| {
            let request = self.request(material, &tables, spill)?;
            Ok(Request { progress, ..request })
        };
        let requests: Result<Vec<Request>, SessionError> = next.iter().map(request).collect();
        let solved = solve_side_by_side(requests?)?;
        Ok(solved.into_iter().map(|solution| solution.table).collect())
    }

    /// Checks the file of a solved table, if there is one: compares the checksums or, if the file
    /// has one side to move, the values.
    fn compare_with_file(&self, table: &PlainTable) -> Result<(), SessionError> {
        let material = table.material();
        if self.folder().has(material)? {
            let file = self.folder().open(material)?;
            if file.sides() == Sides::Both {
                file.verify_checksums()?;
            } else {
                let tables = self.shelf.set_of(material.conversions());
                let decided = decided_by_conversions(table, &tables)?;
                file.verify_against(table, decided.each_ref().map(|side| &side[..]))?;
            }
        }
        Ok(())
    }
}
