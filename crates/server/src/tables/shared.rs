//! The tables from the view of requests.

use std::{ops::ControlFlow, sync::Arc, thread};

use drawproof_board::Board;
use drawproof_session::{budget::cache_bytes, store::Store};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, Shelf,
    file::Folder,
    probe::ProbeError,
    progress::{Progress, Stage},
};
use tokio::time::{Instant, timeout_at};

use super::{
    jobs::{End, Job, Jobs, Refused},
    lookup::{Lookup, Missing, Refusals, Served, missing_of},
    solver::Solver,
};
use crate::{
    events::Events,
    http::{answer::Refusal, incoming::Slots},
    settings::Settings,
};

/// The maximum number of missing tables for one answer. It exceeds the number that a mainline can
/// pass through, or that a probe of one-sided tables can need.
const ATTEMPTS_MAX: usize = 256;

/// A function that creates a JSON document from the available tables. The type is not generic, so
/// that the code that waits for tables is compiled only once.
pub type Make<'a> = dyn Fn(&Lookup) -> Result<Vec<u8>, ProbeError> + Sync + 'a;

/// The tables of a server, and the thread that solves missing ones.
pub struct Tables {
    served: Arc<Served>,
    waiting: Slots,
}

/// Stops solving once the queue is closed.
struct WhileOpen(Arc<Jobs>);

