//! Tables in scratch files, and the memory of the process kept within its bound meanwhile.
//!
//! While tables are in scratch files, a thread compares the resident memory of the process with the
//! bound and evicts parts of the files when it is exceeded. Where the system does not report the
//! resident memory, the system alone decides which parts of the files stay in memory.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::Duration,
};

use drawproof_tables::{Layout, Metric, NormalMaterial, PlainTable, Scratch, TableMemory, Width};

use crate::{error::SessionError, figures::has_second_layer};

/// The time between two looks at the resident memory.
const INTERVAL: Duration = Duration::from_millis(3);

/// Bytes of scratch files that are evicted between two looks.
const STEP_BYTES: usize = 16 << 20;

/// Scratch files for tables, shared by the stores of a process.
pub struct Spill {
    scratch: Arc<Scratch>,
    memory_bytes: u64,
    keeper: Mutex<Option<Keeper>>,
}

/// The thread that keeps the memory within its bound.
struct Keeper {
    /// Dropped to end the thread.
    end: Sender<()>,
    thread: JoinHandle<()>,
}

impl Spill {
    /// No scratch files yet; they will be made in `folder` and evicted when the process has more than
    /// `memory_bytes` in memory.
    pub fn new(folder: PathBuf, memory_bytes: u64) -> Spill {
        Spill { scratch: Arc::new(Scratch::new(folder)), memory_bytes, keeper: Mutex::default() }
    }

    /// The scratch files.
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    /// Memory in scratch files for the table of an endgame by a metric.
    pub fn table(
        &self,
        metric: Metric,
        material: NormalMaterial,
    ) -> Result<TableMemory, SessionError> {
        let two = has_second_layer(metric, material);
        self.memory(&Layout::new(material), if two { Width::Two } else { Width::One })
    }

    /// The same table in scratch files.
    pub fn moved(&self, table: PlainTable) -> Result<PlainTable, SessionError> {
        let memory = self.memory(table.layout(), table.width())?;
        Ok(table.moved_to(memory))
    }

    /// Memory in scratch files for a table.
    pub fn memory(&self, layout: &Layout, width: Width) -> Result<TableMemory, SessionError> {
        self.keep_within_bound();
        self.scratch.table(layout, width).map_err(|cause| SessionError::Scratch {
            material: layout.material(),
            folder: self.scratch.folder().to_owned(),
            cause,
        })
    }

    /// Starts the thread that keeps the memory within its bound, unless it runs.
    fn keep_within_bound(&self) {
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        if keeper.is_some() || resident_bytes().is_none() {
            return;
        }
        let (end, ended) = channel();
        let (scratch, memory_bytes) = (self.scratch.clone(), self.memory_bytes);
        let keep = move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                evict_beyond(&scratch, memory_bytes);
            }
        };
        let thread = std::thread::Builder::new().name("memory bound".into()).spawn(keep);
        // Without a thread the system decides what stays in memory.
        *keeper = thread.ok().map(|thread| Keeper { end, thread });
    }
}

impl Drop for Spill {
    fn drop(&mut self) {
        let keeper = self.keeper.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(Keeper { end, thread }) = keeper.take() {
            drop(end);
            // It does not panic, and there is nothing to do if it did.
            let _ = thread.join();
        }
    }
}

/// Evicts parts of the scratch files until the process has at most `memory_bytes` in memory, or all
/// parts have been evicted once.
fn evict_beyond(scratch: &Scratch, memory_bytes: u64) {
    let mut left = scratch.size_bytes();
    while left > 0 && resident_bytes().is_some_and(|bytes| bytes > memory_bytes) {
        scratch.evict(STEP_BYTES);
        left = left.saturating_sub(STEP_BYTES as u64);
    }
}

/// The resident memory of the process; `None` where the system does not report it.
fn resident_bytes() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
