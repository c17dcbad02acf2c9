//! Runs long work in a separate thread without the interpreter's lock. Meanwhile the caller's
//! thread checks for signals, shows progress, and calls Python functions for the work.

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

/// The interval at which the caller's thread checks for signals.
const POLL: Duration = Duration::from_millis(50);

/// The time that the caller's thread waits for cancelled work. Slower work ends by itself at its
/// next step.
const END_WAIT: Duration = Duration::from_millis(700);

/// The minimum time between two reports of progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(50);

/// The name of a step, the amount done, and the total if known.
type Step = (String, u64, Option<u64>);

/// A message from the work to the caller's thread.
enum Event {
    Progress(Step),
    /// A question to the Python function: positions, and where to send its answers.
    Ask(PositionColumns, SyncSender<Vec<u8>>),
    Done,
}

/// The connection between work in a separate thread and the caller's thread.
pub struct Control {
    cancelled: AtomicBool,
    events: Mutex<Sender<Event>>,
    last_progress: Mutex<Option<Instant>>,
    /// The amount done and the total, for each stage.
    stages: Mutex<HashMap<String, (u64, u64)>>,
}

impl Control {
    /// Returns the flag that is set when the work is cancelled.
    pub fn cancelled(&self) -> &AtomicBool {
        &self.cancelled
    }

    /// Returns whether to continue.
    fn poll(&self) -> ControlFlow<()> {
        match self.cancelled.load(Relaxed) {
            false => ControlFlow::Continue(()),
            true => ControlFlow::Break(()),
        }
    }

    /// Fails if the work is cancelled.
    pub fn check(&self) -> Result<(), Failure> {
        match self.poll() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(cancelled()),
        }
    }

    /// Reports progress. A report soon after the last one is dropped unless it is a `milestone`.
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

    /// Returns the Python function's answers about positions, one byte each; `None` if the function
    /// failed.
    pub fn ask(&self, positions: PositionColumns) -> Option<Vec<u8>> {
        let (reply, answer) = sync_channel(1);
        self.send(Event::Ask(positions, reply));
        answer.recv().ok()
    }

    fn send(&self, event: Event) {
        let events = self.events.lock().unwrap_or_else(|it| it.into_inner());
        // Without a receiver, the caller's thread has moved on.
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
        // The work often asks whether to continue.
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
        // The total is approximate.
        if let Some((done, size)) = locked(&self.stages).remove(&stage.to_string())
            && done < size
        {
            self.progress(true, || (stage.to_string(), size, Some(size)));
        }
    }
}

/// Returns the error of cancelled work. Users never see this error, because the caller's thread
/// raises the exception that caused the cancellation.
pub fn cancelled() -> Failure {
    Failure::new("DrawproofError", "the work was cancelled")
}

/// The Python functions that the work calls.
#[derive(Default)]
pub struct Callbacks<'py> {
    /// The function that receives progress: the name of a step, the amount done, and the total
    /// amount or `None`.
    pub progress: Option<Bound<'py, PyAny>>,
    /// The function that answers questions about positions.
    #[expect(clippy::type_complexity, reason = "it occurs once")]
    pub ask: Option<Box<dyn FnMut(Python<'py>, PositionColumns) -> PyResult<Vec<u8>> + 'py>>,
}

/// Fails in a process that was forked after the package had started threads. The fork lacks these
/// threads, so work would wait for them forever.
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

/// Runs `work` in a separate thread and returns its result. An exception from a signal handler or a
/// Python function cancels the work and is raised.
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
    /// Returns callbacks that only report progress.
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
                // The work no longer waits: it has failed and will return the reason.
                let _ = reply.send(answer);
                Ok(())
            }
            Event::Done => Ok(()),
        }
    }
}
