//! Buffers that pass from one table to the next, because mapping new pages can take longer than all
//! the work on them.

use std::{collections::BTreeMap, sync::Mutex};

use drawproof_tables::{Aligned, Layout, Metric, PlainTable, TableMemory, parallel::locked};

/// A pool of buffers from dropped tables and finished analyses, kept for reuse. Threads share a
/// pool.
///
/// The pool keeps every buffer until the buffer is used again or [`Pool::shrink_to`] frees it.
#[derive(Debug, Default)]
pub struct Pool {
    cells: Mutex<Shelf<u8>>,
    words: Mutex<Shelf<u64>>,
}

/// Buffers with fewer elements are freed instead of kept.
const KEPT_LEN_MIN: usize = 2048;

/// The buffers of one element type.
#[derive(Debug, Default)]
struct Shelf<T> {
    /// The buffers by length in elements; no list is empty.
    buffers: BTreeMap<usize, Vec<Aligned<T>>>,
    /// The sum of the lengths of the buffers.
    elements: usize,
}

impl<T: Copy + Default> Shelf<T> {
    /// Takes the shortest buffer that has between `len` and a quarter more elements, and cuts it to
    /// `len`.
    fn take(&mut self, len: usize) -> Option<Aligned<T>> {
        if len < KEPT_LEN_MIN {
            return None;
        }
        let (&found, alike) = self.buffers.range_mut(len..=len + len / 4).next()?;
        let mut buffer = alike.pop().expect("no list is empty");
        if alike.is_empty() {
            self.buffers.remove(&found);
        }
        self.elements -= found;
        buffer.truncate(len);
        Some(buffer)
    }

    fn give(&mut self, mut buffer: Aligned<T>) {
        // Scratch files are not kept: disk space is scarcer than page mappings are expensive.
        if buffer.capacity() < KEPT_LEN_MIN || buffer.is_in_scratch() {
            return;
        }
        buffer.extend_to_capacity();
        self.elements += buffer.len();
        self.buffers.entry(buffer.len()).or_default().push(buffer);
    }

    fn size_bytes(&self) -> u64 {
        (self.elements * size_of::<T>()) as u64
    }

    /// Frees one of the longest buffers, if any.
    fn free_longest(&mut self) {
        if let Some(mut longest) = self.buffers.last_entry() {
            self.elements -= longest.key();
            longest.get_mut().pop();
            if longest.get().is_empty() {
                longest.remove();
            }
        }
    }
}

impl Pool {
    /// Returns a pool without buffers.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Adds the buffers of a table that is no longer used to the pool.
    pub fn take_back(&self, table: PlainTable) {
        // A second layer of distant numbers is mostly zeros that take no memory.
        let is_dense = table.metric() == Metric::Helpmate;
        let TableMemory { cells, legal, far } = table.into_memory();
        let dense = far.filter(|_| is_dense).into_iter().flatten();
        cells.into_iter().chain(dense).for_each(|cells| locked(&self.cells).give(cells));
        legal.into_iter().for_each(|legal| self.give_words(legal));
    }

    /// Returns memory for the cells and legal positions of a table, including both colours'
    /// helpmates if the metric has them. Also returns whether the cells are zeros; otherwise their
    /// contents are arbitrary.
    pub(crate) fn table(&self, layout: &Layout, metric: Metric) -> (TableMemory, bool) {
        let mut zeros = true;
        let mut layer = || {
            [0; 2].map(|_| {
                let (cells, are_zeros) = self.cells(layout.count());
                zeros &= are_zeros;
                cells
            })
        };
        let (cells, far) = (layer(), (metric == Metric::Helpmate).then(&mut layer));
        let legal = [0; 2].map(|_| self.words(layout.words()));
        (TableMemory { cells, legal, far }, zeros)
    }

    /// Returns the total size of the pooled buffers in bytes.
    pub fn bytes(&self) -> u64 {
        locked(&self.cells).size_bytes() + locked(&self.words).size_bytes()
    }

    /// Frees buffers until the remaining ones take at most `bytes` bytes.
    pub fn shrink_to(&self, bytes: u64) {
        let (mut cells, mut words) = (locked(&self.cells), locked(&self.words));
        while cells.size_bytes() + words.size_bytes() > bytes {
            let larger_cells = cells.size_bytes() > words.size_bytes();
            if larger_cells { cells.free_longest() } else { words.free_longest() }
        }
    }

    /// Returns a buffer of `len` cells, and whether all are 0. Otherwise the contents are
    /// arbitrary.
    fn cells(&self, len: usize) -> (Aligned<u8>, bool) {
        let used = locked(&self.cells).take(len);
        used.map_or_else(|| (Aligned::new(len), true), |cells| (cells, false))
    }

    /// Returns a buffer of `len` words with arbitrary contents.
    pub(crate) fn words(&self, len: usize) -> Aligned<u64> {
        let used = locked(&self.words).take(len);
        used.unwrap_or_else(|| Aligned::new(len))
    }

    /// Keeps a buffer of words.
    pub(crate) fn give_words(&self, words: Aligned<u64>) {
        locked(&self.words).give(words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_come_back_where_they_fit() {
        let pool = Pool::new();
        let given = Aligned::from(vec![7; 10_000]);
        let address = given.as_ptr();
        pool.give_words(given);
        pool.give_words(vec![1; KEPT_LEN_MIN - 1].into());
        assert_eq!(pool.bytes(), 80_000, "a short buffer is not kept");
        for misfit in [1, 10_001, 7_999] {
            assert_eq!(*pool.words(misfit), vec![0; misfit]);
        }
        let taken = pool.words(9_000);
        assert_eq!((taken.len(), taken.as_ptr()), (9_000, address));
        assert_eq!(pool.bytes(), 0);
        pool.give_words(taken);
        assert_eq!(pool.bytes(), 80_000, "it keeps its capacity");
    }

    #[test]
    fn a_pool_is_shrunk() {
        let pool = Pool::new();
        for len in [3_000, 3_000, 5_000] {
            pool.give_words(vec![0; len].into());
            locked(&pool.cells).give(vec![1; len].into());
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
