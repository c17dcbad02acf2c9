//! Bytes that wait for another thread, and waiting until they are few.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of bytes that one thread has produced and another has not yet consumed.
#[derive(Default)]
pub struct Backlog {
    bytes: Mutex<usize>,
    shrunk: Condvar,
}

impl Backlog {
    /// `bytes` more wait.
    pub fn add(&self, bytes: usize) {
        *self.lock() += bytes;
    }

    /// `bytes` of those that were added have been consumed. Returns how many still wait.
    pub fn remove(&self, bytes: usize) -> usize {
        let mut waiting = self.lock();
        *waiting -= bytes;
        self.shrunk.notify_all();
        *waiting
    }

    /// Waits until at most `bytes` wait.
    pub fn wait_until_at_most(&self, bytes: usize) {
        let waiting = self.shrunk.wait_while(self.lock(), |waiting| *waiting > bytes);
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
