//! Sparse sets of positions of one block by ply: [`Buckets`] collect them in any order, a
//! [`Timeline`] returns them ply by ply.

use std::{collections::BTreeMap, io, ops::Range};

use drawproof_board::BitBoard;
use drawproof_tables::{Aligned, Cell};

use crate::{
    memory::{lists::ListMemory, pool::Pool},
    sets::chunk_list::{ChunkList, Chunks, Entry, LARGEST},
};

/// The number of buckets that one word of [`Buckets::filled`] describes.
const PLIES_IN_WORD: usize = u64::BITS as usize;

/// Lists of chunks by ply, to which positions can be added.
#[derive(Debug)]
pub struct Buckets {
    /// The lists, `[ply]`.
    plies: Vec<ChunkList>,
    /// One bit for each ply whose list may hold a chunk.
    filled: [u64; Cell::NUMBERS / PLIES_IN_WORD],
    /// The lists of plies beyond those of `plies`.
    later: BTreeMap<u16, ChunkList>,
    /// The chunks of all plies while they are written to a scratch file; otherwise empty.
    joined: Vec<u64>,
}

impl Default for Buckets {
    fn default() -> Buckets {
        Buckets {
            plies: vec![ChunkList::default(); Cell::NUMBERS],
            filled: [0; Cell::NUMBERS / PLIES_IN_WORD],
            later: BTreeMap::new(),
            joined: Vec::new(),
        }
    }
}

impl Buckets {
    /// Returns the list of a ply mutably, so that chunks can be appended.
    #[inline(always)]
    pub fn ply(&mut self, ply: u8) -> &mut ChunkList {
        let ply = usize::from(ply);
        self.filled[ply / PLIES_IN_WORD] |= 1 << (ply % PLIES_IN_WORD);
        &mut self.plies[ply]
    }

    /// Moves each position in the list of `ply`, the last ply, to its exact ply, which must not be
    /// earlier. `exact` returns the lanes of a word by exact ply.
    pub fn move_later(&mut self, ply: u8, exact: impl Fn(Entry) -> BTreeMap<u16, u64>) {
        let number = usize::from(ply);
        if self.filled[number / PLIES_IN_WORD] >> (number % PLIES_IN_WORD) & 1 == 0 {
            return;
        }
        let list = std::mem::take(&mut self.plies[number]);
        self.filled[number / PLIES_IN_WORD] &= !(1 << (number % PLIES_IN_WORD));
        for entry in list.entries() {
            for (later, lanes) in exact(entry) {
                debug_assert!(later >= u16::from(ply));
                self.later.entry(later).or_default().push_word(entry.word as usize, lanes);
            }
        }
    }

    /// Empties the lists into one buffer, which it returns as a timeline.
    pub fn drain(&mut self, memory: &ListMemory) -> io::Result<Timeline> {
        let plies = self.filled.iter().map(|filled| filled.count_ones() as usize).sum();
        let mut ends = Vec::with_capacity(plies);
        let mut end = 0;
        for (number, filled) in std::mem::take(&mut self.filled).into_iter().enumerate() {
            for ply in BitBoard(filled) {
                let ply = number * PLIES_IN_WORD + ply as usize;
                end += self.plies[ply].len;
                ends.push((ply as u16, end));
            }
        }
        let mut later = std::mem::take(&mut self.later);
        for (&ply, list) in &later {
            end += list.len;
            ends.push((ply, end));
        }
        if end == 0 {
            return Ok(Timeline::default());
        }
        let mut packed = memory.words(end + LARGEST)?;
        // Many short writes to a file would take longer than a copy.
        let is_joined = packed.is_in_scratch();
        let mut start = 0;
        for &(ply, end) in &ends {
            let list = match later.get_mut(&ply) {
                Some(list) => list,
                None => &mut self.plies[usize::from(ply)],
            };
            let words = &list.packed[..list.len];
            if is_joined {
                self.joined.extend_from_slice(words);
            } else {
                packed[start..end].copy_from_slice(words);
            }
            list.clear();
            start = end;
        }
        if is_joined {
            packed.put(0, &self.joined)?;
            self.joined.clear();
        }
        Ok(Timeline { packed, next_ply: Some(ends[0].0), ends, next: 0 })
    }
}

/// Packed chunks by ply. The chunks are taken in the order of the plies.
#[derive(Debug, Default)]
pub struct Timeline {
    /// The packed chunks ([`ChunkList::packed`]) of all plies, in ascending order of plies.
    packed: Aligned<u64>,
    /// Each ply with the end of its chunks in `packed`, in ascending order.
    ends: Vec<(u16, usize)>,
    /// The index in `ends` of the first ply that has not been taken.
    next: usize,
    /// The ply at that index, copied because every step of the analysis reads it.
    next_ply: Option<u16>,
}

impl Timeline {
    /// Returns the buffer to the pool.
    pub fn give_back(self, pool: &Pool) {
        pool.give_words(self.packed);
    }

    /// Returns the timeline with all chunks `plies` plies later. Call this before any chunks are
    /// taken.
    #[must_use]
    pub fn put_off(mut self, plies: u16) -> Timeline {
        self.ends.iter_mut().for_each(|(ply, _)| *ply += plies);
        Timeline { next_ply: self.next_ply.map(|ply| ply + plies), ..self }
    }

