//! What the analysis knows of each side to move, all of it and block by block.

use cozy_chess::{BitBoard, Color};
use drawproof_tables::Aligned;
use rayon::prelude::*;

use crate::{
    arena::{Arena, Twins},
    chunks,
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
    pub undetermined: Aligned<u64>,
    /// Undetermined, no stalemate, and no conversion escapes; `[block][word]`, own words only.
    pub cornered: Aligned<u64>,
    /// Cells to fill, `[block][word][lane]`, own words only until all is decided.
    pub cells: &'a mut [u8],
    /// By block: the positions lost at the last even ply, in own words.
    pub lost: Vec<ChunkList>,
    /// The words in which positions were won at the last odd ply.
    pub won: Marks,
    /// By block: what conversions bring in own words.
    pub events: Vec<BlockStart>,
    /// What is there in any block.
    pub any: Any,
    /// By block: what is known of the memory of its cells.
    pub pages: Vec<Pages>,
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

/// Most tasks for each thread that a step of a ply is split into.
const MOST_TASKS: usize = 16;

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
        let grain = PLY_GRAIN_WORDS.div_ceil(arena.words).max(arena.blocks.div_ceil(tasks));
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
        self.blocks(arena).with_min_len(PLY_GRAIN_WORDS.div_ceil(arena.words))
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
            cells: self.cells,
            lost: &mut self.lost,
            won_rows,
            won_any,
            events: &mut self.events,
            pages: &mut self.pages,
        }
    }
}

/// Blocks of a [`Side`] that follow each other, to be changed.
struct Span<'s> {
    /// The number of the first.
    first: usize,
    /// Words in a block.
    words: usize,
    /// Rows of 64 words in a block.
    rows: usize,
    undetermined: &'s mut [u64],
    cornered: &'s mut [u64],
    cells: &'s mut [u8],
    lost: &'s mut [ChunkList],
    won_rows: &'s mut [u64],
    won_any: &'s mut [bool],
    events: &'s mut [BlockStart],
    pages: &'s mut [Pages],
}

impl<'s> Span<'s> {
    /// Lets a step see the blocks, at most `grain` in a task, and tells what is there then.
    fn for_each<S>(
        mut self,
        grain: usize,
        space: &(impl Fn() -> S + Sync),
        step: &(impl Fn(&mut S, &mut Block) + Sync),
    ) -> Any {
        let blocks = self.lost.len();
        if blocks > grain {
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
            cells: &mut self.cells[words.start * 64..words.end * 64],
            undetermined: &mut self.undetermined[words.clone()],
            cornered: &mut self.cornered[words],
            lost: &mut self.lost[number],
            won: BlockMarks {
                rows: &mut self.won_rows[number * self.rows..(number + 1) * self.rows],
                any: &mut self.won_any[number],
            },
            events: &mut self.events[number],
            pages: &mut self.pages[number],
        }
    }

    /// The first blocks, and the others.
    fn split_at(self, blocks: usize) -> (Span<'s>, Span<'s>) {
        let (words, rows) = (blocks * self.words, blocks * self.rows);
        let (undetermined, other_undetermined) = self.undetermined.split_at_mut(words);
        let (cornered, other_cornered) = self.cornered.split_at_mut(words);
        let (cells, other_cells) = self.cells.split_at_mut(words * 64);
        let (lost, other_lost) = self.lost.split_at_mut(blocks);
        let (won_rows, other_won_rows) = self.won_rows.split_at_mut(rows);
        let (won_any, other_won_any) = self.won_any.split_at_mut(blocks);
        let (events, other_events) = self.events.split_at_mut(blocks);
        let (pages, other_pages) = self.pages.split_at_mut(blocks);
        let others = Span {
            first: self.first + blocks,
            undetermined: other_undetermined,
            cornered: other_cornered,
            cells: other_cells,
            lost: other_lost,
            won_rows: other_won_rows,
            won_any: other_won_any,
            events: other_events,
            pages: other_pages,
            ..self
        };
        let some =
            Span { undetermined, cornered, cells, lost, won_rows, won_any, events, pages, ..self };
        (some, others)
    }

    /// The blocks.
    fn into_blocks(self) -> Vec<Block<'s>> {
        let (words, rows) = (self.words, self.rows);
        let sets = self.undetermined.chunks_mut(words).zip(self.cornered.chunks_mut(words));
        let marks = self.won_rows.chunks_mut(rows).zip(self.won_any);
        let values = self.cells.chunks_mut(words * 64).zip(self.pages);
        sets.zip(marks)
            .zip(values)
            .zip(self.lost.iter_mut().zip(self.events))
            .zip(self.first..)
            .map(
                |(
                    ((((undetermined, cornered), (rows, any)), (cells, pages)), (lost, events)),
                    number,
                )| {
                    let won = BlockMarks { rows, any };
                    Block { number, undetermined, cornered, cells, lost, won, events, pages }
                },
            )
            .collect()
    }
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

    /// Takes the positions `new` of a chunk out of the undetermined ones, also where the twins are
    /// exchanged, and out of the cornered ones.
    #[inline(always)]
    pub fn settle<M: Machine>(&mut self, twins: Option<Twins>, first: usize, new: M::Words) {
        let undetermined = chunks::chunk_mut(self.undetermined, first);
        M::save(M::without(M::load(undetermined), new), undetermined);
        let cornered = chunks::chunk_mut(self.cornered, first);
        M::save(M::without(M::load(cornered), new), cornered);
        if let Some(twins) = twins {
            let mut lanes = [0; 8];
            M::save(new, &mut lanes);
            for i in BitBoard(M::occupied(new).into()) {
                self.undetermined[twins.exchanged(first + i as usize)] &= !lanes[i as usize];
            }
        }
    }

    /// The same in a block of a single word.
    pub fn settle_word(&mut self, lanes: u64) {
        self.undetermined[0] &= !lanes;
        self.cornered[0] &= !lanes;
    }

    /// Notes that positions of the words `words` (bits) of a chunk have been won, which the other
    /// side's moves may lead to.
    #[inline(always)]
    pub fn mark_won(&mut self, twins: Option<Twins>, first: usize, words: u8) {
        *self.won.any = true;
        self.won.rows[first / 64] |= u64::from(words) << (first % 64);
        if let Some(twins) = twins {
            for i in BitBoard(words.into()) {
                let twin = twins.exchanged(first + i as usize);
                self.won.rows[twin / 64] |= 1 << (twin % 64);
            }
        }
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
