//! The blocks of a side to move: many of them for a task, one of them for a step.

use cozy_chess::BitBoard;

use crate::{
    sets::chunk, sets::chunk_list::ChunkList, sets::dirty_words::BlockDirtyWords,
    sets::timeline::Timeline, shape::LikePair, simd::Simd,
};

/// Blocks of a [`crate::analysis::side::Side`] that follow each other, to be changed. Its fields are their parts
/// of those of the side.
pub struct Span<'s> {
    /// The number of the first.
    pub first: usize,
    /// Words in a block.
    pub words: usize,
    /// Rows of 64 words in a block.
    pub rows: usize,
    pub undetermined: &'s mut [u64],
    pub cornered: &'s mut [u64],
    pub lost: &'s mut [ChunkList],
    pub won_rows: &'s mut [u64],
    pub won_any: &'s mut [bool],
    pub events: &'s mut [BlockStart],
}

impl<'s> Span<'s> {
    /// Lets a step see the blocks, at least `grain` in a task, and tells what is there then.
    pub fn for_each<S>(
        mut self,
        grain: usize,
        space: &(impl Fn() -> S + Sync),
        step: &(impl Fn(&mut S, &mut Block) + Sync),
    ) -> Any {
        let blocks = self.lost.len();
        if blocks >= 2 * grain {
            let (some, others) = self.split_at(blocks / 2);
            let (some, others) = rayon::join(
                || some.for_each(grain, space, step),
                || others.for_each(grain, space, step),
            );
            return some.or(others);
        }
        let mut space = space();
        let mut any = Any::default();
        for block in 0..blocks {
            let mut block = self.block(block);
            step(&mut space, &mut block);
            any = any.or(block.any());
        }
        any
    }

    /// The block that comes so many after the first. Made where it is used: moving it takes longer than
    /// a step in a small one.
    #[inline(always)]
    fn block(&mut self, number: usize) -> Block<'_> {
        let words = number * self.words..(number + 1) * self.words;
        Block {
            number: self.first + number,
            undetermined: &mut self.undetermined[words.clone()],
            cornered: &mut self.cornered[words],
            lost: &mut self.lost[number],
            won: BlockDirtyWords {
                rows: &mut self.won_rows[number * self.rows..(number + 1) * self.rows],
                any: &mut self.won_any[number],
            },
            events: &mut self.events[number],
        }
    }

    /// The first blocks, and the others.
    fn split_at(self, blocks: usize) -> (Span<'s>, Span<'s>) {
        let (words, rows) = (blocks * self.words, blocks * self.rows);
        let (undetermined, other_undetermined) = self.undetermined.split_at_mut(words);
        let (cornered, other_cornered) = self.cornered.split_at_mut(words);
        let (lost, other_lost) = self.lost.split_at_mut(blocks);
        let (won_rows, other_won_rows) = self.won_rows.split_at_mut(rows);
        let (won_any, other_won_any) = self.won_any.split_at_mut(blocks);
        let (events, other_events) = self.events.split_at_mut(blocks);
        let others = Span {
            first: self.first + blocks,
            undetermined: other_undetermined,
            cornered: other_cornered,
            lost: other_lost,
            won_rows: other_won_rows,
            won_any: other_won_any,
            events: other_events,
            ..self
        };
        let some = Span { undetermined, cornered, lost, won_rows, won_any, events, ..self };
        (some, others)
    }

    /// The blocks.
    pub fn into_blocks(self) -> Vec<Block<'s>> {
        let (words, rows) = (self.words, self.rows);
        let sets = self.undetermined.chunks_mut(words).zip(self.cornered.chunks_mut(words));
        let dirty = self.won_rows.chunks_mut(rows).zip(self.won_any);
        sets.zip(dirty)
            .zip(self.lost.iter_mut().zip(self.events))
            .zip(self.first..)
            .map(|((((undetermined, cornered), (rows, any)), (lost, events)), number)| {
                let won = BlockDirtyWords { rows, any };
                Block { number, undetermined, cornered, lost, won, events }
            })
            .collect()
    }
}

/// One block of a [`crate::analysis::side::Side`], to be changed. Its fields are the block's parts of those of
/// the side.
pub struct Block<'b> {
    /// Its number in the shape.
    pub number: usize,
    pub undetermined: &'b mut [u64],
    pub cornered: &'b mut [u64],
    pub lost: &'b mut ChunkList,
    pub won: BlockDirtyWords<'b>,
    pub events: &'b mut BlockStart,
}

