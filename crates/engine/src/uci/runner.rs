//! Runs jobs beside the loop of the conversation, one at a time.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use super::jobs::{Finished, internal_error};
use super::lines::Line;
use super::output::Output;
use crate::quote::panic_text;
use crate::time::Signals;

/// A kind of job, which determines how the job ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A search that ends by itself, or perft.
    Search,
    /// A search that answers only after `stop`.
    InfiniteSearch,
    /// A job that is not a search and receives no signals.
    Work,
}

/// A message from another thread to the loop that reads UCI commands.
pub enum Event {
    /// A line of the input, with the moment it arrived.
    Line(Line, Instant),
    /// The input ended.
    End,
    /// The job has ended and has written all of its output.
    Done(Finished),
    /// The output cannot be written.
    OutputLost(io::Error),
}

/// Runs jobs on threads of their own, one at a time.
pub struct Runner {
    /// The job that has not yet reported its end.
    running: Option<(Kind, Arc<Signals>)>,
    /// The time at which the last search ended.
    search_end: Instant,
    output: Output,
    events: Sender<Event>,
}

impl Runner {
    /// Creates a runner whose jobs write to `output` and end with an event.
    pub fn new(output: Output, events: Sender<Event>) -> Runner {
        Runner { running: None, search_end: Instant::now(), output, events }
    }

    /// Returns whether no job is running.
    pub fn is_idle(&self) -> bool {
        self.running.is_none()
    }

    /// Returns whether the current job is a search that only `stop` or `ponderhit` ends.
    pub fn is_endless(&self) -> bool {
        let endless = |(kind, signals): &(Kind, Arc<Signals>)| {
            *kind == Kind::InfiniteSearch || signals.is_pondering()
        };
        self.running.as_ref().is_some_and(endless)
    }

    /// Returns the moment at which the last search ended.
    pub fn search_end(&self) -> Instant {
        self.search_end
    }

    /// Returns the time for which the current job's clock has run; `None` if no job is running.
    pub fn elapsed(&self) -> Option<Duration> {
        self.running.as_ref().map(|(_, signals)| signals.elapsed())
    }

    /// Asks the current job to stop.
    pub fn stop(&self) {
        if let Some((_, signals)) = &self.running {
            signals.stop();
        }
    }

    /// Starts the clock of a pondering search.
    pub fn ponder_hit(&self) {
        if let Some((_, signals)) = &self.running
            && signals.is_pondering()
        {
            signals.ponder_hit();
        }
    }

    /// Starts `job` on a new thread; no other job may be running. Returns whether the thread could
    /// be started.
    pub fn start(
        &mut self,
        kind: Kind,
        signals: Signals,
        job: impl FnOnce(Arc<Signals>, &Output) -> Finished + Send + 'static,
    ) -> bool {
        let signals = Arc::new(signals);
        let running = (kind, signals.clone());
        let (output, events) = (self.output.clone(), self.events.clone());
        let working = move || {
            let finished = catch_unwind(AssertUnwindSafe(|| job(signals, &output)));
            let finished = finished.unwrap_or_else(|panic| {
                internal_error(&output, "the command is ignored", &panic_text(&*panic));
                Finished::Nothing
            });
            let _ = events.send(Event::Done(finished));
        };
        match thread::Builder::new().name("job".into()).spawn(working) {
            Ok(_) => {
                self.running = Some(running);
                true
            }
            Err(error) => {
                self.output.inform(&format!("a thread could not be started: {error}"));
                false
            }
        }
    }

    /// Records that the job has reported its end.
    pub fn ended(&mut self) {
        if self.running.take().is_some_and(|(kind, _)| kind != Kind::Work) {
            self.search_end = Instant::now();
        }
    }
}
