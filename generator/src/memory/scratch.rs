//! What the steps of an analysis work in: got once and lent to one task after the other, as small
//! shapes take less time than getting memory for each step.

use std::{
    ops::{Deref, DerefMut},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Things that nobody uses at the moment.
pub struct ScratchBuffers<T>(Mutex<Vec<T>>);

/// A thing in use, which goes back to where it came from.
pub struct Borrowed<'s, T> {
    thing: Option<T>,
    from: &'s ScratchBuffers<T>,
}

impl<T> ScratchBuffers<T> {
    pub fn new() -> ScratchBuffers<T> {
        ScratchBuffers(Mutex::new(Vec::new()))
    }

    /// Takes all of them.
    pub fn take_all(&self) -> Vec<T> {
        std::mem::take(&mut self.things())
    }

    /// Looks at all of them.
    pub fn look<R>(&self, look: impl FnOnce(&[T]) -> R) -> R {
        look(&self.things())
    }

    /// Lends a thing, a new one if all are in use.
    pub fn borrow(&self, new: impl FnOnce() -> T) -> Borrowed<'_, T> {
        let thing = self.things().pop();
        Borrowed { thing: Some(thing.unwrap_or_else(new)), from: self }
    }

    /// What a panic elsewhere left is whole: things are put in and taken out, nothing else. Those in use
    /// by a task that panics do not come back.
    fn things(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Deref for Borrowed<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.thing.as_ref().expect("it is there until it goes back")
    }
}

impl<T> DerefMut for Borrowed<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.thing.as_mut().expect("it is there until it goes back")
    }
}

impl<T> Drop for Borrowed<'_, T> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.from.things().extend(self.thing.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_comes_back() {
        let spare = ScratchBuffers::new();
        let (mut first, second) = (spare.borrow(|| 1), spare.borrow(|| 2));
        *first += 10;
        drop(second);
        assert_eq!(*spare.borrow(|| 3), 2);
        drop(first);
        assert_eq!(*spare.borrow(|| 3), 11);
        let caught = std::panic::catch_unwind(|| {
            let _in_use = (spare.borrow(|| 4), spare.borrow(|| 5));
            panic!("a task fails");
        });
        assert!(caught.is_err());
        assert_eq!(*spare.borrow(|| 6), 6, "what it left half done does not come back");
    }
}
