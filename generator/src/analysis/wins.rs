//! The wins of a ply: undetermined positions with a move into a position that the opponent has just
//! lost, or with a conversion that wins at this ply.
//!
//! For helpmates, each ply of either side is found in this way. The positions found are listed
//! among the lost positions of the side, and lead to the next ply.

use drawproof_board::Color;

use crate::{
    analysis::{
        block::Block,
        log::Log,
        run::{Context, End, WinBuffers},
        side::{Side, split},
    },
    moves::{by_word, predecessors::add_predecessors},
    sets::{chunk::chunk, chunk_list::ChunkList},
    shape::Shape,
    simd::{self, Kernel, Simd},
};

/// Finds and records the positions won at `ply`, which is odd except for helpmates.
pub fn find_wins(
    context: &Context,
    sides: &mut [Side; 2],
    color: Color,
    ply: u16,
) -> Result<(), End> {
    let Context { run, shape, mating, .. } = *context;
    let leads_on = mating.is_some();
    let (side, other) = split(sides, color);
    let is_listed = side.activity.won || leads_on && side.activity.lost;
    if !other.activity.lost && side.activity.next_win != Some(ply) && !is_listed {
        return Ok(());
    }
    let lost = &other.lost;
    side.for_each(
        shape,
        || (run.wins.borrow(|| WinBuffers::new(shape)), context.logs.borrow()),
        |(buffers, log), block| {
            context.poll(block.number)?;
            let find = FindWon { shape, color, ply, leads_on, lost, buffers, log, block };
            simd::run(run.vectors, find)
        },
    )
}

struct FindWon<'a, 'b, 'l> {
    shape: &'a Shape<'a>,
    color: Color,
    ply: u16,
    /// Whether the positions found are listed as targets of the opponent's next moves.
    leads_on: bool,
    /// For each block, the positions that the opponent has just lost.
    lost: &'a [ChunkList],
    buffers: &'a mut WinBuffers,
    log: &'a mut Log<'l>,
    block: &'a mut Block<'b>,
}

impl Kernel for FindWon<'_, '_, '_> {
    type Output = Result<(), End>;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> Result<(), End> {
        if *self.block.won.any {
            self.block.won.rows.fill(0);
            *self.block.won.any = false;
        }
        if self.leads_on {
            self.block.lost.clear();
        }
        if self.shape.words < 64 {
            self.find_in_word(simd)
        } else {
            self.find_by_moves(simd)?;
            self.find_by_conversions(simd)
        }
    }
}

impl FindWon<'_, '_, '_> {
    /// Finds the wins of a block of one word, as with three men.
    #[inline(always)]
    fn find_in_word<S: Simd>(&mut self, simd: S) -> Result<(), End> {
        let FindWon { shape, color, ply, leads_on, lost, buffers, log, block } = self;
        let WinBuffers { found, conversions } = &mut **buffers;
        by_word::add_predecessors(shape, *color, block.number, lost, found);
        let wins = block.events.wins.take(*ply, conversions).map_err(End::Unread)?;
        let lanes = wins.entries().fold(found.take_word(), |lanes, entry| lanes | entry.lanes);
        let new = lanes & block.undetermined[0];
        if new != 0 {
            block.settle_word(new);
            let mut list = log.list(*color, block.number, *ply, 1).map_err(End::Unwritten)?;
            list.push(simd, 0, simd.keep(simd.splat(new), 1));
            if *leads_on {
                block.lost.push_word(0, new);
            } else {
                block.mark_won(None, 0, 1);
            }
        }
        Ok(())
    }

    /// Settles and logs the positions with a move into a newly lost position.
    #[inline(always)]
    fn find_by_moves<S: Simd>(&mut self, simd: S) -> Result<(), End> {
        let FindWon { shape, color, ply, leads_on, lost, buffers, log, block } = self;
        let found = &mut buffers.found;
        add_predecessors(simd, shape, *color, block.number, lost, found);
        let won = log.list(*color, block.number, *ply, shape.words);
        let mut won = won.map_err(End::Unwritten)?;
        found.drain(|first, lanes, later| {
            if let Some(later) = later {
                block.prefetch(simd, later);
            }
            let undetermined = simd.load(chunk(block.undetermined, first));
            let new = simd.and(simd.load(lanes), undetermined);
            let words = simd.nonzero(new);
            if words != 0 {
                if *leads_on {
                    block.settle_undetermined(simd, shape.like_pair, first, new);
                    block.lost.push(simd, first, new);
                } else {
                    block.settle_candidates(simd, shape.like_pair, first, new);
                    block.mark_won(shape.like_pair, first, words);
                }
                won.push(simd, first, new);
            }
        });
        Ok(())
    }

    /// Settles the positions that a conversion wins at this ply. The cells are written from the
    /// events, so nothing is logged.
    #[inline(always)]
    fn find_by_conversions<S: Simd>(&mut self, simd: S) -> Result<(), End> {
        let FindWon { shape, ply, leads_on, buffers, block, .. } = self;
        if block.events.wins.next_ply().is_none_or(|next| next > *ply) {
            return Ok(());
        }
        let mut events = std::mem::take(block.events);
        let wins = events.wins.take(*ply, &mut buffers.conversions);
        let mut wins = wins.map_err(End::Unread)?;
        while let Some((first, _, words)) = wins.next(simd) {
            let new = simd.and(words, simd.load(chunk(block.undetermined, first)));
            let words = simd.nonzero(new);
            if words != 0 {
                // A conversion that wins is an escape that never expires.
                block.settle_others(simd, shape.like_pair, first, new);
                if *leads_on {
                    block.lost.push(simd, first, new);
                } else {
                    block.mark_won(shape.like_pair, first, words);
                }
            }
        }
        *block.events = events;
        Ok(())
    }
}
