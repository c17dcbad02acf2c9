//! The decisions of a block whose values are all known: those of [`walk`](super::walk::walk), faster.
//!
//! A decoder learns values one by one. Where all are known, the surroundings of 64 places are computed
//! at once, and most places need one or two decisions, whose contexts follow from them.

use drawproof_board::{BitBoard, Color};

use super::{
    coder::Coder,
    contexts::Site,
    frame::Frame,
    neighbours::VOTES,
    predict::{self, BEFORE, Bytes},
    rows::{Rows, joined, outcomes},
    trace::Trace,
    walk::{AGREEMENT, best_moves, not_guessed, worth},
};
use crate::file::{block::Block, grid::SIDE};

/// Adds the decisions of a block's stored cells to `trace`, `first` side to move first. `rows` is scratch
/// memory.
pub fn trace_known(trace: &mut Trace, frame: &Frame, first: Color, block: &Block, rows: &mut Rows) {
    trace_side(trace, frame, first, None, block, rows);
    let best = best_moves(frame, !first, block);
    trace_side(trace, frame, !first, Some(&best), block, rows);
}

/// Adds the decisions of the stored cells of the side to move that is coded first.
pub fn trace_known_first(
    trace: &mut Trace,
    frame: &Frame,
    first: Color,
    block: &Block,
    rows: &mut Rows,
) {
    trace_side(trace, frame, first, None, block, rows);
}

/// Adds the decisions of one side to move. `best`, for the second side only, holds the rank of the
/// best move by place.
fn trace_side(
    trace: &mut Trace,
    frame: &Frame,
    side: Color,
    best: Option<&Bytes>,
    block: &Block,
    rows: &mut Rows,
) {
    rows.fill(frame, side, best, block);
    let (cells, other_cells) = (&block.cells[side as usize], &block.cells[!side as usize]);
    for word in 0..SIDE {
        let stored = frame.stored[side as usize][word];
        if stored == 0 {
            continue;
        }
        let around = rows.word(frame, word, best.is_some());
        let tension = joined(frame.attacked(side, word));
        let other = match best {
            None => [0; SIDE],
            Some(_) => outcomes(&other_cells[word], frame.stored[!side as usize][word]),
        };
        for lane in BitBoard(stored) {
            let lane = lane as usize;
            let actual = cells[word][lane];
            let mut site = Site {
                present: around.present[lane],
                tension: tension[lane],
                other: other[lane],
                second: best.is_some(),
                ..Site::default()
            };
            let mut guess = None;
            if let Some(best) = best {
                let agreeing = usize::from(around.agreeing[lane]);
                site.agreement = AGREEMENT[usize::from(site.present) & 15][agreeing & 15];
                let rank = best[word][lane];
                if rank != predict::NONE {
                    let value = BEFORE[usize::from(rank)];
                    if trace.flag(site.guess(value), actual == value) {
                        continue;
                    }
                    guess = Some(value);
                }
            }
            let alike = around.alike[lane];
            let [votes, of_all] = [alike, site.present].map(|set| VOTES[usize::from(set) & 63]);
            // Most votes are for the value, and it is better than the guess: it is the first candidate.
            if 2 * votes > of_all && guess.is_none_or(|guess| worth(actual) > worth(guess)) {
                trace.flag(site.candidate(usize::from(guess.is_some()), actual, alike), true);
            } else {
                site.neighbours = rows.neighbours(frame, word, lane);
                not_guessed(trace, &site, guess, actual);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        endgame::{layout::Layout, material::Material},
        file::{codec::walk::walk, grid::Grid},
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
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            for digits in [[1, 0], [2, 0], [2, 1]] {
                let Some(grid) = Grid::new(&layout, digits) else { continue };
                for round in 0..12 {
                    let number = random() as usize % grid.blocks();
                    let frame = Frame::new(&layout, &grid, number, SIDE);
                    let mut block = Block::empty();
                    // From runs of one value to values without any order.
                    let mut value = 255;
                    for cell in block.cells.iter_mut().flatten().flatten() {
                        if random() % (1 << (round / 2)) == 0 {
                            value = (random() >> (round % 5)) as u8;
                        }
                        *cell = value;
                    }
                    let first = Color::ALL[round % 2];
                    // In a table of distances to mate each value is at least as good as its guess;
                    // by other metrics it may be worse.
                    if round % 3 != 0 {
                        raise_to_guesses(&mut block, &frame, first);
                    }
                    let (mut expected, mut found) = (Trace::new(), Trace::new());
                    trace_known(&mut found, &frame, first, &block, &mut rows);
                    walk(&mut expected, &frame, first, None, &mut block);
                    assert!(found == expected, "{name} {digits:?} block {number}");
                    made += found.decisions().len();
                }
            }
        }
        assert!(made > 500_000, "{made}");
    }

    /// Puts the guess in place of every third cell of the side coded second, and a mate in 1 in
    /// place of those that are worse than their guess.
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