    /// Returns the first ply whose chunks have not been taken; `None` if all have been taken.
    pub fn next_ply(&self) -> Option<u16> {
        self.next_ply
    }

    /// Returns the chunks of all plies, taken or not.
    pub fn all(&self) -> impl Iterator<Item = (u16, Chunks<'_>)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        starts.zip(&self.ends).map(|(start, &(ply, end))| {
            (ply, Chunks { packed: &self.packed[start..], end: end - start })
        })
    }

    /// Takes the chunks of `ply`. Chunks in a scratch file are read into `buffer`: mapping a few of
    /// them for each block would bring many times as much into memory. Returns an error if a
    /// scratch file cannot be read.
    ///
    /// # Panics
    ///
    /// Panics if chunks of an earlier ply have not been taken.
    #[inline]
    pub fn take<'t>(&'t mut self, ply: u16, buffer: &'t mut Vec<u64>) -> io::Result<Chunks<'t>> {
        Ok(match self.next_ply() {
            Some(next) if next == ply => {
                let start = if self.next == 0 { 0 } else { self.ends[self.next - 1].1 };
                let end = self.ends[self.next].1;
                self.next += 1;
                self.next_ply = self.ends.get(self.next).map(|&(ply, _)| ply);
                if self.packed.is_in_scratch() && self.read(start..end, buffer)? {
                    return Ok(Chunks::new(buffer, 0..end - start));
                }
                Chunks { packed: &self.packed[start..], end: end - start }
            }
            Some(next) => {
                assert!(next > ply, "the chunks of ply {next} were not taken");
                Chunks::default()
            }
            None => Chunks::default(),
        })
    }

    /// Reads chunks from an open scratch file. Returns whether they are in a file.
    #[cold]
    fn read(&self, chunks: Range<usize>, buffer: &mut Vec<u64>) -> io::Result<bool> {
        let len = chunks.len() + LARGEST;
        if buffer.len() < len {
            buffer.resize(len, 0);
        }
        self.packed.read(chunks.start, &mut buffer[..chunks.len()])
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::ScratchFiles;

    use super::*;

    #[test]
    fn chunks_come_back_by_ply() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = ScratchFiles::new(folder.path().into());
        for files in [None, Some(&scratch)] {
            let (pool, is_spilled) = (Pool::new(), files.is_some());
            let memory = ListMemory::new(&pool, files);
            let mut buckets = Buckets::default();
            for (ply, word) in [(7, 1), (3, 2), (7, 30), (3, 4), (250, 5)] {
                buckets.ply(ply).push_word(word, 1);
            }
            let words =
                |chunks: Chunks| chunks.entries().map(|entry| entry.word).collect::<Vec<_>>();
            let mut timeline = buckets.drain(&memory).unwrap();
            let mut buffer = vec![7; 3];
            let mut take = |ply| {
                let taken = words(timeline.take(ply, &mut buffer).unwrap());
                (taken, timeline.next_ply())
            };
            assert_eq!(take(1), (vec![], Some(3)));
            assert_eq!(take(3), (vec![2, 4], Some(7)));
            assert_eq!(take(5), (vec![], Some(7)));
            assert_eq!(take(7), (vec![1, 30], Some(250)));
            assert_eq!(take(250), (vec![5], None));
            assert_eq!(take(251), (vec![], None));
            assert_eq!(buffer.len() > 3, is_spilled, "read from the file");
            let all: Vec<_> = timeline.all().map(|(ply, chunks)| (ply, words(chunks))).collect();
            assert_eq!(all, [(3, vec![2, 4]), (7, vec![1, 30]), (250, vec![5])]);
            assert_eq!(buckets.drain(&memory).unwrap().next_ply(), None, "the buckets are empty");
        }
    }

    #[test]
    fn positions_of_the_last_ply_move_to_exact_ones() {
        let mut buckets = Buckets::default();
        for (ply, word, lanes) in [(7, 1, 1), (253, 2, 0b111), (253, 3, 0b100)] {
            buckets.ply(ply).push_word(word, lanes);
        }
        let exact = |Entry { word, lanes }: Entry| match word {
            2 => [(301, lanes & 0b011), (253, lanes & 0b100)].into(),
            _ => [(301, lanes)].into(),
        };
        buckets.move_later(253, exact);
        let pool = Pool::new();
        let memory = ListMemory::new(&pool, None);
        let timeline = buckets.drain(&memory).unwrap();
        let all: Vec<(u16, u32, u64)> = timeline
            .all()
            .flat_map(|(ply, chunks)| chunks.entries().map(move |it| (ply, it.word, it.lanes)))
            .collect();
        assert_eq!(all, [(7, 1, 1), (253, 2, 0b100), (301, 2, 0b011), (301, 3, 0b100)]);
        assert_eq!(buckets.drain(&memory).unwrap().next_ply(), None, "the buckets are empty");
    }

    #[test]
    #[should_panic(expected = "the chunks of ply 3 were not taken")]
    fn no_ply_is_skipped() {
        let mut buckets = Buckets::default();
        buckets.ply(3).push_word(0, 1);
        let pool = Pool::new();
        let mut timeline = buckets.drain(&ListMemory::new(&pool, None)).unwrap();
        let _ = timeline.take(5, &mut Vec::new());
    }
}
