//! The tables as requests see them.

use std::{
    sync::{Arc, PoisonError, RwLock},
    thread, time,
};

use drawproof_board::Board;
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable,
    file::{Folder, FolderError},
    probe::ProbeError,
};
use tokio::time::{Instant, timeout_at};

use super::{
    jobs::{Job, Jobs},
    snapshot::{Entry, EntryValues, METRICS, Missing, Snapshot, missing_of},
    solver::Solver,
};
use crate::{events::Events, http::slots::Slots, settings::Settings};

/// Tables that a mainline can pass through, or a probe of tables of one side to move can need, and more.
const ATTEMPTS_MAX: usize = 256;

/// Makes a document, as JSON, from the tables that are there. Not generic, so that what waits for tables
/// is compiled once.
pub type Make<'a> = dyn Fn(&Snapshot) -> Result<Vec<u8>, ProbeError> + Sync + 'a;

/// The tables of a server.
pub struct Tables {
    snapshot: RwLock<Arc<Snapshot>>,
    /// By the number of the metric in [`METRICS`].
    folders: [Folder; 2],
    pub(super) jobs: Jobs,
    waiting: Slots,
    settings: Settings,
    start: time::Instant,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// Too many requests wait, or too many endgames.
    #[error("the server is busy solving other endgames: try again later")]
    Busy,
    /// The endgame was not solved in time. Solving goes on.
    #[error("the tables of this endgame are being solved: try again in a few seconds")]
    Late,
    /// The endgame cannot be solved here.
    #[error("{0}")]
    Refused(String),
    /// A table cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

impl Tables {
    /// The tables of a folder, and a thread that solves what is missing.
    ///
    /// # Errors
    ///
    /// The folder cannot be listed, or the system refuses the threads.
    pub fn new(settings: &Settings, events: Arc<dyn Events>) -> std::io::Result<Arc<Tables>> {
        let folder = Folder::new(settings.tables.clone());
        folder.list().map_err(std::io::Error::other)?;
        let tables = Arc::new(Tables {
            snapshot: RwLock::new(Arc::new(Snapshot::new(settings.three_men))),
            folders: METRICS.map(|metric| folder.of_metric(metric)),
            jobs: Jobs::new(settings.queue),
            waiting: Slots::new(settings.waiting),
            settings: settings.clone(),
            start: time::Instant::now(),
        });
        let solver = Solver::new(settings, tables.clone(), events)?;
        thread::Builder::new().name("solver".into()).spawn(move || solver.run())?;
        Ok(tables)
    }

    /// The tables that are there now.
    #[inline]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Milliseconds since the start of the server.
    pub fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// Changes the tables that later requests see.
    pub(super) fn change(&self, change: impl FnOnce(&mut Snapshot)) {
        let mut place = self.snapshot.write().unwrap_or_else(PoisonError::into_inner);
        let mut snapshot = Snapshot::clone(&place);
        change(&mut snapshot);
        *place = Arc::new(snapshot);
    }

    /// Endgames that are being solved or wait for it, and requests that wait for them.
    pub fn waiting(&self) -> (usize, usize) {
        (self.jobs.open(), self.waiting.taken())
    }

    /// The tables that are there.
    pub fn held(&self) -> Held {
        let snapshot = self.snapshot();
        let mut held = Held::default();
        for entry in snapshot.metrics.iter().flat_map(|tables| tables.entries.values()) {
            match &entry.values {
                EntryValues::Whole(table) if table.is_in_scratch() => {
                    held.scratch += 1;
                    held.scratch_bytes += table.size_bytes();
                }
                EntryValues::Whole(table) => {
                    held.whole += 1;
                    held.bytes += table.size_bytes();
                }
                EntryValues::File(_) => held.files += 1,
            }
        }
        held
    }

    /// Solves no further endgame.
    pub fn close(&self) {
        self.jobs.close();
    }

