//! Places among a bounded number.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A number of places: of jobs that run at once, or of bytes that are held at once.
#[derive(Clone)]
pub struct Slots {
    free: Arc<Semaphore>,
    max: usize,
}

/// Places taken, free again when this is dropped.
pub struct Slot(OwnedSemaphorePermit);

impl Slots {
    /// `max` free places.
    pub fn new(max: usize) -> Slots {
        let max = max.min(Semaphore::MAX_PERMITS);
        Slots { free: Arc::new(Semaphore::new(max)), max }
    }

    /// A place, if one is free.
    pub fn take(&self) -> Option<Slot> {
        self.take_many(1)
    }

    /// `count` places, if that many are free.
    pub fn take_many(&self, count: usize) -> Option<Slot> {
        let count = u32::try_from(count).ok()?;
        self.free.clone().try_acquire_many_owned(count).ok().map(Slot)
    }

    /// A place, once one is free: those who wait get one in the order in which they came.
    pub async fn wait(&self) -> Slot {
        Slot(self.free.clone().acquire_owned().await.expect("the semaphore is never closed"))
    }

    /// The places taken.
    pub fn taken(&self) -> usize {
        self.max - self.free.available_permits()
    }
}

impl Slot {
    /// These places and those of `other`, which are of the same [`Slots`].
    pub fn add(&mut self, other: Slot) {
        self.0.merge(other.0);
    }
}
