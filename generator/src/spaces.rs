//! What the steps of an analysis work in: got once and lent to one task after the other, as small
//! arenas take less time than getting memory for each step.

use std::{
    ops::{Deref, DerefMut},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    accumulator::Accumulator, escapes::EscapeSpace, lists::Entry, pool::Pool, start::SurveySpace,
};

/// Space for the steps of the arenas of one table, which all have the same shape.
pub struct Spaces<'p> {
    /// Where sets come from and go back to.
    pub pool: &'p Pool,
    /// For the survey.
    pub survey: Shelf<SurveySpace<'p>>,
    /// For what is won: the positions that may be, and those that are.
    pub wins: Shelf<(Accumulator, Vec<Entry>)>,
    /// For what is lost: the marked words, and the search in them.
    pub losses: Shelf<(Vec<u64>, EscapeSpace)>,
}

impl<'p> Spaces<'p> {
    /// None yet.
    pub fn new(pool: &'p Pool) -> Spaces<'p> {
        Spaces { pool, survey: Shelf::new(), wins: Shelf::new(), losses: Shelf::new() }
    }
}

/// Things that nobody uses at the moment.
pub struct Shelf<T>(Mutex<Vec<T>>);

/// A thing in use, which goes back to where it came from.
pub struct Lent<'s, T> {
    thing: Option<T>,
    shelf: &'s Shelf<T>,
}

impl<T> Shelf<T> {
    fn new() -> Shelf<T> {
        Shelf(Mutex::new(Vec::new()))
    }

    /// Lends a thing, a new one if all are in use.
    pub fn lend(&self, new: impl FnOnce() -> T) -> Lent<'_, T> {
        let thing = self.things().pop();
        Lent { thing: Some(thing.unwrap_or_else(new)), shelf: self }
    }

    /// What a panic elsewhere left is whole: things are put in and taken out, nothing else.
    fn things(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.thing.as_ref().expect("it is there until it goes back")
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.thing.as_mut().expect("it is there until it goes back")
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        self.shelf.things().extend(self.thing.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_comes_back() {
        let shelf = Shelf::new();
        let (mut first, second) = (shelf.lend(|| 1), shelf.lend(|| 2));
        *first += 10;
        drop(second);
        assert_eq!(*shelf.lend(|| 3), 2);
        drop(first);
        assert_eq!(*shelf.lend(|| 3), 11);
    }
}