    /// The result of `make`, which is called again when tables that it misses are there. Tables are
    /// solved for the endgame of `board`.
    ///
    /// # Errors
    ///
    /// The tables are not there in time, or cannot be read.
    pub async fn answer(
        &self,
        board: &Board,
        make: &Make<'_>,
        deadline: Instant,
    ) -> Result<Vec<u8>, TablesError> {
        for _ in 0..ATTEMPTS_MAX {
            let error = match make(&self.snapshot()) {
                Ok(made) => return Ok(made),
                Err(error) => error,
            };
            let Some(missing) = missing_of(&error) else {
                return Err(match error {
                    ProbeError::CastlingRights
                    | ProbeError::TooManyMen(_)
                    | ProbeError::NoTable(_) => TablesError::Refused(error.to_string()),
                    other => TablesError::Unreadable(other.to_string()),
                });
            };
            self.bring(board, missing, deadline).await?;
        }
        Err(TablesError::Unreadable("the tables contradict each other".into()))
    }

    /// Opens the file of a table that a position needs, or waits until the tables of the position's
    /// endgame are solved or cannot be.
    ///
    /// # Errors
    ///
    /// They are not there in time, or the file is damaged.
    pub async fn bring(
        &self,
        board: &Board,
        missing: Missing,
        deadline: Instant,
    ) -> Result<(), TablesError> {
        if !missing.has_no_file {
            return self.open(missing);
        }
        let root = Placement::from(board).normalise().0;
        let leads_there =
            root == missing.material || root.conversions().contains(&missing.material);
        let material = if leads_there { root } else { missing.material };
        self.wait(Job::Endgame(material), deadline).await
    }

    /// The whole table of an endgame by a metric.
    ///
    /// # Errors
    ///
    /// It is not there in time, does not fit into the memory, or its file is damaged.
    pub async fn whole(
        &self,
        metric: usize,
        material: NormalMaterial,
        deadline: Instant,
    ) -> Result<Arc<PlainTable>, TablesError> {
        let is_mate = METRICS[metric] == Metric::Dtm;
        if let Some(table) = self.settings.three_men.table(material).filter(|_| is_mate) {
            return Ok(table.clone());
        }
        for attempt in 0..2 {
            let snapshot = self.snapshot();
            if let Some(table) = snapshot.whole(metric, material, self.now()) {
                return Ok(table);
            }
            if let Some(refused) = snapshot.refused.get(&material) {
                let reason = refused.reason.to_string();
                return Err(match refused.is_fault {
                    true => TablesError::Unreadable(reason),
                    false => TablesError::Refused(reason),
                });
            }
            if attempt == 0 {
                self.wait(Job::Whole(metric, material), deadline).await?;
            }
        }
        Err(TablesError::Late)
    }

    /// Opens the file of a missing table, or notes that there is none.
    fn open(&self, missing: Missing) -> Result<(), TablesError> {
        let now = self.now();
        let opened = self.folders[missing.metric].open(missing.material);
        let file = match opened {
            Ok(file) => Some(file),
            Err(FolderError::Missing { .. }) => None,
            Err(error) => return Err(TablesError::Unreadable(error.to_string())),
        };
        self.change(|snapshot| {
            let tables = &mut snapshot.metrics[missing.metric];
            match file {
                Some(file) => {
                    let entry = Arc::new(Entry::new(EntryValues::File(file), now));
                    tables.entries.entry(missing.material).or_insert(entry);
                }
                None => {
                    tables.absent.insert(missing.material);
                }
            }
        });
        Ok(())
    }

    /// Waits until a job has ended, one way or the other.
    async fn wait(&self, job: Job, deadline: Instant) -> Result<(), TablesError> {
        let _slot = self.waiting.take().ok_or(TablesError::Busy)?;
        let mut done = self.jobs.request(job).ok_or(TablesError::Busy)?;
        match timeout_at(deadline, done.changed()).await {
            Ok(_) => Ok(()),
            Err(_) => Err(TablesError::Late),
        }
    }
}

/// The tables that a server has, those in the program aside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// Tables in memory.
    pub whole: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Tables in scratch files.
    pub scratch: u64,
    /// Their bytes.
    pub scratch_bytes: u64,
    /// Open files.
    pub files: u64,
}
