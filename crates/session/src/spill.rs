//! Tables in scratch files, and the memory of the process kept within its bound meanwhile.
//!
//! While tables are in scratch files, a thread compares the resident memory of the process with the
//! bound and evicts parts of the files when it is exceeded. The threads that solve do so too, now and
//! then ([`Bounded`]): they may use memory faster than one thread evicts it. Where the system does not
//! report the resident memory, the system alone decides which parts of the files stay in memory.

use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use drawproof_tables::{
    Layout, Metric, NormalMaterial, PlainTable, ScratchFiles, TableMemory, Width,
    parallel::locked,
    progress::{Progress, Stage},
};

use crate::{error::SessionError, figures::has_second_layer};

/// The time between two checks of the resident memory.
const INTERVAL: Duration = Duration::from_millis(3);

/// The time between two checks while there are no scratch files.
const IDLE_INTERVAL: Duration = Duration::from_millis(20);

/// The number of bytes of scratch files that are evicted before the memory is checked again.
const STEP_BYTES: usize = 16 << 20;

/// The maximum number of bytes that solving threads may bring into memory between two checks.
const BETWEEN_LOOKS_BYTES: u64 = 64 << 20;

/// The minimum number of bytes of mapped files that stay in memory whatever the limit, so that work
/// advances.
const FILES_MIN_BYTES: u64 = 16 << 20;

/// The scratch files for tables, which the stores of a process share, and the memory limit of the
/// process while there are scratch files.
pub struct Spill {
    bound: Arc<Bound>,
    keeper: Mutex<Option<Keeper>>,
}

/// The scratch files and the memory limit of the process.
struct Bound {
    scratch: Arc<ScratchFiles>,
    memory_bytes: u64,
    /// The time of the last check of the resident memory; locked during a check.
    looked: Mutex<Instant>,
}

/// The thread that keeps the process within its memory limit.
struct Keeper {
    /// The sender that wakes the thread; dropping it ends the thread.
    wake: Sender<()>,
    thread: JoinHandle<()>,
}

impl Spill {
    /// Prepares scratch files in `folder` without creating any. Pages of the files are evicted when
    /// the process has more than `memory_bytes` bytes in memory.
    pub fn new(folder: PathBuf, memory_bytes: u64) -> Spill {
        let (scratch, looked) = (Arc::new(ScratchFiles::new(folder)), Mutex::new(Instant::now()));
        let bound = Arc::new(Bound { scratch, memory_bytes, looked });
        Spill { bound, keeper: Mutex::default() }
    }

    /// Returns the scratch files.
    pub fn scratch(&self) -> &Arc<ScratchFiles> {
        &self.bound.scratch
    }

    /// Creates scratch files for the table of an endgame by a metric.
    pub fn table(
        &self,
        metric: Metric,
        material: NormalMaterial,
    ) -> Result<TableMemory, SessionError> {
        let two = has_second_layer(metric, material);
        let width = if two || material.is_large() { Width::Two } else { Width::One };
        self.memory(&Layout::new(material), width, !two)
    }

    /// Moves a table into scratch files.
    pub fn moved(&self, table: PlainTable) -> Result<PlainTable, SessionError> {
        let is_sparse = table.metric() != Metric::Helpmate;
        let memory = self.memory(table.layout(), table.width(), is_sparse)?;
        Ok(table.moved_to(memory))
    }

    /// Creates scratch files for the values of a table. `is_sparse` is whether the second layer of
    /// a large table takes disk space only where it is written, which saves space because few
    /// positions have numbers that need the layer.
    pub fn memory(
        &self,
        layout: &Layout,
        width: Width,
        is_sparse: bool,
    ) -> Result<TableMemory, SessionError> {
        let memory = if width == Width::Two && is_sparse && layout.material().is_large() {
            self.scratch().sparse_table(layout)
        } else {
            self.scratch().table(layout, width)
        };
        let memory = memory.map_err(|cause| SessionError::Scratch {
            material: layout.material(),
            folder: self.scratch().folder().to_owned(),
            cause,
        })?;
        self.begin_keeping();
        Ok(memory)
    }

