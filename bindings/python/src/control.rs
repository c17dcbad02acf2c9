//! Work that takes long: it runs in a thread of its own, without the interpreter's lock, while the
//! caller's thread looks for signals, shows progress and calls Python functions for the work.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use drawproof_tables::{
    parallel::locked,
    progress::{Progress, Stage},
};
use drawproof_verifier::PositionColumns;
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::errors::{Failure, panicked};

/// How often the caller's thread looks for signals.
const POLL: Duration = Duration::from_millis(50);

/// How long the caller's thread waits for cancelled work to end. Work that takes longer ends by
/// itself at its next step.
const END_WAIT: Duration = Duration::from_millis(700);

/// The least time between two reports of progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(50);

/// The name of a step of the work, how much of it is done, and how much there is if that is known.
type Step = (String, u64, Option<u64>);

/// What the work sends to the caller's thread.
enum Event {
    Progress(Step),
    /// Positions that a Python function is asked about.
    Ask(PositionColumns, SyncSender<Vec<u8>>),
    Done,
}

/// The work's side of the connection to the caller's thread.
pub struct Control {
    cancelled: AtomicBool,
    events: Mutex<Sender<Event>>,
    last_progress: Mutex<Option<Instant>>,
    /// By stage: how much of it is done, and its size.
    stages: Mutex<HashMap<String, (u64, u64)>>,
}

impl Control {
    /// Returns the flag that is set when the work is cancelled.
    pub fn cancelled(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// Returns whether to go on.
    fn poll(&self) -> ControlFlow<()> {
        match self.cancelled.load(Relaxed) {
            false => ControlFlow::Continue(()),
            true => ControlFlow::Break(()),
        }
    }

    /// An error if the work is cancelled.
    pub fn check(&self) -> Result<(), Failure> {
        match self.poll() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(cancelled()),
        }
    }

    /// Reports progress, unless the last report is very recent and this is no `milestone`.
    pub fn progress(&self, milestone: bool, progress: impl FnOnce() -> Step) {
        let is_due = {
            let mut last = self.last_progress.lock().unwrap_or_else(|it| it.into_inner());
            let is_due = milestone || last.is_none_or(|last| last.elapsed() >= PROGRESS_EVERY);
            if is_due {
                *last = Some(Instant::now());
            }
            is_due
        };
        if is_due {
            self.send(Event::Progress(progress()));
        }
    }

    /// What the Python function answers about positions; `None` if it failed.
    pub fn ask(&self, positions: PositionColumns) -> Option<Vec<u8>> {
        let (reply, answer) = sync_channel(1);
        self.send(Event::Ask(positions, reply));
        answer.recv().ok()
    }

    fn send(&self, event: Event) {
        let events = self.events.lock().unwrap_or_else(|it| it.into_inner());
        // The caller's thread has gone on if nobody receives.
        let _ = events.send(event);
    }
}

impl Progress for Control {
    fn begin(&self, stage: Stage, size: u64) {
        if !matches!(stage, Stage::Tables(..) | Stage::Ply(..)) {
            locked(&self.stages).insert(stage.to_string(), (0, size));
            self.progress(true, || (stage.to_string(), 0, (size > 0).then_some(size)));
        }
    }

    fn advance(&self, stage: Stage, more: u64) -> ControlFlow<()> {
        // Work asks often whether to go on.
        if more > 0 {
            let name = stage.to_string();
            let advanced = locked(&self.stages).get_mut(&name).map(|(done, size)| {
                *done = (*done + more).min(*size);
                (*done, *size)
            });
            if let Some((done, size)) = advanced {
                self.progress(done == size, || (name, done, Some(size)));
            }
        }
        self.poll()
    }

    fn end(&self, stage: Stage) {
        // The size is about the work.
        if let Some((done, size)) = locked(&self.stages).remove(&stage.to_string())
            && done < size
        {
            self.progress(true, || (stage.to_string(), size, Some(size)));
        }
    }
}

