//! What the analysis knows of each side to move.

use cozy_chess::Color;
use drawproof_tables::Aligned;
use rayon::prelude::*;

use crate::{
    arena::Arena,
    blocks::{Block, Span},
    lists::ChunkList,
    marks::Marks,
    pool::Pool,
    start::BlockStart,
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
    pub won: Marks,
    /// By block: what conversions bring in own words.
    pub events: Vec<BlockStart>,
    /// What is there in any block.
    pub any: Any,
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

/// Words of an arena that are worth a task of their own, when they are surveyed.
pub const SURVEY_GRAIN_WORDS: usize = 2048;

/// Blocks that are worth a task of their own in one step of a ply.
fn ply_grain(arena: &Arena) -> usize {
    const WORDS: usize = 16 * 1024;
    WORDS.div_ceil(arena.words)
}

/// Most tasks for each thread that a step of a ply is split into.
const MOST_TASKS: usize = 16;

impl Side {
    /// Nothing known yet: what sets hold means nothing.
    pub fn new(arena: &Arena, pool: &Pool) -> Side {
        Side {
            undetermined: pool.words(arena.blocks * arena.words),
            cornered: pool.words(arena.blocks * arena.words),
            lost: vec![ChunkList::default(); arena.blocks],
            won: Marks::new(arena.blocks, arena.words),
            events: std::iter::repeat_with(BlockStart::default).take(arena.blocks).collect(),
            any: Any::default(),
        }
    }

    /// Lets a step see each block, after which it says what is there.
    pub fn for_each<S>(
        &mut self,
        arena: &Arena,
        space: impl Fn() -> S + Sync,
        step: impl Fn(&mut S, &mut Block) + Sync,
    ) {
        let tasks = MOST_TASKS * rayon::current_num_threads();
        let grain = ply_grain(arena).max(arena.blocks.div_ceil(tasks));
        self.any = self.span(arena).for_each(grain, &space, &step);
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
    pub fn steps(&mut self, arena: &Arena) -> impl IndexedParallelIterator<Item = Block<'_>> {
        self.blocks(arena).with_min_len(ply_grain(arena))
    }

    /// Its blocks, one by one. Putting them together takes longer than [`Side::for_each`].
    pub fn blocks(&mut self, arena: &Arena) -> impl IndexedParallelIterator<Item = Block<'_>> {
        self.span(arena).into_blocks().into_par_iter()
    }

    /// All of its blocks.
    fn span(&mut self, arena: &Arena) -> Span<'_> {
        let (won_rows, rows, won_any) = self.won.split();
        Span {
            first: 0,
            words: arena.words,
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
