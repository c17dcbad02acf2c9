//! Where commands get tables: from the tables folder, else solved in memory.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use drawproof_generator::{Options, Pool, Solution, solvable_next, solve_side_by_side, solve_with};
use drawproof_tables::{
    NormalMaterial, Placement, PlainTable, TableSet, Value,
    file::{FileBytes, Folder, Table},
    probe::{ProbeError, Values},
};
use drawproof_verifier::TableSource;

use crate::{embedded, progress::SolveProgress};

/// The tables of one run of the program. Writes nothing by itself.
pub struct Store {
    folder: Folder,
    /// Bytes of tables and working memory that may be in use at once.
    memory_bytes: u64,
    quiet: bool,
    progress: SolveProgress,
    /// How tables are solved, and where memory of those given up waits for the next.
    options: Options,
    held: Mutex<Held>,
}

/// Most men of an endgame that can be solved.
const MEN_MAX: usize = 5;

/// What is at hand.
#[derive(Default)]
struct Held {
    /// Tables whose values are all in memory.
    tables: TableSet,
    /// Files opened for single positions.
    files: BTreeMap<NormalMaterial, Arc<Table<FileBytes>>>,
}

/// What solving took.
#[derive(Clone, Copy, Debug)]
pub struct SolveTime {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, user and system, of all threads.
    pub cpu: Duration,
}

/// One step on the way to tables in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Read its file.
    Load(NormalMaterial),
    /// Solve it from tables that are there by then.
    Solve(NormalMaterial),
}

impl Step {
    fn material(self) -> NormalMaterial {
        match self {
            Step::Load(material) | Step::Solve(material) => material,
        }
    }

    /// Bytes that have to be in memory for the step beside the tables that are there: the table,
    /// and what solving it takes.
    fn bytes(self) -> u64 {
        match self {
            Step::Load(material) => table_bytes(material),
            Step::Solve(material) => table_bytes(material) + working_bytes(material),
        }
    }

    /// The tables it is made from.
    fn sources(self) -> Vec<NormalMaterial> {
        match self {
            Step::Load(_) => Vec::new(),
            Step::Solve(material) => material.conversions(),
        }
    }
}

impl Store {
    /// A store over the files in `folder`.
    pub fn new(folder: PathBuf, memory_bytes: u64, quiet: bool) -> Store {
        Store {
            folder: Folder::new(folder),
            memory_bytes,
            quiet,
            progress: SolveProgress::new(quiet),
            options: Options::default(),
            held: Mutex::default(),
        }
    }

    /// Whether no progress is to be shown.
    pub fn quiet(&self) -> bool {
        self.quiet
    }

    /// The folder of table files.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Bytes of tables and working memory that may be in use at once.
    pub fn memory_bytes(&self) -> u64 {
        self.memory_bytes
    }

    /// Bytes beyond which tables of no immediate use are given up: a tenth is left to what reading
    /// and packing take.
    fn room_bytes(&self) -> u64 {
        self.memory_bytes / 10 * 9
    }

    /// Gives up the tables in memory but those of `needed`. Their memory goes to the next ones that
    /// are solved.
    pub fn give_up_all_but(&self, needed: &[NormalMaterial]) {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        make_room(&mut held.tables, 0, needed, &self.options.pool);
    }

    /// Gives up tables that are not `needed`, and memory kept for others, so that a step can be taken
    /// within the memory allowed.
    fn prepare(&self, tables: &mut TableSet, step: Step, needed: &[NormalMaterial]) {
        let pool = &self.options.pool;
        let left = self.room_bytes().saturating_sub(step.bytes());
        let held = make_room(tables, left, needed, pool);
        // More than the step can make use of is not kept.
        pool.shrink_to(left.saturating_sub(held).min(2 * step.bytes()));
    }

    /// The display of what is being solved.
    pub fn progress(&self) -> &SolveProgress {
        &self.progress
    }

