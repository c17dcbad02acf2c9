//! Solves endgames in memory, within a bound, on threads of its own.

use std::{
    panic,
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, Weak},
    thread,
};

use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{NormalMaterial, PlainTable, file::Folder};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// More threads than this solve nothing faster.
const THREADS_MAX: usize = 1024;

/// The solved table of an endgame, as long as the store keeps it in memory.
#[derive(Default)]
pub(crate) struct Solved(RwLock<Weak<PlainTable>>);

impl Solved {
    #[inline]
    fn get(&self) -> Option<Arc<PlainTable>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).upgrade()
    }
}

/// Threads that solve, started when the first endgame is solved.
///
/// They are not those of the caller's rayon pool: a thread of that pool that waits for a table would
/// take up another probe meanwhile, and wait for itself.
pub(crate) struct Threads {
    count: usize,
    pool: OnceLock<ThreadPool>,
    /// One table is solved at a time.
    turn: Mutex<()>,
}

impl Threads {
    /// `count` threads, at most [`THREADS_MAX`]; 0 for as many as the machine has processors.
    pub(crate) fn new(count: usize) -> Threads {
        Threads { count: count.min(THREADS_MAX), pool: OnceLock::new(), turn: Mutex::new(()) }
    }

    /// The result of `work`, run on these threads while the calling thread sleeps.
    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, String> {
        let pool = match self.pool.get() {
            Some(pool) => pool,
            None => {
                let pool = ThreadPoolBuilder::new().num_threads(self.count).build();
                let pool = pool.map_err(|error| error.to_string())?;
                self.pool.get_or_init(|| pool)
            }
        };
        thread::scope(|scope| {
            let thread = thread::Builder::new().spawn_scoped(scope, || pool.install(work));
            let thread = thread.map_err(|error| error.to_string())?;
            thread.join().or_else(|panicked| panic::resume_unwind(panicked))
        })
    }
}

/// Solves the endgames of one metric and keeps their tables, as far as memory goes.
pub(crate) struct Solver {
    store: Store,
    threads: Arc<Threads>,
}

impl Solver {
    /// A solver that uses the files of `folder`, which decides the metric, and at most `memory_bytes`.
    pub(crate) fn new(folder: Folder, memory_bytes: u64, threads: Arc<Threads>) -> Solver {
        Solver { store: Store::over(folder, memory_bytes, Arc::new(())), threads }
    }

    /// The table of an endgame: the one kept in `solved`, or solved now.
    #[inline]
    pub(crate) fn table(
        &self,
        material: NormalMaterial,
        solved: &Solved,
    ) -> Result<Arc<PlainTable>, Error> {
        match solved.get() {
            Some(table) => Ok(table),
            None => self.solve(material, solved),
        }
    }

    #[cold]
    fn solve(&self, material: NormalMaterial, solved: &Solved) -> Result<Arc<PlainTable>, Error> {
        let _turn = self.threads.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = solved.get() {
            return Ok(table);
        }
        let run = self.threads.run(|| self.store.table(material));
        let table =
            run.map_err(|reason| Error::Unsolvable { endgame: material.to_string(), reason })?;
        let table = table.map_err(|error| error_of(material, error))?;
        *solved.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&table);
        Ok(table)
    }
}

fn error_of(material: NormalMaterial, error: SessionError) -> Error {
    match error {
        SessionError::Memory { material, needed_bytes, allowed_bytes, .. } => {
            Error::Memory { endgame: material.to_string(), needed_bytes, allowed_bytes }
        }
        SessionError::Folder(error) => error.into(),
        SessionError::Table(error) => error.into(),
        other => Error::Unsolvable { endgame: material.to_string(), reason: other.to_string() },
    }
}
