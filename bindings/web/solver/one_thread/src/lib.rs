//! The part of rayon's interface that the crates of drawproof use, for a program with one thread.
//! Work is done immediately, in order. It makes the solver in the browser a fifteenth smaller.

#![forbid(unsafe_code)]

/// Runs `first`, then `second`, and returns both results.
pub fn join<A, B, RA, RB>(first: A, second: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce() -> RB,
{
    (first(), second())
}

/// Calls `run` with a [`Scope`] and returns the result.
pub fn scope<R>(run: impl FnOnce(&Scope) -> R) -> R {
    run(&Scope)
}

/// The argument of the closure of [`scope`]. It starts no threads.
#[derive(Debug)]
pub struct Scope;

/// Returns the number of threads, which is always 1.
pub fn current_num_threads() -> usize {
    1
}

/// The traits that give iterators and slices the methods of parallel ones.
pub mod prelude {
    /// An iterator with the additional methods of parallel iterators.
    pub trait ParallelIterator: Iterator + Sized {
        /// Calls [`Iterator::for_each`] with a value that `init` creates once.
        fn for_each_init<T>(
            self,
            init: impl FnOnce() -> T,
            mut work: impl FnMut(&mut T, Self::Item),
        ) {
            let mut value = init();
            self.for_each(|item| work(&mut value, item));
        }

        /// Calls [`Iterator::try_for_each`] with a value that `init` creates once.
        fn try_for_each_init<T, E>(
            mut self,
            init: impl FnOnce() -> T,
            mut work: impl FnMut(&mut T, Self::Item) -> Result<(), E>,
        ) -> Result<(), E> {
            let mut value = init();
            self.try_for_each(|item| work(&mut value, item))
        }
    }

    impl<I: Iterator> ParallelIterator for I {}

    /// An iterator of known length.
    pub trait IndexedParallelIterator: ParallelIterator {
        /// Returns the iterator unchanged: there are no tasks whose length could be limited.
        #[must_use]
        fn with_min_len(self, _len: usize) -> Self {
            self
        }

        /// Returns the iterator unchanged: there are no tasks whose length could be limited.
        #[must_use]
        fn with_max_len(self, _len: usize) -> Self {
            self
        }
    }

    impl<I: Iterator> IndexedParallelIterator for I {}

    /// A collection that can be iterated over by value.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        /// Calls [`IntoIterator::into_iter`].
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    /// The methods of parallel slices that read elements.
    pub trait ParallelSlice<T> {
        /// Calls [`slice::iter`].
        fn par_iter(&self) -> std::slice::Iter<'_, T>;
        /// Calls [`slice::chunks`].
        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> std::slice::Iter<'_, T> {
            self.iter()
        }

        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T> {
            self.chunks(size)
        }
    }

    /// The methods of parallel slices that change elements.
    pub trait ParallelSliceMut<T> {
        /// Calls [`slice::chunks_mut`].
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T>;
    }

    impl<T> ParallelSliceMut<T> for [T] {
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T> {
            self.chunks_mut(size)
        }
    }
}
