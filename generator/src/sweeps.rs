//! Slides of the low man backwards, from all positions of a row of 64 words at once: rank by rank over
//! the board, each position stopping where another man is in the way.

use cozy_chess::Piece;

use crate::{accumulator::Accumulator, chunks::OWN_SQUARES, vectors::Machine};

/// A row of 64 words.
pub struct SweptRow<'r, M: Machine> {
    /// Its first word.
    pub first: usize,
    /// The squares of all men but the low man and the lane man.
    pub known: u64,
    /// By rank of the low man: positions to move to, no two men of which share a square.
    pub targets: &'r [M::Words; 8],
}

impl<M: Machine> SweptRow<'_, M> {
    /// Adds the positions from which the low man, a slider, reaches one of the row.
    #[inline(always)]
    pub fn add_slides(&self, piece: Piece, found: &mut Accumulator) {
        let mut reached = [M::splat(0); 8];
        if piece != Piece::Bishop {
            self.sweep::<0>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.sweep::<0>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
            for (rank, reached) in reached.iter_mut().enumerate() {
                if M::occupied(self.targets[rank]) != 0 {
                    *reached = M::or(*reached, self.along_rank(rank));
                }
            }
        }
        if piece != Piece::Rook {
            self.sweep::<1>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.sweep::<1>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
            self.sweep::<-1>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.sweep::<-1>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
        }
        for (rank, reached) in reached.into_iter().enumerate() {
            if M::occupied(reached) != 0 {
                found.add_chunk::<M>(self.first + 8 * rank, reached);
            }
        }
    }

    /// The files of a rank on which the low man may stand.
    #[inline(always)]
    fn free(&self, rank: usize) -> u8 {
        !(self.known >> (8 * rank)) as u8
    }

    /// Slides from rank to rank, in this order, each step so many files.
    #[inline(always)]
    fn sweep<const FILES: i8>(&self, ranks: [usize; 8], reached: &mut [M::Words; 8]) {
        let mut front = M::splat(0);
        for rank in ranks {
            front = match FILES {
                1 => M::to_next::<1>(front),
                -1 => M::to_previous::<1>(front),
                _ => front,
            };
            front = M::keep(front, self.free(rank));
            reached[rank] = M::or(reached[rank], front);
            // The lane man is in the way on the low man's square.
            front = M::or(M::without(front, M::load(&OWN_SQUARES[rank])), self.targets[rank]);
        }
    }

    /// Slides on a rank, both ways: one, then two, then four files further at once.
    #[inline(always)]
    fn along_rank(&self, rank: usize) -> M::Words {
        let free = self.free(rank);
        let targets = self.targets[rank];
        let open = M::keep(M::without(M::splat(u64::MAX), M::load(&OWN_SQUARES[rank])), free);
        let mut front = M::or(targets, M::and(open, M::to_next::<1>(targets)));
        let mut two = M::and(open, M::to_next::<1>(open));
        front = M::or(front, M::and(two, M::to_next::<2>(front)));
        two = M::and(two, M::to_next::<2>(two));
        front = M::or(front, M::and(two, M::to_next::<4>(front)));
        let towards_h = M::to_next::<1>(front);
        let mut front = M::or(targets, M::and(open, M::to_previous::<1>(targets)));
        let mut two = M::and(open, M::to_previous::<1>(open));
        front = M::or(front, M::and(two, M::to_previous::<2>(front)));
        two = M::and(two, M::to_previous::<2>(two));
        front = M::or(front, M::and(two, M::to_previous::<4>(front)));
        let towards_a = M::to_previous::<1>(front);
        M::keep(M::or(towards_h, towards_a), free)
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::{BitBoard, Square};

    use super::*;
    use crate::numbers::numbers;
    use crate::{
        lanes::{attacks, bit},
        vectors::Plain,
    };

    #[test]
    fn a_row_is_swept_as_its_positions_are_one_by_one() {
        let mut next = numbers();
        let mut found = Accumulator::new(64);
        for round in 0..600 {
            let known = next() & next() & next();
            let filled = [next() & next() & next() & next(), next() & next(), u64::MAX][round % 3];
            let mut targets = [[0; 8]; 8];
            let mut expected = [0; 64];
            let piece = [Piece::Bishop, Piece::Rook, Piece::Queen][round / 3 % 3];
            for low in BitBoard(filled & !known) {
                let lanes = next() & next() & !known & !bit(low);
                targets[low as usize / 8][low as usize % 8] = lanes;
                for lane in BitBoard(lanes) {
                    for from in
                        BitBoard(attacks(piece, low, known | bit(lane)) & !known & !bit(lane))
                    {
                        expected[from as usize] |= bit(lane);
                    }
                }
            }
            SweptRow::<Plain> { first: 0, known, targets: &targets }.add_slides(piece, &mut found);
            let mut reached = [0; 64];
            for (low, lanes) in found.drained() {
                // On one square no two men stand, and anything may be said.
                reached[low] = lanes & !bit(Square::index(low));
            }
            assert_eq!(reached, expected, "{piece} {round}");
        }
    }
}
