//! Request bodies, and slots that limit concurrent jobs and the memory of bodies.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use hyper::{
    StatusCode,
    body::{Body, Incoming},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout_at},
};

use super::answer::Refusal;

/// Reads a request's body of at most `max` bytes before `deadline`. Returns the body, and the slots
/// that it takes in the limit on the total size of all bodies.
pub async fn read(
    mut body: Incoming,
    max: usize,
    bytes_at_once: &Slots,
    deadline: Instant,
) -> Result<(Vec<u8>, Slot), Refusal> {
    let too_long = || {
        let message = format!("the body is longer than {max} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let no_room = || Refusal::busy("too many batches at once: try again later");
    if body.size_hint().lower() > max as u64 {
        return Err(too_long());
    }
    let whole = async {
        let mut bytes = Vec::new();
        let mut places = bytes_at_once.take_many(0).ok_or_else(no_room)?;
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let frame = frame.map_err(Refusal::bad_request)?;
            let Ok(data) = frame.into_data() else { continue };
            if bytes.len() + data.len() > max {
                return Err(too_long());
            }
            // Announced bytes take slots only once they arrive.
            places.add(bytes_at_once.take_many(data.len()).ok_or_else(no_room)?);
            bytes.extend_from_slice(&data);
        }
        Ok((bytes, places))
    };
    let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time");
    timeout_at(deadline, whole).await.map_err(|_| late())?
}

/// A limited number of slots. A slot stands for a concurrent job or for bytes of memory.
#[derive(Clone)]
pub struct Slots {
    free: Arc<Semaphore>,
    max: usize,
    waiting: Arc<AtomicUsize>,
}

/// One or more occupied slots, which are freed when the value is dropped.
pub struct Slot(OwnedSemaphorePermit);

/// Counts a waiting request until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Slots {
    /// Creates `max` free slots.
    pub fn new(max: usize) -> Slots {
        let max = max.min(Semaphore::MAX_PERMITS);
        Slots { free: Arc::new(Semaphore::new(max)), max, waiting: Arc::default() }
    }

    /// Takes a slot; `None` if all are occupied.
    pub fn take(&self) -> Option<Slot> {
        self.take_many(1)
    }

    /// Takes `count` slots; `None` if fewer are free.
    pub fn take_many(&self, count: usize) -> Option<Slot> {
        let count = u32::try_from(count).ok()?;
        self.free.clone().try_acquire_many_owned(count).ok().map(Slot)
    }

    /// Waits for a slot. Slots are given out in the order of the calls.
    ///
    /// # Errors
    ///
    /// Fails if no slot is free by the deadline.
    pub async fn wait(&self, deadline: Instant) -> Result<Slot, Refusal> {
        self.waiting.fetch_add(1, Relaxed);
        let _waiting = Waiting(&self.waiting);
        match timeout_at(deadline, self.free.clone().acquire_owned()).await {
            Ok(place) => Ok(Slot(place.expect("the semaphore is never closed"))),
            Err(_) => Err(Refusal::busy("the server has too much to do: try again later")),
        }
    }

    /// Returns the number of occupied slots.
    pub fn taken(&self) -> usize {
        self.max - self.free.available_permits()
    }

    /// Returns the number of requests that wait for a slot.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Relaxed)
    }
}

impl Slot {
    /// Takes over the slots of `other`, which must belong to the same [`Slots`].
    pub fn add(&mut self, other: Slot) {
        self.0.merge(other.0);
    }
}