impl Progress for WhileOpen {
    fn advance(&self, _: Stage, _: u64) -> ControlFlow<()> {
        if self.0.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl From<Refused> for Refusal {
    fn from(Refused { reason, is_fault }: Refused) -> Refusal {
        if is_fault { Refusal::fault(reason) } else { Refusal::not_found(reason) }
    }
}

/// Returns a refusal because an endgame was not solved in time. Solving continues, as does that of `others`.
fn late(material: NormalMaterial, (left, seconds): (usize, f64), others: usize) -> Refusal {
    /// The wait in seconds that a client is told to expect as short.
    const SHORT_SECONDS: f64 = 10.0;
    let tables = match left {
        0 | 1 => "the last table".to_owned(),
        left => format!("{left} tables"),
    };
    let advice = match seconds {
        ..SHORT_SECONDS => "try again in a few seconds".to_owned(),
        _ => format!(
            "that takes about {seconds:.0} s of CPU time; 'drawproof generate {material}', also with '--metric dtz', \
             before the server starts saves it"
        ),
    };
    let others = match others {
        0 => String::new(),
        1 => ", and another endgame".to_owned(),
        others => format!(", and {others} other endgames"),
    };
    Refusal::busy(format!("{material} is being solved, {tables} to go{others}: {advice}"))
}

impl Tables {
    /// Opens the tables of a folder, and starts a thread that solves missing ones.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be listed, or if the system refuses threads.
    pub fn new(settings: &Settings, events: Arc<dyn Events>) -> std::io::Result<Arc<Tables>> {
        let jobs = Arc::new(Jobs::new(settings.queue));
        let progress = Arc::new(WhileOpen(jobs.clone()));
        Tables::followed(settings, events, jobs, progress)
    }

    /// Opens tables as [`Tables::new`] does, with `progress` observing the solver.
    fn followed(
        settings: &Settings,
        events: Arc<dyn Events>,
        jobs: Arc<Jobs>,
        progress: Arc<dyn Progress + Send>,
    ) -> std::io::Result<Arc<Tables>> {
        let folder = Folder::new(settings.tables.clone());
        folder.list().map_err(std::io::Error::other)?;
        let shelf = Shelf::new(folder).of_lasting_folder().with_three_men(settings.three_men);
        let shelf = shelf.with_cache_bytes(cache_bytes(settings.memory_bytes));
        let mut store = Store::of_shelf(Arc::new(shelf), settings.memory_bytes, progress);
        if let Some(folder) = &settings.scratch {
            store = store.with_scratch(folder.clone());
            // These threads do not get the low priority of the solving threads.
            store.begin_keeping();
        }
        let served = Arc::new(Served::new(store, jobs, settings.syzygy.clone()));
        let solver = Solver::new(settings, served.clone(), events)?;
        thread::Builder::new().name("solver".into()).spawn(move || solver.run())?;
        Ok(Arc::new(Tables { served, waiting: Slots::new(settings.waiting) }))
    }

    /// Returns the tables for one request, during which the jobs in `refusals` have failed.
    pub fn lookup<'a>(&'a self, refusals: &'a Refusals) -> Lookup<'a> {
        Lookup::new(&self.served, refusals)
    }

    /// Returns the number of endgames being solved or queued, and the number of requests that wait
    /// for them.
    pub fn waiting(&self) -> (usize, usize) {
        (self.served.jobs.open(), self.waiting.taken())
    }

    /// Returns the numbers and sizes of the tables that the server holds.
    pub fn held(&self) -> Held {
        let mut held = Held::default();
        for shelf in self.served.stores.iter().map(Store::shelf) {
            // All metrics share one cache.
            held.cache_bytes = shelf.cache().bytes();
            held.files += shelf.open_files() as u64;
            for table in shelf.tables() {
                let (count, bytes) = match table.is_in_scratch() {
                    true => (&mut held.scratch, &mut held.scratch_bytes),
                    false => (&mut held.whole, &mut held.bytes),
                };
                *count += 1;
                *bytes += table.size_bytes();
            }
        }
        held
    }

    /// Closes the queue of jobs and stops the current solve.
    pub fn close(&self) {
        self.served.jobs.close();
    }

    /// Calls `make` repeatedly until all tables that it needs are available, and returns its
    /// result. Missing tables are solved for the endgame of `board`.
    ///
    /// # Errors
    ///
    /// Fails if the tables are not ready in time, or cannot be read.
    pub async fn answer(
        &self,
        board: &Board,
        make: &Make<'_>,
        deadline: Instant,
    ) -> Result<Vec<u8>, Refusal> {
        let mut refusals = Refusals::new();
        for _ in 0..ATTEMPTS_MAX {
            let error = match make(&self.lookup(&refusals)) {
                Ok(made) => return Ok(made),
                Err(error) => error,
            };
            let Some(missing) = missing_of(&error) else {
                return Err(match error {
                    ProbeError::CastlingRights
                    | ProbeError::TooManyMen(_)
                    | ProbeError::NoTable(_) => Refusal::not_found(error),
                    other => Refusal::fault(other),
                });
            };
            self.bring(board, missing, &mut refusals, deadline).await?;
        }
        Err(Refusal::fault("the tables contradict each other"))
    }

    /// Waits until a missing table is solved, together with the other tables that the position's
    /// endgame needs. If solving fails, adds the reason to the refusals.
    ///
    /// # Errors
    ///
    /// Fails if the tables are not ready in time.
    pub async fn bring(
        &self,
        board: &Board,
        Missing(missing): Missing,
        refusals: &mut Refusals,
        deadline: Instant,
    ) -> Result<(), Refusal> {
        let root = Placement::from(board).normalise().0;
        let material = missing.material();
        let job = match missing {
            Job::Endgame(_) if root.conversions().contains(&material) => Job::Endgame(root),
            other => other,
        };
        if let End::Refused(refused) = self.wait(job, deadline).await? {
            refusals.insert(job, refused.clone());
            refusals.insert(missing, refused);
        }
        Ok(())
    }

    /// Returns the whole table of an endgame by a metric.
    ///
    /// # Errors
    ///
    /// Fails if the table is not ready in time, does not fit into memory, or has a damaged file.
    pub async fn whole(
        &self,
        metric: Metric,
        material: NormalMaterial,
        deadline: Instant,
    ) -> Result<Arc<PlainTable>, Refusal> {
        let shelf = self.served.shelf(metric);
        let whole = || {
            shelf.mark_used(material, self.served.now());
            shelf.whole(material)
        };
        if let Some(table) = whole() {
            return Ok(table);
        }
        match self.wait(Job::Whole(metric, material), deadline).await? {
            End::Refused(refused) => Err(refused.into()),
            _ => whole().ok_or_else(|| late(material, (0, 0.0), 0)),
        }
    }

    /// Waits for the end of a job.
    async fn wait(&self, job: Job, deadline: Instant) -> Result<End, Refusal> {
        // Too many requests or too many endgames wait.
        let busy = || Refusal::busy("the server is busy solving other endgames: try again later");
        let _slot = self.waiting.take().ok_or_else(busy)?;
        let mut done = self.served.jobs.request(job).ok_or_else(busy)?;
        match timeout_at(deadline, done.changed()).await {
            Ok(_) => Ok(done.borrow().clone()),
            Err(_) => {
                let others = self.served.jobs.open().saturating_sub(1);
                Err(late(job.material(), self.served.left(job), others))
            }
        }
    }
}

/// The tables that a server holds, except for the embedded ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// The number of whole tables in memory.
    pub whole: u64,
    /// The size of the tables in memory, in bytes.
    pub bytes: u64,
    /// The number of tables in scratch files.
    pub scratch: u64,
    /// The size of the tables in scratch files, in bytes.
    pub scratch_bytes: u64,
    /// The number of open table files.
    pub files: u64,
    /// The size of cached decoded blocks, in bytes.
    pub cache_bytes: u64,
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::Path,
        sync::{
            Mutex,
            atomic::{AtomicBool, Ordering::SeqCst},
            mpsc::{Receiver, Sender, channel},
        },
        time::Duration,
    };

    use drawproof_api::standard;
    use hyper::StatusCode;

    use super::*;

    const KRKB: &str = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";
    const KRKN: &str = "8/8/8/8/8/1k1n4/8/K6R w - - 0 1";

    const LONG: Duration = Duration::from_secs(60);

    fn settings(tables: &Path) -> Settings {
        Settings::new(([127, 0, 0, 1], 0).into(), tables.into(), 64 << 20, 2)
    }

