//! Endgames that wait to be solved, and the requests that wait for them.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use drawproof_tables::NormalMaterial;
use tokio::sync::watch;

/// The end of a job: the tables are there, or will not be.
pub type Done = watch::Receiver<bool>;

/// The jobs of a server. An endgame has one job at most, however many requests wait for it.
pub struct Jobs {
    state: Mutex<State>,
    wake: Condvar,
    queue_max: usize,
}

#[derive(Default)]
struct State {
    queue: VecDeque<NormalMaterial>,
    /// The queued jobs and the one under way.
    open: BTreeMap<NormalMaterial, watch::Sender<bool>>,
    is_closed: bool,
}

impl Jobs {
    /// No jobs; at most `queue_max` will wait.
    pub fn new(queue_max: usize) -> Jobs {
        Jobs { state: Mutex::default(), wake: Condvar::new(), queue_max }
    }

    /// The end of the job of an endgame, which is queued unless it is already. `None` if the queue is
    /// full.
    pub fn request(&self, material: NormalMaterial) -> Option<Done> {
        let mut state = self.lock();
        if let Some(job) = state.open.get(&material) {
            return Some(job.subscribe());
        }
        if state.queue.len() >= self.queue_max || state.is_closed {
            return None;
        }
        let (sender, done) = watch::channel(false);
        state.open.insert(material, sender);
        state.queue.push_back(material);
        self.wake.notify_one();
        Some(done)
    }

    /// The next endgame to solve; waits for one. `None` once the jobs are closed.
    pub fn next(&self) -> Option<NormalMaterial> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(material) = state.queue.pop_front() {
                return Some(material);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the job of an endgame: those who wait for it look for the tables again.
    pub fn end(&self, material: NormalMaterial) {
        if let Some(job) = self.lock().open.remove(&material) {
            let _ = job.send(true);
        }
    }

    /// Ends all jobs that have not begun.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.queue.clear();
        state.open.clear();
        self.wake.notify_all();
    }

    /// Endgames that wait, the one under way included.
    pub fn open(&self) -> usize {
        self.lock().open.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
