//! Threads for what takes long: some that all batches share, and some for each search. The system divides its
//! time among them, batches first.

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

/// Threads that work for batches. Clones share them.
#[derive(Clone)]
pub struct Work(Arc<ThreadPool>);

impl Work {
    /// Returns `threads` threads.
    ///
    /// # Errors
    ///
    /// The system refuses them.
    pub fn new(threads: usize) -> std::io::Result<Work> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).panic_handler(|_| {}).build();
        Ok(Work(Arc::new(pool.map_err(std::io::Error::other)?)))
    }

    /// Returns the result of `work`, once it is done; an error if it panics.
    pub fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, result) = oneshot::channel();
        self.0.spawn_fifo(move || {
            // Nobody waits any more if the client has gone.
            if !sender.is_closed() {
                let _ = sender.send(work());
            }
        });
        result
    }
}

/// Searches and statistics under way, each with threads of its own: on threads that they shared, one would
/// wait inside of another.
pub struct Searches {
    /// Those that run, and those that wait for their turn.
    pub slots: Slots,
    threads: usize,
    /// The threads of those that have ended.
    idle: Arc<Mutex<Vec<Arc<ThreadPool>>>>,
}

/// The place and the threads of a search, which are free again when it ends, however that is.
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
    /// At most `at_once` of them, each on `threads` threads.
    pub fn new(at_once: usize, threads: usize) -> Searches {
        Searches { slots: Slots::new(at_once), threads, idle: Arc::default() }
    }

    /// Returns the result of `work`. It is given a function that says whether anybody still waits
    /// for it.
    ///
    /// # Errors
    ///
    /// It is not done by the deadline, or panics.
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

    /// Returns a turn in a place.
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

/// Lets the threads that answer go first.
#[cfg(target_os = "linux")]
pub fn lower_priority() {
    /// A tenth of the share of a thread that answers.
    const NICE: i32 = 10;
    // Without a process, Linux changes the calling thread. Where that is refused, all threads share alike.
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(not(target_os = "linux"))]
pub fn lower_priority() {}
