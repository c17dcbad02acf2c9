//! A store of tables: in memory, embedded, in the files of a folder, or solved in memory.

mod solving;
mod values;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use drawproof_generator::{Options, decided_by_conversions, solvable_next, solve_side_by_side};
use drawproof_tables::{
    Metric, NormalMaterial, PlainTable, TableSet,
    file::{FileBytes, Folder, Sides, Table},
};

use crate::{
    budget::{drop_tables, table_bytes},
    error::SessionError,
    observer::Observer,
    plan::{Step, check_memory, check_working_memory, names, scratch_bytes, steps},
    spill::{Bounded, Spill},
};

/// The tables of one process. Writes no file.
pub struct Store {
    folder: Folder,
    /// Bytes of tables and working memory that may be in use at once.
    memory_bytes: u64,
    /// Those of them that another store uses.
    used_elsewhere_bytes: AtomicU64,
    observer: Arc<dyn Observer + Send>,
    /// How tables are solved; its pool keeps the memory of dropped tables for the next ones.
    options: Options,
    /// Where tables are that do not fit into memory; `None` if there are none.
    spill: Option<Arc<Spill>>,
    held: Mutex<Held>,
}

/// The tables that the store holds.
#[derive(Default)]
struct Held {
    /// Tables whose values are all in memory.
    tables: TableSet,
    /// Files opened for single positions.
    files: BTreeMap<NormalMaterial, Arc<Table<FileBytes>>>,
}

/// The time that solving an endgame took.
#[derive(Clone, Copy, Debug)]
pub struct SolveTime {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, user and system, of all threads.
    pub cpu: Duration,
}

/// Figures of a solved endgame.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The longest distance to mate in plies; `None` if no position is decisive.
    pub plies: Option<u16>,
    /// The time it took.
    pub time: SolveTime,
}

impl Store {
    /// A store over the files in `folder` that uses at most `memory_bytes`.
    pub fn new(folder: PathBuf, memory_bytes: u64, observer: Arc<dyn Observer + Send>) -> Store {
        Store::over(Folder::new(folder), memory_bytes, observer)
    }

    /// A store over the tables of `folder`, which decides the metric, that uses at most
    /// `memory_bytes`.
    pub fn over(folder: Folder, memory_bytes: u64, observer: Arc<dyn Observer + Send>) -> Store {
        let options = Options { metric: folder.metric(), ..Options::default() };
        Store {
            folder,
            memory_bytes,
            used_elsewhere_bytes: AtomicU64::new(0),
            observer,
            options,
            spill: None,
            held: Mutex::default(),
        }
    }

    /// The same store, which keeps tables that do not fit into memory in scratch files in `folder`.
    /// They have no names: nothing is left of them when the process ends.
    #[must_use]
    pub fn with_scratch(self, folder: PathBuf) -> Store {
        let spill = Some(Arc::new(Spill::new(folder, self.memory_bytes)));
        Store { spill, ..self }
    }

    /// A store of tables of another metric: over the same folder, with memory of its own.
    #[must_use]
    pub fn of_metric(&self, metric: Metric) -> Store {
        let folder = self.folder.of_metric(metric);
        let store = Store::over(folder, self.memory_bytes, self.observer.clone());
        Store { spill: self.spill.clone(), ..store }
    }

