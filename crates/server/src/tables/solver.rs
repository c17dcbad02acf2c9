//! Solves endgames one after the other, within a bound on memory: in memory, or, where that does not do, in
//! scratch files.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Instant,
};

use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{NormalMaterial, PlainTable, file::Folder};
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
        let mut store = Store::over(folder, settings.memory_bytes, Arc::new(()))
            .with_three_men(settings.three_men);
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
            Job::Whole(metric, material) => self.make(metric, &[material]),
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
        for metric in 0..METRICS.len() {
            let has = |&material: &NormalMaterial| self.tables.snapshot().has(metric, material);
            if wanted.iter().all(has) {
                continue;
            }
            has_solved = true;
            if !self.make(metric, &wanted)? {
                return Ok(false);
            }
        }
        Ok(has_solved)
    }

    /// Makes tables of a metric, one after the other, so that smaller endgames need not wait for all of them.
    /// `false` if the jobs were closed meanwhile.
    fn make(&self, metric: usize, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        let store = &self.stores[metric];
        let men = wanted.iter().map(|material| material.get().men()).max().unwrap_or(0);
        let fits = self.make_room(metric, wanted)?;
        loop {
            self.work_on_smaller(men);
            if self.tables.jobs.is_closed() {
                return Ok(false);
            }
            if !fits {
                self.make_scratch_room(metric, wanted)?;
            }
            let is_more = self.pool.install(|| store.advance(wanted))?;
            self.publish(metric, wanted);
            if !is_more {
                break;
            }
        }
        if !fits {
            // The tables of the other metric are next.
            store.release_pool();
        }
        Ok(true)
    }

    /// Does the jobs of fewer than `men` men that wait.
    fn work_on_smaller(&self, men: usize) {
        while let Some(job) = self.tables.jobs.next_below(men) {
            self.work(job);
        }
    }

    /// Gives up the tables least recently used until those of `wanted` fit into the memory. `false` if they do
    /// not and there are scratch files.
    fn make_room(&self, metric: usize, wanted: &[NormalMaterial]) -> Result<bool, SessionError> {
        let store = &self.stores[metric];
        loop {
            store.set_used_elsewhere_bytes(held_bytes(&self.stores[1 - metric], Place::Memory));
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

    /// Gives up the tables least recently used until the others take no more than a quarter of the memory and
    /// half of the disk space, and leave enough of both to make those of `wanted` in scratch files.
    fn make_scratch_room(
        &self,
        metric: usize,
        wanted: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        let store = &self.stores[metric];
        let sum = |place| self.stores.iter().map(|store| held_bytes(store, place)).sum::<u64>();
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

    /// Gives up the whole table least recently used, other than those of `wanted`: of those in one place.
    /// `false` if there is none.
    fn give_up(&self, wanted: &[NormalMaterial], place: Place) -> bool {
        let mut oldest: Option<(u64, usize, NormalMaterial)> = None;
        let snapshot = self.tables.snapshot();
        for (metric, tables) in snapshot.metrics.iter().enumerate() {
            for (&material, entry) in &tables.entries {
                let EntryValues::Whole(table) = &entry.values else { continue };
                let may_go = Place::of(table) == place && !wanted.contains(&material);
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

/// The bytes of the tables that a store has in one place.
fn held_bytes(store: &Store, place: Place) -> u64 {
    let held = store.held();
    held.iter().filter(|table| Place::of(table) == place).map(|table| table.size_bytes()).sum()
}

/// Where the values of a whole table are.
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
