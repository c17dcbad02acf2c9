//! A queue of endgames to be solved, and the requests that wait for them.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Condvar, Mutex, PoisonError},
};

use drawproof_tables::{Metric, NormalMaterial, parallel::locked};
use tokio::sync::watch;

impl State {
    /// Takes the first job with the fewest men if it has fewer than `men`.
    fn take_smallest(&mut self, men: usize) -> Option<Job> {
        let jobs = self.queue.iter().enumerate();
        let (men_of_job, place) = jobs.map(|(place, job)| (job.men(), place)).min()?;
        if men_of_job < men { self.queue.remove(place) } else { None }
    }
}

impl Job {
    /// Returns the endgame whose tables the job makes.
    pub fn material(self) -> NormalMaterial {
        let (Job::Endgame(material) | Job::Whole(_, material)) = self;
        material
    }

    fn men(self) -> usize {
        self.material().get().men()
    }
}

/// A job of the solving thread: tables to load or solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Job {
    /// The tables of an endgame and of the endgames after its captures and promotions, unless they
    /// have files.
    Endgame(NormalMaterial),
    /// The whole table of an endgame by a metric, loaded or solved.
    Whole(Metric, NormalMaterial),
}

/// The reason why the tables of a job could not be made.
#[derive(Clone, Debug)]
pub struct Refused {
    /// A sentence that states the reason.
    pub reason: Arc<str>,
    /// Whether the reason is a fault, such as a damaged file, as opposed to too many men or too
    /// little memory or disk space.
    pub is_fault: bool,
}

/// The state of a job.
#[derive(Clone, Debug, Default)]
pub enum End {
    /// The job is queued or running.
    #[default]
    Open,
    /// The job has succeeded: its tables are available.
    Made,
    /// The job has failed.
    Refused(Refused),
}

/// The queue of a server's jobs. Each job is queued once, however many requests wait for it.
pub struct Jobs {
    state: Mutex<State>,
    wake: Condvar,
    queue_max: usize,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    /// The queued jobs, and the running one.
    open: BTreeMap<Job, watch::Sender<End>>,
    is_closed: bool,
}

impl Jobs {
    /// Creates an empty queue of at most `queue_max` waiting jobs.
    pub fn new(queue_max: usize) -> Jobs {
        Jobs { state: Mutex::default(), wake: Condvar::new(), queue_max }
    }

    /// Queues a job unless it is queued or running. Returns a receiver of the job's state; `None`
    /// if the queue is full or closed.
    pub fn request(&self, job: Job) -> Option<watch::Receiver<End>> {
        let mut state = locked(&self.state);
        if let Some(ended) = state.open.get(&job) {
            return Some(ended.subscribe());
        }
        if state.queue.len() >= self.queue_max || state.is_closed {
            return None;
        }
        let (sender, done) = watch::channel(End::Open);
        state.open.insert(job, sender);
        state.queue.push_back(job);
        self.wake.notify_one();
        Some(done)
    }

    /// Waits for the next job; `None` once the queue is closed. Jobs for endgames with fewer men
    /// come first, because they are quick.
    pub fn next(&self) -> Option<Job> {
        let mut state = locked(&self.state);
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.take_smallest(usize::MAX) {
                return Some(job);
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the next waiting job for an endgame with fewer than `men` men; `None` if there is
    /// none.
    pub fn next_below(&self, men: usize) -> Option<Job> {
        locked(&self.state).take_smallest(men)
    }

    /// Returns whether the queue is closed.
    pub fn is_closed(&self) -> bool {
        locked(&self.state).is_closed
    }

    /// Ends a job, and sends its state to the requests that wait for it.
    pub fn end(&self, job: Job, end: End) {
        if let Some(ended) = locked(&self.state).open.remove(&job) {
            let _ = ended.send(end);
        }
    }

    /// Closes the queue and ends all waiting jobs.
    pub fn close(&self) {
        let mut state = locked(&self.state);
        state.is_closed = true;
        state.queue.clear();
        state.open.clear();
        self.wake.notify_all();
    }

    /// Returns the number of queued jobs, the running job included.
    pub fn open(&self) -> usize {
        locked(&self.state).open.len()
    }
}