    /// A store of tables of another metric that shares the bound of the memory, to be dropped before
    /// this one is used again. `kept` is the endgame whose table stays in use here; the other tables
    /// are dropped if that of `kept` could not be made beside them.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn beside(&self, metric: Metric, kept: NormalMaterial) -> Result<Store, SessionError> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        let other = self.of_metric(metric);
        let pool = &self.options.pool;
        // The caller may use a table that this store has dropped.
        let kept_bytes = if held.tables.get(kept).is_none() {
            table_bytes(self.options.metric, kept)
        } else {
            0
        };
        let mut drop_to =
            |limit_bytes| kept_bytes + drop_tables(&mut held.tables, limit_bytes, &[kept], pool);
        let steps = steps(&[kept], &mut TableSet::new(), &other.folder)?;
        other.set_used_elsewhere_bytes(drop_to(u64::MAX));
        if other.check_memory(&steps, &[kept], &[kept]).is_err() {
            other.set_used_elsewhere_bytes(drop_to(0));
        }
        pool.shrink_to(0);
        Ok(other)
    }

    /// The folder of table files.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Bytes of tables and working memory that may be in use at once.
    pub fn memory_bytes(&self) -> u64 {
        self.memory_bytes
    }

    /// The values of an endgame in memory.
    pub fn table(&self, material: NormalMaterial) -> Result<Arc<PlainTable>, SessionError> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        self.obtain(&mut held.tables, &[material], &[material])?;
        Ok(held.tables.get(material).expect("it was just obtained").clone())
    }

    /// The values in memory of an endgame and of the endgames after its captures and promotions.
    pub fn with_conversions(&self, material: NormalMaterial) -> Result<TableSet, SessionError> {
        let mut wanted = material.conversions();
        wanted.push(material);
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        self.obtain(&mut held.tables, &wanted, &[material])?;
        Ok(held.tables.clone())
    }

    /// The values in memory that probing an endgame's positions and those after their moves reads: of the
    /// endgame, and of those after its captures and promotions that have no file with both sides to move.
    ///
    /// # Errors
    ///
    /// As [`Store::table`].
    pub fn for_probes(&self, material: NormalMaterial) -> Result<TableSet, SessionError> {
        let mut wanted = Vec::new();
        for conversion in material.conversions() {
            let is_file =
                matches!(self.file(conversion)?, Some(file) if file.sides() == Sides::Both);
            if !is_file {
                wanted.push(conversion);
            }
        }
        wanted.push(material);
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        self.obtain(&mut held.tables, &wanted, &[material])?;
        Ok(held.tables.clone())
    }

    /// The values in memory of the endgames after an endgame's captures and promotions.
    pub fn conversions_of(&self, material: NormalMaterial) -> Result<TableSet, SessionError> {
        let wanted = material.conversions();
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        self.obtain(&mut held.tables, &wanted, &[material])?;
        Ok(held.tables.clone())
    }

    /// The tables in memory.
    pub fn held(&self) -> TableSet {
        self.held.lock().expect("no thread panicked with the tables").tables.clone()
    }

    /// Bytes of [`Store::memory_bytes`] that another store uses.
    fn used_elsewhere_bytes(&self) -> u64 {
        self.used_elsewhere_bytes.load(Ordering::Relaxed)
    }

    /// Sets the bytes of [`Store::memory_bytes`] that another store uses.
    pub fn set_used_elsewhere_bytes(&self, bytes: u64) {
        self.used_elsewhere_bytes.store(bytes, Ordering::Relaxed);
    }

    /// The tables that are read or solved to make those of `wanted`, in this order.
    ///
    /// # Errors
    ///
    /// Too many men, or the folder cannot be read.
    pub fn steps(&self, wanted: &[NormalMaterial]) -> Result<Vec<NormalMaterial>, SessionError> {
        let steps = steps(wanted, &mut self.held(), &self.folder)?;
        Ok(steps.into_iter().map(Step::material).collect())
    }

    /// An error unless the tables of `wanted`, the last of which errors name, can be made in memory beside
    /// all tables in it.
    ///
    /// # Errors
    ///
    /// Too many men, too little memory left, or the folder cannot be read.
    pub fn check_room(&self, wanted: &[NormalMaterial]) -> Result<(), SessionError> {
        let named = &wanted[wanted.len().saturating_sub(1)..];
        let mut tables = self.held();
        let steps = steps(wanted, &mut tables, &self.folder)?;
        let held_bytes = bytes_of(&tables, |table| !table.is_in_scratch());
        // A tenth is left for buffers, as in `make_room`.
        let left = (self.memory_bytes / 10 * 9)
            .saturating_sub(self.used_elsewhere_bytes())
            .saturating_sub(held_bytes);
        check_memory(&steps, wanted, named, (self.options.metric, left))
    }

    /// An error unless the tables of `wanted`, the last of which errors name, can be made in memory and
    /// scratch files, for which others that have no owner are dropped.
    ///
    /// # Errors
    ///
    /// Too many men, too little memory or disk space, or the folder cannot be read.
    pub fn check_scratch_room(&self, wanted: &[NormalMaterial]) -> Result<(), SessionError> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        let steps = steps(wanted, &mut held.tables, &self.folder)?;
        let named = &wanted[wanted.len().saturating_sub(1)..];
        self.place_for(&mut held.tables, &steps, wanted, named).map(|_| ())
    }

    /// Makes the next of the tables that those of `wanted`, the last of which errors name, need. `false` if
    /// all are there afterwards.
    ///
    /// # Errors
    ///
    /// As [`Store::table`].
    pub fn advance(&self, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        let tables = &mut held.tables;
        let mut steps = steps(wanted, tables, &self.folder)?;
        let named = &wanted[wanted.len().saturating_sub(1)..];
        let needed = needed(&steps, wanted);
        let has_spilled =
            |table: &Arc<PlainTable>| table.is_in_scratch() && needed.contains(&table.material());
        // Where the last steps would fit into memory, what they read does not.
        let begun = self.spill.as_deref().filter(|_| tables.iter().any(has_spilled));
        let spill = self.place_for(tables, &steps, wanted, named)?.or(begun);
        self.make_next(tables, &mut steps, wanted, spill)?;
        Ok(!steps.is_empty())
    }

    /// Starts the thread that keeps the memory within its bound where tables are in scratch files, with the
    /// priority of the calling thread. Otherwise it is started by the thread that first needs such a file.
    pub fn begin_keeping(&self) {
        if let Some(spill) = &self.spill {
            spill.keep_within_bound();
        }
    }

    /// The folder of the scratch files; `None` if there are none.
    pub fn scratch_folder(&self) -> Option<&Path> {
        self.spill.as_deref().map(|spill| spill.scratch().folder())
    }

    /// Bytes that are free on the disk of the scratch files; `None` if there are none, or the system does not
    /// say.
    pub fn free_scratch_bytes(&self) -> Option<u64> {
        self.spill.as_deref().and_then(|spill| spill.scratch().free_bytes())
    }

    /// Keeps the memory within its bound where tables are in scratch files: to be called now and then by
    /// what reads much of a table for long.
    pub fn keep_within_bound(&self) {
        if let Some(spill) = &self.spill {
            spill.evict();
        }
    }

    /// Drops the table of an endgame from memory.
    pub fn drop_table(&self, material: NormalMaterial) {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        if let Some(table) = held.tables.remove(material).and_then(Arc::into_inner) {
            self.options.pool.take_back(table);
        }
    }

    /// Gives back the memory that is kept for the next solved tables.
    pub fn release_pool(&self) {
        self.options.pool.shrink_to(0);
    }

    /// Drops all tables in memory but those of `needed`. The next solved tables reuse their memory.
    pub fn keep_only(&self, needed: &[NormalMaterial]) {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        drop_tables(&mut held.tables, 0, needed, &self.options.pool);
    }

    /// Bytes of tables and working memory that may be in use here at once.
    fn left_bytes(&self) -> u64 {
        self.memory_bytes.saturating_sub(self.used_elsewhere_bytes())
    }

    /// An error if `steps` to the tables of `wanted` do not fit into the memory; it names the
    /// endgames `named`.
    fn check_memory(
        &self,
        steps: &[Step],
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        check_memory(steps, wanted, named, (self.options.metric, self.left_bytes()))
            .map_err(|error| self.of_bound(error))
    }

    /// An error of the memory left here as one of the memory allowed.
    fn of_bound(&self, error: SessionError) -> SessionError {
        match error {
            SessionError::Memory { wanted, material, needed_bytes, .. } => SessionError::Memory {
                wanted: match self.options.metric {
                    Metric::Dtm => wanted,
                    other => format!("{wanted} --metric {}", other.name()),
                },
                material,
                needed_bytes: needed_bytes + self.used_elsewhere_bytes(),
                allowed_bytes: self.memory_bytes,
            },
            other => other,
        }
    }

    /// An error if `steps` to the tables of `wanted`, and then `last`, do not fit into memory and
    /// scratch files; it names the endgames `named`.
    fn check_scratch(
        &self,
        steps: &[Step],
        last: Step,
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
        spill: &Spill,
    ) -> Result<(), SessionError> {
        let metric = self.options.metric;
        let mut all = steps.to_vec();
        if !all.contains(&last) {
            all.push(last);
        }
        check_working_memory(&all, named, self.left_bytes())
            .map_err(|error| self.of_bound(error))?;
        let needed_bytes = scratch_bytes(&all, wanted, metric);
        match spill.scratch().free_bytes() {
            Some(free_bytes) if free_bytes < needed_bytes => Err(SessionError::ScratchFull {
                wanted: names(named),
                allowed_bytes: self.memory_bytes,
                needed_bytes,
                free_bytes,
                folder: spill.scratch().folder().to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Drops tables that are not `needed`, and pooled memory, and moves the others into scratch files.
    /// Those with other owners stay where they are.
    fn spill_tables(
        &self,
        tables: &mut TableSet,
        needed: &[NormalMaterial],
        spill: &Spill,
    ) -> Result<(), SessionError> {
        self.drop_idle(tables, needed);
        let in_memory =
            named_of(tables, |table| !table.is_in_scratch() && Arc::strong_count(table) == 1);
        for material in in_memory {
            if let Some(table) = tables.remove(material) {
                let moved = match Arc::try_unwrap(table) {
                    Ok(table) => Arc::new(spill.moved(table)?),
                    Err(shared) => shared,
                };
                tables.insert(moved);
            }
        }
        self.options.pool.shrink_to(0);
        Ok(())
    }

    /// Drops tables that are not `needed` and have no other owner.
    fn drop_idle(&self, tables: &mut TableSet, needed: &[NormalMaterial]) {
        let mut kept = needed.to_vec();
        kept.extend(named_of(tables, |table| Arc::strong_count(table) > 1));
        drop_tables(tables, 0, &kept, &self.options.pool);
    }

    /// Drops tables in memory that are not `needed`, and pooled memory, so that `step` fits into the
    /// memory. Those with other owners are kept: no memory would be free without them.
    fn make_room(&self, tables: &mut TableSet, step: Step, needed: &[NormalMaterial]) {
        // A tenth is left for the buffers of reading and packing.
        let room = self.memory_bytes / 10 * 9;
        let bytes = step.bytes(self.options.metric);
        let left = room.saturating_sub(self.used_elsewhere_bytes() + bytes);
        let pool = &self.options.pool;
        let mut kept = needed.to_vec();
        kept.extend(named_of(tables, |table| {
            table.is_in_scratch() || Arc::strong_count(table) > 1
        }));
        let in_scratch = bytes_of(tables, |table| table.is_in_scratch());
        let held = drop_tables(tables, left + in_scratch, &kept, pool) - in_scratch;
        // The step cannot use more pooled memory than that.
        pool.shrink_to(left.saturating_sub(held).min(2 * bytes));
    }

    /// Loads or solves the tables of `wanted`; errors name the endgames `named`.
    fn obtain(
        &self,
        tables: &mut TableSet,
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        let steps = steps(wanted, tables, &self.folder)?;
        let spill = self.place_for(tables, &steps, wanted, named)?;
        self.make(tables, steps, wanted, spill)
    }

    /// The scratch files, if `steps` to the tables of `wanted` do not fit into memory; errors name the
    /// endgames `named`.
    fn place_for(
        &self,
        tables: &mut TableSet,
        steps: &[Step],
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
    ) -> Result<Option<&Spill>, SessionError> {
        let Some(&last) = steps.last() else { return Ok(None) };
        let spill = self.spill.as_deref();
        let Some(spill) = spill.filter(|_| !self.fits_beside(tables, steps, wanted)) else {
            return self.check_memory(steps, wanted, named).map(|()| None);
        };
        if self.check_scratch(steps, last, wanted, named, spill).is_err() {
            // Tables of earlier requests take disk space.
            self.drop_idle(tables, &needed(steps, wanted));
            self.check_scratch(steps, last, wanted, named, spill)?;
        }
        Ok(Some(spill))
    }

    /// Whether `steps` to the tables of `wanted` fit into the memory beside the tables in it that stay:
    /// those that are needed, and those with other owners.
    fn fits_beside(&self, tables: &TableSet, steps: &[Step], wanted: &[NormalMaterial]) -> bool {
        let needed = needed(steps, wanted);
        let stays = |table: &Arc<PlainTable>| {
            let is_owned = Arc::strong_count(table) > 1 || needed.contains(&table.material());
            is_owned && !table.is_in_scratch()
        };
        let left_bytes = self.left_bytes().saturating_sub(bytes_of(tables, stays));
        check_memory(steps, wanted, &[], (self.options.metric, left_bytes)).is_ok()
    }

    /// The tables in scratch files that no step needs and that stay for later requests all the same: as many as
    /// take half of the disk space, first those that conversions of `wanted` lead to.
    fn may_stay(
        &self,
        tables: &TableSet,
        steps: &[Step],
        wanted: &[NormalMaterial],
        spill: &Spill,
    ) -> Vec<NormalMaterial> {
        let needed = needed(steps, wanted);
        let next: Vec<_> = wanted.iter().flat_map(|material| material.conversions()).collect();
        let mut idle: Vec<_> = tables
            .iter()
            .filter(|table| table.is_in_scratch() && !needed.contains(&table.material()))
            .map(|table| (!next.contains(&table.material()), table.size_bytes(), table.material()))
            .collect();
        idle.sort_unstable();
        let free_bytes = spill.scratch().free_bytes().unwrap_or(0);
        if free_bytes < scratch_bytes(steps, wanted, self.options.metric) {
            return Vec::new();
        }
        let idle_bytes: u64 = idle.iter().map(|(_, bytes, _)| bytes).sum();
        let mut left = (free_bytes + idle_bytes) / 2;
        let stays = |&(_, bytes, _): &(bool, u64, NormalMaterial)| {
            left = left.saturating_sub(bytes);
            left > 0
        };
        idle.into_iter().take_while(stays).map(|(.., material)| material).collect()
    }

    /// Loads or solves the tables of `steps`, which lead to those of `wanted`: in scratch files if
    /// there is a `spill`.
    fn make(
        &self,
        tables: &mut TableSet,
        mut steps: Vec<Step>,
        wanted: &[NormalMaterial],
        spill: Option<&Spill>,
    ) -> Result<(), SessionError> {
        if steps.is_empty() {
            return Ok(());
        }
        self.observer.begin_tables(&steps.iter().map(|step| step.material()).collect::<Vec<_>>());
        while !steps.is_empty() {
            self.make_next(tables, &mut steps, wanted, spill)?;
        }
        self.observer.end_tables();
        Ok(())
    }

    /// Loads or solves the first of `steps`, and others in parallel as long as threads are idle, and takes
    /// them off `steps`.
    fn make_next(
        &self,
        tables: &mut TableSet,
        steps: &mut Vec<Step>,
        wanted: &[NormalMaterial],
        spill: Option<&Spill>,
    ) -> Result<(), SessionError> {
        let Some(&step) = steps.first() else { return Ok(()) };
        let mut needed = needed(steps, wanted);
        match spill {
            None => self.make_room(tables, step, &needed),
            Some(spill) => {
                needed.extend(self.may_stay(tables, steps, wanted, spill));
                self.spill_tables(tables, &needed, spill)?;
            }
        }
        let made = match step {
            Step::Load(material) => {
                self.observer.begin_reading(material);
                let file = self.folder.open(material)?;
                vec![match spill {
                    None => file.load()?,
                    Some(spill) => file.load_into(spill.memory(file.layout(), file.width())?)?,
                }]
            }
            Step::Solve(_) => {
                let solved = self.solve_next(steps, tables, spill)?;
                solved.iter().try_for_each(|table| self.compare_with_file(table, tables))?;
                solved
            }
        };
        steps.retain(|step| made.iter().all(|table| table.material() != step.material()));
        made.into_iter().for_each(|table| tables.insert(Arc::new(table)));
        Ok(())
    }

    /// Solves the first of `steps`, and others in parallel as long as threads are idle.
    fn solve_next(
        &self,
        steps: &[Step],
        tables: &TableSet,
        spill: Option<&Spill>,
    ) -> Result<Vec<PlainTable>, SessionError> {
        let to_solve = |step: &Step| matches!(step, Step::Solve(_)).then(|| step.material());
        let pending: Vec<NormalMaterial> = steps.iter().filter_map(to_solve).collect();
        let next = solvable_next(&pending, |material| tables.get(material).is_some());
        if let Some(spill) = spill {
            for &material in &next {
                let memory = spill.table(self.options.metric, material)?;
                self.options.pool.reserve(material, memory);
            }
        }
        let solve = |observer: &dyn drawproof_generator::Observer| {
            solve_side_by_side(&self.options, &next, tables, observer)
        };
        let solved = match spill {
            None => solve(&*self.observer),
            Some(spill) => solve(&Bounded { observer: &*self.observer, spill }),
        }?;
        Ok(solved.into_iter().map(|solution| solution.table).collect())
    }

    /// Compares a solved table with its file, which holds one side to move if there is one; `tables` are those
    /// that it was solved from.
    fn compare_with_file(&self, table: &PlainTable, tables: &TableSet) -> Result<(), SessionError> {
        if self.folder.has(table.material())? {
            let file = self.folder.open(table.material())?;
            if file.sides() != Sides::Both {
                let decided = decided_by_conversions(table, tables)?;
                file.verify_against(table, decided.each_ref().map(|side| &side[..]))?;
            }
        }
        Ok(())
    }
}

/// The tables that `steps` to those of `wanted` need.
fn needed(steps: &[Step], wanted: &[NormalMaterial]) -> Vec<NormalMaterial> {
    let sources = steps.iter().flat_map(|step| step.sources());
    wanted.iter().copied().chain(sources).collect()
}

/// The endgames of the tables that satisfy a condition.
fn named_of(tables: &TableSet, is_meant: impl Fn(&Arc<PlainTable>) -> bool) -> Vec<NormalMaterial> {
    tables.iter().filter(|table| is_meant(table)).map(|table| table.material()).collect()
}

/// The bytes of the tables that satisfy a condition.
fn bytes_of(tables: &TableSet, is_meant: impl Fn(&Arc<PlainTable>) -> bool) -> u64 {
    tables.iter().filter(|table| is_meant(table)).map(|table| table.size_bytes()).sum()
}

#[cfg(test)]
mod tests {
    use drawproof_tables::Material;

    use super::*;
    use crate::budget::solve_bytes;

    #[test]
    fn a_store_beside_another_shares_the_bound_of_the_memory() {
        let folder = tempfile::tempdir().unwrap();
        let material = "KQKR".parse::<Material>().unwrap().normalise().0;
        let allowed = solve_bytes(Metric::Dtm, material);
        let small = Store::new(folder.path().into(), allowed, Arc::new(()));
        let _in_use = small.table(material).unwrap();
        // The table in use counts whether the store still holds it or not.
        for _ in 0..2 {
            let beside = small.beside(Metric::Dtz, material).unwrap();
            let error = beside.table(material).unwrap_err();
            assert!(
                error.to_string().contains("'drawproof generate KQKR --metric dtz'"),
                "{error}"
            );
            let SessionError::Memory { needed_bytes, allowed_bytes, .. } = error else { panic!() };
            let needed = solve_bytes(Metric::Dtz, material) + table_bytes(Metric::Dtm, material);
            assert_eq!((needed_bytes, allowed_bytes), (needed, allowed));
            small.keep_only(&[]);
        }
        let large = Store::new(folder.path().into(), 2 * allowed, Arc::new(()));
        let _in_use = large.table(material).unwrap();
        let beside = large.beside(Metric::Dtz, material).unwrap();
        assert_eq!(beside.table(material).unwrap().metric(), Metric::Dtz);
    }
}
