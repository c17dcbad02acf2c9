//! Threads for long work: one pool that all batches share, and one for each search. The system
//! divides its time among them, batches first.

use std::sync::{Arc, Mutex};

use drawproof_tables::parallel::locked;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

use crate::http::{
    answer::Refusal,
    incoming::{Slot, Slots},
};

/// The threads that compute batches. Clones share the threads.
#[derive(Clone)]
pub struct Work(Arc<ThreadPool>);

impl Work {
    /// Starts `threads` threads for batches.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses threads.
    pub fn new(threads: usize) -> std::io::Result<Work> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).panic_handler(|_| {}).build();
        Ok(Work(Arc::new(pool.map_err(std::io::Error::other)?)))
    }

    /// Starts `work` and returns a receiver of its result. The receiver returns an error if `work`
    /// panics.
    pub fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, result) = oneshot::channel();
        self.0.spawn_fifo(move || {
            // The receiver is gone if the client has disconnected.
            if !sender.is_closed() {
                let _ = sender.send(work());
            }
        });
        result
    }
}

/// The slots and threads for searches and statistics. Each search has threads of its own, because
/// on shared threads one search could block another.
pub struct Searches {
    /// The slots for running and waiting searches.
    pub slots: Slots,
    threads: usize,
    /// The idle threads of ended searches.
    idle: Arc<Mutex<Vec<Arc<ThreadPool>>>>,
}

/// The slot and threads of a search. Dropping this frees them, however the search ended.
struct Turn {
    pool: Arc<ThreadPool>,
    idle: Arc<Mutex<Vec<Arc<ThreadPool>>>>,
    _slot: Slot,
}

impl Drop for Turn {
    fn drop(&mut self) {
        locked(&self.idle).push(self.pool.clone());
    }
}

impl Searches {
    /// Creates slots for `at_once` searches, each on `threads` threads.
    pub fn new(at_once: usize, threads: usize) -> Searches {
        Searches { slots: Slots::new(at_once), threads, idle: Arc::default() }
    }

    /// Runs `work` in a slot and returns its result. `work` receives a function that returns
    /// whether the result is still wanted.
    ///
    /// # Errors
    ///
    /// Fails if `work` is not done by the deadline, or panics.
    pub async fn result<T: Send + 'static>(
        &self,
        deadline: Instant,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self.turn(self.slots.wait(deadline).await?)?;
        let (sender, result) = oneshot::channel();
        turn.pool.clone().spawn(move || {
            let made = work(&|| !sender.is_closed());
            drop(turn);
            let _ = sender.send(made);
        });
        let late = || {
            let message = "this takes longer than a request may: 'drawproof find' and 'drawproof stats' have \
                           no such limit";
            Refusal::busy(message)
        };
        let made = timeout_at(deadline, result).await.map_err(|_| late())?;
        made.map_err(|_| Refusal::fault("a fault of the program"))
    }

    /// Takes threads for a search in a slot.
    fn turn(&self, slot: Slot) -> Result<Turn, Refusal> {
        let idle = locked(&self.idle).pop();
        let pool = match idle {
            Some(pool) => pool,
            None => {
                let pool = ThreadPoolBuilder::new().num_threads(self.threads);
                let pool = pool.start_handler(|_| lower_priority()).panic_handler(|_| {});
                Arc::new(pool.build().map_err(Refusal::busy)?)
            }
        };
        Ok(Turn { pool, idle: self.idle.clone(), _slot: slot })
    }
}

/// Lowers the priority of the current thread below that of the answering threads.
#[cfg(target_os = "linux")]
pub fn lower_priority() {
    /// The niceness, which leaves the thread a tenth of an answering thread's share of CPU time.
    const NICE: i32 = 10;
    // Given no process, Linux changes the calling thread. If that is refused, all threads have the
    // same priority.
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(not(target_os = "linux"))]
pub fn lower_priority() {}
