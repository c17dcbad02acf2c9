//! The cells of an shape. They are written when nothing more is going to be decided, or in several
//! rounds where what was decided takes much memory; never ply by ply, which would fetch each cell
//! from memory for itself.

use cozy_chess::{BitBoard, Color};
use drawproof_tables::Cell;
use rayon::prelude::*;

use crate::{
    analysis::block::Block,
    analysis::log::{Decisions, cell},
    analysis::side::Side,
    memory::prefault,
    shape::{LikePair, Shape},
    simd::{Kernel, Simd, Vectors},
};

/// The cells of an shape, to be written in rounds.
pub struct Cells<'c> {
    /// `[side to move][block][word][lane]`.
    cells: [&'c mut [u8]; 2],
    /// Whether there has been a round. Before the first, cells that are not zeros mean nothing.
    begun: bool,
    /// By side to move and block: whether all pages are there; where they are not, the cells are
    /// zeros, draws, but for what has been written.
    there: [Vec<bool>; 2],
}

impl<'c> Cells<'c> {
    /// Cells to fill. `zeros`: whether they are zeros, whose pages need not be there yet.
    pub fn new(shape: &Shape, cells: [&'c mut [u8]; 2], zeros: bool) -> Cells<'c> {
        Cells { cells, begun: false, there: [(); 2].map(|()| vec![!zeros; shape.blocks]) }
    }

    /// Writes what has been decided since the last round. `legal`: the legal positions, by side to
    /// move; `last`: whether nothing else is going to be decided.
    pub fn write(
        &mut self,
        vectors: Vectors,
        shape: &Shape,
        sides: &mut [Side; 2],
        legal: [&[u64]; 2],
        decisions: &Decisions,
        last: bool,
    ) {
        let round = Round { first: !self.begun, last };
        let cells = self.cells.iter_mut().zip(&mut self.there).zip(legal);
        for ((color, side), ((cells, there), legal)) in Color::ALL.into_iter().zip(sides).zip(cells)
        {
            let cells = cells.par_chunks_mut(shape.words * 64).zip(there);
            let blocks = side.steps(shape).zip(legal.par_chunks(shape.words));
            blocks.zip(cells).for_each(|((block, legal), (cells, there))| {
                let decided = Decided { side: color, block: &block, legal, decisions };
                vectors.run(WriteBlock { shape, round, decided, there, cells });
            });
        }
        self.begun = true;
    }
}

/// Whether there have been rounds before this one, and whether others follow.
#[derive(Clone, Copy, Debug)]
struct Round {
    first: bool,
    last: bool,
}

/// What is known of a block.
#[derive(Clone, Copy)]
struct Decided<'d> {
    side: Color,
    block: &'d Block<'d>,
    legal: &'d [u64],
    /// By moves within the shape, since the last round.
    decisions: &'d Decisions<'d>,
}

struct WriteBlock<'a> {
    shape: &'a Shape<'a>,
    round: Round,
    decided: Decided<'a>,
    there: &'a mut bool,
    cells: &'a mut [u8],
}

impl Kernel for WriteBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let WriteBlock { shape, round, decided, there, cells } = self;
        write_block_of(simd, shape, round, decided, there, cells);
    }
}

#[inline(always)]
fn write_block_of<S: Simd>(
    simd: S,
    shape: &Shape,
    round: Round,
    decided: Decided,
    there: &mut bool,
    cells: &mut [u8],
) {
    let Decided { side, block, legal, decisions } = decided;
    if round.first && *there {
        cells.fill(Cell::DRAW.byte());
    }
    let lists = || {
        // A quicker win by other moves overwrites that by a conversion.
        let conversions = block.events.wins.all().filter(|_| round.first);
        let conversions = conversions.map(|(ply, chunks)| (cell(ply), chunks));
        conversions.chain(decisions.of(side, block.number))
    };
    if !*there {
        *there = prefault::expect(lists().flat_map(|(_, chunks)| chunks.firsts()), cells);
    }
    for (cell, chunks) in lists() {
        chunks.for_each_word(|word, lanes| {
            let cells = &mut cells[word * 64..word * 64 + 64];
            simd.store(cells.try_into().expect("64 lanes"), lanes, cell);
        });
    }
    if let Some(like_pair) = shape.like_pair.filter(|_| round.last) {
        copy_to_like_words(shape, like_pair, legal, block.undetermined, cells);
    }
}

