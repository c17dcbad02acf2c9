//! Sparse sets of positions of one block: lists of chunks. A chunk takes memory only for its words
//! that hold a position.

use std::ops::Range;

use drawproof_board::BitBoard;

use crate::simd::{Chunk, Simd};

/// A word of a list, with the lanes that belong to the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the word within its block.
    pub word: u32,
    /// The lanes that belong to the set; never empty.
    pub lanes: u64,
}

/// A set of positions of one block as a list of packed chunks. The same chunk may appear several
/// times.
#[derive(Clone, Debug, Default)]
pub struct ChunkList {
    /// The packed chunks: for each chunk its [`head`], then those of its words that hold a
    /// position. At least [`LARGEST`] words follow the last chunk.
    pub(super) packed: Vec<u64>,
    /// The number of words of `packed` that the chunks take.
    pub(super) len: usize,
}

/// The maximum size of a packed chunk in words: a head and eight words.
pub const LARGEST: usize = 9;

/// Packs the number of the chunk's first word within its block and, in the lowest eight bits, one
/// bit for each of its words that holds a position.
#[inline(always)]
fn head(first: usize, words: u8) -> u64 {
    (first as u64) << 8 | u64::from(words)
}

/// Packs a chunk into `place`. Returns the number of words that the packed chunk takes, 0 if the
/// chunk is empty.
#[inline(always)]
pub fn pack<S: Simd>(simd: S, place: &mut [u64; LARGEST], first: usize, words: S::Words) -> usize {
    // An empty chunk is written too: the processor would mispredict a branch.
    let nonzero = simd.nonzero(words);
    place[0] = head(first, nonzero);
    let packed: &mut Chunk = (&mut place[1..]).try_into().expect("eight words");
    simd.compress(words, nonzero, packed);
    let count = nonzero.count_ones() as usize;
    count + usize::from(count != 0)
}

impl ChunkList {
    /// Returns whether the list has no chunks.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all chunks, but keeps the memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends the chunk that starts with word `first`, unless it is empty.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, simd: S, first: usize, words: S::Words) {
        self.len += pack(simd, self.room(), first, words);
    }

    /// Appends a chunk that is in memory, unless it is empty. Uses no vector instructions.
    #[inline(always)]
    pub fn push_words(&mut self, first: usize, words: &Chunk) {
        let place = self.room();
        let (mut nonzero, mut count) = (0, 0);
        for (i, &lanes) in words.iter().enumerate() {
            place[1 + count] = lanes;
            nonzero |= u8::from(lanes != 0) << i;
            count += usize::from(lanes != 0);
        }
        place[0] = head(first, nonzero);
        self.len += count + usize::from(count != 0);
    }

    /// Appends lanes of one word; at least one lane must be set.
    pub fn push_word(&mut self, word: usize, lanes: u64) {
        let place = self.room();
        place[..2].copy_from_slice(&[head(word & !7, 1 << (word & 7)), lanes]);
        self.len += 2;
    }

    /// Returns the memory after the last chunk.
    #[inline(always)]
    fn room(&mut self) -> &mut [u64; LARGEST] {
        if self.packed.len() < self.len + LARGEST {
            self.grow();
        }
        (&mut self.packed[self.len..self.len + LARGEST]).try_into().expect("there is room")
    }

    #[cold]
    fn grow(&mut self) {
        self.packed.resize(2 * self.len + 4 * LARGEST, 0);
    }

    /// Returns an iterator over the chunks.
    #[inline(always)]
    pub fn chunks(&self) -> Chunks<'_> {
        Chunks { packed: &self.packed, end: self.len }
    }

    /// Returns the memory that holds the packed chunks, for [`Chunks::new`].
    pub fn packed(&self) -> &[u64] {
        &self.packed[..self.len]
    }

    /// Returns an iterator over the words that hold a position.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.chunks().entries()
    }
}

/// An iterator over the chunks of a list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunks<'l> {
    /// The packed chunks, and at least [`LARGEST`] words after them.
    pub(super) packed: &'l [u64],
    /// The number of words that the chunks take.
    pub(super) end: usize,
}

/// An iterator over the numbers of the first words of a list's chunks.
pub struct Firsts<'l> {
    packed: &'l [u64],
}

impl Iterator for Firsts<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let &head = self.packed.first()?;
        self.packed = &self.packed[1 + (head as u8).count_ones() as usize..];
        Some((head >> 8) as usize)
    }
}

