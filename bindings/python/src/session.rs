//! The sources of tables: folders, and memory in which missing tables are solved.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use drawproof_find::Condition;
use drawproof_session::{budget::cache_bytes, store::Store, three_men};
use drawproof_syzygy::Syzygy;
use drawproof_tables::{
    MEN_MIN, Metric, NormalMaterial, Placement, PlainTable, Shelf, TableSource, Value,
    file::{Folder, FolderError},
    parallel::locked,
    probe::{ProbeError, Values},
    progress::{Progress, Stage},
};

use pyo3::exceptions::PyOSError;

use crate::{control::Control, errors::Failure};

/// The state of a tablebase: its folders of tables and its tables in memory. Python threads share a
/// session.
pub struct Session {
    /// One source for each folder. Without a folder, there is one source if the session solves.
    sources: RwLock<Vec<Arc<Source>>>,
    /// Whether the first source solves tables that no folder has.
    solves: bool,
    /// The Syzygy tables, for positions that no other table covers.
    syzygy: RwLock<Option<Arc<Syzygy>>>,
    memory_bytes: u64,
    /// An empty shelf. The shelves of all folders are derived from it and share its cache.
    shelf: Shelf,
    /// The lock that is held while tables are loaded or solved.
    turn: Mutex<()>,
    reporter: Arc<Reporter>,
}

/// A folder of tables, or a source without a folder.
struct Source {
    folder: Folder,
    /// The stores by the code of their metric.
    stores: [Store; Metric::ALL.len()],
}

impl Session {
    /// Creates a session with a memory limit of `memory_bytes` for the tables of each metric.
    pub fn new(
        folders: &[PathBuf],
        solves: bool,
        memory_bytes: u64,
        syzygy: &[PathBuf],
    ) -> Result<Session, Failure> {
        let session = Session {
            sources: RwLock::default(),
            solves,
            syzygy: RwLock::default(),
            memory_bytes,
            shelf: Shelf::new(Folder::none())
                .with_three_men(three_men())
                .with_cache_bytes(cache_bytes(memory_bytes)),
            turn: Mutex::default(),
            reporter: Arc::default(),
        };
        session.close();
        if !syzygy.is_empty() {
            let tables = Syzygy::open(syzygy.iter().map(PathBuf::as_path))?;
            *session.syzygy.write().unwrap_or_else(PoisonError::into_inner) = Some(tables.into());
        }
        for folder in folders {
            session.add_folder(folder)?;
        }
        Ok(session)
    }

    /// Adds a folder. Returns the number of table files in the folder, of all metrics.
    pub fn add_folder(&self, path: &Path) -> Result<usize, Failure> {
        // From these three arguments Python creates the matching exception, such as
        // `FileNotFoundError`.
        std::fs::read_dir(path).map_err(|error| {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((error.raw_os_error(), text, path.as_os_str().to_owned()))
        })?;
        let folder = Folder::new(path);
        let count = |metric: Metric| Ok(folder.of_metric(metric).list()?.len());
        let counts: Result<Vec<usize>, FolderError> = Metric::ALL.into_iter().map(count).collect();
        let counts = counts?;
        let source = self.source(folder);
        let mut sources = self.sources.write().unwrap_or_else(PoisonError::into_inner);
        sources.retain(|source| !source.is_none());
        sources.push(source);
        Ok(counts.iter().sum())
    }

    /// Makes the next solve panic. Only tests use this.
    pub fn fail_next_solve(&self) {
        self.reporter.fails.store(true, Relaxed);
    }

    /// Returns whether the session solves missing tables.
    pub fn solves(&self) -> bool {
        self.solves
    }

    /// Drops all tables and folders, Syzygy tables included.
    pub fn close(&self) {
        let none = self.solves.then(|| self.source(Folder::none()));
        *self.sources.write().unwrap_or_else(PoisonError::into_inner) = none.into_iter().collect();
        *self.syzygy.write().unwrap_or_else(PoisonError::into_inner) = None;
        self.shelf.cache().clear();
    }

