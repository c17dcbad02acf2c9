//! Writes the cells of a shape from the decisions of the analysis.
//!
//! Cells are written when the analysis has ended, or in several rounds if the logs take much
//! memory. Writing them ply by ply would fetch each cell from memory separately.

use drawproof_board::{BitBoard, Color};
use drawproof_tables::Cell;
use rayon::prelude::*;

use crate::{
    analysis::{
        block::Block,
        log::Decisions,
        run::{End, POLL_WORDS, Run},
        side::Side,
    },
    memory::prefault,
    sets::{chunk_list::Chunks, timeline::Timeline},
    shape::{Shape, like_men::LikePair},
    simd::{self, Kernel, Simd},
};

/// The table cells of a shape, which an analysis writes in one or more rounds.
pub struct Cells<'c> {
    /// The first layer, `[side to move][block][word][lane]`.
    cells: [&'c mut [u8]; 2],
    /// The second layer in the same order; `None` if all numbers fit into the first.
    far: Option<[&'c mut [u8]; 2]>,
    /// Whether to map the pages of a block at once. For scratch files this does not pay: mapping a
    /// page takes longer than the fault that would map it, and many pages are never written.
    prefaults: bool,
    /// Whether a round has been written. Before the first round, nonzero cells are meaningless.
    begun: bool,
    /// Whether the system has allocated all pages, `[side to move][block]`. Otherwise the cells are
    /// zeros (draws), except those written so far.
    allocated: [Vec<bool>; 2],
    /// Whether the second layer has nonzero cells, `[side to move][block]`.
    beyond: [Vec<bool>; 2],
}

impl<'c> Cells<'c> {
    /// Prepares writing to the given cells. `zeros` is whether the cells are zeros that the system
    /// has not allocated yet. `far` is a second layer of zeros ([`Cell::split`]), which is required
    /// if numbers may be too large for a cell.
    pub fn new(
        shape: &Shape,
        cells: [&'c mut [u8]; 2],
        (zeros, in_scratch): (bool, bool),
        far: Option<[&'c mut [u8]; 2]>,
    ) -> Cells<'c> {
        let allocated = [(); 2].map(|()| vec![!zeros; shape.blocks]);
        let beyond = [(); 2].map(|()| vec![false; shape.blocks]);
        Cells { cells, far, prefaults: !in_scratch, begun: false, allocated, beyond }
    }

    /// Writes the results that were decided since the last round. `legal` has the legal positions,
    /// `[side to move][block][word]`; `last` is whether the analysis has ended.
    pub fn write(
        &mut self,
        run: &Run,
        shape: &Shape,
        sides: &mut [Side; 2],
        legal: [&[u64]; 2],
        decisions: &Decisions,
        last: bool,
    ) -> Result<(), End> {
        let round = Round { first: !self.begun, last, prefaults: self.prefaults };
        let cells = self.cells.iter_mut().zip(&mut self.allocated).zip(legal);
        for ((color, side), ((cells, allocated), legal)) in
            Color::ALL.into_iter().zip(&mut *sides).zip(cells)
        {
            let cells = cells.par_chunks_mut(shape.words * 64).zip(allocated);
            let blocks = side.steps(shape).zip(legal.par_chunks(shape.words));
            blocks.zip(cells).try_for_each(|((block, legal), (cells, allocated))| {
                let decided = Decided { side: color, block: &block, legal, decisions };
                simd::run(run.vectors, WriteBlock { run, shape, round, decided, allocated, cells })
            })?;
        }
        if let Some(far) = &mut self.far {
            let far = far.iter_mut().zip(&mut self.beyond).zip(legal);
            for ((color, side), ((far, beyond), legal)) in
                Color::ALL.into_iter().zip(sides).zip(far)
            {
                let far = far.par_chunks_mut(shape.words * 64).zip(beyond);
                let blocks = side.steps(shape).zip(legal.par_chunks(shape.words));
                blocks.zip(far).try_for_each(|((block, legal), (far, beyond))| {
                    let decided = Decided { side: color, block: &block, legal, decisions };
                    simd::run(run.vectors, WriteFar { shape, round, decided, beyond, far });
                    run.poll()
                })?;
            }
        }
        self.begun = true;
        Ok(())
    }
}

/// Writes the second layer of a block.
struct WriteFar<'a> {
    shape: &'a Shape<'a>,
    round: Round,
    decided: Decided<'a>,
    /// Whether `far` has nonzero cells.
    beyond: &'a mut bool,
    far: &'a mut [u8],
}

impl Kernel for WriteFar<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let WriteFar { shape, round, decided, beyond, far } = self;
        let Decided { block, legal, .. } = decided;
        let far_of = |ply| Cell::split(ply).1;
        // Distant wins by conversions may be overwritten by quicker wins by other moves.
        let overwrite = block.events.wins.all().any(|(ply, _)| far_of(ply) > 0);
        for (ply, chunks) in decided.lists(round).filter(|&(ply, _)| overwrite || far_of(ply) > 0) {
            *beyond = true;
            chunks.for_each_word(|word, lanes| {
                let far = &mut far[word * 64..word * 64 + 64];
                simd.store(far.try_into().expect("64 lanes"), lanes, far_of(ply));
            });
        }
        if let Some(like_pair) = shape.like_pair.filter(|_| round.last && *beyond) {
            let decided = |_: &[u8], word: usize| legal[word] != block.undetermined[word];
            copy_to_like_men(shape.words, like_pair, decided, far);
        }
    }
}

