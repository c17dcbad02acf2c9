//! Solves endgames in memory, within a memory limit, on separate threads.

use std::{
    panic,
    sync::{Arc, Mutex, OnceLock},
    thread,
};

use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{
    NormalMaterial, PlainTable, Shelf,
    parallel::locked,
    progress::{Progress, Stage},
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// The most threads to start; more would not make solving faster.
const THREADS_MAX: usize = 1024;

/// The function that is called with the name of each endgame before it is solved.
struct OnSolve(Option<fn(&str)>);

impl Progress for OnSolve {
    fn begin(&self, stage: Stage, _: u64) {
        if let (OnSolve(Some(call)), Stage::Solving(material)) = (self, stage) {
            call(&material.to_string());
        }
    }
}

/// The threads that solve, started when the first endgame is solved.
///
/// They are separate from the caller's rayon pool. A thread of that pool that waits for a table
/// would take up another probe meanwhile, and could wait for itself.
pub(crate) struct Threads {
    count: usize,
    pool: OnceLock<ThreadPool>,
    /// The lock that is held while a table is solved, so that one table is solved at a time.
    turn: Mutex<()>,
}

impl Threads {
    /// Makes a pool of `count` threads, at most [`THREADS_MAX`]; 0 selects one per processor.
    pub(crate) fn new(count: usize) -> Threads {
        Threads { count: count.min(THREADS_MAX), pool: OnceLock::new(), turn: Mutex::new(()) }
    }

    /// Returns the result of `work`, run on these threads while the calling thread sleeps.
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

/// Solves the endgames of one metric, and keeps their tables as far as memory allows.
pub(crate) struct Solver {
    store: Store,
    threads: Arc<Threads>,
}

impl Solver {
    /// Returns a solver that uses the files of `shelf`, puts solved tables on it, and takes at most
    /// `memory_bytes`.
    pub(crate) fn new(
        shelf: Arc<Shelf>,
        memory_bytes: u64,
        threads: Arc<Threads>,
        on_solve: Option<fn(&str)>,
    ) -> Solver {
        let progress = Arc::new(OnSolve(on_solve));
        Solver { store: Store::of_shelf(shelf, memory_bytes, progress), threads }
    }

    /// Returns the table of an endgame, and solves it first if it is missing.
    #[cold]
    pub(crate) fn table(&self, material: NormalMaterial) -> Result<Arc<PlainTable>, Error> {
        let _turn = locked(&self.threads.turn);
        let run = self.threads.run(|| self.store.table(material));
        let table =
            run.map_err(|reason| Error::Unsolvable { endgame: material.to_string(), reason })?;
        table.map_err(|error| error_of(material, error))
    }
}

fn error_of(material: NormalMaterial, error: SessionError) -> Error {
    match error {
        SessionError::Memory { material, needed_bytes, allowed_bytes, .. } => {
            Error::Memory { endgame: material.to_string(), needed_bytes, allowed_bytes }
        }
        SessionError::Folder(error) => error.into(),
        SessionError::Table(error) => error.into(),
        SessionError::Fault => Error::Fault { endgame: material.to_string() },
        other => Error::Unsolvable { endgame: material.to_string(), reason: other.to_string() },
    }
}