    /// The values of an endgame in memory.
    pub fn table(&self, material: NormalMaterial) -> Result<Arc<PlainTable>> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        self.obtain(&mut held.tables, &[material])?;
        Ok(held.tables.get(material).expect("it was just obtained").clone())
    }

    /// The values in memory of an endgame and of those that its captures and promotions lead to.
    pub fn with_conversions(&self, material: NormalMaterial) -> Result<TableSet> {
        let mut wanted = material.conversions();
        wanted.push(material);
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        self.obtain_for(&mut held.tables, &wanted, &[material])?;
        Ok(held.tables.clone())
    }

    /// Solves an endgame whatever the folder holds, from tables got in the usual way, and keeps it.
    pub fn solve(&self, material: NormalMaterial) -> Result<(Arc<PlainTable>, Solved)> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        let sources = material.conversions();
        self.obtain(&mut held.tables, &sources)?;
        self.prepare(&mut held.tables, Step::Solve(material), &sources);
        let (wall, cpu) = (std::time::Instant::now(), cpu_time::ProcessTime::now());
        let Solution { table, plies } =
            solve_with(&self.options, material, &held.tables, &self.progress)?;
        let time = SolveTime { wall: wall.elapsed(), cpu: cpu.elapsed() };
        let table = Arc::new(table);
        held.tables.insert(table.clone());
        Ok((table, Solved { plies, time }))
    }

    /// Sees to it that the tables of `wanted` are in memory.
    fn obtain(&self, tables: &mut TableSet, wanted: &[NormalMaterial]) -> Result<()> {
        self.obtain_for(tables, wanted, wanted)
    }

    /// The same, for the sake of the endgames `named`, which errors name.
    fn obtain_for(
        &self,
        tables: &mut TableSet,
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
    ) -> Result<()> {
        let mut steps = Vec::new();
        for &material in wanted {
            let men = material.get().men();
            if men > MEN_MAX {
                bail!("{material} has {men} men: tables are made for 3 to {MEN_MAX}");
            }
            self.plan(material, tables, &mut steps);
        }
        if steps.is_empty() {
            return Ok(());
        }
        self.refuse_if_too_large(wanted, named, &steps)?;
        self.progress.expect(steps.len());
        while let Some(&step) = steps.first() {
            let mut needed: Vec<NormalMaterial> = wanted.to_vec();
            needed.extend(steps.iter().flat_map(|step| step.sources()));
            self.prepare(tables, step, &needed);
            let made = match step {
                Step::Load(material) => {
                    self.progress.note(material, "reading");
                    vec![self.folder.open(material)?.load().map_err(unusable)?]
                }
                Step::Solve(_) => self.solve_next(&steps, tables)?,
            };
            steps.retain(|step| made.iter().all(|table| table.material() != step.material()));
            made.into_iter().for_each(|table| tables.insert(Arc::new(table)));
        }
        self.progress.finish();
        Ok(())
    }

    /// Solves the first of `steps`, and others beside it where that fills the threads.
    fn solve_next(&self, steps: &[Step], tables: &TableSet) -> Result<Vec<PlainTable>> {
        let to_solve = |step: &Step| matches!(step, Step::Solve(_)).then(|| step.material());
        let pending: Vec<NormalMaterial> = steps.iter().filter_map(to_solve).collect();
        let next = solvable_next(&pending, |material| tables.get(material).is_some());
        let solved = solve_side_by_side(&self.options, &next, tables, &self.progress)?;
        Ok(solved.into_iter().map(|solution| solution.table).collect())
    }

    /// Adds the steps to a table and all it is made from, each after those it needs; embedded
    /// tables need none.
    fn plan(&self, material: NormalMaterial, tables: &mut TableSet, steps: &mut Vec<Step>) {
        if let Some(table) = embedded::table(material) {
            tables.insert(table.clone());
            return;
        }
        let planned = steps.iter().any(|step| step.material() == material);
        if planned || tables.get(material).is_some() {
            return;
        }
        if self.folder.file(material).symlink_metadata().is_ok() {
            steps.push(Step::Load(material));
            return;
        }
        for source in material.conversions() {
            self.plan(source, tables, steps);
        }
        steps.push(Step::Solve(material));
    }

    /// An error if the steps cannot be taken within the memory, even when tables are given up as
    /// soon as they are of no more use.
    fn refuse_if_too_large(
        &self,
        wanted: &[NormalMaterial],
        named: &[NormalMaterial],
        steps: &[Step],
    ) -> Result<()> {
        let last_use = |material: NormalMaterial| {
            if wanted.contains(&material) {
                return Some(steps.len());
            }
            steps.iter().rposition(|step| step.sources().contains(&material))
        };
        for (place, step) in steps.iter().enumerate() {
            let held: u64 = steps[..place]
                .iter()
                .map(|step| step.material())
                .filter(|&material| last_use(material) >= Some(place))
                .map(table_bytes)
                .sum();
            let needed = held + step.bytes();
            if needed > self.memory_bytes {
                let names: Vec<String> = named.iter().map(ToString::to_string).collect();
                let names = names.join(" ");
                let material = step.material();
                bail!(
                    "{names} cannot be made ready within {:.1} GiB of memory ({material} on the \
                     way takes {:.1}): allow more with --memory, or make the files first with \
                     'drawproof generate {names}'",
                    gib(self.memory_bytes),
                    gib(needed),
                );
            }
        }
        Ok(())
    }

    /// The file of an endgame, opened for single positions, if there is one.
    fn file(&self, material: NormalMaterial) -> Result<Option<Arc<Table<FileBytes>>>> {
        let mut held = self.held.lock().expect("no thread panicked with the tables");
        if let Some(table) = held.files.get(&material) {
            return Ok(Some(table.clone()));
        }
        if self.folder.file(material).symlink_metadata().is_err() {
            return Ok(None);
        }
        let table = Arc::new(self.folder.open(material)?);
        held.files.insert(material, table.clone());
        Ok(Some(table))
    }

    /// The stored value of a position, from memory, else its file, else by solving its endgame.
    fn stored(&self, material: NormalMaterial, placement: &Placement) -> Result<Option<Value>> {
        if let Some(table) = embedded::table(material) {
            return Ok(table.probe(placement));
        }
        let in_memory = {
            let held = self.held.lock().expect("no thread panicked with the tables");
            held.tables.get(material).cloned()
        };
        if let Some(table) = in_memory {
            return Ok(table.probe(placement));
        }
        match self.file(material)? {
            Some(file) => file.probe(placement).map_err(unusable),
            None => Ok(self.table(material)?.probe(placement)),
        }
    }
}