/// Returns the error of work that is cancelled. Nobody sees it: the caller's thread raises what
/// cancelled it.
pub fn cancelled() -> Failure {
    Failure::new("DrawproofError", "the work was cancelled")
}

/// The Python functions that work calls.
#[derive(Default)]
pub struct Callbacks<'py> {
    /// Called with the name of a step, how much is done, and how much there is or `None`.
    pub progress: Option<Bound<'py, PyAny>>,
    /// Answers about positions.
    #[expect(clippy::type_complexity, reason = "it occurs once")]
    pub ask: Option<Box<dyn FnMut(Python<'py>, PositionColumns) -> PyResult<Vec<u8>> + 'py>>,
}

/// Returns an error in a process that was forked from one whose threads had started: it has none of
/// them, and work would wait for them forever.
pub fn check_process() -> PyResult<()> {
    static STARTED_IN: OnceLock<u32> = OnceLock::new();
    let this = std::process::id();
    if *STARTED_IN.get_or_init(|| this) == this {
        return Ok(());
    }
    Err(PyRuntimeError::new_err(
        "this process was forked from one in which drawproof had started its threads, which a fork leaves \
         behind: start processes with multiprocessing's method 'spawn', or fork before the first call",
    ))
}

/// Runs `work` in a thread of its own and returns its result. Raises what a signal handler or a
/// Python function raises; the work is then cancelled.
pub fn run<'py, T: Send + 'static>(
    py: Python<'py>,
    mut callbacks: Callbacks<'py>,
    work: impl FnOnce(&Arc<Control>) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    check_process()?;
    let (sender, mut receiver) = channel();
    let control = Arc::new(Control {
        cancelled: AtomicBool::new(false),
        events: Mutex::new(sender),
        last_progress: Mutex::new(None),
        stages: Mutex::default(),
    });
    let of_thread = control.clone();
    let thread = thread::Builder::new().name("drawproof".into()).spawn(move || {
        let result = catch_unwind(AssertUnwindSafe(|| work(&of_thread)));
        of_thread.send(Event::Done);
        result
    });
    let thread = thread.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let raised = loop {
        let event;
        (receiver, event) = py.detach(move || next_event(receiver));
        let handled = match event {
            Ok(Event::Done) | Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Ok(event) => callbacks.handle(py, event),
        };
        if let Err(error) = handled.and_then(|()| py.check_signals()) {
            break Some(error);
        }
    };
    if let Some(error) = raised {
        control.cancelled.store(true, Relaxed);
        // Work that waits for an answer gets none, and ends.
        drop(receiver);
        let end = Instant::now() + END_WAIT;
        py.detach(|| {
            while !thread.is_finished() && Instant::now() < end {
                thread::sleep(Duration::from_millis(5));
            }
        });
        return Err(error);
    }
    match py.detach(|| thread.join()) {
        Ok(Ok(result)) => Ok(result?),
        Ok(Err(payload)) | Err(payload) => Err(panicked(&*payload)),
    }
}

fn next_event(receiver: Receiver<Event>) -> (Receiver<Event>, Result<Event, RecvTimeoutError>) {
    let event = receiver.recv_timeout(POLL);
    (receiver, event)
}

impl<'py> Callbacks<'py> {
    /// Shows progress alone.
    pub fn progress(progress: Option<Bound<'py, PyAny>>) -> Callbacks<'py> {
        Callbacks { progress, ask: None }
    }

    fn handle(&mut self, py: Python<'py>, event: Event) -> PyResult<()> {
        match event {
            Event::Progress(progress) => match &self.progress {
                Some(function) => function.call1(progress).map(drop),
                None => Ok(()),
            },
            Event::Ask(positions, reply) => {
                let Some(ask) = &mut self.ask else { return Ok(()) };
                let answer = ask(py, positions)?;
                // Work that does not wait any longer has failed, and returns why.
                let _ = reply.send(answer);
                Ok(())
            }
            Event::Done => Ok(()),
        }
    }
}
