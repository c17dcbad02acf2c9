//! Cache-line aligned memory for cells and sets of positions, of the process or in a scratch file.
//!
//! `Vec` of a `#[repr(align(64))]` type would need `unsafe` to be read as bytes and words, and its
//! zeros would be written, not mapped. Aligned cells make solving KNNKR, KBBKR, KBNKR and KRBKR
//! take 0.90, 0.93, 0.94 and 0.95 of the time.

#![expect(
    unsafe_code,
    reason = "memory of scratch files is mapped, and that of the process held by its address"
)]

use std::{
    fs::File,
    io,
    mem::{self, ManuallyDrop},
    ops::{Deref, DerefMut, Range},
    ptr::NonNull,
    slice,
    sync::Arc,
};

use memmap2::MmapRaw;

use super::closing;

/// Bytes of a cache line, and of the widest vectors.
const LINE: usize = 64;

/// A multiple of the bytes of any page.
const PAGE: usize = 64 << 10;

/// A cache-line aligned slice, in which a vector of 64 bytes touches one cache line, not two. It
/// dereferences to the slice. The size of an element must divide 64.
#[derive(Debug)]
pub struct Aligned<T> {
    /// The first element of the slice. The elements after it are initialised, too.
    first: NonNull<T>,
    /// Elements of the slice.
    len: usize,
    /// Elements from the first to the end of the memory.
    capacity: usize,
    /// Owns the elements. The pointer to the first one stands beside it, so that reading an element does
    /// not ask where the memory is.
    memory: Memory<T>,
}

/// Where the elements are.
#[derive(Debug)]
enum Memory<T> {
    /// In memory of the process: a boxed slice.
    Own(NonNull<[T]>),
    /// In a map that nothing else reads or writes. `T` is `u8` or `u64`: see [`in_map`]. Others
    /// hold the map only to advise the system about it.
    Mapped(Arc<Mapped>),
}

/// A memory map and its backing, which is dropped after the map.
#[derive(Debug)]
pub(super) struct Mapped {
    pub map: ManuallyDrop<MmapRaw>,
    pub of: Backing,
    /// The disk space that is reserved for the map, in bytes.
    pub reserved_bytes: u64,
}

/// The backing of a map.
#[derive(Debug)]
pub(super) enum Backing {
    /// Anonymous memory, which the system provides at the first write; until then it reads as
    /// zeros.
    Nothing,
    /// A scratch file.
    File,
    /// A scratch file that [`Aligned::put`] writes to and [`Aligned::read`] reads.
    #[cfg_attr(
        not(unix),
        allow(dead_code, reason = "there the map is written to, and closes the file")
    )]
    OpenFile(File),
}

impl Drop for Mapped {
    fn drop(&mut self) {
        let is_file = !matches!(self.of, Backing::Nothing);
        if is_file {
            // What is being given back is not in the memory of the process.
            self.evict(0, self.map.len());
        }
        // SAFETY: nothing uses the map afterwards.
        let map = unsafe { ManuallyDrop::take(&mut self.map) };
        if is_file {
            // The map is dropped before the file, which Windows does not remove while it is mapped.
            let of = mem::replace(&mut self.of, Backing::Nothing);
            closing::close((map, of), self.reserved_bytes);
        }
    }
}

impl Mapped {
    /// Makes the owner of a map, for which `reserved_bytes` of disk space are reserved.
    pub fn new(map: MmapRaw, of: Backing, reserved_bytes: u64) -> Arc<Mapped> {
        Arc::new(Mapped { map: ManuallyDrop::new(map), of, reserved_bytes })
    }

