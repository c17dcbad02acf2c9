//! The losses of a ply: loss candidates without a quiet move into a position that the opponent has
//! not won.

use drawproof_board::{BitBoard, Color};

use crate::{
    analysis::{
        block::Block,
        run::{Context, End, LossBuffers},
        side::{Side, split},
    },
    moves::{
        by_word::without_escapes,
        dirty_words::{DirtyWords, add_dirty_predecessors},
        escapes::EscapeSearch,
    },
    sets::chunk_list::{ChunkList, Entry},
    shape::Shape,
    simd::{self, Kernel, Simd},
};

/// Finds the positions that `color`, to move, loses at ply `ply + 1`; `ply` is odd. The positions
/// stay undetermined until the losses of both sides are found, so a move into one of them still
/// counts as an escape.
pub fn find_losses(
    context: &Context,
    sides: &mut [Side; 2],
    color: Color,
    ply: u16,
) -> Result<(), End> {
    let Context { run, shape, .. } = *context;
    let (side, other) = split(sides, color);
    if !other.activity.won && side.activity.next_expiry != Some(ply) && !side.activity.lost {
        return Ok(());
    }
    let (won, open) = (&other.won, &other.undetermined);
    side.for_each(
        shape,
        || run.losses.borrow(|| LossBuffers::new(shape)),
        |buffers, block| {
            context.poll(block.number)?;
            simd::run(run.vectors, FindLost { shape, color, ply, won, open, buffers, block })
        },
    )
}

struct FindLost<'a, 'b> {
    shape: &'a Shape<'a>,
    color: Color,
    ply: u16,
    /// The words in which the opponent has newly won positions.
    won: &'a DirtyWords,
    /// The opponent's undetermined positions.
    open: &'a [u64],
    buffers: &'a mut LossBuffers,
    block: &'a mut Block<'b>,
}

impl Kernel for FindLost<'_, '_> {
    type Output = Result<(), End>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Result<(), End> {
        let FindLost { shape, color, ply, won, open, buffers, block } = self;
        let Block { number, loss_candidates, undetermined, lost, events, .. } = block;
        lost.clear();
        let LossBuffers { dirty, conversions, .. } = &mut *buffers;
        dirty.fill(0);
        let mut any = add_dirty_predecessors(shape, color, *number, won, dirty);
        for (row, dirty) in dirty.iter_mut().enumerate().filter(|_| shape.like_pair.is_some()) {
            *dirty &= shape.canonical_in_row(row * 64);
        }
        let expired = events.expiries.take(ply, conversions).map_err(End::Unread)?;
        for Entry { word, lanes } in expired.entries() {
            let word = word as usize;
            loss_candidates[word] |= lanes & undetermined[word];
            dirty[word / 64] |= 1 << (word % 64);
            any = true;
        }
        if any {
            let positions = &**loss_candidates;
            let candidates = Candidates { shape, color, block: *number, positions, open };
            simd.call(FindEscapeless { candidates, buffers, found: lost });
        }
        Ok(())
    }
}

/// The loss candidates of a block, and the positions to which they may escape.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    /// The shape of the subproblem.
    pub shape: &'a Shape<'a>,
    /// The side to move.
    pub color: Color,
    /// The number of the block in the shape.
    pub block: usize,
    /// The loss candidates of the block, `[word]`.
    pub positions: &'a [u64],
    /// The positions that a move must reach to be an escape, `[block][word]`: legal positions with
    /// the opponent to move.
    pub open: &'a [u64],
}

/// A kernel that adds to `found` the loss candidates in dirty words that have no quiet move into
/// the open set.
pub struct FindEscapeless<'a> {
    /// The loss candidates, and the open set of positions with the opponent to move.
    pub candidates: Candidates<'a>,
    /// Scratch buffers, which include the dirty words.
    pub buffers: &'a mut LossBuffers,
    /// The list to which the found positions are added.
    pub found: &'a mut ChunkList,
}

