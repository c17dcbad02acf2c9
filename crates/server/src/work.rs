//! Threads for what takes long: batches, statistics, searches.

use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::oneshot;

/// Threads that work for requests. Clones share them.
#[derive(Clone)]
pub struct Work(Arc<ThreadPool>);

impl Work {
    /// `threads` threads.
    ///
    /// # Errors
    ///
    /// The system refuses them.
    pub fn new(threads: usize) -> std::io::Result<Work> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).panic_handler(|_| {}).build();
        Ok(Work(Arc::new(pool.map_err(std::io::Error::other)?)))
    }

    /// The result of `work`, once it is done; an error if it panics.
    pub fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, result) = oneshot::channel();
        self.0.spawn_fifo(move || {
            // Nobody waits any more if the client has gone.
            if !sender.is_closed() {
                let _ = sender.send(work());
            }
        });
        result
    }
}
