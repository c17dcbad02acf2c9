//! A store of tables: in memory, in the files of a folder, or solved in memory.

mod room;
mod solving;
mod values;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, atomic::AtomicU64},
    time::Duration,
};

use drawproof_generator::{
    Options, Request, decided_by_conversions, solvable_next, solve_side_by_side,
};
use drawproof_tables::{
    Metric, NormalMaterial, PlainTable, TableSet, ThreeMen,
    file::{FileBytes, Folder, Sides, Table},
};

use room::needed;

use crate::{
    budget::{drop_tables, table_bytes},
    error::SessionError,
    observer::Observer,
    plan::{Step, steps},
    spill::{Bounded, Spill},
    three_men,
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
    three_men: &'static ThreeMen,
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
            three_men: three_men(),
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

    /// The same store with these tables of three men; without them it solves its own.
    #[must_use]
    pub fn with_three_men(self, three_men: &'static ThreeMen) -> Store {
        Store { three_men, ..self }
    }

    /// A store of tables of another metric: over the same folder, with memory of its own.
    #[must_use]
    pub fn of_metric(&self, metric: Metric) -> Store {
        let folder = self.folder.of_metric(metric);
        let store = Store::over(folder, self.memory_bytes, self.observer.clone());
        Store { spill: self.spill.clone(), three_men: self.three_men, ..store }
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
        let steps = steps(&[kept], &mut TableSet::new(), &other.folder, self.three_men)?;
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

    /// Makes the next of the tables that those of `wanted`, the last of which errors name, need. `false` if
    /// all are there afterwards.
    ///
    /// # Errors
    ///
    /// As [`Store::table`].
    pub fn advance(&self, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        let tables = &mut held.tables;
        let mut steps = steps(wanted, tables, &self.folder, self.three_men)?;
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

    /// Loads or solves the tables of `wanted`; errors name the endgames `named`.
    fn obtain(
        &self,
        tables: &mut TableSet,
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        let steps = steps(wanted, tables, &self.folder, self.three_men)?;
        let spill = self.place_for(tables, &steps, wanted, named)?;
        self.make(tables, steps, wanted, spill)
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
        let bounded = spill.map(|spill| Bounded { observer: &*self.observer, spill });
        let request = |&material| {
            let request = Request::new(&self.options, material, tables);
            Ok(match &bounded {
                None => Request { observer: &*self.observer, ..request },
                Some(bounded) => {
                    let memory = bounded.spill.table(self.options.metric, material)?;
                    Request { memory: Some(memory), observer: bounded, ..request }
                }
            })
        };
        let requests: Result<Vec<Request>, SessionError> = next.iter().map(request).collect();
        let solved = solve_side_by_side(requests?)?;
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

    #[test]
    fn tables_are_made_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().into(), 1 << 30, Arc::new(()));
        let wanted = ["KQKR", "KRKR"].map(|name| name.parse::<Material>().unwrap().normalise().0);
        let mut times = 1;
        while store.advance(&wanted).unwrap() {
            times += 1;
        }
        assert!((1..=2).contains(&times) && !store.advance(&wanted).unwrap());
        assert!(wanted.iter().all(|&material| store.held().get(material).is_some()));
    }
}