/// Whether a round is the first and whether it is the last.
#[derive(Clone, Copy, Debug)]
struct Round {
    first: bool,
    last: bool,
    /// See [`Cells::prefaults`].
    prefaults: bool,
}

/// The decisions of a block.
#[derive(Clone, Copy)]
struct Decided<'d> {
    side: Color,
    block: &'d Block<'d>,
    legal: &'d [u64],
    /// The decisions by moves within the shape since the last round.
    decisions: &'d Decisions,
}

impl<'d> Decided<'d> {
    /// Returns the lists to write in a round, each with the ply at which its positions were
    /// decided. A quicker win by another move follows the win by a conversion, and overwrites it.
    #[inline(always)]
    fn lists(self, round: Round) -> impl Iterator<Item = (u16, Chunks<'d>)> {
        let conversions = self.block.events.wins.all().filter(move |_| round.first);
        conversions.chain(self.decisions.of(self.side, self.block.number))
    }
}

struct WriteBlock<'a> {
    run: &'a Run<'a>,
    shape: &'a Shape<'a>,
    round: Round,
    decided: Decided<'a>,
    allocated: &'a mut bool,
    cells: &'a mut [u8],
}

impl Kernel for WriteBlock<'_> {
    type Output = Result<(), End>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Result<(), End> {
        let WriteBlock { run, shape, round, decided, allocated, cells } = self;
        run.poll()?;
        let Decided { block, legal, .. } = decided;
        if round.first && *allocated {
            cells.fill(Cell::DRAW.byte());
        }
        if !*allocated && round.prefaults {
            let firsts = decided.lists(round).flat_map(|(_, chunks)| chunks.firsts());
            *allocated = prefault::prefault_block(firsts, cells);
        }
        for list in decided.lists(round) {
            if shape.words >= POLL_WORDS {
                run.poll()?;
            }
            store_list(simd, list, cells);
        }
        if let Some(like_pair) = shape.like_pair.filter(|_| round.last) {
            let decided = |_: &[u8], word: usize| legal[word] != block.undetermined[word];
            copy_to_like_men(shape.words, like_pair, decided, cells);
        }
        Ok(())
    }
}

/// Writes a list of positions into the cells of a block, with the ply at which they were decided.
#[inline(always)]
fn store_list<S: Simd>(simd: S, (ply, chunks): (u16, Chunks), cells: &mut [u8]) {
    let cell = Cell::split(ply).0.byte();
    chunks.for_each_word(|word, lanes| {
        let cells = &mut cells[word * 64..word * 64 + 64];
        simd.store(cells.try_into().expect("64 lanes"), lanes, cell);
    });
}

/// A kernel that writes all cells of a block at once, from the complete decisions.
pub struct AssembleBlock<'a> {
    /// The number of words in a block.
    pub words: usize,
    pub like_pair: Option<LikePair>,
    pub side: Color,
    pub block: usize,
    /// The positions of the block that conversions win, by ply.
    pub wins: &'a Timeline,
    /// The positions that moves within the shape decide.
    pub decisions: &'a Decisions,
    /// The cells to write, `[word][lane]`. Their previous contents are meaningless.
    pub cells: &'a mut [u8],
}

impl Kernel for AssembleBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let AssembleBlock { words, like_pair, side, block, wins, decisions, cells } = self;
        cells.fill(Cell::DRAW.byte());
        // In the order of `Decided::lists`.
        let lists = wins.all().chain(decisions.of(side, block));
        lists.for_each(|list| store_list(simd, list, cells));
        if let Some(like_pair) = like_pair {
            let decided = |cells: &[u8], word: usize| cells[word * 64..][..64] != [0; 64];
            copy_to_like_men(words, like_pair, decided, cells);
        }
    }
}

