//! The output: lines from several threads, written by a separate thread, so that no command waits
//! for a slow reader.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use drawproof_tables::parallel::locked;

/// The bytes of unread lines from which on a search waits before it writes more.
const SEARCH_BYTES_MAX: usize = 64 << 10;

/// A queue of lines to be written. Clones share the queue.
#[derive(Clone)]
pub struct Output {
    items: Sender<Item>,
    /// The bytes of the lines that are not yet written.
    backlog: Arc<Backlog>,
}

enum Item {
    /// A line to write, with its line ending.
    Line(String),
    /// A request for a message once all earlier lines are written.
    Written(Sender<()>),
}

impl Output {
    /// Starts a thread that writes the lines to `writer`. If writing fails, it calls `lost` and
    /// drops all further lines. The thread ends when the last clone of the `Output` is dropped.
    pub fn start<W: Write + Send + 'static>(
        writer: W,
        lost: impl FnOnce(io::Error) + Send + 'static,
    ) -> io::Result<Output> {
        let (items, received) = channel();
        let backlog = Arc::new(Backlog::default());
        let output = Output { items, backlog: backlog.clone() };
        let writing = move || write_all(writer, &received, &backlog, lost);
        thread::Builder::new().name("output".into()).spawn(writing)?;
        Ok(output)
    }

    /// Queues one or more lines for writing, without waiting for the reader of the output.
    pub fn say(&self, text: &str) {
        self.backlog.add(text.len() + 1);
        let _ = self.items.send(Item::Line(format!("{text}\n")));
    }

    /// Queues `text` as a single `info string` line.
    pub fn inform(&self, text: &str) {
        self.say(&format!("info string {}", text.replace(char::is_control, " ")));
    }

    /// Queues a line of a search, and waits while too many bytes are unread.
    pub fn report(&self, text: &str) {
        self.backlog.wait_until_at_most(SEARCH_BYTES_MAX);
        self.say(text);
    }

    /// Waits until at most `bytes` bytes are unread.
    pub fn wait_until_at_most(&self, bytes: usize) {
        self.backlog.wait_until_at_most(bytes);
    }

    /// Returns a receiver that gets a message or is closed once all lines queued so far have been
    /// written.
    pub fn written(&self) -> Receiver<()> {
        let (sender, receiver) = channel();
        let _ = self.items.send(Item::Written(sender));
        receiver
    }
}

/// Writes `items` until the last sender is dropped.
fn write_all<W: Write>(
    writer: W,
    items: &Receiver<Item>,
    backlog: &Backlog,
    lost: impl FnOnce(io::Error),
) {
    let mut target = Target { writer, lost: Some(lost) };
    while let Ok(item) = items.recv() {
        match item {
            Item::Line(line) => {
                target.attempt(|writer| writer.write_all(line.as_bytes()));
                if backlog.remove(line.len()) == 0 {
                    target.attempt(W::flush);
                }
            }
            Item::Written(told) => {
                target.attempt(W::flush);
                let _ = told.send(());
            }
        }
    }
}

struct Target<W, F> {
    writer: W,
    /// The function that is called at the first error, after which nothing is written.
    lost: Option<F>,
}

impl<W, F: FnOnce(io::Error)> Target<W, F> {
    /// Calls a function of the writer. A panic loses only the text of this call.
    fn attempt(&mut self, write: impl FnOnce(&mut W) -> io::Result<()>) {
        if self.lost.is_none() {
            return;
        }
        let result = catch_unwind(AssertUnwindSafe(|| write(&mut self.writer)));
        if let Ok(Err(error)) = result
            && let Some(lost) = self.lost.take()
        {
            lost(error);
        }
    }
}

/// The number of bytes that one thread has produced and another has not yet consumed.
#[derive(Default)]
pub struct Backlog {
    bytes: Mutex<usize>,
    shrunk: Condvar,
}

impl Backlog {
    /// Counts `bytes` more bytes as produced.
    pub fn add(&self, bytes: usize) {
        *locked(&self.bytes) += bytes;
    }

    /// Counts `bytes` bytes as consumed. Returns the number of bytes still unconsumed.
    pub fn remove(&self, bytes: usize) -> usize {
        let mut waiting = locked(&self.bytes);
        *waiting -= bytes;
        self.shrunk.notify_all();
        *waiting
    }

    /// Waits until at most `bytes` are unconsumed.
    pub fn wait_until_at_most(&self, bytes: usize) {
        let waiting = self.shrunk.wait_while(locked(&self.bytes), |waiting| *waiting > bytes);
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
    }
}
