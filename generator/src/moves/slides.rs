//! Slides of the first upper man backwards, from all positions of a row of 64 words at once: rank by rank over
//! the board, each position stopping where another man is in the way.

use cozy_chess::Piece;

use crate::{moves::by_chunk::OWN_SQUARES, sets::accumulator::Accumulator, simd::Simd};

/// A row of 64 words.
pub struct RowSlides<'r, S: Simd> {
    pub simd: S,
    /// Its first word.
    pub first: usize,
    /// The squares of all men but the first upper man and the low man.
    pub occupied: u64,
    /// By rank of the first upper man: positions to move to, no two men of which share a square.
    pub targets: &'r [S::Words; 8],
}

impl<S: Simd> RowSlides<'_, S> {
    /// Adds the positions from which the first upper man, a slider, reaches one of the row.
    #[inline(always)]
    pub fn add_slides(&self, piece: Piece, found: &mut Accumulator) {
        let simd = self.simd;
        let mut reached = [simd.splat(0); 8];
        if piece != Piece::Bishop {
            self.slide_over_ranks::<0>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.slide_over_ranks::<0>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
            for (rank, reached) in reached.iter_mut().enumerate() {
                if simd.nonzero(self.targets[rank]) != 0 {
                    *reached = simd.or(*reached, self.along_rank(rank));
                }
            }
        }
        if piece != Piece::Rook {
            self.slide_over_ranks::<1>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.slide_over_ranks::<1>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
            self.slide_over_ranks::<-1>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.slide_over_ranks::<-1>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
        }
        for (rank, reached) in reached.into_iter().enumerate() {
            if simd.nonzero(reached) != 0 {
                found.add_chunk(simd, self.first + 8 * rank, reached);
            }
        }
    }

    /// The files of a rank on which the first upper man may stand.
    #[inline(always)]
    fn free(&self, rank: usize) -> u8 {
        !(self.occupied >> (8 * rank)) as u8
    }

    /// Slides from rank to rank, in this order, each step so many files.
    #[inline(always)]
    fn slide_over_ranks<const FILES: i8>(&self, ranks: [usize; 8], reached: &mut [S::Words; 8]) {
        let simd = self.simd;
        let mut front = simd.splat(0);
        for rank in ranks {
            front = match FILES {
                1 => simd.to_next::<1>(front),
                -1 => simd.to_previous::<1>(front),
                _ => front,
            };
            front = simd.keep(front, self.free(rank));
            reached[rank] = simd.or(reached[rank], front);
            // The low man is in the way on the first upper man's square.
            front = simd.or(simd.without(front, simd.load(&OWN_SQUARES[rank])), self.targets[rank]);
        }
    }

    /// Slides on a rank, both ways: one, then two, then four files further at once.
    #[inline(always)]
    fn along_rank(&self, rank: usize) -> S::Words {
        let simd = self.simd;
        let free = self.free(rank);
        let targets = self.targets[rank];
        let open =
            simd.keep(simd.without(simd.splat(u64::MAX), simd.load(&OWN_SQUARES[rank])), free);
        let mut front = simd.or(targets, simd.and(open, simd.to_next::<1>(targets)));
        let mut two = simd.and(open, simd.to_next::<1>(open));
        front = simd.or(front, simd.and(two, simd.to_next::<2>(front)));
        two = simd.and(two, simd.to_next::<2>(two));
        front = simd.or(front, simd.and(two, simd.to_next::<4>(front)));
        let towards_h = simd.to_next::<1>(front);
        let mut front = simd.or(targets, simd.and(open, simd.to_previous::<1>(targets)));
        let mut two = simd.and(open, simd.to_previous::<1>(open));
        front = simd.or(front, simd.and(two, simd.to_previous::<2>(front)));
        two = simd.and(two, simd.to_previous::<2>(two));
        front = simd.or(front, simd.and(two, simd.to_previous::<4>(front)));
        let towards_a = simd.to_previous::<1>(front);
        simd.keep(simd.or(towards_h, towards_a), free)
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::{BitBoard, Square};

    use super::*;
    use crate::test_numbers::numbers;
    use crate::{
        shape::attacks::{attacks, bit},
        simd::Plain,
    };

    #[test]
    fn a_row_is_swept_as_its_positions_are_one_by_one() {
        let mut next = numbers();
        let mut found = Accumulator::new(64);
        for round in 0..600 {
            let occupied = next() & next() & next();
            let filled = [next() & next() & next() & next(), next() & next(), u64::MAX][round % 3];
            let mut targets = [[0; 8]; 8];
            let mut expected = [0; 64];
            let piece = [Piece::Bishop, Piece::Rook, Piece::Queen][round / 3 % 3];
            for first_upper in BitBoard(filled & !occupied) {
                let lanes = next() & next() & !occupied & !bit(first_upper);
                targets[first_upper as usize / 8][first_upper as usize % 8] = lanes;
                for lane in BitBoard(lanes) {
                    for from in BitBoard(
                        attacks(piece, first_upper, occupied | bit(lane)) & !occupied & !bit(lane),
                    ) {
                        expected[from as usize] |= bit(lane);
                    }
                }
            }
            RowSlides { simd: Plain, first: 0, occupied, targets: &targets }
                .add_slides(piece, &mut found);
            let mut reached = [0; 64];
            for (first_upper, lanes) in found.drained() {
                // On one square no two men stand, and anything may be said.
                reached[first_upper] = lanes & !bit(Square::index(first_upper));
            }
            assert_eq!(reached, expected, "{piece} {round}");
        }
    }
}
