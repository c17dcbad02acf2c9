//! Positions without a move: mates, which are the losses at ply 0, and stalemates.

use drawproof_board::Color;
use rayon::prelude::*;

use crate::{
    analysis::{
        block::Block,
        losses::{Candidates, FindEscapeless},
        run::{Context, End, LossBuffers},
        side::{Side, split},
    },
    sets::chunk_list::{ChunkList, Entry},
    shape::legality::check_lanes,
    simd::{self, Kernel, Simd},
};

/// Finds the positions in which `color` is mated, which are lost at ply 0, and removes the
/// stalemates from the loss candidates. Returns the stalemates as pairs of a word of the shape and
/// lanes, in ascending order of words.
pub fn find_mates(
    context: &Context,
    sides: &mut [Side; 2],
    color: Color,
) -> Result<Vec<(usize, u64)>, End> {
    let Context { run, shape, .. } = *context;
    let (side, other) = split(sides, color);
    let open = &other.undetermined;
    let by_block: Result<Vec<Vec<(usize, u64)>>, End> = side
        .steps(shape)
        .map(|block| {
            context.poll(block.number)?;
            let mut stuck = ChunkList::default();
            let Block { number, loss_candidates, lost, .. } = block;
            let buffers = &mut run.losses.borrow(|| LossBuffers::new(shape));
            let positions = &*loss_candidates;
            let candidates = Candidates { shape, color, block: number, positions, open };
            simd::run(run.vectors, FindStuck { candidates, buffers, stuck: &mut stuck });
            let mut stalemates = Vec::new();
            for Entry { word, lanes } in stuck.entries() {
                let place = word as usize;
                let check = check_lanes(shape, color, &shape.word(number, place));
                let (mates, stale) = (lanes & check, lanes & !check);
                loss_candidates[place] &= !stale;
                if mates != 0 {
                    lost.push_word(place, mates);
                }
                if stale != 0 {
                    let like_word = shape.like_pair.map(|like_pair| like_pair.exchanged(place));
                    let words = std::iter::once(place).chain(like_word);
                    stalemates.extend(words.map(|word| (number * shape.words + word, stale)));
                }
            }
            stalemates.sort_unstable();
            Ok(stalemates)
        })
        .collect();
    Ok(by_block?.concat())
}

/// Adds to `stuck` the loss candidates of a block without a legal move within the shape.
struct FindStuck<'a> {
    candidates: Candidates<'a>,
    buffers: &'a mut LossBuffers,
    stuck: &'a mut ChunkList,
}

impl Kernel for FindStuck<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let FindStuck { candidates, buffers, stuck } = self;
        // All words are dirty.
        buffers.dirty.fill(u64::MAX >> (64 - candidates.shape.words.min(64)));
        simd.call(FindEscapeless { candidates, buffers, found: stuck });
    }
}
