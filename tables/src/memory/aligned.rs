//! Memory that begins where a line of the cache does.

use std::ops::{Deref, DerefMut};

/// Bytes of a line of the cache, and of the widest vectors.
const LINE: usize = 64;

/// Elements that begin at a multiple of 64 bytes: a vector of 64 bytes among them then touches one
/// line of the cache, not two. Dereferences to a slice. For elements whose size divides 64.
#[derive(Debug, Default)]
pub struct Aligned<T> {
    memory: Vec<T>,
    /// The first element that counts.
    start: usize,
    /// Elements that count.
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// So many zeros (default values). Their pages come into being as they are written to.
    pub fn new(len: usize) -> Aligned<T> {
        const { assert!(LINE.is_multiple_of(size_of::<T>()), "elements divide a line") };
        let room = LINE / size_of::<T>() - 1;
        let memory = vec![T::default(); len + room];
        // Where the system cannot say, it is as good as anything else.
        let start = memory.as_ptr().align_offset(LINE).min(room);
        Aligned { memory, start, len }
    }

    /// Keeps the first `len` elements; there are as many.
    pub fn truncate(&mut self, len: usize) {
        assert!(len <= self.len);
        self.len = len;
    }

    /// Takes all memory there is; what it holds beyond the present length means nothing.
    pub fn extend_to_capacity(&mut self) {
        self.len = self.capacity();
    }

    /// Elements there is memory for.
    pub fn capacity(&self) -> usize {
        self.memory.len() - self.start
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.memory[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory[self.start..self.start + self.len]
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Aligned<T> {
        let mut copy = Aligned::new(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

/// The vector's memory, wherever it begins: what works on it is slower at worst.
impl<T> From<Vec<T>> for Aligned<T> {
    fn from(memory: Vec<T>) -> Aligned<T> {
        let len = memory.len();
        Aligned { memory, start: 0, len }
    }
}

impl<T: PartialEq> PartialEq for Aligned<T> {
    fn eq(&self, other: &Aligned<T>) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_begin_with_a_line() {
        for len in [0, 1, 63, 64, 100_000] {
            let mut bytes = Aligned::<u8>::new(len);
            let words = Aligned::<u64>::new(len);
            assert_eq!((bytes.as_ptr().addr() % 64, words.as_ptr().addr() % 64), (0, 0));
            assert_eq!((bytes.len(), words.len()), (len, len));
            assert!(bytes.iter().all(|&byte| byte == 0) && words.iter().all(|&word| word == 0));
            bytes.fill(7);
            let copy = bytes.clone();
            assert_eq!(copy.as_ptr().addr() % 64, 0);
            assert!(copy == bytes && *copy == vec![7; len]);
        }
        assert_eq!(*Aligned::from(vec![1, 2, 3]), [1, 2, 3]);
    }

    #[test]
    fn what_was_cut_off_comes_back() {
        let mut words = Aligned::<u64>::new(1000);
        words[999] = 5;
        words.truncate(10);
        assert_eq!(words.len(), 10);
        words.extend_to_capacity();
        assert!(words.len() >= 1000 && words.len() == words.capacity());
        assert_eq!(words[999], 5);
    }
}
