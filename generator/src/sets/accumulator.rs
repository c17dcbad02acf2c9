//! A dense set of positions of one block. It is filled in any order, then read in order and
//! emptied.

use drawproof_board::BitBoard;
use drawproof_tables::Aligned;

use crate::{
    sets::chunk,
    shape::like_men::LikePair,
    simd::{Chunk, Simd},
};

/// A dense set of positions of one block. Reading the positions empties the set.
#[derive(Debug)]
pub struct Accumulator {
    /// The lanes, `[word]`.
    lanes: Aligned<u64>,
    /// One bit for each chunk that may hold a position, `[row]`.
    filled: Vec<u8>,
    /// A scratch buffer: the first words of the chunks that may hold a position.
    chunks: Vec<u32>,
}

/// How many chunks ahead [`Accumulator::drain`] announces a chunk before it reads it.
const PREFETCH_DISTANCE_CHUNKS: usize = 12;

impl Accumulator {
    /// Makes an empty set for a block of `words` words.
    pub fn new(words: usize) -> Accumulator {
        Accumulator {
            lanes: Aligned::new(words),
            filled: vec![0; words.div_ceil(64)],
            // One element more, because each chunk is written before it is counted.
            chunks: vec![0; words.div_ceil(8) + 1],
        }
    }

    /// Adds the positions `lanes` of a word.
    #[inline(always)]
    pub fn add(&mut self, word: usize, lanes: u64) {
        self.lanes[word] |= lanes;
        self.filled[word / 64] |= 1 << (word / 8 % 8);
    }

    /// Adds the positions `words` of the chunk that starts with word `first`.
    #[inline(always)]
    pub fn add_chunk<S: Simd>(&mut self, simd: S, first: usize, words: S::Words) {
        let chunk = chunk::chunk_mut(&mut self.lanes, first);
        simd.save(simd.or(simd.load(chunk), words), chunk);
        self.filled[first / 64] |= 1 << (first / 8 % 8);
    }

    /// Moves the positions of words that are not canonical to the canonical words.
    #[inline(always)]
    pub fn fold_like_words<S: Simd>(&mut self, simd: S, like_pair: LikePair) {
        for row in 0..self.filled.len() {
            let others = !like_pair.canonical_in_row(row * 64);
            for chunk in BitBoard(self.filled[row].into()) {
                let first = row * 64 + chunk as usize * 8;
                let others = (others >> (8 * chunk as usize)) as u8;
                let chunk = chunk::chunk_mut(&mut self.lanes, first);
                let words = simd.load(chunk);
                let moved = simd.nonzero(words) & others;
                if moved == 0 {
                    continue;
                }
                let lanes = *chunk;
                simd.save(simd.keep(words, !others), chunk);
                for i in BitBoard(moved.into()) {
                    let word = first + i as usize;
                    if like_pair.exchanged(word) != word {
                        self.add(like_pair.exchanged(word), lanes[i as usize]);
                    }
                }
            }
        }
    }

    /// Empties the set of a block of 64 words or more. Calls `visit` in order for each chunk that
    /// may hold a position. The arguments are the number of the chunk's first word, the chunk's
    /// words, and the first word of the chunk [`PREFETCH_DISTANCE_CHUNKS`] ahead, if there is one.
    #[inline(always)]
    pub fn drain(&mut self, mut visit: impl FnMut(usize, &Chunk, Option<usize>)) {
        let Accumulator { lanes, filled, chunks } = self;
        // Each chunk is written always, and counted only if it matters: the processor would
        // mispredict a branch.
        let mut count = 0;
        for (row, filled) in filled.iter_mut().enumerate().filter(|(_, filled)| **filled != 0) {
            for chunk in 0..8 {
                chunks[count] = (row * 64 + chunk * 8) as u32;
                count += usize::from(*filled >> chunk & 1);
            }
            *filled = 0;
        }
        let chunks = &chunks[..count];
        for (i, &first) in chunks.iter().enumerate() {
            let later = chunks.get(i + PREFETCH_DISTANCE_CHUNKS).map(|&later| later as usize);
            let chunk = chunk::chunk_mut(lanes, first as usize);
            visit(first as usize, chunk, later);
            *chunk = [0; 8];
        }
    }

    /// Empties the set, and returns the words that hold a position with their lanes.
    #[cfg(test)]
    pub fn drained(&mut self) -> Vec<(usize, u64)> {
        let mut drained = Vec::new();
        self.drain(|first, chunk, _| {
            let words = chunk.iter().enumerate().filter(|(_, lanes)| **lanes != 0);
            drained.extend(words.map(|(word, &lanes)| (first + word, lanes)));
        });
        drained
    }

    /// Empties the set of a block of one word and returns its lanes.
    pub fn take_word(&mut self) -> u64 {
        assert_eq!(self.lanes.len(), 1, "the block has one word");
        self.filled[0] = 0;
        std::mem::take(&mut self.lanes[0])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use drawproof_tables::{Layout, NormalMaterial};

    use super::*;
    use crate::{
        shape::Shape,
        simd::{self, Kernel, Plain, Vectors},
        test_numbers::numbers,
    };

    /// Runs [`Accumulator::fold_like_words`].
    struct FoldLikeWords<'a>(&'a mut Accumulator, LikePair);

    impl Kernel for FoldLikeWords<'_> {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            self.0.fold_like_words(simd, self.1);
        }
    }

    #[test]
    fn positions_move_to_the_canonical_words() {
        let mut next = numbers();
        for name in ["KBBKN", "KNNKR"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let shape = Shape::new(&layout, 0);
            let like_pair = shape.like_pair.expect("two like men");
            for vectors in Vectors::available() {
                let mut set = Accumulator::new(shape.words);
                let (mut expected, mut moved) = (BTreeMap::<usize, u64>::new(), 0);
                for word in 0..shape.words {
                    if !next().is_multiple_of(5) {
                        continue;
                    }
                    let lanes = next() & next() | 1;
                    set.add(word, lanes);
                    // No position has two men on one square.
                    if like_pair.exchanged(word) != word {
                        *expected.entry(like_pair.canonical(word)).or_default() |= lanes;
                        moved += usize::from(like_pair.canonical(word) != word);
                    }
                }
                simd::run(vectors, FoldLikeWords(&mut set, like_pair));
                let found = set.drained();
                assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{name}, {vectors}");
                assert!(moved > 100);
            }
        }
    }

    #[test]
    fn an_accumulator_returns_what_was_added_once() {
        for words in [64, 4096, 64 * 4096] {
            let mut set = Accumulator::new(words);
            let mut expected = BTreeMap::<usize, u64>::new();
            for (i, word) in [0, words / 3, words / 2, words - 1].into_iter().enumerate() {
                set.add(word, 1 << i);
                *expected.entry(word).or_default() |= 1 << i;
            }
            let chunk = [1, 0, 4, 0, 0, 32, 64, 128];
            set.add_chunk(Plain, words - 8, chunk);
            for (i, lanes) in chunk.into_iter().enumerate().filter(|(_, lanes)| *lanes != 0) {
                *expected.entry(words - 8 + i).or_default() |= lanes;
            }
            assert_eq!(set.drained(), expected.into_iter().collect::<Vec<_>>());
            assert_eq!(set.drained(), []);
        }
        let mut word = Accumulator::new(1);
        word.add(0, 6);
        assert_eq!((word.take_word(), word.take_word()), (6, 0));
    }
}
