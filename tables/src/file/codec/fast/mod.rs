//! A faster version of [`walk`](super::walk::walk) for a block with all values known: it makes the
//! same decisions.
//!
//! A decoder learns values one by one. With all values known, the decisions of the 64 places of a
//! word are computed at once, and then written in order.

mod escapes;
mod rows;
mod tries;

use drawproof_board::{BitBoard, Color};

pub use self::rows::Rows;
use self::{
    escapes::{DECISIONS_MAX, Escapes},
    rows::{before, joined, mask, masks, outcomes, worths},
    tries::{Guesses, Tries},
};
use crate::{
    file::{
        codec::{
            frame::Frame,
            model::Trace,
            predict::{self, Bytes},
        },
        grid::{Block, SIDE},
    },
    vectors::{Kernel, Vectors},
};

/// Appends the decisions of a block's stored cells to `trace`. The side `first` is coded first.
/// `rows` is scratch memory.
pub fn trace_known(
    vectors: Vectors,
    trace: &mut Trace,
    frame: &Frame,
    first: Color,
    block: &Block,
    rows: &mut Rows,
) {
    vectors.run(Known { trace, frame, first, block, rows, both_sides: true });
}

/// Appends the decisions of the stored cells of the side that is coded first.
pub fn trace_known_first(
    vectors: Vectors,
    trace: &mut Trace,
    frame: &Frame,
    first: Color,
    block: &Block,
    rows: &mut Rows,
) {
    vectors.run(Known { trace, frame, first, block, rows, both_sides: false });
}

/// The arguments of [`trace_known`].
struct Known<'a> {
    trace: &'a mut Trace,
    frame: &'a Frame,
    first: Color,
    block: &'a Block,
    rows: &'a mut Rows,
    both_sides: bool,
}

impl Kernel for Known<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Known { trace, frame, first, block, rows, both_sides } = self;
        trace_side::<false>(trace, frame, first, &NO_MOVES, block, rows);
        if !both_sides {
            return;
        }
        let best = best_moves(frame, !first, block);
        trace_side::<true>(trace, frame, !first, &best, block, rows);
    }
}

static NO_MOVES: Bytes = [[predict::NONE; SIDE]; SIDE];

/// Returns the rank of the best move of `mover` within the block, by place, as
/// [`best_moves`](super::walk::best_moves) does.
#[inline(always)]
fn best_moves(frame: &Frame, mover: Color, block: &Block) -> Box<Bytes> {
    let mut ranks = Box::new(block.cells[!mover as usize]);
    for (cells, &known) in ranks.iter_mut().zip(&frame.stored[!mover as usize]) {
        let (worths, known) = (worths(cells), masks(known));
        for lane in 0..SIDE {
            // The rank of a successor is the opponent's worth.
            cells[lane] = worths[lane] | !known[lane];
        }
    }
    if frame.has_like_men() {
        let mut mirrored = ranks.clone();
        predict::transpose(&mut mirrored);
        for (ranks, mirrored) in ranks.iter_mut().zip(&mirrored[..]) {
            predict::take_better(ranks, mirrored);
        }
    }
    predict::best_by_ranks(frame, mover, ranks)
}

