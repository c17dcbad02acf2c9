//! A solve can be stopped at any time, and its scratch files may fail. The next solve with the same
//! pool is then correct.

use std::{
    ops::ControlFlow,
    sync::Mutex,
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
};

use drawproof_board::Color;
use drawproof_generator::{Options, Request, SolveError, is_logged, solve, solve_logged};
use drawproof_tables::{
    Metric, PlainTable,
    progress::{Progress, Stage},
};

use crate::named;

const THREADS: usize = 2;

/// The most tasks of a step; each may do one more unit of work after the stop.
const TASKS_MAX: usize = 16 * THREADS;

/// Asks to stop from a given question on, and counts the work done afterwards.
struct StopAt {
    question: usize,
    questions: AtomicUsize,
    /// The number of questions before each ply was settled.
    plies: Mutex<Vec<usize>>,
    /// The calls after the stop.
    after: AtomicUsize,
}

impl StopAt {
    fn new(question: usize) -> StopAt {
        let (questions, after) = Default::default();
        StopAt { question, questions, plies: Mutex::default(), after }
    }

    fn is_stopped(&self) -> bool {
        let is_stopped = self.questions.load(SeqCst) >= self.question;
        self.after.fetch_add(is_stopped.into(), SeqCst);
        is_stopped
    }
}

impl Progress for StopAt {
    fn begin(&self, stage: Stage, _: u64) {
        if matches!(stage, Stage::Ply(..)) {
            self.is_stopped();
            self.plies.lock().unwrap().push(self.questions.load(SeqCst));
        }
    }

    fn advance(&self, _: Stage, done: u64) -> ControlFlow<()> {
        let was_stopped = self.is_stopped();
        if done > 0 {
            // A slice is solved.
            return ControlFlow::Continue(());
        }
        let is_stopped = self.questions.fetch_add(1, SeqCst) + 1 >= self.question;
        if was_stopped || is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn assert_same(found: &PlainTable, expected: &PlainTable) {
    for side in Color::ALL {
        assert!(found.cells(side) == expected.cells(side), "{}, {side}", expected.material());
        assert!(found.legal(side) == expected.legal(side), "{}, {side}", expected.material());
    }
}

/// Stops the solve of an endgame `stops` times: in the initialization, in the plies, in the cells,
/// and elsewhere. The blocks of the endgame have `words` words.
fn stop(metric: Metric, name: &str, words: usize, stops: usize) {
    let material = named(name);
    let options = Options { metric, ..Options::default() };
    let tables = drawproof_generator::solve_closure_with(&options, &material.conversions(), &());
    let tables = &tables.unwrap();
    let request = || Request::new(&options, material, tables);
    let never = StopAt::new(usize::MAX);
    let expected = solve(Request { progress: &never, ..request() }).unwrap().table;
    let plies = never.plies.into_inner().unwrap();
    let (first, last) = (plies[0], plies[plies.len() - 1]);
    let all = never.questions.into_inner();
    // All words of a side are examined before the first ply and after the last.
    let parts = expected.layout().words() / words;
    if expected.layout().slices().len() == 1 {
        assert!(first >= parts && all - last >= 2 * parts, "{name}: {first}, {last}, {all}");
        assert!(last - first >= plies.len(), "{name}: {first}, {last}, {all}");
    }
    for &question in &[first / 2, (first + last) / 2, last + 1, 1, first + 1, all - 1, all][..stops]
    {
        let progress = StopAt::new(question);
        let error = solve(Request { progress: &progress, ..request() }).unwrap_err();
        assert_eq!(error, SolveError::Stopped { of: material });
        let after = progress.after.into_inner();
        assert!(after <= TASKS_MAX, "{name}, {question} of {all}: {after} after the stop");
        if is_logged(metric, material) && question <= first + 1 {
            let progress = &StopAt::new(question);
            let error = solve_logged(Request { progress, ..request() }).map(drop).unwrap_err();
            assert_eq!(error, SolveError::Stopped { of: material });
        }
    }
    let again = solve(request()).unwrap().table;
    assert_same(&again, &expected);
}

fn with_threads(work: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().unwrap().install(work);
}

#[test]
fn up_to_four_men_stop_in_every_phase() {
    with_threads(|| {
        stop(Metric::Dtm, "KRK", 1, 7);
        stop(Metric::Dtm, "KRKN", 64, 7);
        stop(Metric::Dtz, "KQKR", 64, 7);
        stop(Metric::Dtm, "KRKP", 64, 7);
    });
}

#[test]
fn five_men_stop_in_every_phase_slow() {
    with_threads(|| stop(Metric::Dtm, "KBBKN", 4096, 3));
}

/// Takes the contents of the scratch files of a folder away when a ply is settled.
#[cfg(target_os = "linux")]
struct Truncate<'a>(&'a std::path::Path);

#[cfg(target_os = "linux")]
impl Progress for Truncate<'_> {
    fn begin(&self, stage: Stage, _: u64) {
        if !matches!(stage, Stage::Ply(_, 0)) {
            return;
        }
        let mut truncated = 0;
        for open in std::fs::read_dir("/proc/self/fd").unwrap() {
            let path = open.unwrap().path();
            if std::fs::read_link(&path).is_ok_and(|file| file.starts_with(self.0)) {
                let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
                file.set_len(0).unwrap();
                truncated += 1;
            }
        }
        assert!(truncated > 0, "lists are in files that are open");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_scratch_file_that_cannot_be_read_is_an_error() {
    use drawproof_generator::solve_closure;
    use drawproof_tables::{ScratchFiles, TableSet};

    let folder = tempfile::tempdir().unwrap();
    let scratch = ScratchFiles::new(folder.path().into());
    let (material, options) = (named("KRKN"), Options::default());
    let tables: TableSet = solve_closure(&material.conversions(), &()).unwrap();
    let request =
        || Request { list_files: Some(&scratch), ..Request::new(&options, material, &tables) };
    let truncate = Truncate(folder.path());
    let error = solve(Request { progress: &truncate, ..request() }).unwrap_err();
    assert!(error.to_string().starts_with("the scratch files of KRKN cannot be read: "), "{error}");
    let error = solve_logged(Request { progress: &truncate, ..request() }).unwrap_err();
    assert!(matches!(error, SolveError::Scratch { action: "read", .. }), "{error}");
    let expected = solve(Request::new(&options, material, &tables)).unwrap().table;
    assert_same(&solve(request()).unwrap().table, &expected);
}
