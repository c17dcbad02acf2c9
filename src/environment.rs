//! What every command works with: the tables, the progress display, and whether to be quiet.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use drawproof_session::store::Store;

use crate::progress::SolveProgress;

/// The tables and the progress display of one run of the program.
pub struct Environment {
    /// The tables.
    pub store: Store,
    /// The display of tables being read and solved.
    pub progress: Arc<SolveProgress>,
    /// Whether no progress is shown.
    pub quiet: bool,
}

impl Environment {
    /// The environment over a tables folder. `memory_bytes` defaults to half of the machine's.
    pub fn new(folder: PathBuf, memory_bytes: Option<u64>, quiet: bool) -> Environment {
        let progress = Arc::new(SolveProgress::new(quiet));
        let memory_bytes = memory_bytes.unwrap_or_else(half_of_memory_bytes);
        Environment { store: Store::new(folder, memory_bytes, progress.clone()), progress, quiet }
    }
}

/// The tables folder: `chosen`, else `$DRAWPROOF_TABLES`, else `drawproof` in the user's cache
/// folder.
pub fn tables_folder(chosen: Option<PathBuf>) -> Result<PathBuf> {
    let chosen = chosen.or_else(|| {
        std::env::var_os("DRAWPROOF_TABLES").filter(|dir| !dir.is_empty()).map(PathBuf::from)
    });
    match chosen {
        Some(folder) => Ok(folder),
        None => dirs::cache_dir()
            .map(|cache| cache.join("drawproof"))
            .context("there is no cache folder for tables: name a folder with --tables"),
    }
}

/// Half of the machine's memory, or a guess where the system does not report it.
pub fn half_of_memory_bytes() -> u64 {
    /// Half of a small machine.
    const GUESS: u64 = 4 << 30;
    match machine_memory_bytes() {
        0 => GUESS,
        total => total / 2,
    }
}

#[cfg(target_os = "linux")]
fn machine_memory_bytes() -> u64 {
    let info = rustix::system::sysinfo();
    // Both fields are `unsigned long` or narrower, whatever the platform.
    (info.totalram as u64).saturating_mul(u64::from(info.mem_unit))
}

#[cfg(not(target_os = "linux"))]
fn machine_memory_bytes() -> u64 {
    let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
    let kinds = sysinfo::RefreshKind::nothing().with_memory(memory);
    sysinfo::System::new_with_specifics(kinds).total_memory()
}
