//! What every command works with: the tables, the progress display, and whether to be quiet.

use std::{ffi::OsString, ops::Deref, path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use drawproof_session::store::Store;
use drawproof_syzygy::Syzygy;
use drawproof_tables::Metric;
use drawproof_verifier::TruthKind;

use crate::{embedded::THREE_MEN, memory_limit, progress::Line};

/// The tables and the progress line of one run of the program.
pub struct Environment {
    /// The store of the tables folder.
    pub store: Arc<Store>,
    /// The progress line. It also shows the reading and solving of tables.
    pub progress: Arc<Line>,
    /// Whether the user asked for no progress display.
    pub quiet: bool,
    /// The folders of Syzygy tables: `$SYZYGY_PATH`, or the argument of a command.
    pub syzygy: Option<OsString>,
}

/// The store of the tables of one metric.
pub enum MetricStore<'e> {
    /// The environment's own store.
    Own(&'e Store),
    /// A separate store with its own memory.
    Other(Box<Store>),
}

impl Deref for MetricStore<'_> {
    type Target = Store;

    fn deref(&self) -> &Store {
        match self {
            MetricStore::Own(store) => store,
            MetricStore::Other(store) => store,
        }
    }
}

impl Environment {
    /// Creates the environment of the tables in `folder`.
    ///
    /// `memory_bytes` defaults to half of the memory that the process may use. Tables that do not
    /// fit go to scratch files in the folder `scratch`, which defaults to the system's temporary
    /// folder.
    pub fn new(
        folder: PathBuf,
        memory_bytes: Option<u64>,
        scratch: Option<PathBuf>,
        quiet: bool,
    ) -> Environment {
        let progress = Arc::new(Line::new(quiet));
        let memory_bytes = memory_bytes.unwrap_or_else(half_of_memory_bytes);
        let store = Store::new(folder, memory_bytes, progress.clone());
        let mut store = store.with_three_men(&THREE_MEN);
        // Scratch files are mapped: they take address space as memory does.
        if !memory_limit::is_address_space_limited() {
            store = store.with_scratch(scratch.unwrap_or_else(std::env::temp_dir));
        }
        let syzygy = std::env::var_os("SYZYGY_PATH");
        Environment { store: Arc::new(store), progress, quiet, syzygy }
    }

    /// Returns an environment whose store has the tables for this kind of truth.
    #[must_use]
    pub fn of_truth(&self, truth: TruthKind) -> Environment {
        let store = match truth {
            TruthKind::Result => self.store.clone(),
            TruthKind::CanMate => Arc::new(self.store.of_metric(Metric::Helpmate)),
        };
        let (progress, syzygy) = (self.progress.clone(), self.syzygy.clone());
        Environment { store, progress, quiet: self.quiet, syzygy }
    }

    /// Opens the Syzygy tables; `None` if no folder is named.
    pub fn open_syzygy(&self) -> Result<Option<Syzygy>> {
        let Some(folders) = self.syzygy.as_ref().filter(|it| !it.is_empty()) else {
            return Ok(None);
        };
        let folders = std::env::split_paths(folders).filter(|it| !it.as_os_str().is_empty());
        let folders: Vec<PathBuf> = folders.collect();
        Ok(Some(Syzygy::open(folders.iter().map(PathBuf::as_path))?))
    }

    /// Returns the store of the tables of a metric. Every metric but DTM gets a store with its own
    /// memory.
    pub fn store_of(&self, metric: Metric) -> MetricStore<'_> {
        match metric {
            Metric::Dtm => MetricStore::Own(&self.store),
            other => MetricStore::Other(Box::new(self.store.of_metric(other))),
        }
    }
}

/// Returns the tables folder that the user names: `chosen`, else `$DRAWPROOF_TABLES`; `None` if
/// there is neither.
pub fn named_tables_folder(chosen: Option<PathBuf>) -> Option<PathBuf> {
    chosen.or_else(|| {
        std::env::var_os("DRAWPROOF_TABLES").filter(|dir| !dir.is_empty()).map(PathBuf::from)
    })
}

/// Returns the tables folder: `named`, else the folder `drawproof` in the user's cache folder.
pub fn tables_folder(named: Option<PathBuf>) -> Result<PathBuf> {
    match named {
        Some(folder) => Ok(folder),
        None => dirs::cache_dir()
            .map(|cache| cache.join("drawproof"))
            .context("there is no cache folder for tables: name a folder with --tables"),
    }
}

/// Returns half of the memory in bytes that the process may use; a guess if the system does not
/// report it.
pub fn half_of_memory_bytes() -> u64 {
    /// Half of a small machine.
    const GUESS: u64 = 4 << 30;
    memory_limit::available_bytes().map_or(GUESS, |available| available / 2)
}