/// Appends the decisions of one side to move. For the second side only, `best` holds the rank of
/// the best move by place.
#[inline(always)]
fn trace_side<const SECOND: bool>(
    trace: &mut Trace,
    frame: &Frame,
    side: Color,
    best: &Bytes,
    block: &Block,
    rows: &mut Rows,
) {
    rows.fill(frame, side, SECOND.then_some(best), block);
    let other_cells = &block.cells[!side as usize];
    let (mut tries, mut escapes) = (Tries::new(), Escapes::new());
    for word in 0..SIDE {
        let stored = frame.stored[side as usize][word];
        if stored == 0 {
            continue;
        }
        let around = rows.word(frame, word, SECOND);
        let tension = joined(frame.attacked(side, word));
        let (mut worths, mut known, mut other) = ([0; SIDE], [0; SIDE], [0; SIDE]);
        if SECOND {
            worths = before(&best[word]);
            for lane in 0..SIDE {
                known[lane] = mask(best[word][lane] != predict::NONE);
            }
            other = outcomes(&other_cells[word], frame.stored[!side as usize][word]);
        }
        let guesses = Guesses { worths: &worths, known: &known, right: rows.right(word) };
        if SECOND {
            tries.decide_second(&around, &tension, &other, &guesses);
        } else {
            tries.decide_first(&around, &tension);
        }
        if tries.fails_among(stored) {
            escapes.prepare::<SECOND>(&around, &tries, &tension, &guesses);
        }
        let decisions = trace.room(SIDE * DECISIONS_MAX);
        let mut count = 0;
        for lane in BitBoard(stored) {
            let lane = lane as usize;
            let attempts: &mut [u32; 3] = decisions[count..].first_chunk_mut().expect("room");
            let [first, second, third] = &tries.decisions;
            *attempts = [first[lane], second[lane], third[lane]];
            count += usize::from(tries.made[lane]);
            if tries.fails[lane] != 0 {
                let actual = around.actual[lane];
                count += escapes.write::<SECOND>(lane, actual, &tries, &mut decisions[count..]);
            }
        }
        trace.add(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        endgame::{layout::Layout, material::NormalMaterial},
        file::{
            codec::{
                predict::BEFORE,
                walk::{best_moves, walk},
            },
            grid::Grid,
        },
    };

    /// The decisions of `walk` are the definition.
    #[test]
    fn known_values_have_the_decisions_of_the_walk() {
        let mut seed = 0x2545f4914f6cdd1d_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed >> 20
        };
        let (mut rows, mut made) = (Rows::new(), 0);
        for name in ["KRK", "KPK", "KQKR", "KBBK", "KRRK", "KRKP", "KPPK"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            for digits in [[1, 0], [2, 0], [2, 1]] {
                let Some(grid) = Grid::new(&layout, digits) else { continue };
                for round in 0..12 {
                    let number = random() as usize % grid.blocks();
                    let frame = Frame::new(&layout, &grid, number, SIDE);
                    let mut block = Block::empty();
                    // The values range from runs of one value to values in random order.
                    let mut value = 255;
                    for cell in block.cells.iter_mut().flatten().flatten() {
                        if random() % (1 << (round / 2)) == 0 {
                            value = (random() >> (round % 5)) as u8;
                        }
                        *cell = value;
                    }
                    let first = Color::ALL[round % 2];
                    // In a table of distances to mate, each value is at least as good as its guess;
                    // by other metrics it may be worse.
                    if round % 3 != 0 {
                        raise_to_guesses(&mut block, &frame, first);
                    }
                    let (mut expected, mut found) = (Trace::new(), Trace::new());
                    for vectors in Vectors::available() {
                        found.clear();
                        trace_known(vectors, &mut found, &frame, first, &block, &mut rows);
                        expected.clear();
                        walk(&mut expected, &frame, first, None, &mut block);
                        let (found, expected) = (found.decisions(), expected.decisions());
                        let same = found.iter().zip(expected).take_while(|(a, b)| a == b).count();
                        assert!(found == expected, "{name} {digits:?} block {number}: {same}");
                        made += found.len();
                    }
                }
            }
        }
        assert!(made > 500_000, "{made}");
    }

    /// Replaces every third cell of the side coded second by its guess, and cells that are worse
    /// than their guess by a mate in 1.
    fn raise_to_guesses(block: &mut Block, frame: &Frame, first: Color) {
        let worth = |cell: u8| match cell {
            255 => 0,
            plies if plies % 2 == 1 => 1000 - i16::from(plies),
            plies => i16::from(plies) - 1000,
        };
        let best = best_moves(frame, !first, block);
        let cells = block.cells[!first as usize].iter_mut().flatten();
        for (place, (cell, &rank)) in cells.zip(best.iter().flatten()).enumerate() {
            if rank != predict::NONE {
                let guess = BEFORE[usize::from(rank)];
                if place % 3 == 0 {
                    *cell = guess;
                } else if worth(*cell) < worth(guess) {
                    *cell = 1;
                }
            }
        }
    }
}