/// Copies the cells of each canonical word to the word with like men exchanged. `decided` returns
/// whether a word may hold more than draws.
#[inline(always)]
fn copy_to_like_men(
    words: usize,
    like_pair: LikePair,
    decided: impl Fn(&[u8], usize) -> bool,
    cells: &mut [u8],
) {
    for first in (0..words).step_by(64) {
        for square in BitBoard(like_pair.canonical_in_row(first)) {
            let word = first + square as usize;
            // Otherwise both words hold draws.
            if decided(cells, word) {
                let like_word = like_pair.exchanged(word);
                cells.copy_within(word * 64..word * 64 + 64, like_word * 64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, NormalMaterial, TableSet};

    use super::*;
    use crate::{
        analysis::log::Logs,
        conversions::outcomes::cell_at,
        request::{Options, Request},
        sets::{chunk_list::ChunkList, timeline::Buckets},
        simd::Vectors,
        test_numbers::numbers,
    };

    /// Decides positions at random in `rounds` rounds: by conversions at ply 21 or later, by other
    /// moves sooner. Returns the decisions of each round, the legal positions, and the cells.
    fn decide(
        shape: &Shape,
        sides: &mut [Side; 2],
        run: &Run,
        rounds: usize,
    ) -> (Vec<Decisions>, [Vec<u64>; 2], [Vec<u8>; 2]) {
        let mut next = numbers();
        let words = shape.words;
        let logs: Vec<Logs> =
            (0..rounds).map(|_| Logs::new(&run.lists, Cell::NUMBER_MAX)).collect();
        let mut legal = [(); 2].map(|()| vec![0; shape.blocks * words]);
        let mut cells = [(); 2].map(|()| vec![Cell::DRAW.byte(); shape.blocks * words * 64]);
        for (color, side) in Color::ALL.into_iter().zip(sides) {
            side.undetermined.fill(0);
            let mut blocks = Vec::new();
            side.blocks(shape).collect_into_vec(&mut blocks);
            for block in blocks {
                let mut wins = Buckets::default();
                let mut lists = vec![ChunkList::default(); 2 * rounds];
                // In some blocks no position is decided, in others a few, in the rest many.
                let rare = [0, 200, 2][(next() % 3) as usize];
                for word in 0..words {
                    let own = shape.canonical_in_row(word & !63) >> (word & 63) & 1 != 0;
                    if rare == 0 || !own || !next().is_multiple_of(rare) {
                        continue;
                    }
                    let (by_conversions, by_moves) = (next() & next(), next() & next());
                    let ply = (2 * (next() % 20) + 21) as u8;
                    let list = (next() % lists.len() as u64) as usize;
                    if by_conversions != 0 {
                        wins.ply(ply).push_word(word, by_conversions);
                    }
                    if by_moves != 0 {
                        lists[list].push_word(word, by_moves);
                    }
                    let like_word = shape.like_pair.map(|like_pair| like_pair.exchanged(word));
                    for word in std::iter::once(word).chain(like_word) {
                        let place = block.number * words + word;
                        legal[color as usize][place] = by_conversions | by_moves;
                        for (lanes, ply) in [(by_conversions, ply.into()), (by_moves, list as u16)]
                        {
                            for lane in BitBoard(lanes) {
                                cells[color as usize][place * 64 + lane as usize] = cell_at(ply);
                            }
                        }
                    }
                }
                block.events.wins = wins.drain(&run.lists).unwrap();
                for (ply, list) in lists.iter().enumerate() {
                    let mut log = logs[ply / 2].borrow();
                    log.list(color, block.number, ply as u16, words).unwrap().append(list);
                }
            }
        }
        (logs.iter().map(|logs| logs.take(shape.blocks)).collect(), legal, cells)
    }

    #[test]
    fn cells_hold_what_was_decided() {
        for name in ["KRK", "KRKB", "KBNKR", "KBBKN", "KNNKN"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let (shape, tables) = (Shape::new(&layout, 0), TableSet::new());
            let way = |vectors| Options { vectors, ..Options::default() };
            let ways: Vec<Options> = Vectors::available().into_iter().map(way).collect();
            let run = |options| Run::new(&Request::new(options, layout.material(), &tables));
            let first = run(&ways[0]);
            let mut sides = [(); 2].map(|()| Side::new(&shape, first.lists.pool));
            for rounds in [1, 3] {
                let (decisions, legal, expected) = decide(&shape, &mut sides, &first, rounds);
                assert!(expected.iter().flatten().any(|&cell| cell != Cell::DRAW.byte()));
                for options in &ways {
                    for before in [0, 77] {
                        let mut cells = expected.each_ref().map(|cells| vec![before; cells.len()]);
                        let memory = cells.each_mut().map(|cells| &mut **cells);
                        let mut writer = Cells::new(&shape, memory, (before == 0, false), None);
                        for (round, decisions) in decisions.iter().enumerate() {
                            let legal = legal.each_ref().map(|legal| &**legal);
                            let last = round + 1 == rounds;
                            let (run, sides) = (&run(options), &mut sides);
                            writer.write(run, &shape, sides, legal, decisions, last).unwrap();
                        }
                        assert!(
                            cells == expected,
                            "{name}, {}, {rounds}, {before}",
                            options.vectors
                        );
                    }
                }
            }
        }
    }
}
