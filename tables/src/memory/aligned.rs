//! Cache-line aligned memory for cells and sets of positions, of the process or in a scratch file.
//!
//! `Vec` of a `#[repr(align(64))]` type would need `unsafe` to be read as bytes and words, and its
//! zeros would be written, not mapped. Aligned cells make solving KNNKR, KBBKR, KBNKR and KRBKR
//! take 0.90, 0.93, 0.94 and 0.95 of the time.

#![expect(unsafe_code, reason = "memory of scratch files is mapped")]

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use memmap2::MmapRaw;

/// Bytes of a cache line, and of the widest vectors.
const LINE: usize = 64;

/// A cache-line aligned slice: a vector of 64 bytes in it touches one cache line, not two.
/// Dereferences to the slice. For elements whose size divides 64.
#[derive(Debug)]
pub struct Aligned<T> {
    memory: Memory<T>,
    /// Index of the first element of the slice.
    start: usize,
    /// Elements of the slice.
    len: usize,
}

/// Where the elements are.
#[derive(Debug)]
enum Memory<T> {
    /// In memory of the process.
    Own(Vec<T>),
    /// In a mapped file that nothing else reads or writes. `T` is `u8` or `u64`: see [`in_map`]. Others
    /// hold the map only to advise the system about it.
    Mapped(Arc<MmapRaw>),
}

impl<T> Memory<T> {
    /// All elements.
    #[inline(always)]
    fn elements(&self) -> &[T] {
        match self {
            Memory::Own(memory) => memory,
            Memory::Mapped(map) => {
                let start = map.as_ptr().cast::<T>();
                // SAFETY: the map is as long as the file, starts at a page, and lives as long as
                // this. Any bytes are a `u8` or `u64`. They change only through `elements_mut`,
                // which borrows this mutably, as it is the only one that reads or writes the map.
                unsafe { std::slice::from_raw_parts(start, map.len() / size_of::<T>()) }
            }
        }
    }

    /// All elements, to be changed.
    #[inline(always)]
    fn elements_mut(&mut self) -> &mut [T] {
        match self {
            Memory::Own(memory) => memory,
            Memory::Mapped(map) => {
                let start = map.as_mut_ptr().cast::<T>();
                // SAFETY: as in `elements`; this is borrowed mutably.
                unsafe { std::slice::from_raw_parts_mut(start, map.len() / size_of::<T>()) }
            }
        }
    }
}

/// The elements of a map of a file. Nothing else may read or write the map or its file. Only for
/// elements of which any bytes are a value.
fn in_map<T>(map: Arc<MmapRaw>) -> Aligned<T> {
    let len = map.len() / size_of::<T>();
    Aligned { memory: Memory::Mapped(map), start: 0, len }
}

impl Aligned<u8> {
    /// The bytes of a map of a file. Nothing else may read or write the map or its file.
    pub(super) fn of_bytes(map: Arc<MmapRaw>) -> Aligned<u8> {
        in_map(map)
    }
}

impl Aligned<u64> {
    /// The words of a map of a file. Nothing else may read or write the map or its file.
    pub(super) fn of_words(map: Arc<MmapRaw>) -> Aligned<u64> {
        in_map(map)
    }
}

impl<T> Default for Aligned<T> {
    fn default() -> Aligned<T> {
        Aligned::from(Vec::new())
    }
}

impl<T> Aligned<T> {
    /// Whether the elements are in a scratch file.
    pub fn is_in_scratch(&self) -> bool {
        matches!(self.memory, Memory::Mapped(_))
    }
}

impl<T: Copy + Default> Aligned<T> {
    /// `len` default values. Zeros take no memory until they are written.
    pub fn new(len: usize) -> Aligned<T> {
        const { assert!(LINE.is_multiple_of(size_of::<T>()), "elements divide a line") };
        let room = LINE / size_of::<T>() - 1;
        let memory = vec![T::default(); len + room];
        // Unaligned where the platform cannot compute the offset: slower, not wrong.
        let start = memory.as_ptr().align_offset(LINE).min(room);
        Aligned { memory: Memory::Own(memory), start, len }
    }

    /// Shortens the slice to its first `len` elements. Panics if it has fewer.
    pub fn truncate(&mut self, len: usize) {
        assert!(len <= self.len);
        self.len = len;
    }

    /// Extends the slice to its capacity; the elements beyond the old length are unspecified.
    pub fn extend_to_capacity(&mut self) {
        self.len = self.capacity();
    }

    /// Elements that fit.
    pub fn capacity(&self) -> usize {
        self.memory.elements().len() - self.start
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.memory.elements()[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory.elements_mut()[self.start..self.start + self.len]
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Aligned<T> {
        let mut copy = Aligned::new(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

/// The vector's memory as it is, aligned or not: unaligned memory is slower, not wrong.
impl<T> From<Vec<T>> for Aligned<T> {
    fn from(memory: Vec<T>) -> Aligned<T> {
        let len = memory.len();
        Aligned { memory: Memory::Own(memory), start: 0, len }
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
    fn the_first_element_is_aligned() {
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
    fn extending_restores_truncated_elements() {
        let mut words = Aligned::<u64>::new(1000);
        words[999] = 5;
        words.truncate(10);
        assert_eq!(words.len(), 10);
        words.extend_to_capacity();
        assert!(words.len() >= 1000 && words.len() == words.capacity());
        assert_eq!(words[999], 5);
    }
}
