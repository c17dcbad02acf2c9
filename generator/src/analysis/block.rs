//! The blocks of a side to move: a span of blocks for a task, a single block for a step of the
//! analysis.
//!
//! To *settle* positions is to remove them from the sets of undecided positions.

use drawproof_board::BitBoard;

use crate::{
    analysis::{events::Events, run::End},
    moves::dirty_words::BlockDirtyWords,
    sets::{
        chunk::{chunk, chunk_mut},
        chunk_list::ChunkList,
    },
    shape::like_men::LikePair,
    simd::Simd,
};

/// Mutable access to consecutive blocks of one side to move. The fields are slices of the fields of
/// `Side`.
pub struct Span<'s> {
    /// The number of the first block.
    pub first: usize,
    /// The number of words in a block.
    pub words: usize,
    /// The number of rows of 64 words in a block.
    pub rows: usize,
    pub undetermined: &'s mut [u64],
    pub loss_candidates: &'s mut [u64],
    pub lost: &'s mut [ChunkList],
    pub won_rows: &'s mut [u64],
    pub won_any: &'s mut [bool],
    pub events: &'s mut [Events],
}

impl<'s> Span<'s> {
    /// Runs a step on each block, with at least `grain` blocks in a task. Returns the pending work
    /// after the step. A task stops at its first error.
    pub fn for_each<S>(
        mut self,
        grain: usize,
        scratch: &(impl Fn() -> S + Sync),
        step: &(impl Fn(&mut S, &mut Block) -> Result<(), End> + Sync),
    ) -> Result<Activity, End> {
        let blocks = self.lost.len();
        if blocks >= 2 * grain {
            let (some, others) = self.split_at(blocks / 2);
            let (some, others) = rayon::join(
                || some.for_each(grain, scratch, step),
                || others.for_each(grain, scratch, step),
            );
            return Ok(some?.or(others?));
        }
        let mut scratch = scratch();
        let mut activity = Activity::default();
        for block in 0..blocks {
            let mut block = self.block(block);
            step(&mut scratch, &mut block)?;
            activity = activity.or(block.activity());
        }
        Ok(activity)
    }

    /// Returns block `number` of the span. The block is built in place, because moving it would
    /// take longer than a step in a small block.
    #[inline(always)]
    fn block(&mut self, number: usize) -> Block<'_> {
        let words = number * self.words..(number + 1) * self.words;
        Block {
            number: self.first + number,
            undetermined: &mut self.undetermined[words.clone()],
            loss_candidates: &mut self.loss_candidates[words],
            lost: &mut self.lost[number],
            won: BlockDirtyWords {
                rows: &mut self.won_rows[number * self.rows..(number + 1) * self.rows],
                any: &mut self.won_any[number],
            },
            events: &mut self.events[number],
        }
    }

    /// Splits the span into its first `blocks` blocks and the rest.
    fn split_at(self, blocks: usize) -> (Span<'s>, Span<'s>) {
        let (words, rows) = (blocks * self.words, blocks * self.rows);
        let (undetermined, other_undetermined) = self.undetermined.split_at_mut(words);
        let (loss_candidates, other_loss_candidates) = self.loss_candidates.split_at_mut(words);
        let (lost, other_lost) = self.lost.split_at_mut(blocks);
        let (won_rows, other_won_rows) = self.won_rows.split_at_mut(rows);
        let (won_any, other_won_any) = self.won_any.split_at_mut(blocks);
        let (events, other_events) = self.events.split_at_mut(blocks);
        let others = Span {
            first: self.first + blocks,
            undetermined: other_undetermined,
            loss_candidates: other_loss_candidates,
            lost: other_lost,
            won_rows: other_won_rows,
            won_any: other_won_any,
            events: other_events,
            ..self
        };
        let some = Span { undetermined, loss_candidates, lost, won_rows, won_any, events, ..self };
        (some, others)
    }

    /// Splits the span into its blocks.
    pub fn into_blocks(self) -> Vec<Block<'s>> {
        let (words, rows) = (self.words, self.rows);
        let sets = self.undetermined.chunks_mut(words).zip(self.loss_candidates.chunks_mut(words));
        let won = self.won_rows.chunks_mut(rows).zip(self.won_any);
        sets.zip(won)
            .zip(self.lost.iter_mut().zip(self.events))
            .zip(self.first..)
            .map(|((((undetermined, loss_candidates), (rows, any)), (lost, events)), number)| {
                let won = BlockDirtyWords { rows, any };
                Block { number, undetermined, loss_candidates, lost, won, events }
            })
            .collect()
    }
}

