//! What the analysis knows of each side to move, all of it and block by block.

use cozy_chess::Color;
use rayon::prelude::*;

use crate::{
    arena::{Arena, Twins},
    lists::ChunkList,
    marks::{BlockMarks, Marks},
    pages::Pages,
    pool::Pool,
    start::BlockStart,
    vectors::Machine,
};

/// What is known of one side to move.
#[derive(Debug)]
pub struct Side<'a> {
    /// Legal positions neither won nor lost so far, `[block][word]`.
    pub undetermined: Vec<u64>,
    /// Undetermined, no stalemate, and no conversion escapes; `[block][word]`, own words only.
    pub cornered: Vec<u64>,
    /// Cells to fill, `[block][word][lane]`, own words only until all is decided.
    pub cells: &'a mut [u8],
    /// By block: the positions lost at the last even ply, in own words.
    pub lost: Vec<ChunkList>,
    /// The words in which positions were won at the last odd ply.
    pub won: Marks,
    /// By block: what conversions bring in own words.
    pub events: Vec<BlockStart>,
    /// By block: what is known of the memory of its cells.
    pub pages: Vec<Pages>,
}

/// One block of a [`Side`], to be changed.
pub struct Block<'b> {
    pub number: usize,
    pub undetermined: &'b mut [u64],
    pub cornered: &'b mut [u64],
    pub cells: &'b mut [u8],
    pub lost: &'b mut ChunkList,
    pub won: BlockMarks<'b>,
    pub events: &'b mut BlockStart,
    pub pages: &'b mut Pages,
}

/// Words of an arena that are worth a task of their own, when they are surveyed.
pub const SURVEY_GRAIN_WORDS: usize = 2048;

/// The same in one step of a ply.
const PLY_GRAIN_WORDS: usize = 16 * 1024;

impl<'a> Side<'a> {
    /// Nothing known yet: what sets and cells hold means nothing.
    pub fn new(arena: &Arena, cells: &'a mut [u8], pool: &Pool) -> Side<'a> {
        Side {
            undetermined: pool.words(cells.len() / 64),
            cornered: pool.words(cells.len() / 64),
            cells,
            lost: vec![ChunkList::default(); arena.blocks],
            won: Marks::new(arena.blocks, arena.words),
            events: std::iter::repeat_with(BlockStart::default).take(arena.blocks).collect(),
            pages: vec![Pages::default(); arena.blocks],
        }
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
        self.blocks(arena).with_min_len(PLY_GRAIN_WORDS.div_ceil(arena.words))
    }

    /// Its blocks.
    pub fn blocks(&mut self, arena: &Arena) -> impl IndexedParallelIterator<Item = Block<'_>> {
        let words = arena.words;
        let (won_rows, rows_in_block, won_any) = self.won.split();
        self.undetermined
            .par_chunks_mut(words)
            .zip(self.cornered.par_chunks_mut(words))
            .zip(self.cells.par_chunks_mut(words * 64))
            .zip(self.lost.par_iter_mut())
            .zip(won_rows.par_chunks_mut(rows_in_block).zip(won_any))
            .zip(self.events.par_iter_mut().zip(&mut self.pages))
            .enumerate()
            .map(
                |(
                    number,
                    (((((undetermined, cornered), cells), lost), (rows, any)), (events, pages)),
                )| {
                    let won = BlockMarks { rows, any };
                    Block { number, undetermined, cornered, cells, lost, won, events, pages }
                },
            )
    }
}

impl Block<'_> {
    /// Settles the positions `lanes` of a word as decided at `ply`.
    #[inline(always)]
    pub fn settle<M: Machine>(&mut self, twins: Option<Twins>, word: usize, lanes: u64, ply: u8) {
        self.undetermined[word] &= !lanes;
        if let Some(twins) = twins {
            self.undetermined[twins.exchanged(word)] &= !lanes;
        }
        self.cornered[word] &= !lanes;
        self.write::<M>(word, lanes, ply);
    }

    /// Writes a ply into cells of a word.
    #[inline(always)]
    pub fn write<M: Machine>(&mut self, word: usize, lanes: u64, ply: u8) {
        let cells = &mut self.cells[word * 64..word * 64 + 64];
        M::store(cells.try_into().expect("64 lanes"), lanes, ply);
    }
}

/// The sides as (the one given, the other).
pub fn split<'s, 'a>(
    sides: &'s mut [Side<'a>; 2],
    side: Color,
) -> (&'s mut Side<'a>, &'s mut Side<'a>) {
    let [white, black] = sides;
    if side == Color::White { (white, black) } else { (black, white) }
}