impl<'l> Chunks<'l> {
    /// Returns an iterator over the packed chunks in `part` of `memory`. At least [`LARGEST`] words
    /// must follow them.
    pub fn new(memory: &'l [u64], part: Range<usize>) -> Chunks<'l> {
        debug_assert!(memory.len() >= part.end + LARGEST);
        Chunks { packed: &memory[part.start..], end: part.len() }
    }

    /// Reads the next chunk. Returns the number of the chunk's first word, a set with one bit for
    /// each word that holds a position, and the chunk's words; `None` at the end.
    #[inline(always)]
    pub fn next<S: Simd>(&mut self, simd: S) -> Option<(usize, u8, S::Words)> {
        if self.end == 0 {
            return None;
        }
        let (&head, rest) = self.packed.split_first().expect("there is room after the end");
        let packed: &Chunk = rest[..8].try_into().expect("eight words");
        let nonzero = head as u8;
        let taken = 1 + nonzero.count_ones() as usize;
        self.packed = &self.packed[taken..];
        self.end -= taken;
        Some(((head >> 8) as usize, nonzero, simd.expand(nonzero, packed)))
    }

    /// Calls `visit` with the number and the lanes of each word that holds a position.
    #[inline(always)]
    pub fn for_each_word(self, mut visit: impl FnMut(usize, u64)) {
        let packed = &self.packed[..self.end];
        let (mut at, mut head, mut words) = (0, 0, 0_u64);
        while at < packed.len() {
            // No chunk is empty, so the loop needs no test, which the processor would mispredict.
            let next = words == 0;
            head = if next { packed[at] } else { head };
            words = if next { head & 0xff } else { words };
            at += usize::from(next);
            visit((head >> 8) as usize + words.trailing_zeros() as usize, packed[at]);
            words &= words - 1;
            at += 1;
        }
    }

    /// Returns the number of each chunk's first word.
    pub fn firsts(self) -> Firsts<'l> {
        Firsts { packed: &self.packed[..self.end] }
    }

    /// Returns an iterator over the words that hold a position.
    pub fn entries(self) -> impl Iterator<Item = Entry> + use<'l> {
        let Chunks { packed, end } = self;
        let mut at = 0;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let first = (packed[at] >> 8) as u32;
            let words = packed[at] as u8;
            let lanes = &packed[at + 1..];
            at += 1 + words.count_ones() as usize;
            let words = BitBoard(words.into()).into_iter();
            let entry = move |(i, word)| Entry { word: first + word as u32, lanes: lanes[i] };
            Some(words.enumerate().map(entry))
        })
        .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{self, Kernel, Plain, Vectors};
    use crate::test_numbers::numbers;

    /// Lists chunks, and reads them back from the list.
    struct ListAndRead<'a>(&'a [(usize, Chunk)]);

    impl Kernel for ListAndRead<'_> {
        type Output = (ChunkList, Vec<(usize, Chunk)>);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let mut list = ChunkList::default();
            for (first, words) in self.0 {
                list.push(simd, *first, simd.load(words));
            }
            let (mut read, mut left) = (Vec::new(), list.chunks());
            while let Some((first, nonzero, words)) = left.next(simd) {
                let mut chunk = [0; 8];
                simd.save(words, &mut chunk);
                assert_eq!(simd.nonzero(words), nonzero);
                read.push((first, chunk));
            }
            (list, read)
        }
    }

    #[test]
    fn chunks_are_read_as_they_were_listed() {
        let mut next = numbers();
        for count in [0, 1, 2, 300] {
            let chunks: Vec<(usize, Chunk)> = (0..count)
                .map(|number| {
                    let words = next() & next();
                    let lanes = |i| if words >> i & 1 != 0 { next() } else { 0 };
                    (8 * number, std::array::from_fn(lanes))
                })
                .collect();
            let mut kept = chunks.clone();
            kept.retain(|(_, words)| *words != [0; 8]);
            let expected: Vec<Entry> = chunks
                .iter()
                .flat_map(|(first, words)| {
                    let lanes = words.iter().zip(*first as u32..);
                    lanes.map(|(&lanes, word)| Entry { word, lanes })
                })
                .filter(|entry| entry.lanes != 0)
                .collect();
            for vectors in Vectors::available() {
                let (list, read) = simd::run(vectors, ListAndRead(&chunks));
                assert_eq!(read, kept, "{vectors}");
                assert_eq!(list.entries().collect::<Vec<_>>(), expected, "{vectors}");
                assert_eq!(list.is_empty(), kept.is_empty());
                let mut words = Vec::new();
                list.chunks().for_each_word(|word, lanes| {
                    words.push(Entry { word: word as u32, lanes });
                });
                assert_eq!(words, expected, "{vectors}");
                let firsts: Vec<usize> = kept.iter().map(|(first, _)| *first).collect();
                assert_eq!(list.chunks().firsts().collect::<Vec<_>>(), firsts, "{vectors}");
                let memory = [[1, 2].as_slice(), list.packed(), &[0; LARGEST]].concat();
                let part = Chunks::new(&memory, 2..2 + list.packed().len());
                assert_eq!(part.entries().collect::<Vec<_>>(), expected, "{vectors}");
            }
            let mut by_words = ChunkList::default();
            for (first, words) in &chunks {
                by_words.push_words(*first, words);
            }
            assert_eq!(by_words.entries().collect::<Vec<_>>(), expected);
            let mut one_by_one = ChunkList::default();
            for entry in &expected {
                one_by_one.push_word(entry.word as usize, entry.lanes);
            }
            assert_eq!(one_by_one.entries().collect::<Vec<_>>(), expected);
            one_by_one.clear();
            assert!(one_by_one.is_empty() && one_by_one.chunks().next(Plain).is_none());
        }
    }
}