impl Block<'_> {
    /// What is there in it.
    #[inline]
    fn any(&self) -> Any {
        Any {
            lost: !self.lost.is_empty(),
            won: *self.won.any,
            win: self.events.wins.next_ply(),
            release: self.events.releases.next_ply(),
        }
    }

    /// Fetches what is needed to settle a chunk.
    #[inline(always)]
    pub fn prefetch<S: Simd>(&self, simd: S, first: usize) {
        simd.prefetch(self.undetermined, first);
        simd.prefetch(self.cornered, first);
    }

    /// Takes the positions `new` of a chunk out of the undetermined ones, also where the like_pair are
    /// exchanged, and out of the cornered ones.
    #[inline(always)]
    pub fn settle<S: Simd>(
        &mut self,
        simd: S,
        like_pair: Option<LikePair>,
        first: usize,
        new: S::Words,
    ) {
        let cornered = chunk::chunk_mut(self.cornered, first);
        simd.save(simd.without(simd.load(cornered), new), cornered);
        self.settle_uncornered(simd, like_pair, first, new);
    }

    /// The same of positions that are not cornered.
    #[inline(always)]
    pub fn settle_uncornered<S: Simd>(
        &mut self,
        simd: S,
        like_pair: Option<LikePair>,
        first: usize,
        new: S::Words,
    ) {
        debug_assert_eq!(
            simd.nonzero(simd.and(simd.load(chunk::chunk(self.cornered, first)), new)),
            0
        );
        let undetermined = chunk::chunk_mut(self.undetermined, first);
        simd.save(simd.without(simd.load(undetermined), new), undetermined);
        if let Some(like_pair) = like_pair {
            let mut lanes = [0; 8];
            simd.save(new, &mut lanes);
            for i in BitBoard(simd.nonzero(new).into()) {
                self.undetermined[like_pair.exchanged(first + i as usize)] &= !lanes[i as usize];
            }
        }
    }

    /// [`Block::settle`] in a block of a single word.
    pub fn settle_word(&mut self, lanes: u64) {
        self.undetermined[0] &= !lanes;
        self.cornered[0] &= !lanes;
    }

    /// Notes that positions of the words `words` (bits) of a chunk have been won, which the other
    /// side's moves may lead to.
    #[inline(always)]
    pub fn mark_won(&mut self, like_pair: Option<LikePair>, first: usize, words: u8) {
        *self.won.any = true;
        self.won.rows[first / 64] |= u64::from(words) << (first % 64);
        if let Some(like_pair) = like_pair {
            for i in BitBoard(words.into()) {
                let like_word = like_pair.exchanged(first + i as usize);
                self.won.rows[like_word / 64] |= 1 << (like_word % 64);
            }
        }
    }
}

/// What is known of the positions of one block and side to move from the start.
#[derive(Debug, Default)]
pub struct BlockStart {
    /// Positions by the ply in which a conversion wins.
    pub wins: Timeline,
    /// Positions by the ply at which the last conversion that kept them from being lost fails.
    pub releases: Timeline,
}

/// What is there in any block of a side to move: where there is nothing, no block is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Any {
    /// Whether positions were lost at the last even ply.
    pub lost: bool,
    /// Whether positions were won at the last odd ply.
    pub won: bool,
    /// The next ply at which a conversion wins.
    pub win: Option<u16>,
    /// The next ply at which a conversion fails that kept positions from being lost.
    pub release: Option<u16>,
}

impl Any {
    /// What is there in these blocks or in others.
    pub fn or(self, other: Any) -> Any {
        let first = |a: Option<u16>, b: Option<u16>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            _ => a.or(b),
        };
        Any {
            lost: self.lost || other.lost,
            won: self.won || other.won,
            win: first(self.win, other.win),
            release: first(self.release, other.release),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use drawproof_tables::{Layout, Material};
    use rayon::prelude::*;

    use crate::{analysis::side::Side, memory::pool::Pool, shape::Shape};

    #[test]
    fn steps_of_small_tables_stay_whole_and_others_are_shared() {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for (name, least, most) in [("KRKR", 1, 1), ("KBNK", 1, 1), ("KBNKR", 4, 32)] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            let (shape, pool) = (Shape::new(&layout, 0), Pool::new());
            let mut side = Side::new(&shape, &pool);
            // Each task asks for space.
            let tasks = AtomicUsize::new(0);
            let space = || {
                tasks.fetch_add(1, Ordering::Relaxed);
            };
            threads.install(|| side.for_each(&shape, space, |(), _| ()));
            let tasks = tasks.into_inner();
            assert!((least..=most).contains(&tasks), "{name}: {tasks} tasks");
        }
    }

    #[test]
    fn every_block_is_seen_once_with_what_belongs_to_it() {
        for name in ["KRK", "KRKB", "KBNKR", "KRPKR"] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            let (shape, pool) = (Shape::new(&layout, 0), Pool::new());
            let (words, rows) = (shape.words, shape.words.div_ceil(64));
            let mut side = Side::new(&shape, &pool);
            side.for_each(
                &shape,
                || (),
                |(), block| {
                    let number = block.number;
                    block.undetermined[words - 1] += number as u64 + 1;
                    block.won.rows[rows - 1] += number as u64 + 1;
                    block.cornered[0] += number as u64 + 1;
                    block.lost.push_word(number % words, 1);
                    *block.won.any = number % 3 == 0;
                },
            );
            let seen: Vec<usize> = side
                .blocks(&shape)
                .map(|block| {
                    let own = block.number as u64 + 1;
                    assert_eq!(block.undetermined[words - 1], own);
                    assert_eq!((block.won.rows[rows - 1], block.cornered[0]), (own, own));
                    let lost: Vec<u32> = block.lost.entries().map(|entry| entry.word).collect();
                    assert_eq!(lost, [(block.number % words) as u32]);
                    assert_eq!(*block.won.any, block.number % 3 == 0);
                    block.number
                })
                .collect();
            assert_eq!(seen, (0..shape.blocks).collect::<Vec<_>>(), "{name}");
            assert!(side.any.lost && side.any.won);
        }
    }
}