    fn waited<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap()
            .block_on(future)
    }

    /// Returns the answer about a position within a time limit.
    fn answer(tables: &Tables, fen: &str, time: Duration) -> Result<Vec<u8>, Refusal> {
        let board: Board = fen.parse().unwrap();
        let men = board.occupied().len() as usize;
        let make = |lookup: &Lookup| {
            let answer = lookup.with_sources(men, false, |sources| standard(&board, sources));
            Ok(serde_json::to_vec(&answer?).unwrap())
        };
        waited(tables.answer(&board, &make, Instant::now() + time))
    }

    fn krkb() -> NormalMaterial {
        "KRKB".parse::<NormalMaterial>().unwrap()
    }

    #[test]
    fn solving_stops_when_the_tables_are_closed() {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tables::new(&settings(folder.path()), Arc::new(())).unwrap();
        let progress = WhileOpen(tables.served.jobs.clone());
        let stage = Stage::Solving(krkb());
        assert!(progress.advance(stage, 0).is_continue());
        tables.close();
        assert!(progress.advance(stage, 0).is_break());
        let store = tables.served.store(Metric::Dtm);
        let stopped = store.advance(&[krkb()]).unwrap_err();
        assert!(stopped.to_string().ends_with("was stopped"), "{stopped}");
    }

    #[derive(Default)]
    struct FailsOnce(AtomicBool);

    impl Progress for FailsOnce {
        fn begin(&self, stage: Stage, _: u64) {
            assert!(
                stage != Stage::Solving(krkb()) || self.0.swap(true, SeqCst),
                "a fault for a test"
            );
        }
    }

    #[test]
    fn a_fault_while_solving_is_an_error_of_one_request() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(folder.path());
        let progress = Arc::<FailsOnce>::default();
        let jobs = Arc::new(Jobs::new(settings.queue));
        let tables = Tables::followed(&settings, Arc::new(()), jobs, progress).unwrap();
        let error = answer(&tables, KRKB, LONG).unwrap_err();
        assert_eq!(error.message, "solving failed: this is a fault of the program");
        assert_eq!(error.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(answer(&tables, KRKB, LONG).is_ok());
        assert!(waited(tables.whole(Metric::Dtm, krkb(), Instant::now() + LONG)).is_ok());
        tables.close();
    }

    #[test]
    fn a_repaired_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(folder.path());
        let tables = Tables::new(&settings, Arc::new(())).unwrap();
        let file = folder.path().join("KRKB.dpt");
        fs::write(&file, "no table").unwrap();
        let is_fault = |it: Refusal| it.status == StatusCode::INTERNAL_SERVER_ERROR;
        assert!(answer(&tables, KRKB, LONG).is_err_and(is_fault));
        let whole = waited(tables.whole(Metric::Dtm, krkb(), Instant::now() + LONG));
        assert!(whole.is_err_and(is_fault));
        fs::remove_file(file).unwrap();
        assert!(answer(&tables, KRKB, LONG).is_ok());
        tables.close();
    }

    struct Waits {
        begun: Mutex<Sender<()>>,
        may_go_on: Mutex<Receiver<()>>,
    }

    impl Progress for Waits {
        fn begin(&self, stage: Stage, _: u64) {
            if stage == Stage::Solving(krkb()) {
                self.begun.lock().unwrap().send(()).unwrap();
                let _ = self.may_go_on.lock().unwrap().recv();
            }
        }
    }

    #[test]
    fn a_long_solve_says_how_long_and_what_to_run_instead() {
        let material = "KPPKQ".parse().unwrap();
        let advice = |seconds| late(material, (70, seconds), 0).message;
        assert!(advice(2.0).ends_with("70 tables to go: try again in a few seconds"));
        let text = advice(61.0);
        assert!(text.contains("about 61 s") && text.contains("generate KPPKQ'"), "{text}");
        let text = late(material, (70, 2.0), 2).message;
        assert!(text.contains("70 tables to go, and 2 other endgames: try"), "{text}");
    }

    #[test]
    fn requests_are_answered_while_another_endgame_is_solved() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, short) = (settings(folder.path()), Duration::from_millis(100));
        let (begun, has_begun) = channel();
        let (go_on, may_go_on) = channel();
        let progress =
            Arc::new(Waits { begun: Mutex::new(begun), may_go_on: Mutex::new(may_go_on) });
        let jobs = Arc::new(Jobs::new(settings.queue));
        let tables = Tables::followed(&settings, Arc::new(()), jobs, progress).unwrap();
        assert!(answer(&tables, KRKN, LONG).is_ok());
        let refusal = answer(&tables, KRKB, short).unwrap_err();
        assert_eq!(refusal.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(refusal.message.starts_with("KRKB is being solved, "), "{}", refusal.message);
        has_begun.recv().unwrap();
        assert!(answer(&tables, KRKN, LONG).is_ok());
        drop(go_on);
        assert!(answer(&tables, KRKB, LONG).is_ok());
        tables.close();
    }
}
