//! Lists of positions by ply.

use cozy_chess::BitBoard;
use drawproof_tables::Aligned;

use crate::{
    memory::pool::Pool,
    sets::chunk_list::{ChunkList, Chunks, LARGEST},
};

/// Chunks by ply, in the order in which they come.
#[derive(Debug)]
pub struct Buckets {
    /// By ply.
    plies: Vec<ChunkList>,
    /// A bit for each ply that there is something of.
    filled: [u64; 4],
}

impl Default for Buckets {
    fn default() -> Buckets {
        Buckets { plies: vec![ChunkList::default(); 256], filled: [0; 4] }
    }
}

impl Buckets {
    /// The list of a ply, to append something.
    #[inline(always)]
    pub fn ply(&mut self, ply: u8) -> &mut ChunkList {
        self.filled[usize::from(ply / 64)] |= 1 << (ply % 64);
        &mut self.plies[usize::from(ply)]
    }

    /// What is in the buckets, which are empty afterwards.
    pub fn drain(&mut self, pool: &Pool) -> Timeline {
        let plies = self.filled.iter().map(|filled| filled.count_ones() as usize).sum();
        let mut ends = Vec::with_capacity(plies);
        let mut end = 0;
        for (filled, first) in std::mem::take(&mut self.filled).into_iter().zip([0, 64, 128, 192]) {
            for ply in BitBoard(filled) {
                let ply = first + ply as usize;
                end += self.plies[ply].len;
                ends.push((ply as u16, end));
            }
        }
        if end == 0 {
            return Timeline::default();
        }
        let all = end + LARGEST;
        let mut packed = pool.words(all);
        let mut start = 0;
        for &(ply, end) in &ends {
            let list = &mut self.plies[usize::from(ply)];
            packed[start..end].copy_from_slice(&list.packed[..list.len]);
            list.clear();
            start = end;
        }
        Timeline { packed, next_ply: Some(ends[0].0), ends, next: 0 }
    }
}

/// Things that happen to positions of one block at known plies, and how far they have been taken.
#[derive(Debug, Default)]
pub struct Timeline {
    /// As in a [`ChunkList`], in the order of their plies.
    packed: Aligned<u64>,
    /// (ply, end of its chunks), in rising order.
    ends: Vec<(u16, usize)>,
    /// The next of `ends`.
    next: usize,
    /// Its ply, so that it need not be looked up in every step.
    next_ply: Option<u16>,
}

impl Timeline {
    /// Gives its memory to a pool.
    pub fn give_back(self, pool: &Pool) {
        pool.give_words(self.packed);
    }

    /// The ply of the next chunks.
    pub fn next_ply(&self) -> Option<u16> {
        self.next_ply
    }

    /// All chunks by ply, whether taken or not.
    pub fn all(&self) -> impl Iterator<Item = (u16, Chunks<'_>)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        starts.zip(&self.ends).map(|(start, &(ply, end))| {
            (ply, Chunks { packed: &self.packed[start..], end: end - start })
        })
    }

    /// Takes the chunks of `ply`. Panics if chunks of an earlier ply were left.
    #[inline]
    pub fn take(&mut self, ply: u16) -> Chunks<'_> {
        match self.next_ply() {
            Some(next) if next == ply => {
                let start = if self.next == 0 { 0 } else { self.ends[self.next - 1].1 };
                let end = self.ends[self.next].1;
                self.next += 1;
                self.next_ply = self.ends.get(self.next).map(|&(ply, _)| ply);
                Chunks { packed: &self.packed[start..], end: end - start }
            }
            Some(next) => {
                assert!(next > ply, "what happens at ply {next} was passed over");
                Chunks::default()
            }
            None => Chunks::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_comes_by_ply() {
        let mut buckets = Buckets::default();
        for (ply, word) in [(7, 1), (3, 2), (7, 30), (3, 4), (250, 5)] {
            buckets.ply(ply).push_word(word, 1);
        }
        let words = |chunks: Chunks| chunks.entries().map(|entry| entry.word).collect::<Vec<_>>();
        let mut timeline = buckets.drain(&Pool::new());
        assert!(timeline.take(1).is_empty());
        assert_eq!(timeline.next_ply(), Some(3));
        assert_eq!(words(timeline.take(3)), [2, 4]);
        assert!(timeline.take(5).is_empty());
        assert_eq!(words(timeline.take(7)), [1, 30]);
        assert_eq!(words(timeline.take(250)), [5]);
        assert_eq!(timeline.next_ply(), None);
        assert!(timeline.take(251).is_empty());
        let all: Vec<_> = timeline.all().map(|(ply, chunks)| (ply, words(chunks))).collect();
        assert_eq!(all, [(3, vec![2, 4]), (7, vec![1, 30]), (250, vec![5])]);
        assert_eq!(buckets.drain(&Pool::new()).next_ply(), None, "they are empty");
    }

    #[test]
    #[should_panic(expected = "ply 3 was passed over")]
    fn what_happens_is_not_passed_over() {
        let mut buckets = Buckets::default();
        buckets.ply(3).push_word(0, 1);
        buckets.drain(&Pool::new()).take(5);
    }
}