/// What solving an endgame gave beside its table.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The longest distance to mate in plies; `None` if no position is decisive.
    pub plies: Option<u16>,
    /// What it took.
    pub time: SolveTime,
}

/// Gives up tables that are not `needed` until the others take at most `limit_bytes`, to the pool
/// unless they are in use elsewhere. Tells how many bytes those left take.
fn make_room(
    tables: &mut TableSet,
    limit_bytes: u64,
    needed: &[NormalMaterial],
    pool: &Pool,
) -> u64 {
    let bytes = |material| table_bytes(material);
    let mut total: u64 = tables.iter().map(|table| bytes(table.material())).sum();
    let mut spare: Vec<NormalMaterial> = tables
        .iter()
        .map(|table| table.material())
        .filter(|material| !needed.contains(material))
        .collect();
    spare.sort_by_key(|&material| bytes(material));
    while total > limit_bytes
        && let Some(material) = spare.pop()
    {
        if let Some(table) = tables.remove(material).and_then(Arc::into_inner) {
            pool.take_back(table);
        }
        total -= bytes(material);
    }
    total
}

/// Says what to do about a file that cannot be used.
fn unusable(error: drawproof_tables::file::TableError) -> anyhow::Error {
    anyhow::Error::new(error)
}

/// Bytes of an endgame's plain values in memory.
pub fn table_bytes(material: NormalMaterial) -> u64 {
    drawproof_generator::estimate(material).table_bytes
}

/// Bytes that solving an endgame takes beside its table and those it is made from.
pub fn working_bytes(material: NormalMaterial) -> u64 {
    drawproof_generator::estimate(material).working_bytes
}

/// Bytes as GiB, for people.
fn gib(bytes: u64) -> f64 {
    bytes as f64 / (1_u64 << 30) as f64
}

impl Values for Store {
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let value = self.stored(material, placement);
        let value = value.map_err(|error| ProbeError::Unreadable(error.into()))?;
        value.ok_or(ProbeError::Illegal(material))
    }
}

impl TableSource for Store {
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Store::table(self, material)?)
    }
}

/// The tables folder: the one asked for, else `$DRAWPROOF_TABLES`, else `drawproof` in the user's
/// cache folder.
pub fn tables_folder(asked: Option<PathBuf>) -> Result<PathBuf> {
    let chosen = asked.or_else(|| {
        std::env::var_os("DRAWPROOF_TABLES").filter(|dir| !dir.is_empty()).map(PathBuf::from)
    });
    match chosen {
        Some(folder) => Ok(folder),
        None => dirs::cache_dir()
            .map(|cache| cache.join("drawproof"))
            .context("there is no cache folder for tables: name a folder with --tables"),
    }
}