    /// Evicts `len` bytes of the map from byte `start` on. Contents of a file are read again at the
    /// next access; other memory then reads as zeros.
    #[cfg(target_os = "linux")]
    pub fn evict(&self, start: usize, len: usize) {
        // SAFETY: the pages of a shared map of a file keep their contents: the system has them, and maps
        // them again when they are used. Those of other maps are all zeros then, which are values of
        // bytes and words; their owner holds no reference to them ([`Aligned::forget`]).
        let advised = unsafe {
            self.map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, start, len)
        };
        // Advice that the system does not take changes nothing.
        let _ = advised;
    }

    #[cfg(not(target_os = "linux"))]
    pub fn evict(&self, _start: usize, _len: usize) {}
}

// SAFETY: it owns its elements, as a boxed slice does, and a map may be used from any thread.
unsafe impl<T: Send> Send for Memory<T> {}

// SAFETY: a shared reference to it reads nothing but the place of the memory.
unsafe impl<T: Sync> Sync for Memory<T> {}

impl<T> Drop for Memory<T> {
    fn drop(&mut self) {
        if let Memory::Own(elements) = *self {
            // SAFETY: the pointer came from a box, and is dropped once.
            drop(unsafe { Box::from_raw(elements.as_ptr()) });
        }
    }
}

// SAFETY: it owns its elements, as a boxed slice does.
unsafe impl<T: Send> Send for Aligned<T> {}

// SAFETY: elements change only through a mutable reference to it.
unsafe impl<T: Sync> Sync for Aligned<T> {}

/// Returns the elements of a map of a file. Nothing else may read or write the map or its file.
/// Only for elements of which any bytes are a value.
fn in_map<T>(map: Arc<Mapped>) -> Aligned<T> {
    let len = map.map.len() / size_of::<T>();
    let first = NonNull::new(map.map.as_mut_ptr().cast()).expect("a map has an address");
    Aligned { first, len, capacity: len, memory: Memory::Mapped(map) }
}

impl Aligned<u8> {
    /// Returns the bytes of a map of a file. Nothing else may read or write the map or its file.
    pub(super) fn of_bytes(map: Arc<Mapped>) -> Aligned<u8> {
        in_map(map)
    }
}

impl Aligned<u64> {
    /// Returns the words of a map of a file. Nothing else may read or write the map or its file.
    pub(super) fn of_words(map: Arc<Mapped>) -> Aligned<u64> {
        in_map(map)
    }

    /// Splits off the first words of this slice, at least `len` of them. The returned part begins
    /// and ends at a cache line; the file is closed once all its parts are dropped. Returns `None`
    /// if the words are not in a scratch file, or fewer are left.
    pub fn split_front(&mut self, len: usize) -> Option<Aligned<u64>> {
        let taken = len.next_multiple_of(LINE / size_of::<u64>());
        let Memory::Mapped(map) = &self.memory else { return None };
        if taken > self.len {
            return None;
        }
        let memory = Memory::Mapped(map.clone());
        let front = Aligned { first: self.first, len: taken, capacity: taken, memory };
        // SAFETY: as many elements are in the memory from the first on. No element is in both parts, so
        // that each owns its own.
        self.first = unsafe { self.first.add(taken) };
        self.len -= taken;
        self.capacity -= taken;
        Some(front)
    }

    /// Overwrites the words from `start` on with `words`. Words of a scratch file that is kept open
    /// ([`super::scratch::ScratchFiles::open_words`]) are written to the file, so that they take no
    /// memory of the process before they are read. Panics if fewer words follow `start`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written. The words are then unspecified.
    pub fn put(&mut self, start: usize, words: &[u64]) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileExt;

