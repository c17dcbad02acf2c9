//! Solves endgames one after the other, within a bound on memory.

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
        let store =
            |metric| Store::over(folder.of_metric(metric), settings.memory_bytes, Arc::new(()));
        let pool = ThreadPoolBuilder::new()
            .num_threads(settings.threads)
            .start_handler(|_| lower_priority())
            .build()
            .map_err(std::io::Error::other)?;
        Ok(Solver { tables, stores: METRICS.map(store), pool, events })
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
                is_fault: !matches!(error, SessionError::Memory { .. } | SessionError::Men { .. }),
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

    /// Brings the tables of an endgame and of those after its captures and promotions into memory, as far
    /// as they are neither there nor in files. `false` if all are.
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
            self.make_room(metric, &wanted)?;
            // One large table after the other, so that smaller endgames need not wait for all of them.
            let large = |step: &NormalMaterial| step.get().men() >= LARGE_MEN;
            for step in store.steps(&wanted)?.into_iter().filter(large) {
                self.work_on_smaller(step.get().men());
                if self.tables.jobs.is_closed() {
                    return Ok(false);
                }
                self.pool.install(|| store.table(step))?;
                self.publish(metric);
            }
            self.pool.install(|| store.with_conversions(material))?;
            self.publish(metric);
        }
        Ok(has_solved)
    }

    /// Does the jobs of fewer than `men` men that wait.
    fn work_on_smaller(&self, men: usize) {
        while let Some(job) = self.tables.jobs.next_below(men) {
            self.work(job);
        }
    }

    /// Brings the table of an endgame by a metric into memory.
    fn load(&self, metric: usize, material: NormalMaterial) -> Result<(), SessionError> {
        self.make_room(metric, &[material])?;
        self.pool.install(|| self.stores[metric].table(material))?;
        self.publish(metric);
        Ok(())
    }

    /// Gives up the tables least recently used until those of `wanted` fit into the memory.
    fn make_room(&self, metric: usize, wanted: &[NormalMaterial]) -> Result<(), SessionError> {
        loop {
            let other = self.stores[1 - metric].held();
            let used_bytes = other.iter().map(|table| table.size_bytes()).sum();
            self.stores[metric].set_used_elsewhere_bytes(used_bytes);
            match self.stores[metric].check_room(wanted) {
                Err(error @ SessionError::Memory { .. }) if !self.give_up(wanted) => {
                    return Err(error);
                }
                Err(SessionError::Memory { .. }) => {}
                other => return other,
            }
        }
    }

    /// Gives up the whole table least recently used, other than those of `wanted`. `false` if there is
    /// none.
    fn give_up(&self, wanted: &[NormalMaterial]) -> bool {
        let mut oldest: Option<(u64, usize, NormalMaterial)> = None;
        let snapshot = self.tables.snapshot();
        for (metric, tables) in snapshot.metrics.iter().enumerate() {
            for (&material, entry) in &tables.entries {
                let is_whole = matches!(entry.values, EntryValues::Whole(_));
                let used = (entry.last_used(), metric, material);
                if is_whole && !wanted.contains(&material) && oldest.is_none_or(|old| used < old) {
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

    /// Shows requests the tables that a store holds, and no other whole ones.
    fn publish(&self, metric: usize) {
        let held = self.stores[metric].held();
        let now = self.tables.now();
        self.tables.change(|snapshot| {
            let entries = &mut snapshot.metrics[metric].entries;
            entries.retain(|material, entry| match &entry.values {
                EntryValues::Whole(table) => {
                    held.get(*material).is_some_and(|held| Arc::ptr_eq(held, table))
                }
                EntryValues::File(_) => held.get(*material).is_none(),
            });
            for table in held.iter() {
                let values = || EntryValues::Whole(table.clone());
                let entry = entries.entry(table.material());
                entry.or_insert_with(|| Arc::new(Entry::new(values(), now)));
            }
        });
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
