//! Where tables come from: folders, and memory in which missing tables are solved.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock, Weak},
};

use drawproof_generator::Observer as SolveObserver;
use drawproof_session::{error::SessionError, observer::Observer, store::Store, three_men};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, TableSource, ThreeMen, Value,
    file::{Folder, FolderError},
    parallel::locked,
    probe::{ProbeError, Values},
};

use crate::{control::Control, errors::Failure};

/// Folders of tables, and the tables in memory. Shared by the threads of Python.
pub struct Session {
    /// At least one: without a folder, a source that solves all.
    sources: RwLock<Vec<Arc<Source>>>,
    /// Whether the first source solves what no folder has.
    solves: bool,
    memory_bytes: u64,
    /// Held while tables are read or solved.
    turn: Mutex<()>,
    observer: Arc<Reporter>,
    /// Tables that are in memory, as long as their store keeps them.
    held: RwLock<HashMap<(Metric, NormalMaterial), Weak<PlainTable>>>,
}

/// One folder, or none.
struct Source {
    folder: Folder,
    /// One store a metric, made when it is needed.
    stores: Mutex<HashMap<Metric, Arc<Store>>>,
}

impl Session {
    /// A session that may use `memory_bytes` for the tables of each metric.
    pub fn new(folders: &[PathBuf], solves: bool, memory_bytes: u64) -> Result<Session, Failure> {
        let session = Session {
            sources: RwLock::new(vec![Arc::new(Source::new(Folder::none()))]),
            solves,
            memory_bytes,
            turn: Mutex::default(),
            observer: Arc::default(),
            held: RwLock::default(),
        };
        for folder in folders {
            session.add_folder(folder)?;
        }
        Ok(session)
    }

    /// Adds a folder and returns the number of its tables of all metrics.
    pub fn add_folder(&self, path: &Path) -> Result<usize, Failure> {
        std::fs::read_dir(path).map_err(|error| Failure::Raised(pyo3::PyErr::from(error)))?;
        let folder = Folder::new(path);
        let count = |metric: Metric| Ok(folder.of_metric(metric).list()?.len());
        let counts: Result<Vec<usize>, FolderError> = Metric::ALL.into_iter().map(count).collect();
        let counts = counts?;
        let mut sources = self.sources.write().unwrap_or_else(PoisonError::into_inner);
        let source = Arc::new(Source::new(folder));
        if sources.len() == 1 && sources[0].is_none() {
            sources.clear();
        }
        sources.push(source);
        Ok(counts.iter().sum())
    }

    /// Whether missing tables are solved.
    pub fn solves(&self) -> bool {
        self.solves
    }