/// Mutable access to one block of one side to move. The fields are slices of the fields of `Side`.
pub struct Block<'b> {
    /// The number of the block in the shape.
    pub number: usize,
    pub undetermined: &'b mut [u64],
    pub loss_candidates: &'b mut [u64],
    pub lost: &'b mut ChunkList,
    pub won: BlockDirtyWords<'b>,
    pub events: &'b mut Events,
}

impl Block<'_> {
    /// Returns the pending work of the block.
    #[inline]
    fn activity(&self) -> Activity {
        Activity {
            lost: !self.lost.is_empty(),
            won: *self.won.any,
            next_win: self.events.wins.next_ply(),
            next_expiry: self.events.expiries.next_ply(),
        }
    }

    /// Prefetches the words of a chunk from which positions will be removed. This saves 3 % of the
    /// time to solve KBNKR.
    #[inline(always)]
    pub fn prefetch<S: Simd>(&self, simd: S, first: usize) {
        simd.prefetch(self.undetermined, first);
        simd.prefetch(self.loss_candidates, first);
    }

    /// Removes the positions `new` of a chunk from the undetermined positions and from the loss
    /// candidates.
    #[inline(always)]
    pub fn settle_candidates<S: Simd>(
        &mut self,
        simd: S,
        like_pair: Option<LikePair>,
        first: usize,
        new: S::Words,
    ) {
        self.withdraw(simd, first, new);
        self.settle_others(simd, like_pair, first, new);
    }

    /// Removes the positions `new` of a chunk, none of which may be a loss candidate, from the
    /// undetermined positions. Also removes the same positions with like men exchanged.
    #[inline(always)]
    pub fn settle_others<S: Simd>(
        &mut self,
        simd: S,
        like_pair: Option<LikePair>,
        first: usize,
        new: S::Words,
    ) {
        debug_assert_eq!(
            simd.nonzero(simd.and(simd.load(chunk(self.loss_candidates, first)), new)),
            0
        );
        self.settle_undetermined(simd, like_pair, first, new);
    }

    /// Removes the positions `new` of a chunk from the undetermined positions, as
    /// [`Block::settle_others`] does, when the loss candidates are no longer needed.
    #[inline(always)]
    pub fn settle_undetermined<S: Simd>(
        &mut self,
        simd: S,
        like_pair: Option<LikePair>,
        first: usize,
        new: S::Words,
    ) {
        let undetermined = chunk_mut(self.undetermined, first);
        simd.save(simd.without(simd.load(undetermined), new), undetermined);
        if let Some(like_pair) = like_pair {
            let mut lanes = [0; 8];
            simd.save(new, &mut lanes);
            for i in BitBoard(simd.nonzero(new).into()) {
                self.undetermined[like_pair.exchanged(first + i as usize)] &= !lanes[i as usize];
            }
        }
    }

    /// Removes the positions `found` of a chunk from the loss candidates. The positions stay
    /// undetermined.
    #[inline(always)]
    pub fn withdraw<S: Simd>(&mut self, simd: S, first: usize, found: S::Words) {
        let candidates = chunk_mut(self.loss_candidates, first);
        simd.save(simd.without(simd.load(candidates), found), candidates);
    }

    /// Removes the positions `lanes` of a block with a single word from the undetermined positions
    /// and from the loss candidates.
    pub fn settle_word(&mut self, lanes: u64) {
        self.undetermined[0] &= !lanes;
        self.loss_candidates[0] &= !lanes;
    }

    /// Marks words of a chunk as dirty: each word with a bit in `words` has a newly won position,
    /// to which the opponent's moves may lead.
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

/// The pending work in some blocks with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Whether there are newly lost positions whose predecessors are still to be found.
    pub lost: bool,
    /// Whether positions were won at the last odd ply.
    pub won: bool,
    /// The next ply at which a conversion wins; `None` if there is none.
    pub next_win: Option<u16>,
    /// The next ply at which an escape by a conversion expires; `None` if there is none.
    pub next_expiry: Option<u16>,
}

impl Activity {
    /// Returns whether no work is pending.
    pub fn is_none(self) -> bool {
        self == Activity::default()
    }

    /// Combines the pending work of two sets of blocks.
    pub fn or(self, other: Activity) -> Activity {
        let first = |a: Option<u16>, b: Option<u16>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            _ => a.or(b),
        };
        Activity {
            lost: self.lost || other.lost,
            won: self.won || other.won,
            next_win: first(self.next_win, other.next_win),
            next_expiry: first(self.next_expiry, other.next_expiry),
        }
    }
}