/// Gives the words that were not worked on what was found for the others.
fn copy_to_like_words(
    shape: &Shape,
    like_pair: LikePair,
    legal: &[u64],
    undetermined: &[u64],
    cells: &mut [u8],
) {
    for first in (0..shape.words).step_by(64) {
        for first_upper in BitBoard(shape.canonical_in_row(first)) {
            let word = first + first_upper as usize;
            // Otherwise nothing has been decided, and both are draws.
            if legal[word] != undetermined[word] {
                let like_word = like_pair.exchanged(word);
                cells.copy_within(word * 64..word * 64 + 64, like_word * 64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Material};

    use super::*;
    use crate::{
        analysis::log::Logs,
        memory::pool::Pool,
        sets::{chunk_list::ChunkList, timeline::Buckets},
        test_numbers::numbers,
    };

    /// Decides things at random: by conversions in 21 plies or more, by moves sooner, `rounds` times.
    /// Gives what was decided in each round, the legal positions, and the cells.
    fn decide<'p>(
        shape: &Shape,
        sides: &mut [Side; 2],
        pool: &'p Pool,
        rounds: usize,
    ) -> (Vec<Decisions<'p>>, [Vec<u64>; 2], [Vec<u8>; 2]) {
        let mut next = numbers();
        let words = shape.words;
        let logs: Vec<Logs> = (0..rounds).map(|_| Logs::new(pool)).collect();
        let mut legal = [(); 2].map(|()| vec![0; shape.blocks * words]);
        let mut cells = [(); 2].map(|()| vec![Cell::DRAW.byte(); shape.blocks * words * 64]);
        for (color, side) in Color::ALL.into_iter().zip(sides) {
            side.for_each(shape, || (), |(), block| block.undetermined.fill(0));
            let mut blocks = Vec::new();
            side.blocks(shape).collect_into_vec(&mut blocks);
            for block in blocks {
                let mut wins = Buckets::default();
                let mut lists = vec![ChunkList::default(); 2 * rounds];
                // Of some blocks nothing is decided, of some a little, of some a lot.
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
                                cells[color as usize][place * 64 + lane as usize] = cell(ply);
                            }
                        }
                    }
                }
                block.events.wins = wins.drain(pool);
                for (ply, list) in lists.iter().enumerate() {
                    let mut log = logs[ply / 2].borrow();
                    log.list(color, block.number, ply as u16, words).append(list);
                }
            }
        }
        (logs.iter().map(|logs| logs.take(shape.blocks)).collect(), legal, cells)
    }

    #[test]
    fn cells_are_what_was_decided() {
        for name in ["KRK", "KRKB", "KBNKR", "KBBKN", "KNNKN"] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            let (shape, pool) = (Shape::new(&layout, 0), Pool::new());
            let mut sides = [(); 2].map(|()| Side::new(&shape, &pool));
            for rounds in [1, 3] {
                let (decisions, legal, expected) = decide(&shape, &mut sides, &pool, rounds);
                assert!(expected.iter().flatten().any(|&cell| cell != Cell::DRAW.byte()));
                for vectors in Vectors::available() {
                    for before in [0, 77] {
                        let mut cells = expected.each_ref().map(|cells| vec![before; cells.len()]);
                        let memory = cells.each_mut().map(|cells| &mut **cells);
                        let mut writer = Cells::new(&shape, memory, before == 0);
                        for (round, decisions) in decisions.iter().enumerate() {
                            let legal = legal.each_ref().map(|legal| &**legal);
                            let last = round + 1 == rounds;
                            writer.write(vectors, &shape, &mut sides, legal, decisions, last);
                        }
                        assert!(cells == expected, "{name}, {vectors}, {rounds}, {before}");
                    }
                }
            }
        }
    }
}
