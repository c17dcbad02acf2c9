//! Places among a bounded number.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A number of places.
#[derive(Clone)]
pub struct Slots {
    taken: Arc<AtomicUsize>,
    max: usize,
}

/// A place, free again when it is dropped.
pub struct Slot(Arc<AtomicUsize>);

impl Slots {
    /// `max` free places.
    pub fn new(max: usize) -> Slots {
        Slots { taken: Arc::default(), max }
    }

    /// A place, if one is free.
    pub fn take(&self) -> Option<Slot> {
        if self.taken.fetch_add(1, Ordering::AcqRel) >= self.max {
            self.taken.fetch_sub(1, Ordering::AcqRel);
            return None;
        }
        Some(Slot(self.taken.clone()))
    }

    /// The places taken.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