impl Kernel for FindEscapeless<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let FindEscapeless { candidates, buffers, found } = self;
        let Candidates { shape, color, block, positions, open } = candidates;
        let LossBuffers { dirty, escapes, .. } = buffers;
        if shape.words >= 8 {
            let search = EscapeSearch::new(shape, color, block, open);
            search.find(simd, positions, dirty, escapes, found);
            return;
        }
        // With three men a block is one word.
        let standing = shape.standing(block);
        for word in BitBoard(dirty[0]).into_iter().map(|word| word as usize) {
            let lanes = positions[word];
            let lanes = without_escapes(shape, color, block, standing, word, lanes, open);
            if lanes != 0 {
                found.push_word(word, lanes);
            }
        }
    }
}

/// Records the positions found lost at `ply`, and removes them from the undetermined positions. If
/// losses wait ([`Context::losses_wait`]), removes the losses recorded by the previous call
/// instead.
pub fn settle_losses(
    context: &Context,
    sides: &mut [Side; 2],
    color: Color,
    ply: u16,
) -> Result<(), End> {
    let (shape, vectors) = (context.shape, context.run.vectors);
    let (side, _) = split(sides, color);
    let found = side.activity.lost;
    if found {
        side.for_each(
            shape,
            || context.logs.borrow(),
            |log, block| {
                context.poll(block.number)?;
                if !block.lost.is_empty() {
                    if context.losses_wait {
                        simd::run(vectors, WithdrawLost { shape, block });
                    } else {
                        simd::run(vectors, SettleLost { shape, block, withdrawn: false });
                    }
                    let list = log.list(color, block.number, ply, shape.words);
                    list.map_err(End::Unwritten)?.append(block.lost);
                }
                Ok(())
            },
        )?;
    }
    if context.losses_wait && (found || side.any_waiting) {
        // A move into a newly lost position is not yet a loss, so these positions stay undetermined
        // for now.
        std::mem::swap(&mut side.lost, &mut side.waiting);
        side.any_waiting = found;
        side.for_each(
            shape,
            || (),
            |(), block| {
                context.poll(block.number)?;
                if !block.lost.is_empty() {
                    simd::run(vectors, SettleLost { shape, block, withdrawn: true });
                }
                Ok(())
            },
        )?;
    }
    Ok(())
}

/// Removes the positions found lost from the loss candidates.
struct WithdrawLost<'a, 'b> {
    shape: &'a Shape<'a>,
    block: &'a mut Block<'b>,
}

impl Kernel for WithdrawLost<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let WithdrawLost { shape, block } = self;
        let lost = std::mem::take(block.lost);
        if shape.words < 64 {
            lost.entries().for_each(|entry| block.loss_candidates[0] &= !entry.lanes);
        } else {
            let mut chunks = lost.chunks();
            while let Some((first, _, words)) = chunks.next(simd) {
                block.withdraw(simd, first, words);
            }
        }
        *block.lost = lost;
    }
}

struct SettleLost<'a, 'b> {
    shape: &'a Shape<'a>,
    block: &'a mut Block<'b>,
    /// Whether the positions have already been removed from the loss candidates.
    withdrawn: bool,
}

impl Kernel for SettleLost<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let SettleLost { shape, block, withdrawn } = self;
        let lost = std::mem::take(block.lost);
        if shape.words < 64 {
            lost.entries().for_each(|entry| block.settle_word(entry.lanes));
        } else if withdrawn {
            let mut chunks = lost.chunks();
            while let Some((first, _, words)) = chunks.next(simd) {
                block.settle_others(simd, shape.like_pair, first, words);
            }
        } else {
            let mut chunks = lost.chunks();
            while let Some((first, _, words)) = chunks.next(simd) {
                block.settle_candidates(simd, shape.like_pair, first, words);
            }
        }
        *block.lost = lost;
    }
}