    /// Drops all tables and folders.
    pub fn close(&self) {
        let mut sources = self.sources.write().unwrap_or_else(PoisonError::into_inner);
        *sources = vec![Arc::new(Source::new(Folder::none()))];
        self.held.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The endgames that the folders have files of.
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

    /// A whole table: read from a folder that has its file, else solved.
    pub fn table(
        &self,
        control: &Arc<Control>,
        metric: Metric,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Failure> {
        if let Some(table) = self.held(metric, material) {
            return Ok(table);
        }
        let _turn = locked(&self.turn);
        control.check()?;
        let sources = self.sources();
        let mut found = None;
        for source in &sources {
            if source.folder.of_metric(metric).has(material)? {
                found = Some(source);
                break;
            }
        }
        let is_ready = ThreeMen::has(material) && metric == Metric::Dtm;
        let source = match found {
            Some(source) => source,
            None if self.solves || is_ready => &sources[0],
            None => return Err(no_table(metric, material)),
        };
        *locked(&self.observer.control) = Some(control.clone());
        let store = source.store(metric, self);
        let result = catch_unwind(AssertUnwindSafe(|| store.table(material)));
        *locked(&self.observer.control) = None;
        let table = match result {
            Ok(table) => table?,
            Err(payload) => {
                // What the store was doing is not finished: the next call begins with a new one.
                locked(&source.stores).remove(&metric);
                resume_unwind(payload)
            }
        };
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        held.insert((metric, material), Arc::downgrade(&table));
        Ok(table)
    }

    /// The table in memory, if it is there.
    fn held(&self, metric: Metric, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.get(&(metric, material))?.upgrade()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        self.sources.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The stored value of a position without solving anything.
    fn stored(
        &self,
        metric: Metric,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Option<Value>, ProbeError> {
        if let Some(table) = three_men().table(material).filter(|_| metric == Metric::Dtm) {
            return Ok(table.probe(placement));
        }
        if material.is_lone_minor() {
            return Ok(placement.to_board().map(|_| Value::Draw));
        }
        if let Some(table) = self.held(metric, material) {
            return Ok(table.probe(placement));
        }
        for source in self.sources() {
            let has = source.folder.of_metric(metric).has(material);
            if has.map_err(|error| unreadable(error.into()))? {
                let value = source.store(metric, self).value(material, placement);
                return value.map(Some);
            }
        }
        Err(ProbeError::NoTable(material))
    }
}

impl Source {
    fn new(folder: Folder) -> Source {
        Source { folder, stores: Mutex::default() }
    }

    fn is_none(&self) -> bool {
        self.folder.path().as_os_str().is_empty()
    }

    /// The store of a metric.
    fn store(&self, metric: Metric, session: &Session) -> Arc<Store> {
        let mut stores = locked(&self.stores);
        let store = stores.entry(metric).or_insert_with(|| {
            let observer = session.observer.clone();
            Arc::new(Store::over(self.folder.of_metric(metric), session.memory_bytes, observer))
        });
        store.clone()
    }
}

/// The values of a metric, from the tables that are there.
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

/// The tables of a metric for work in another thread; missing ones are solved.
pub struct Tables {
    pub session: Arc<Session>,
    pub control: Arc<Control>,
    pub metric: Metric,
}

impl TableSource for Tables {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.session.table(&self.control, self.metric, material)?)
    }
}

/// Reports solving as progress, and ends it when it is cancelled.
#[derive(Default)]
struct Reporter {
    /// The work that tables are read or solved for.
    control: Mutex<Option<Arc<Control>>>,
    /// By endgame being solved: slices solved, and all slices.
    slices: Mutex<HashMap<NormalMaterial, (u64, u64)>>,
}

impl Reporter {
    fn control(&self) -> Option<Arc<Control>> {
        locked(&self.control).clone()
    }
}

impl SolveObserver for Reporter {
    fn begin(&self, material: NormalMaterial, slices: usize, _: u64) {
        locked(&self.slices).insert(material, (0, slices as u64));
        if let Some(control) = self.control() {
            control.progress(true, || (format!("solving {material}"), 0, Some(slices as u64)));
        }
    }

    fn slice(&self, material: NormalMaterial) {
        let (done, all) = {
            let mut slices = locked(&self.slices);
            let entry = slices.entry(material).or_insert((0, 1));
            entry.0 += 1;
            *entry
        };
        if let Some(control) = self.control() {
            let is_last = done == all;
            control.progress(is_last, || (format!("solving {material}"), done, Some(all)));
        }
    }

    fn poll(&self) -> ControlFlow<()> {
        self.control().map_or(ControlFlow::Continue(()), |control| control.poll())
    }
}

impl Observer for Reporter {
    fn begin_reading(&self, material: NormalMaterial) {
        if let Some(control) = self.control() {
            control.progress(true, || (format!("reading {material}"), 0, None));
        }
    }
}

fn no_table(metric: Metric, material: NormalMaterial) -> Failure {
    let text = format!("there is no table of {material} ({metric}) in the folders");
    Failure::new("MissingTableError", text)
}

fn unreadable(error: SessionError) -> ProbeError {
    ProbeError::Unreadable(error.into())
}