            let address = self[start..start + words.len()].as_ptr().addr();
            if let Some(Mapped { map, of: Backing::OpenFile(file), .. }) = self.map() {
                let offset = (address - map.as_ptr().addr()) as u64;
                // SAFETY: any word is eight bytes.
                let bytes =
                    unsafe { slice::from_raw_parts(words.as_ptr().cast(), 8 * words.len()) };
                return file.write_all_at(bytes, offset);
            }
        }
        self[start..start + words.len()].copy_from_slice(words);
        Ok(())
    }

    /// Reads words from `start` on directly from a scratch file that is kept open
    /// ([`super::scratch::ScratchFiles::open_words`]), so that only the copy takes memory. Returns
    /// `false` and reads nothing if the words are not in such a file. Panics if fewer words follow
    /// `start`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read. `words` are then unspecified.
    pub fn read(&self, start: usize, words: &mut [u64]) -> io::Result<bool> {
        #[cfg(unix)]
        if let Some(Mapped { map, of: Backing::OpenFile(file), .. }) = self.map() {
            use std::os::unix::fs::FileExt;

            let address = self[start..start + words.len()].as_ptr().addr();
            let offset = (address - map.as_ptr().addr()) as u64;
            // SAFETY: any eight bytes are a word.
            let bytes =
                unsafe { slice::from_raw_parts_mut(words.as_mut_ptr().cast(), 8 * words.len()) };
            file.read_exact_at(bytes, offset)?;
            return Ok(true);
        }
        let _ = (start, words);
        Ok(false)
    }
}

impl<T> Default for Aligned<T> {
    fn default() -> Aligned<T> {
        Aligned::from(Vec::new())
    }
}

impl<T> Aligned<T> {
    /// Returns the elements of a boxed slice, without the first `skipped` ones.
    fn of_box(elements: Box<[T]>, skipped: usize) -> Aligned<T> {
        let capacity = elements.len() - skipped;
        let elements = NonNull::from(Box::leak(elements));
        // SAFETY: so many elements are in the memory.
        let first = unsafe { elements.cast::<T>().add(skipped) };
        Aligned { first, len: capacity, capacity, memory: Memory::Own(elements) }
    }

    /// Returns the map that the elements are in.
    fn map(&self) -> Option<&Mapped> {
        match &self.memory {
            Memory::Own(_) => None,
            Memory::Mapped(map) => Some(map),
        }
    }

    /// Returns whether the elements are in a scratch file.
    pub fn is_in_scratch(&self) -> bool {
        self.map().is_some_and(|map| !matches!(map.of, Backing::Nothing))
    }

    /// Returns the pages of these elements to the system, if they are in a map. In memory without a
    /// file, fully covered pages read as zero afterwards.
    pub(super) fn forget(&mut self, elements: Range<usize>) {
        assert!(elements.end <= self.len);
        if let Some(map) = self.map() {
            let [start, end] = [elements.start, elements.end].map(|it| it * size_of::<T>());
            // Whole pages: parts at the ends may be in use.
            let start = start.next_multiple_of(PAGE);
            map.evict(start, (end / PAGE * PAGE).saturating_sub(start));
        }
    }
}

impl<T: Copy + Default> Aligned<T> {
    /// Makes a slice of `len` default values. If these are zeros, they take no memory until
    /// something is written.
    pub fn new(len: usize) -> Aligned<T> {
        const { assert!(LINE.is_multiple_of(size_of::<T>()), "elements divide a line") };
        let room = LINE / size_of::<T>() - 1;
        let memory = vec![T::default(); len + room].into_boxed_slice();
        // Unaligned where the platform cannot compute the offset: slower, not wrong.
        let skipped = memory.as_ptr().align_offset(LINE).min(room);
        let mut aligned = Aligned::of_box(memory, skipped);
        aligned.len = len;
        aligned
    }

    /// Shortens the slice to its first `len` elements. Panics if it has fewer.
    pub fn truncate(&mut self, len: usize) {
        assert!(len <= self.len);
        self.len = len;
    }

    /// Extends the slice to its capacity; the elements beyond the old length are unspecified.
    pub fn extend_to_capacity(&mut self) {
        self.len = self.capacity;
    }

    /// Returns the number of elements for which there is memory.
    pub fn capacity(&self) -> usize {
        self.capacity
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory holds at least `len` initialised elements from the first on, and lives as
        // long as this. They change only through `deref_mut`, which borrows this mutably.
        unsafe { slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; this is borrowed mutably.
        unsafe { slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
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
        Aligned::of_box(memory.into_boxed_slice(), 0)
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
