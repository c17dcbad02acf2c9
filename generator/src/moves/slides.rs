//! Slides: the predecessors of the first upper man along lines, from all positions of a row at
//! once. The positions move over the board rank by rank, and each stops where another man is in the
//! way.

use drawproof_board::Piece;

use crate::{
    sets::accumulator::Accumulator,
    simd::{Chunk, Simd},
};

/// The square of the first upper man in each word of a chunk, `[rank]`, as the lane that the low
/// man must not have.
static OWN_SQUARES: [Chunk; 8] = {
    let mut squares = [[0; 8]; 8];
    let mut square = 0;
    while square < 64 {
        squares[square / 8][square % 8] = 1 << square;
        square += 1;
    }
    squares
};

/// A set of positions of one row, used to find the positions from which a slider can move into the
/// set.
pub struct RowSlides<'r, S: Simd> {
    pub simd: S,
    /// The first word of the row.
    pub first: usize,
    /// The squares of all men except the first upper man and the low man.
    pub occupied: u64,
    /// The set, by rank of the first upper man. No position has two men on one square.
    pub targets: &'r [S::Words; 8],
}

impl<S: Simd> RowSlides<'_, S> {
    /// Adds to `found` the positions from which the first upper man, a slider, moves into the set.
    #[inline(always)]
    pub fn add_slides(&self, piece: Piece, found: &mut Accumulator) {
        let simd = self.simd;
        let mut reached = [simd.splat(0); 8];
        if piece != Piece::Bishop {
            self.across_ranks::<0>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.across_ranks::<0>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
            for (rank, reached) in reached.iter_mut().enumerate() {
                if simd.nonzero(self.targets[rank]) != 0 {
                    *reached = simd.or(*reached, self.along_rank(rank));
                }
            }
        }
        if piece != Piece::Rook {
            self.across_ranks::<1>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.across_ranks::<1>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
            self.across_ranks::<-1>([0, 1, 2, 3, 4, 5, 6, 7], &mut reached);
            self.across_ranks::<-1>([7, 6, 5, 4, 3, 2, 1, 0], &mut reached);
        }
        for (rank, reached) in reached.into_iter().enumerate() {
            if simd.nonzero(reached) != 0 {
                found.add_chunk(simd, self.first + 8 * rank, reached);
            }
        }
    }

    /// Returns the files of a rank on which no man stands, except perhaps the low man.
    #[inline(always)]
    fn free(&self, rank: usize) -> u8 {
        !(self.occupied >> (8 * rank)) as u8
    }

    /// Slides from rank to rank in the given order; each step changes the file by `FILES`.
    #[inline(always)]
    fn across_ranks<const FILES: i8>(&self, ranks: [usize; 8], reached: &mut [S::Words; 8]) {
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
            // The slide stops where the first upper man would pass the low man.
            front = simd.or(simd.without(front, simd.load(&OWN_SQUARES[rank])), self.targets[rank]);
        }
    }

    /// Slides along a rank in both directions, in steps of one, two and four files.
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
    use drawproof_board::{BitBoard, Square};

    use super::*;
    use crate::test_numbers::numbers;
    use crate::{
        shape::attacks::{attacks, bit},
        simd::Plain,
    };

    #[test]
    fn slides_of_a_row_are_those_of_its_positions() {
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
                // Lanes in which the two men share a square are arbitrary.
                reached[first_upper] = lanes & !bit(Square::index(first_upper));
            }
            assert_eq!(reached, expected, "{piece} {round}");
        }
    }
}
