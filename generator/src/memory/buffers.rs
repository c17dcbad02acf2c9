//! Scratch buffers, allocated once and lent to one task after another. For a small shape, an
//! allocation in each step would take longer than the step.

use std::{
    ops::{Deref, DerefMut},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A collection of the buffers that no task is currently using. Threads share the collection.
pub struct ScratchBuffers<T>(Mutex<Vec<T>>);

/// A buffer in use. Dropping this value returns the buffer to its [`ScratchBuffers`].
pub struct Borrowed<'s, T> {
    /// `None` only while the guard is being dropped.
    buffer: Option<T>,
    owner: &'s ScratchBuffers<T>,
}

impl<T> ScratchBuffers<T> {
    /// Makes a collection without buffers.
    pub fn new() -> ScratchBuffers<T> {
        ScratchBuffers(Mutex::new(Vec::new()))
    }

    /// Removes and returns all buffers that are not in use.
    pub fn take_all(&self) -> Vec<T> {
        std::mem::take(&mut self.buffers())
    }

    /// Calls `inspect` with all buffers that are not in use.
    pub fn inspect<R>(&self, inspect: impl FnOnce(&[T]) -> R) -> R {
        inspect(&self.buffers())
    }

    /// Borrows a buffer. If all buffers are in use, makes another with `new`.
    pub fn borrow(&self, new: impl FnOnce() -> T) -> Borrowed<'_, T> {
        let buffer = self.buffers().pop();
        Borrowed { buffer: Some(buffer.unwrap_or_else(new)), owner: self }
    }

    /// Locks the collection. A panic cannot leave the vector half changed, because buffers are
    /// pushed and popped whole.
    fn buffers(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Deref for Borrowed<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.buffer.as_ref().expect("the guard holds its buffer until it is dropped")
    }
}

impl<T> DerefMut for Borrowed<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.buffer.as_mut().expect("the guard holds its buffer until it is dropped")
    }
}

/// A buffer is not reused if its task panics.
impl<T> Drop for Borrowed<'_, T> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.owner.buffers().extend(self.buffer.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borrowed_buffers_come_back() {
        let buffers = ScratchBuffers::new();
        let (mut first, second) = (buffers.borrow(|| 1), buffers.borrow(|| 2));
        *first += 10;
        drop(second);
        assert_eq!(*buffers.borrow(|| 3), 2);
        drop(first);
        assert_eq!(*buffers.borrow(|| 3), 11);
        let caught = std::panic::catch_unwind(|| {
            let _in_use = (buffers.borrow(|| 4), buffers.borrow(|| 5));
            panic!("a task fails");
        });
        assert!(caught.is_err());
        assert_eq!(*buffers.borrow(|| 6), 6, "buffers of a task that panicked do not come back");
    }
}
