//! Captures by a king that the block says the square of: where it arrives, the other men of the block
//! are those of another block of the target.

use cozy_chess::{BitBoard, Square};

use crate::{
    conversions::Conversion,
    conversions::by_row::{Exits, RowOutcomes, extent, fold_all},
    conversions::tiles::{Tile, Which},
    shape::Seat,
    shape::attacks::bit,
    shape::row::{Place, RowSet},
    simd::Simd,
    simd::cells::Brings,
};

/// By square where one king may arrive: what a capture there leads to, by the squares of the upper
/// upper man and of the one of first upper man and first upper man that is left. For the block at hand.
pub struct Arrivals {
    /// By number of the square among those next to the king.
    tiles: Box<[Tile; 8]>,
    /// A bit for each that has been read.
    read: u8,
}

impl Arrivals {
    /// Nothing read yet.
    pub fn new() -> Arrivals {
        Arrivals { tiles: Box::new([Tile::EMPTY; 8]), read: 0 }
    }

    /// Forgets what was read for another block.
    pub fn next_block(&mut self) {
        self.read = 0;
    }
}

impl Exits<'_, '_, '_> {
    /// The square of the higher upper man, if [`Exits::fold_king_capture`] can fold this one: where two
    /// upper men, a low man and the kings of the block are all there is.
    #[inline(always)]
    pub fn upper_of_king_capture(&self, capture: &Conversion) -> Option<Square> {
        let shape = self.row.shape;
        let in_block = shape.seats[capture.mover] == Seat::Block && !shape.is_one_king();
        match self.row.places[shape.only_higher_upper()?] {
            Place::Fixed(square) if in_block => Some(square),
            _ => None,
        }
    }

    /// Folds a king's capture of the first upper man or the low man.
    #[inline(always)]
    pub fn fold_king_capture<S: Simd>(
        &self,
        simd: S,
        capture: &Conversion,
        (from, to, upper): (Square, Place, Square),
        possible: &RowSet,
        (arrivals, tile): (&mut Arrivals, &mut Tile),
        outcomes: &mut RowOutcomes,
    ) {
        let next_to = self.row.geometry.reach[cozy_chess::Piece::King as usize][from as usize];
        let number = |square: Square| (next_to & (bit(square) - 1)).count_ones() as usize;
        let upper = upper as usize;
        let (first_upper_squares, lanes) = extent(possible);
        let (taken_on, left) = if to == Place::FirstUpper {
            (first_upper_squares, Which::Low)
        } else {
            (lanes, Which::FirstUpper)
        };
        for square in BitBoard(taken_on) {
            let number = number(square);
            if arrivals.read >> number & 1 == 0 {
                self.read_arrival(simd, capture, square, left, &mut arrivals.tiles[number]);
                arrivals.read |= 1 << number;
            }
        }
        if to == Place::FirstUpper {
            for square in BitBoard(taken_on) {
                let (first_upper, there) = (square as usize, &arrivals.tiles[number(square)]);
                outcomes.expect(there.brings);
                let lanes = possible[first_upper] & there.legal[upper];
                outcomes.fold(simd, there.brings, first_upper, &there.cells[upper], lanes);
            }
            return;
        }
        let (mut columns, mut brings) = ([None; 64], Brings::Draws);
        for square in BitBoard(taken_on) {
            let there = &arrivals.tiles[number(square)];
            columns[square as usize] = Some((&there.cells[upper], there.legal[upper]));
            brings = brings.max(there.brings);
        }
        tile.put_columns_around(simd, from, &columns, brings);
        fold_all(simd, tile, first_upper_squares, possible, outcomes);
    }
}
