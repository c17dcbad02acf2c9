//! Conversions by row: the outcomes of 64 words at once, for the initialization.
//!
//! The values that a conversion leads to depend at most on the squares of the first upper man and
//! of the low man. They form a tile of 64 x 64 cells, or a line of cells if one of the two is
//! captured or moves. [`super::by_word`] is the reference implementation.

#![allow(
    clippy::needless_range_loop,
    reason = "vector operations over the first upper man's squares"
)]

use drawproof_board::{BitBoard, Color, Piece, Rank, Square};

use crate::{
    conversions::{
        by_word::{fold_step, pushes},
        en_passant,
        kinds::{Conversion, Conversions, Subproblem, is_of_kind, pawn_square, pushed},
        outcomes::Outcomes,
        read::Reader,
        row_outcomes::{DRAWS, RowOutcomes},
        tiles::{BlockTiles, ReadTile, Tile},
    },
    shape::{
        Seat, Shape,
        attacks::bit,
        row::{Place, Row, RowSet},
    },
    simd::Simd,
};

/// Scratch buffers for computing the outcomes of rows.
pub struct RowBuffers {
    /// The outcomes of the row that was computed last.
    pub outcomes: RowOutcomes,
    tile: Box<Tile>,
    /// The tiles that rows share, `[side to move][conversion]`.
    kept: [Vec<BlockTiles>; 2],
}

impl RowBuffers {
    /// Makes empty buffers for the conversions of an endgame.
    pub fn new(conversions: &Conversions) -> RowBuffers {
        let none = |side: &Vec<Conversion>| side.iter().map(|_| BlockTiles::default()).collect();
        RowBuffers {
            outcomes: RowOutcomes::new(),
            tile: Box::new(Tile::EMPTY),
            kept: conversions.sides.each_ref().map(none),
        }
    }

    /// Discards the tiles that the rows of a block share. Call this before the first row of each
    /// block.
    pub fn next_block(&mut self) {
        self.kept.iter_mut().flatten().for_each(BlockTiles::next_block);
    }
}

/// A row of positions with one side to move, and everything needed to compute the outcomes of its
/// conversions.
#[derive(Clone, Copy)]
pub struct RowOfSide<'r, 'a> {
    /// The subproblem that is solved.
    pub problem: &'r Subproblem<'a>,
    /// The row of positions.
    pub row: &'r Row<'a>,
    /// The number of the row's block, and the row's first word in the block.
    pub place: (usize, usize),
    /// The side to move.
    pub side: Color,
}

impl RowOfSide<'_, '_> {
    /// Computes the outcomes of all conversions in the positions `lanes` of the row, and stores
    /// them in `buffers`. All of these positions must be legal.
    #[inline(always)]
    pub fn fold<S: Simd>(&self, simd: S, lanes: &RowSet, buffers: &mut RowBuffers) {
        buffers.outcomes.clear();
        for (number, conversion) in self.problem.conversions_of(self.side).iter().enumerate() {
            match conversion.captured {
                Some(captured) => {
                    self.fold_capture(simd, (number, conversion), captured, lanes, buffers);
                }
                None if self.allows_en_passant(conversion) => {
                    let outcomes = buffers.outcomes.others_mut();
                    self.fold_pushes_by_word(simd, conversion, lanes, outcomes);
                }
                None => self.fold_pushes(simd, conversion, lanes, buffers),
            }
        }
    }

    /// Returns whether a double push can be captured en passant.
    fn allows_en_passant(&self, push: &Conversion) -> bool {
        let from = pawn_square(self.problem.shape, push.mover);
        from.rank() == Rank::Second.relative_to(self.side)
            && push.promoted.is_none()
            && en_passant::captures(self.problem, push, self.side, pushed(from, self.side))
                .next()
                .is_some()
    }

