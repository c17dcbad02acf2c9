//! What the crates of drawproof use of the interface of the crate rayon, for a program with one thread:
//! the work is done at once, in order. The solver in the browser is a fifteenth smaller with it.

#![forbid(unsafe_code)]

/// Runs both closures, the first one first.
pub fn join<A, B, RA, RB>(first: A, second: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce() -> RB,
{
    (first(), second())
}

/// Runs a closure.
pub fn scope<R>(run: impl FnOnce(&Scope) -> R) -> R {
    run(&Scope)
}

/// What [`scope`] passes on. Nothing is started in it.
#[derive(Debug)]
pub struct Scope;

/// One.
pub fn current_num_threads() -> usize {
    1
}

/// The traits of iterators.
pub mod prelude {
    /// An iterator, with the methods that only parallel iterators have.
    pub trait ParallelIterator: Iterator + Sized {
        /// [`Iterator::for_each`], with a value that `init` makes once.
        fn for_each_init<T>(
            self,
            init: impl FnOnce() -> T,
            mut work: impl FnMut(&mut T, Self::Item),
        ) {
            let mut value = init();
            self.for_each(|item| work(&mut value, item));
        }

        /// [`Iterator::try_for_each`], with a value that `init` makes once.
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
        /// Returns the same iterator.
        #[must_use]
        fn with_min_len(self, _len: usize) -> Self {
            self
        }

        /// Returns the same iterator.
        #[must_use]
        fn with_max_len(self, _len: usize) -> Self {
            self
        }
    }

    impl<I: Iterator> IndexedParallelIterator for I {}

    /// What can be iterated over by value.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        /// [`IntoIterator::into_iter`].
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    /// Slices.
    pub trait ParallelSlice<T> {
        /// [`slice::iter`].
        fn par_iter(&self) -> std::slice::Iter<'_, T>;
        /// [`slice::chunks`].
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

    /// Slices that are changed.
    pub trait ParallelSliceMut<T> {
        /// [`slice::chunks_mut`].
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T>;
    }

    impl<T> ParallelSliceMut<T> for [T] {
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T> {
            self.chunks_mut(size)
        }
    }
}
