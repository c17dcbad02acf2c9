//! Solves endgames one after another within a memory limit, in memory or, if that is too small, in
//! scratch files.

use std::{cell::RefCell, sync::Arc, time::Instant};

use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{Metric, NormalMaterial, PlainTable};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{
    jobs::{End, Job, Refused},
    lookup::{METRICS, Served},
};
use crate::{
    events::{Event, Events},
    settings::Settings,
    work::lower_priority,
};

/// The state of the thread that loads and solves tables.
pub struct Solver {
    served: Arc<Served>,
    /// The tables that requests asked for; they stay in memory as long as they are listed here.
    kept: RefCell<Vec<Arc<PlainTable>>>,
    pool: ThreadPool,
    events: Arc<dyn Events>,
}

impl Solver {
    pub fn new(
        settings: &Settings,
        served: Arc<Served>,
        events: Arc<dyn Events>,
    ) -> std::io::Result<Solver> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(settings.threads)
            .start_handler(|_| lower_priority())
            .build()
            .map_err(std::io::Error::other)?;
        Ok(Solver { served, kept: RefCell::default(), pool, events })
    }

    /// Runs jobs until the queue is closed.
    pub fn run(self) {
        lower_priority();
        while let Some(job) = self.served.jobs.next() {
            self.work(job);
        }
    }

    /// Runs a job and reports its end, even after a failure.
    fn work(&self, job: Job) {
        let (start, material) = (Instant::now(), job.material());
        let done = match job {
            Job::Endgame(material) => self.solve(material),
            Job::Whole(metric, material) => self.make(metric, &[material]),
        };
        let endgame = &*material.to_string();
        let end = match done {
            Ok(has_solved) => {
                if has_solved {
                    self.events.event(Event::Solved { endgame, time: start.elapsed() });
                }
                End::Made
            }
            // Nobody is waiting, and the solve may just have been stopped.
            Err(_) if self.served.jobs.is_closed() => return,
            Err(error) => {
                let reason: Arc<str> = error.to_string().into();
                self.events.event(Event::Refused { endgame, reason: &reason });
                let is_fault = !matches!(
                    error,
                    SessionError::Memory { .. }
                        | SessionError::ScratchFull { .. }
                        | SessionError::Men { .. }
                );
                End::Refused(Refused { reason, is_fault })
            }
        };
        self.served.jobs.end(job, end);
    }

    /// Makes the missing tables of an endgame and of the endgames after its captures and
    /// promotions. Returns false if none is missing.
    fn solve(&self, material: NormalMaterial) -> Result<bool, SessionError> {
        let mut has_solved = false;
        for metric in METRICS {
            let wanted = self.served.wanted(metric, material)?;
            if wanted.is_empty() {
                continue;
            }
            has_solved = true;
            if !self.make(metric, &wanted)? {
                return Ok(false);
            }
        }
        Ok(has_solved)
    }

    /// Makes tables of a metric one after another, so that smaller endgames need not wait for all
    /// of them. Returns false if the queue was closed meanwhile.
    fn make(&self, metric: Metric, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        let store = self.served.store(metric);
        let men = wanted.iter().map(|material| material.get().men()).max().unwrap_or(0);
        let fits = self.make_room(metric, wanted)?;
        loop {
            self.work_on_smaller(men);
            if self.served.jobs.is_closed() {
                return Ok(false);
            }
            if !fits {
                self.make_scratch_room(metric, wanted)?;
            }
            let is_more = self.pool.install(|| store.advance(wanted))?;
            self.keep(store, wanted);
            if !is_more {
                break;
            }
        }
        if !fits {
            // The tables of the other metric follow.
            store.release_pool();
        }
        Ok(true)
    }

    /// Runs waiting jobs with fewer than `men` men.
    fn work_on_smaller(&self, men: usize) {
        while let Some(job) = self.served.jobs.next_below(men) {
            self.work(job);
        }
    }

    /// Drops the least recently used tables until those of `wanted` fit into memory. Returns false
    /// if they never fit and there are scratch files.
    fn make_room(&self, metric: Metric, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        let store = self.served.store(metric);
        let of_others = || {
            let others = self.served.stores.iter().filter(|it| it.shelf().metric() != metric);
            others.map(|store| held_bytes(store, Place::Memory)).sum()
        };
        loop {
            store.set_used_elsewhere_bytes(of_others());
            match store.check_room(wanted) {
                Ok(()) => return Ok(true),
                Err(SessionError::Memory { .. }) if self.give_up(wanted, Place::Memory) => {}
                Err(SessionError::Memory { .. }) if store.scratch_folder().is_some() => {
                    return Ok(false);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Drops the least recently used tables until the others take at most a quarter of the memory
    /// and half of the disk space, and leave enough of both to make those of `wanted` in scratch
    /// files.
    fn make_scratch_room(
        &self,
        metric: Metric,
        wanted: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        let (store, stores) = (self.served.store(metric), &self.served.stores);
        let sum = |place| stores.iter().map(|store| held_bytes(store, place)).sum::<u64>();
        let is_memory_short = || sum(Place::Memory) > store.memory_bytes() / 4;
        while is_memory_short() && self.give_up(&[], Place::Memory) {}
        let is_disk_short = || sum(Place::Scratch) > store.free_scratch_bytes().unwrap_or(u64::MAX);
        while is_disk_short() && self.give_up(wanted, Place::Scratch) {}
        store.set_used_elsewhere_bytes(sum(Place::Memory));
        loop {
            match store.check_scratch_room(wanted) {
                Err(SessionError::ScratchFull { .. }) if self.give_up(wanted, Place::Scratch) => {}
                other => return other,
            }
        }
    }

    /// Drops the least recently used table in `place` that is not in `wanted`. Returns false if
    /// there is none.
    fn give_up(&self, wanted: &[NormalMaterial], place: Place) -> bool {
        let mut kept = self.kept.borrow_mut();
        let may_go = |(_, table): &(usize, &Arc<PlainTable>)| {
            Place::of(table) == place && !wanted.contains(&table.material())
        };
        let used = |(_, table): &(usize, &Arc<PlainTable>)| {
            let (metric, material) = (table.metric(), table.material());
            (self.served.shelf(metric).last_used(material), metric, material)
        };
        let Some((oldest, _)) = kept.iter().enumerate().filter(may_go).min_by_key(used) else {
            return false;
        };
        let (metric, material) = {
            let table = kept.swap_remove(oldest);
            (table.metric(), table.material())
        };
        self.served.store(metric).drop_table(material);
        true
    }

    /// Keeps the tables that a store holds now, and drops its others. Tables in scratch files are
    /// kept only if they are in `wanted` or were kept before; otherwise they may be dropped when
    /// the disk is too small.
    fn keep(&self, store: &Store, wanted: &[NormalMaterial]) {
        let (shelf, now) = (store.shelf(), self.served.now());
        let held = shelf.tables();
        let mut kept = self.kept.borrow_mut();
        let is_held = |table: &Arc<PlainTable>| held.iter().any(|held| Arc::ptr_eq(held, table));
        kept.retain(|table| table.metric() != shelf.metric() || is_held(table));
        for table in &held {
            let is_kept = kept.iter().any(|kept| Arc::ptr_eq(kept, table));
            if !is_kept && (!table.is_in_scratch() || wanted.contains(&table.material())) {
                shelf.mark_used(table.material(), now);
                kept.push(table.clone());
            }
        }
    }
}

/// Returns the size in bytes of a store's tables in one place.
fn held_bytes(store: &Store, place: Place) -> u64 {
    let held = store.shelf().tables();
    held.iter().filter(|table| Place::of(table) == place).map(|table| table.size_bytes()).sum()
}

/// The place of a whole table's values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Memory,
    Scratch,
}

impl Place {
    fn of(table: &PlainTable) -> Place {
        if table.is_in_scratch() { Place::Scratch } else { Place::Memory }
    }
}