    /// Returns the Syzygy tables; `None` if the session has none.
    pub fn syzygy(&self) -> Option<Arc<Syzygy>> {
        self.syzygy.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the error for an endgame without a table of `metrics`; its text names the missing
    /// files.
    pub fn no_table(&self, metrics: &[Metric], material: NormalMaterial) -> Failure {
        let sources = self.sources();
        let folders = |&metric: &Metric| {
            let stores = sources.iter().map(move |source| source.store(metric).folder());
            stores.filter(|folder| !folder.path().as_os_str().is_empty())
        };
        let is_missing =
            |metric: &&Metric| !folders(metric).any(|it| it.has(material).unwrap_or(false));
        let missing = metrics.iter().find(is_missing).into_iter().flat_map(folders);
        let files: Vec<String> =
            missing.map(|it| format!("'{}'", it.file(material).display())).collect();
        let text = if sources.is_empty() {
            "the tablebase is closed, or never had a folder".to_owned()
        } else if files.is_empty() {
            ProbeError::NoTable(material).to_string()
        } else {
            format!(
                "there is no table of {material}: no file {}; 'drawproof generate {material}' writes \
                 tables, and a tablebase with solve=True solves them",
                files.join(", ")
            )
        };
        Failure::new("MissingTableError", text)
    }

    /// Returns the endgames that have a table file of `metric` in one of the folders.
    pub fn endgames(&self, metric: Metric) -> Result<Vec<NormalMaterial>, Failure> {
        let mut endgames = Vec::new();
        for source in self.sources() {
            if !source.is_none() {
                endgames.extend(source.folder.of_metric(metric).list()?);
            }
        }
        endgames.sort_unstable();
        endgames.dedup();
        Ok(endgames)
    }

    /// Returns a whole table in memory, read from a folder that has its file, or solved.
    pub fn table(
        &self,
        control: &Arc<Control>,
        metric: Metric,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Failure> {
        let sources = self.sources();
        let mut stores = sources.iter().map(|source| source.store(metric));
        if let Some(table) = stores.find_map(|store| store.shelf().whole(material)) {
            return Ok(table);
        }
        let _turn = locked(&self.turn);
        control.check()?;
        let Some(source) = self.source_of(&sources, metric, material)? else {
            return Err(self.no_table(&[metric], material));
        };
        let store = source.store(metric);
        *locked(&self.reporter.control) = Some(control.clone());
        let table = store.table(material);
        *locked(&self.reporter.control) = None;
        Ok(table?)
    }

    /// Returns the source with a file of an endgame; without a file, the first source if missing
    /// tables are solved.
    fn source_of<'s>(
        &self,
        sources: &'s [Arc<Source>],
        metric: Metric,
        material: NormalMaterial,
    ) -> Result<Option<&'s Source>, Failure> {
        for source in sources {
            if source.store(metric).folder().has(material)? {
                return Ok(Some(source));
            }
        }
        Ok(sources.first().filter(|_| self.solves).map(|source| &**source))
    }

    /// Calls `ask` with a store of distances to mate that has the tables of a condition. If the
    /// session solves, missing tables are solved; otherwise a missing table is an error.
    pub fn with_store<T>(
        &self,
        control: &Arc<Control>,
        condition: &Condition,
        ask: impl FnOnce(&Store) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let material = condition.layout().material();
        let _turn = locked(&self.turn);
        control.check()?;
        let sources = self.sources();
        let Some(source) = self.source_of(&sources, Metric::Dtm, material)? else {
            return Err(self.no_table(&[Metric::Dtm], material));
        };
        if !self.solves {
            let own = condition.metrics().into_iter().map(|metric| (metric, material));
            let others = condition.endgames().into_iter().map(|endgame| (Metric::Dtm, endgame));
            for (metric, endgame) in own.chain(others) {
                // The tables with three men are part of the package.
                let is_there = metric == Metric::Dtm && endgame.get().men() == MEN_MIN;
                if !is_there && !source.store(metric).folder().has(endgame)? {
                    return Err(self.no_table(&[metric], endgame));
                }
            }
        }
        *locked(&self.reporter.control) = Some(control.clone());
        let answer = ask(source.store(Metric::Dtm));
        *locked(&self.reporter.control) = None;
        answer
    }

