//! Endgames that wait to be solved, and the requests that wait for them.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Condvar, Mutex, PoisonError},
};

use drawproof_tables::{Metric, NormalMaterial, parallel::locked};
use tokio::sync::watch;

impl State {
    /// Takes the first of the jobs with the fewest men, if they are fewer than `men`.
    fn take_smallest(&mut self, men: usize) -> Option<Job> {
        let jobs = self.queue.iter().enumerate();
        let (men_of_job, place) = jobs.map(|(place, job)| (job.men(), place)).min()?;
        if men_of_job < men { self.queue.remove(place) } else { None }
    }
}

impl Job {
    /// Returns the endgame that the job is about.
    pub fn material(self) -> NormalMaterial {
        let (Job::Endgame(material) | Job::Whole(_, material)) = self;
        material
    }

    fn men(self) -> usize {
        self.material().get().men()
    }
}

/// What is to be brought into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Job {
    /// The tables of an endgame and of those after its captures and promotions, as far as they have no
    /// files.
    Endgame(NormalMaterial),
    /// The whole table of an endgame by a metric, its file or not.
    Whole(Metric, NormalMaterial),
}

/// Why the tables of a job could not be made.
#[derive(Clone, Debug)]
pub struct Refused {
    pub reason: Arc<str>,
    /// Whether something is damaged, rather than the memory too small.
    pub is_fault: bool,
}

/// The end of a job, once it has ended.
#[derive(Clone, Debug, Default)]
pub enum End {
    /// The job waits or is under way.
    #[default]
    Open,
    /// The tables are there.
    Made,
    /// They will not be.
    Refused(Refused),
}

/// The jobs of a server. The same job is queued once, however many requests wait for it.
pub struct Jobs {
    state: Mutex<State>,
    wake: Condvar,
    queue_max: usize,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    /// The queued jobs and the one under way.
    open: BTreeMap<Job, watch::Sender<End>>,
    is_closed: bool,
}

impl Jobs {
    /// Returns no jobs; at most `queue_max` will wait.
    pub fn new(queue_max: usize) -> Jobs {
        Jobs { state: Mutex::default(), wake: Condvar::new(), queue_max }
    }

    /// Returns the end of a job, which is queued unless it is already. `None` if the queue is full.
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

    /// Returns the next job; waits for one. `None` once the jobs are closed. Fewer men come first,
    /// because they take a small part of the time.
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

    /// Returns the next job of fewer than `men` men, if one waits.
    pub fn next_below(&self, men: usize) -> Option<Job> {
        locked(&self.state).take_smallest(men)
    }

    /// Returns whether no further table is to be solved.
    pub fn is_closed(&self) -> bool {
        locked(&self.state).is_closed
    }

    /// Ends a job and tells those who wait for it how.
    pub fn end(&self, job: Job, end: End) {
        if let Some(ended) = locked(&self.state).open.remove(&job) {
            let _ = ended.send(end);
        }
    }

    /// Ends all jobs that have not begun.
    pub fn close(&self) {
        let mut state = locked(&self.state);
        state.is_closed = true;
        state.queue.clear();
        state.open.clear();
        self.wake.notify_all();
    }

    /// Returns endgames that wait, the one under way included.
    pub fn open(&self) -> usize {
        locked(&self.state).open.len()
    }
}
