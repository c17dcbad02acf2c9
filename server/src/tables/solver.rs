//! Solves endgames one after the other, within a bound on memory: in memory, or, where that does not do, in
//! scratch files.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Instant,
};

use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{NormalMaterial, file::Folder};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{
    jobs::Job,
    shared::Tables,
    snapshot::{Entry, EntryValues, METRICS, Refused},
};
use crate::{
    events::{Event, Events},
    settings::Settings,
};

/// Tables of this many men take seconds, those of fewer a fraction of one.
const LARGE_MEN: usize = 5;

/// The thread that solves.
pub struct Solver {
    tables: Arc<Tables>,
    /// By the number of the metric in [`METRICS`]. What a store holds is what the snapshot has whole.
    stores: [Store; 2],
    pool: ThreadPool,
    events: Arc<dyn Events>,
}

impl Solver {
    pub fn new(
        settings: &Settings,
        tables: Arc<Tables>,
        events: Arc<dyn Events>,
    ) -> std::io::Result<Solver> {
        let folder = Folder::new(settings.tables.clone());
        let mut store = Store::over(folder, settings.memory_bytes, Arc::new(()));
        if let Some(folder) = &settings.scratch {
            store = store.with_scratch(folder.clone());
            // Not with the low priority of the threads that solve.
            store.begin_keeping();
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(settings.threads)
            .start_handler(|_| lower_priority())
            .build()
            .map_err(std::io::Error::other)?;
        Ok(Solver { tables, stores: METRICS.map(|metric| store.of_metric(metric)), pool, events })
    }

    /// Solves until the jobs are closed.
    pub fn run(self) {
        lower_priority();
        while let Some(job) = self.tables.jobs.next() {
            self.work(job);
        }
    }

    /// Does a job, whatever comes of it.
    fn work(&self, job: Job) {
        let (start, material) = (Instant::now(), job.material());
        let done = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Endgame(material) => self.solve(material),
            Job::Whole(metric, material) => self.load(metric, material).map(|()| true),
        }));
        let refused = match done {
            Ok(Ok(_)) => None,
            Ok(Err(ref error)) => Some(Refused {
                reason: error.to_string().into(),
                is_fault: !matches!(
                    error,
                    SessionError::Memory { .. }
                        | SessionError::ScratchFull { .. }
                        | SessionError::Men { .. }
                ),
            }),
            Err(_) => Some(Refused {
                reason: "solving failed: this is a fault of the program".into(),
                is_fault: true,
            }),
        };
        let endgame = &*material.to_string();
        match refused {
            Some(refused) => {
                self.events.event(Event::Refused { endgame, reason: &refused.reason });
                self.tables.change(|snapshot| {
                    snapshot.refused.insert(material, refused);
                });
            }
            None if matches!(done, Ok(Ok(true))) => {
                self.events.event(Event::Solved { endgame, time: start.elapsed() });
            }
            None => {}
        }
        self.tables.jobs.end(job);
    }

    /// Makes the tables of an endgame and of those after its captures and promotions, as far as they are
    /// neither there nor in files. `false` if all are.
    fn solve(&self, material: NormalMaterial) -> Result<bool, SessionError> {
        let mut wanted = material.conversions();
        wanted.push(material);
        let mut has_solved = false;
        for (metric, store) in self.stores.iter().enumerate() {
            let has = |&material: &NormalMaterial| self.tables.snapshot().has(metric, material);
            if wanted.iter().all(has) {
                continue;
            }
            has_solved = true;
            if !self.make_room(metric, &wanted)? {
                if !self.solve_in_scratch(metric, &wanted)? {
                    return Ok(false);
                }
                continue;
            }
            // One large table after the other, so that smaller endgames need not wait for all of them.
            let large = |step: &NormalMaterial| step.get().men() >= LARGE_MEN;
            for step in store.steps(&wanted)?.into_iter().filter(large) {
                self.work_on_smaller(step.get().men());
                if self.tables.jobs.is_closed() {
                    return Ok(false);
                }
                self.pool.install(|| store.table(step))?;
                self.publish(metric, &wanted);
            }
            self.pool.install(|| store.with_conversions(material))?;
            self.publish(metric, &wanted);
        }
        Ok(has_solved)
    }

    /// Makes tables that do not fit into the memory, in scratch files. `false` if the jobs were closed.
    fn solve_in_scratch(
        &self,
        metric: usize,
        wanted: &[NormalMaterial],
    ) -> Result<bool, SessionError> {
        let store = &self.stores[metric];
        let men = wanted.iter().map(|material| material.get().men()).max().unwrap_or(0);
        loop {
            self.work_on_smaller(men);
            if self.tables.jobs.is_closed() {
                return Ok(false);
            }
            self.make_scratch_room(metric, wanted)?;
            if !self.pool.install(|| store.advance(wanted))? {
                break;
            }
        }
        // The other metric's tables are next.
        store.release_pool();
        self.publish(metric, wanted);
        Ok(true)
    }

    /// Does the jobs of fewer than `men` men that wait.
    fn work_on_smaller(&self, men: usize) {
        while let Some(job) = self.tables.jobs.next_below(men) {
            self.work(job);
        }
    }

    /// Makes the whole table of an endgame by a metric.
    fn load(&self, metric: usize, material: NormalMaterial) -> Result<(), SessionError> {
        if !self.make_room(metric, &[material])? {
            return self.solve_in_scratch(metric, &[material]).map(drop);
        }
        self.pool.install(|| self.stores[metric].table(material))?;
        self.publish(metric, &[material]);
        Ok(())
    }

    /// Gives up the tables least recently used until those of `wanted` fit into the memory. `false` if they do
    /// not and there are scratch files.
    fn make_room(&self, metric: usize, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        let store = &self.stores[metric];
        loop {
            store.set_used_elsewhere_bytes(in_memory_bytes(&self.stores[1 - metric]));
            match store.check_room(wanted) {
                Ok(()) => return Ok(true),
                Err(SessionError::Memory { .. }) if self.give_up(wanted, false) => {}
                Err(SessionError::Memory { .. }) if store.scratch_folder().is_some() => {
                    return Ok(false);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives up the tables least recently used until the others leave the memory to what is made in scratch
    /// files, take less than half of the disk space, and leave those of `wanted` enough.
    fn make_scratch_room(
        &self,
        metric: usize,
        wanted: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        let store = &self.stores[metric];
        let sum = |bytes: fn(&Store) -> u64| self.stores.iter().map(bytes).sum::<u64>();
        while sum(in_memory_bytes) > store.memory_bytes() / 4 && self.give_up(&[], false) {}
        let is_much = || sum(in_scratch_bytes) > store.free_scratch_bytes().unwrap_or(u64::MAX);
        while is_much() && self.give_up(wanted, true) {}
        store.set_used_elsewhere_bytes(sum(in_memory_bytes));
        loop {
            match store.check_scratch_room(wanted) {
                Err(SessionError::ScratchFull { .. }) if self.give_up(wanted, true) => {}
                other => return other,
            }
        }
    }

    /// Gives up the whole table least recently used, other than those of `wanted`: of those in scratch files,
    /// or of those in memory. `false` if there is none.
    fn give_up(&self, wanted: &[NormalMaterial], in_scratch: bool) -> bool {
        let mut oldest: Option<(u64, usize, NormalMaterial)> = None;
        let snapshot = self.tables.snapshot();
        for (metric, tables) in snapshot.metrics.iter().enumerate() {
            for (&material, entry) in &tables.entries {
                let EntryValues::Whole(table) = &entry.values else { continue };
                let may_go = table.is_in_scratch() == in_scratch && !wanted.contains(&material);
                let used = (entry.last_used(), metric, material);
                if may_go && oldest.is_none_or(|old| used < old) {
                    oldest = Some(used);
                }
            }
        }
        drop(snapshot);
        let Some((_, metric, material)) = oldest else { return false };
        self.tables.change(|snapshot| {
            snapshot.metrics[metric].entries.remove(&material);
        });
        self.stores[metric].drop_table(material);
        true
    }

    /// Shows requests the tables that a store holds, and no other whole ones. Those in scratch files that are
    /// not of `wanted` are left out, unless they were shown before: what is not shown is dropped where the
    /// disk is too small.
    fn publish(&self, metric: usize, wanted: &[NormalMaterial]) {
        let held = self.stores[metric].held();
        let now = self.tables.now();
        self.tables.change(|snapshot| {
            let entries = &mut snapshot.metrics[metric].entries;
            entries.retain(|material, entry| match &entry.values {
                EntryValues::Whole(table) => {
                    held.get(*material).is_some_and(|held| Arc::ptr_eq(held, table))
                }
                EntryValues::File(_) => true,
            });
            for table in held.iter() {
                let material = table.material();
                let is_shown = matches!(
                    entries.get(&material).map(|entry| &entry.values),
                    Some(EntryValues::Whole(_))
                );
                if !is_shown && (!table.is_in_scratch() || wanted.contains(&material)) {
                    let entry = Entry::new(EntryValues::Whole(table.clone()), now);
                    entries.insert(material, Arc::new(entry));
                }
            }
        });
    }
}

/// The bytes of the tables that a store has in memory.
fn in_memory_bytes(store: &Store) -> u64 {
    store.held().iter().filter(|table| !table.is_in_scratch()).map(|table| table.size_bytes()).sum()
}

/// The bytes of the tables that a store has in scratch files.
fn in_scratch_bytes(store: &Store) -> u64 {
    store.held().iter().filter(|table| table.is_in_scratch()).map(|table| table.size_bytes()).sum()
}

/// Lets the threads that answer go first.
#[cfg(target_os = "linux")]
fn lower_priority() {
    /// A tenth of the share of a thread that answers.
    const NICE: i32 = 10;
    // Without a process, Linux changes the calling thread. Where that is refused, all threads share alike.
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}