    /// Calls `work` with a store of distances to mate that solves missing tables, and with the
    /// Syzygy tables if there are any.
    pub fn with_solving_store<T>(
        &self,
        control: &Arc<Control>,
        work: impl FnOnce(&Store, Option<Arc<Syzygy>>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let _turn = locked(&self.turn);
        control.check()?;
        let sources = self.sources();
        let Some(source) = sources.first().filter(|_| self.solves) else {
            let text = "games need tables that are solved: open the tablebase with solve=True";
            return Err(Failure::new("ArgumentError", text));
        };
        let syzygy = self.syzygy.read().unwrap_or_else(PoisonError::into_inner).clone();
        *locked(&self.reporter.control) = Some(control.clone());
        let found = work(source.store(Metric::Dtm), syzygy);
        *locked(&self.reporter.control) = None;
        found
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        self.sources.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn source(&self, folder: Folder) -> Arc<Source> {
        let store = |metric| {
            let shelf = Arc::new(self.shelf.over(folder.of_metric(metric)));
            Store::of_shelf(shelf, self.memory_bytes, self.reporter.clone())
        };
        Arc::new(Source { stores: Metric::ALL.map(store), folder })
    }

    /// Returns the stored value of a position, without solving its endgame.
    fn stored(
        &self,
        metric: Metric,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Option<Value>, ProbeError> {
        for source in self.sources() {
            let store = source.store(metric);
            match store.shelf().stored(material, placement, store) {
                Err(ProbeError::NoTable(missing)) if missing == material => {}
                found => return found,
            }
        }
        Err(ProbeError::NoTable(material))
    }
}

impl Source {
    fn is_none(&self) -> bool {
        self.folder.path().as_os_str().is_empty()
    }

    /// Returns the store of a metric.
    fn store(&self, metric: Metric) -> &Store {
        &self.stores[metric as usize]
    }
}

/// A source of the values of a metric from the available tables, without solving.
pub struct MetricValues<'a> {
    pub session: &'a Session,
    pub metric: Metric,
}

impl Values for MetricValues<'_> {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let value = self.session.stored(self.metric, material, placement)?;
        value.ok_or(ProbeError::Illegal(material))
    }
}

/// A source of whole tables of a metric for work in another thread. Missing tables are solved if
/// the session solves.
pub struct Tables {
    pub session: Arc<Session>,
    pub control: Arc<Control>,
    pub metric: Metric,
}

impl Values for Tables {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let table = self.table(material).map_err(ProbeError::Unreadable)?;
        table.probe(placement).ok_or(ProbeError::Illegal(material))
    }
}

impl TableSource for Tables {
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.session.table(&self.control, self.metric, material)?)
    }
}

/// Reports the loading and solving of tables to the work that needs them, and stops when the work
/// is cancelled.
#[derive(Default)]
struct Reporter {
    control: Mutex<Option<Arc<Control>>>,
    /// Whether the next solve panics.
    fails: AtomicBool,
}

impl Reporter {
    fn control(&self) -> Option<Arc<Control>> {
        locked(&self.control).clone()
    }
}

impl Progress for Reporter {
    fn begin(&self, stage: Stage, size: u64) {
        let fails = matches!(stage, Stage::Solving(_)) && self.fails.swap(false, Relaxed);
        assert!(!fails, "a fault for a test");
        self.control().inspect(|control| control.begin(stage, size));
    }

    fn advance(&self, stage: Stage, done: u64) -> ControlFlow<()> {
        self.control().map_or(ControlFlow::Continue(()), |control| control.advance(stage, done))
    }

    fn end(&self, stage: Stage) {
        self.control().inspect(|control| control.end(stage));
    }
}