    /// Folds the pushes of a pawn that can be captured en passant; they are rare.
    fn fold_pushes_by_word<S: Simd>(
        &self,
        simd: S,
        push: &Conversion,
        lanes: &RowSet,
        outcomes: &mut [Outcomes; 64],
    ) {
        let (block, first) = self.place;
        for (square, &lanes) in lanes.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
            let word = self.problem.shape.word(block, first + square);
            let outcomes = &mut outcomes[square];
            for step in pushes(self.problem.shape, push, self.side, &word, lanes).iter().flatten() {
                fold_step(simd, self.problem, self.side, &word, *step, outcomes);
            }
        }
    }

    /// Folds the pushes of a pawn by one and by two squares.
    #[inline(always)]
    fn fold_pushes<S: Simd>(
        &self,
        simd: S,
        push: &Conversion,
        lanes: &RowSet,
        buffers: &mut RowBuffers,
    ) {
        let from = pawn_square(self.problem.shape, push.mover);
        let one = pushed(from, self.side);
        let promotes = one.rank() == Rank::Eighth.relative_to(self.side);
        if promotes != push.promoted.is_some() || bit(one) & self.row.fixed != 0 {
            return;
        }
        let lanes = without(lanes, one);
        self.fold_tile(simd, push, Place::Fixed(one), &lanes, buffers);
        if from.rank() != Rank::Second.relative_to(self.side) {
            return;
        }
        let two = pushed(one, self.side);
        if bit(two) & self.row.fixed == 0 {
            let lanes = without(&lanes, two);
            self.fold_tile(simd, push, Place::Fixed(two), &lanes, buffers);
        }
    }

    /// Folds the captures of a man. `number` is the number of the conversion among those of the
    /// side.
    #[inline(always)]
    fn fold_capture<S: Simd>(
        &self,
        simd: S,
        (number, capture): (usize, &Conversion),
        captured: usize,
        lanes: &RowSet,
        buffers: &mut RowBuffers,
    ) {
        let (row, shape) = (self.row, self.problem.shape);
        if !is_of_kind(shape, capture) {
            return;
        }
        let mut possible = row.attack(capture.mover, captured);
        for square in 0..64 {
            possible[square] &= lanes[square];
        }
        if possible == [0; 64] {
            return;
        }
        let outcomes = &mut buffers.outcomes;
        let higher = only_higher_upper(shape);
        let of_king_pair = shape.seats[capture.mover] == Seat::Block && !shape.is_one_king();
        match (row.places[capture.mover], row.places[captured]) {
            (Place::FirstUpper, to) => self.fold_line(simd, capture, to, &possible, outcomes),
            (Place::Low, to) => self.fold_cells(simd, capture, to, &possible, outcomes),
            (_, to @ Place::Fixed(_)) => self.fold_tile(simd, capture, to, &possible, buffers),
            (_, to) if higher == Some(capture.mover) => {
                self.fold_kept_tile(simd, (number, capture), to, &possible, buffers);
            }
            (Place::Fixed(from), to) if of_king_pair && higher.is_some() => {
                let (capture, squares) = ((number, capture), (from, to));
                self.fold_king_capture(simd, capture, squares, &possible, buffers);
            }
            (_, to) => self.fold_tile(simd, capture, to, &possible, buffers),
        }
    }

    /// Folds a conversion of the first upper man, which leads to the same line of cells from each
    /// of the man's squares.
    #[inline(always)]
    fn fold_line<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        possible: &RowSet,
        outcomes: &mut RowOutcomes,
    ) {
        let (first_uppers, lows) = extent(possible);
        if lows == 0 {
            return;
        }
        let mut cells = DRAWS;
        let reader = self.reader(conversion);
        let legal = reader.line(simd, &self.row.places, to, Place::Low, lows, &mut cells);
        if cells == DRAWS {
            return outcomes.save(possible, &[legal; 64]);
        }
        let outcomes = outcomes.others_mut();
        for square in BitBoard(first_uppers).into_iter().map(|square| square as usize) {
            outcomes[square].fold(simd, &cells, possible[square] & legal);
        }
    }

    /// Folds a conversion of the low man, which leads to one cell for each square of the first
    /// upper man.
    #[inline(always)]
    fn fold_cells<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        possible: &RowSet,
        outcomes: &mut RowOutcomes,
    ) {
        let (first_uppers, _) = extent(possible);
        if first_uppers == 0 {
            return;
        }
        let mut cells = DRAWS;
        let reader = self.reader(conversion);
        let legal =
            reader.line(simd, &self.row.places, to, Place::FirstUpper, first_uppers, &mut cells);
        if cells == DRAWS {
            let legal = std::array::from_fn(|square| 0_u64.wrapping_sub(legal >> square & 1));
            return outcomes.save(possible, &legal);
        }
        let outcomes = outcomes.others_mut();
        for square in BitBoard(legal & first_uppers).into_iter().map(|square| square as usize) {
            outcomes[square].fold(simd, &[cells[square]; 64], possible[square]);
        }
    }

    /// Folds a conversion that leads to a tile.
    #[inline(always)]
    fn fold_tile<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        possible: &RowSet,
        buffers: &mut RowBuffers,
    ) {
        let (first_uppers, lows) = extent(possible);
        if lows == 0 {
            return;
        }
        let RowBuffers { outcomes, tile, .. } = buffers;
        let reader = self.reader(conversion);
        let (reader, places) = (&reader, &self.row.places);
        simd.call(ReadTile { tile, reader, places, to, squares: (first_uppers, lows) });
        outcomes.fold_tile(simd, tile, possible);
    }

    /// Folds a capture by the higher upper man, which leads to the same tile in all rows of a
    /// block.
    #[inline(always)]
    fn fold_kept_tile<S: Simd>(
        &self,
        simd: S,
        (number, capture): (usize, &Conversion),
        to: Place,
        possible: &RowSet,
        buffers: &mut RowBuffers,
    ) {
        let (tile, is_read) = buffers.kept[self.side as usize][number].tile(0);
        if !is_read {
            let reader = self.reader(capture);
            let (tile, reader, places) = (&mut *tile, &reader, &self.row.places);
            simd.call(ReadTile { tile, reader, places, to, squares: (u64::MAX, u64::MAX) });
        }
        buffers.outcomes.fold_tile(simd, tile, possible);
    }

    /// Folds a king's capture of the first upper man or the low man, if there is one higher upper
    /// man and the king's square is fixed in the block. For each destination of the king, all rows
    /// of the block share a tile by the squares of the higher upper man and of the man that is
    /// left.
    #[inline(always)]
    fn fold_king_capture<S: Simd>(
        &self,
        simd: S,
        (number, capture): (usize, &Conversion),
        (from, to): (Square, Place),
        possible: &RowSet,
        buffers: &mut RowBuffers,
    ) {
        let row = self.row;
        let higher = only_higher_upper(row.shape).expect("there is one");
        let Place::Fixed(upper) = row.places[higher] else { unreachable!("it stands still") };
        let upper = upper as usize;
        // In the tile, the higher upper man replaces the first upper man.
        let mut places = row.places.map(|place| match place {
            Place::FirstUpper => Place::Low,
            place => place,
        });
        places[higher] = Place::FirstUpper;
        let next_to = row.geometry.reach[Piece::King as usize][from as usize];
        let (first_uppers, lows) = extent(possible);
        let RowBuffers { outcomes, tile, kept } = buffers;
        let kept = &mut kept[self.side as usize][number];
        let takes_low = to == Place::Low;
        let number = |arrival: Square| (next_to & (bit(arrival) - 1)).count_ones() as usize;
        let arrivals = BitBoard(if takes_low { lows } else { first_uppers });
        for arrival in arrivals {
            let (tile, is_read) = kept.tile(number(arrival));
            if !is_read {
                let (reader, places, to) = (&self.reader(capture), &places, Place::Fixed(arrival));
                simd.call(ReadTile { tile, reader, places, to, squares: (u64::MAX, u64::MAX) });
            }
        }
        let kept = |arrival: Square| &kept.tiles()[number(arrival)];
        if takes_low {
            let (mut columns, mut only_draws) = ([None; 64], true);
            for arrival in arrivals {
                let there = kept(arrival);
                columns[arrival as usize] = Some((&there.cells[upper], there.legal[upper]));
                only_draws &= there.only_draws;
            }
            tile.put_columns_around(simd, from, &columns, only_draws);
            return outcomes.fold_tile(simd, tile, possible);
        }
        for arrival in arrivals {
            let (there, square) = (kept(arrival), arrival as usize);
            let legal = possible[square] & there.legal[upper];
            if there.only_draws {
                outcomes.saved[square] |= legal;
            } else {
                outcomes.others_mut()[square].fold(simd, &there.cells[upper], legal);
            }
        }
    }

    /// Returns a reader of the values that a conversion leads to.
    fn reader<'c>(&'c self, conversion: &'c Conversion) -> Reader<'c> {
        Reader::new(self.problem, conversion, self.side)
    }
}

/// Returns the only upper man besides the first one; `None` if there is none or more than one.
fn only_higher_upper(shape: &Shape) -> Option<usize> {
    let mut higher = shape.upper_men.iter().filter(|(_, shift)| *shift > 0);
    higher.next().filter(|_| higher.next().is_none()).map(|&(man, _)| man)
}

/// Returns the positions in which neither the first upper man nor the low man stands on `square`.
fn without(lanes: &RowSet, square: Square) -> RowSet {
    let mut others = lanes.map(|lanes| lanes & !bit(square));
    others[square as usize] = 0;
    others
}

/// Returns the squares of the first upper man and of the low man that occur in the positions.
#[inline(always)]
fn extent(lanes: &RowSet) -> (u64, u64) {
    let (mut first_uppers, mut lows) = (0, 0);
    for square in 0..64 {
        first_uppers |= u64::from(lanes[square] != 0) << square;
        lows |= lanes[square];
    }
    (first_uppers, lows)
}