    /// Evicts pages of scratch files if the process exceeds its memory limit. Long work that reads
    /// tables calls this, because the thread of [`Spill::begin_keeping`] may not run often enough.
    pub fn evict(&self) {
        self.bound.evict();
    }

    /// Starts the thread that keeps the process within its memory limit, or wakes it. The thread
    /// has the priority of the thread that first calls this.
    pub fn begin_keeping(&self) {
        let mut keeper = locked(&self.keeper);
        if let Some(Keeper { wake, .. }) = &*keeper {
            // It ends with the sender only.
            let _ = wake.send(());
            return;
        }
        if Resident::now().is_none() {
            return;
        }
        let (wake, woken) = channel();
        let bound = self.bound.clone();
        let keep = move || loop {
            let is_idle = bound.scratch.size_bytes() == 0;
            match woken.recv_timeout(if is_idle { IDLE_INTERVAL } else { INTERVAL }) {
                Ok(()) | Err(RecvTimeoutError::Timeout) => bound.evict(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        };
        let thread = std::thread::Builder::new().name("memory bound".into()).spawn(keep);
        // Without a thread the system decides what stays in memory.
        *keeper = thread.ok().map(|thread| Keeper { wake, thread });
    }
}

impl Drop for Spill {
    fn drop(&mut self) {
        let keeper = self.keeper.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(Keeper { wake, thread }) = keeper.take() {
            drop(wake);
            // It does not panic, and there is nothing to do if it did.
            let _ = thread.join();
        }
    }
}

impl Bound {
    /// Evicts parts of the scratch files until the process is within its memory limit, or all parts
    /// have been evicted once. Waits while another thread evicts parts; does nothing if the last
    /// check was just before.
    fn evict(&self) {
        let mut looked = locked(&self.looked);
        if looked.elapsed() < INTERVAL / 2 {
            return;
        }
        let limit = self.memory_bytes - left_free_bytes(self.memory_bytes);
        let mut left = None;
        while Resident::now().is_some_and(|now| now.all > limit && now.files > FILES_MIN_BYTES) {
            let bytes = left.get_or_insert_with(|| self.scratch.size_bytes());
            if *bytes == 0 {
                break;
            }
            self.scratch.evict(STEP_BYTES);
            *bytes = bytes.saturating_sub(STEP_BYTES as u64);
        }
        *looked = Instant::now();
    }
}

/// Returns the number of bytes of memory that are kept free for what is used before the next check.
/// With many files, finding their parts in memory takes long, so this is up to a quarter of a
/// gigabyte.
fn left_free_bytes(memory_bytes: u64) -> u64 {
    let least = BETWEEN_LOOKS_BYTES.min(memory_bytes / 4).max(memory_bytes / 16);
    (memory_bytes / 8).min(4 * BETWEEN_LOOKS_BYTES).max(least)
}

/// Forwards progress reports, and keeps the process within its memory limit at each report.
pub struct Bounded<'a> {
    /// The receiver of the progress reports.
    pub progress: &'a dyn Progress,
    /// The scratch files that the work uses; `None` if all tables are in memory.
    pub spill: Option<&'a Spill>,
}

impl Bounded<'_> {
    fn evict(&self) {
        self.spill.inspect(|spill| spill.evict());
    }
}

impl Progress for Bounded<'_> {
    fn begin(&self, stage: Stage, size: u64) {
        self.progress.begin(stage, size);
        self.evict();
    }

    fn advance(&self, stage: Stage, done: u64) -> ControlFlow<()> {
        if done > 0 {
            self.evict();
        }
        self.progress.advance(stage, done)
    }

    fn end(&self, stage: Stage) {
        self.progress.end(stage);
    }
}

/// The resident memory of the process in bytes.
struct Resident {
    all: u64,
    /// The resident memory of mapped files.
    files: u64,
}

impl Resident {
    /// Returns the resident memory now; `None` if the system does not report it.
    fn now() -> Option<Resident> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let bytes = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
            Some(kibibytes << 10)
        };
        Some(Resident { all: bytes("VmRSS:")?, files: bytes("RssFile:")? })
    }
}
