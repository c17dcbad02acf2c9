//! Memory that goes from one table to the next: to get fresh pages from the system can take longer
//! than all that is done with them.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use drawproof_tables::{Aligned, PlainTable};

/// Memory of tables that are of no more use and of what they were solved with, for others. Shared
/// between threads.
///
/// It keeps all that it is given: see [`Pool::shrink_to`].
#[derive(Debug, Default)]
pub struct Pool {
    cells: Mutex<Shelf<u8>>,
    words: Mutex<Shelf<u64>>,
}

/// Elements below which memory is not worth keeping.
const FEW: usize = 2048;

/// Memory by length.
#[derive(Debug, Default)]
struct Shelf<T> {
    vectors: BTreeMap<usize, Vec<Aligned<T>>>,
    /// The elements of all of them.
    elements: usize,
}

impl<T: Copy + Default> Shelf<T> {
    /// Takes the shortest that is long enough and not much longer.
    fn take(&mut self, len: usize) -> Option<Aligned<T>> {
        if len < FEW {
            return None;
        }
        let (&found, alike) = self.vectors.range_mut(len..=len + len / 4).next()?;
        let mut vector = alike.pop().expect("no length is kept without a vector");
        if alike.is_empty() {
            self.vectors.remove(&found);
        }
        self.elements -= found;
        vector.truncate(len);
        Some(vector)
    }

    fn give(&mut self, mut vector: Aligned<T>) {
        if vector.capacity() < FEW {
            return;
        }
        vector.extend_to_capacity();
        self.elements += vector.len();
        self.vectors.entry(vector.len()).or_default().push(vector);
    }

    fn bytes(&self) -> u64 {
        (self.elements * size_of::<T>()) as u64
    }

    /// Gives up a vector, if there is one.
    fn drop_one(&mut self) {
        if let Some(mut longest) = self.vectors.last_entry() {
            self.elements -= longest.key();
            longest.get_mut().pop();
            if longest.get().is_empty() {
                longest.remove();
            }
        }
    }
}

/// What a panic elsewhere left is whole: vectors are put in and taken out, nothing else.
fn lock<T>(shelf: &Mutex<Shelf<T>>) -> MutexGuard<'_, Shelf<T>> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// A pool that holds nothing.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Takes the memory of a table.
    pub fn take_back(&self, table: PlainTable) {
        let (cells, legal) = table.into_parts();
        cells.into_iter().for_each(|cells| lock(&self.cells).give(cells));
        legal.into_iter().for_each(|legal| self.give_words(legal));
    }

    /// The memory it holds.
    pub fn bytes(&self) -> u64 {
        lock(&self.cells).bytes() + lock(&self.words).bytes()
    }

    /// Gives memory back to the system until it holds at most so much.
    pub fn shrink_to(&self, bytes: u64) {
        let (mut cells, mut words) = (lock(&self.cells), lock(&self.words));
        while cells.bytes() + words.bytes() > bytes {
            if cells.bytes() > words.bytes() { cells.drop_one() } else { words.drop_one() }
        }
    }

    /// Cells, and whether they are zeros; otherwise what they hold means nothing.
    pub(crate) fn cells(&self, len: usize) -> (Aligned<u8>, bool) {
        let used = lock(&self.cells).take(len);
        used.map_or_else(|| (Aligned::new(len), true), |cells| (cells, false))
    }

    /// Words; what they hold means nothing.
    pub(crate) fn words(&self, len: usize) -> Aligned<u64> {
        let used = lock(&self.words).take(len);
        used.unwrap_or_else(|| Aligned::new(len))
    }

    /// Takes words that are of no more use.
    pub(crate) fn give_words(&self, words: Aligned<u64>) {
        lock(&self.words).give(words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_comes_back_where_it_fits() {
        let pool = Pool::new();
        let given = Aligned::from(vec![7; 10_000]);
        let place = given.as_ptr();
        pool.give_words(given);
        pool.give_words(vec![1; FEW - 1].into());
        assert_eq!(pool.bytes(), 80_000, "little is not kept");
        for misfit in [1, 10_001, 7_999] {
            assert_eq!(*pool.words(misfit), vec![0; misfit]);
        }
        let taken = pool.words(9_000);
        assert_eq!((taken.len(), taken.as_ptr()), (9_000, place));
        assert_eq!(pool.bytes(), 0);
        pool.give_words(taken);
        assert_eq!(pool.bytes(), 80_000, "as much as it was");
    }

    #[test]
    fn a_pool_is_shrunk() {
        let pool = Pool::new();
        for len in [3_000, 3_000, 5_000] {
            pool.give_words(vec![0; len].into());
            lock(&pool.cells).give(vec![1; len].into());
        }
        assert_eq!(pool.bytes(), 9 * 11_000);
        pool.shrink_to(60_000);
        assert_eq!(pool.bytes(), 9 * 11_000 - 40_000);
        pool.shrink_to(30_000);
        assert_eq!(pool.bytes(), 11_000);
        let (cells, zeros) = pool.cells(3_000);
        assert!(!zeros && *cells == [1; 3_000]);
        pool.shrink_to(0);
        assert_eq!((pool.bytes(), pool.cells(5_000)), (0, (Aligned::new(5_000), true)));
    }
}
