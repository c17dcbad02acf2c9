//! What the analysis knows of each side to move.

use cozy_chess::Color;
use drawproof_tables::Aligned;
use rayon::prelude::*;

use crate::{
    analysis::block::{Any, Block, BlockStart, Span},
    memory::pool::Pool,
    sets::chunk_list::ChunkList,
    sets::dirty_words::DirtyWords,
    shape::Shape,
};

/// What is known of one side to move.
#[derive(Debug)]
pub struct Side {
    /// Legal positions neither won nor lost so far, `[block][word]`.
    pub undetermined: Aligned<u64>,
    /// Undetermined, no stalemate, and no conversion escapes; `[block][word]`, own words only.
    pub cornered: Aligned<u64>,
    /// By block: the positions lost at the last even ply, in own words.
    pub lost: Vec<ChunkList>,
    /// The words in which positions were won at the last odd ply.
    pub won: DirtyWords,
    /// By block: what conversions bring in own words.
    pub events: Vec<BlockStart>,
    /// What is there in any block.
    pub any: Any,
}

/// Words of an shape that are worth a task of their own, when they are surveyed.
pub const SURVEY_GRAIN_WORDS: usize = 2048;

/// Blocks that are worth a task of their own in one step of a ply.
fn ply_grain(shape: &Shape) -> usize {
    const WORDS: usize = 16 * 1024;
    WORDS.div_ceil(shape.words)
}

/// Most tasks for each thread that a step of a ply is split into.
const MOST_TASKS: usize = 16;

impl Side {
    /// Nothing known yet: what sets hold means nothing.
    pub fn new(shape: &Shape, pool: &Pool) -> Side {
        Side {
            undetermined: pool.words(shape.blocks * shape.words),
            cornered: pool.words(shape.blocks * shape.words),
            lost: vec![ChunkList::default(); shape.blocks],
            won: DirtyWords::new(shape.blocks, shape.words),
            events: std::iter::repeat_with(BlockStart::default).take(shape.blocks).collect(),
            any: Any::default(),
        }
    }

    /// Lets a step see each block, after which it says what is there.
    pub fn for_each<S>(
        &mut self,
        shape: &Shape,
        space: impl Fn() -> S + Sync,
        step: impl Fn(&mut S, &mut Block) + Sync,
    ) {
        let tasks = MOST_TASKS * rayon::current_num_threads();
        let grain = ply_grain(shape).max(shape.blocks.div_ceil(tasks));
        self.any = self.span(shape).for_each(grain, &space, &step);
    }

    /// Gives the memory of its sets to a pool.
    pub fn give_back(self, pool: &Pool) {
        pool.give_words(self.undetermined);
        pool.give_words(self.cornered);
        for BlockStart { wins, releases } in self.events {
            wins.give_back(pool);
            releases.give_back(pool);
        }
    }

    /// Its blocks, as many to a task as a step of a ply is worth splitting into.
    pub fn steps(&mut self, shape: &Shape) -> impl IndexedParallelIterator<Item = Block<'_>> {
        self.blocks(shape).with_min_len(ply_grain(shape))
    }

    /// Its blocks, one by one. Putting them together takes longer than [`Side::for_each`].
    pub fn blocks(&mut self, shape: &Shape) -> impl IndexedParallelIterator<Item = Block<'_>> {
        self.span(shape).into_blocks().into_par_iter()
    }

    /// All of its blocks.
    fn span(&mut self, shape: &Shape) -> Span<'_> {
        let (won_rows, rows, won_any) = self.won.split();
        Span {
            first: 0,
            words: shape.words,
            rows,
            undetermined: &mut self.undetermined,
            cornered: &mut self.cornered,
            lost: &mut self.lost,
            won_rows,
            won_any,
            events: &mut self.events,
        }
    }
}

/// The sides as (the one given, the other).
pub fn split(sides: &mut [Side; 2], side: Color) -> (&mut Side, &mut Side) {
    let [white, black] = sides;
    if side == Color::White { (white, black) } else { (black, white) }
}
