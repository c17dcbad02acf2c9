//! Conversions by row: the outcomes of 64 words at once.
//!
//! For the initialization. What a conversion leads to depends on the squares of the first upper man
//! and of the low man at most: it is a tile of 64 x 64 cells, or a line of one where one of the two
//! is captured or moves. [`super::by_word`] is the reference.

#![allow(
    clippy::needless_range_loop,
    reason = "vector operations over the first upper man's squares"
)]

use cozy_chess::{BitBoard, Color, Rank, Square};

use crate::{
    conversions::{
        by_word::fold_pushes,
        en_passant,
        kinds::{Conversion, Subproblem},
        outcomes::Outcomes,
        pawns::{is_of_kind, pawn_square, pushed},
        read::Reader,
        tiles::Tile,
    },
    shape::{
        attacks::bit,
        row::{Place, Row, RowSet},
    },
    simd::Simd,
};

/// Scratch buffers to fold rows in.
pub struct RowBuffers {
    /// The outcomes of the row folded last, by first upper man's square.
    pub outcomes: Box<[Outcomes; 64]>,
    tile: Box<Tile>,
}

impl RowBuffers {
    /// Buffers that hold nothing yet.
    pub fn new() -> RowBuffers {
        RowBuffers {
            outcomes: Box::new([const { Outcomes::NONE }; 64]),
            tile: Box::new(Tile::EMPTY),
        }
    }
}

/// The row that is folded, with one side to move.
#[derive(Clone, Copy)]
pub struct RowOfSide<'r, 'a> {
    /// What is solved.
    pub problem: &'r Subproblem<'a>,
    /// The row.
    pub row: &'r Row<'a>,
    /// The block of the row, and its first word there.
    pub place: (usize, usize),
    /// The side to move.
    pub side: Color,
}

impl RowOfSide<'_, '_> {
    /// Finds the outcomes of the positions `lanes` of the row, all legal. Outcomes of words without
    /// lanes are left as they were.
    #[inline(always)]
    pub fn fold<S: Simd>(&self, simd: S, lanes: &RowSet, buffers: &mut RowBuffers) {
        let RowBuffers { outcomes, tile } = buffers;
        for square in 0..64 {
            if lanes[square] != 0 {
                outcomes[square] = Outcomes::NONE;
            }
        }
        for conversion in self.problem.conversions_of(self.side) {
            match conversion.captured {
                Some(captured) => {
                    self.fold_capture(simd, conversion, captured, lanes, tile, outcomes);
                }
                None if self.allows_en_passant(conversion) => {
                    self.fold_pushes_by_word(simd, conversion, lanes, outcomes);
                }
                None => self.fold_pushes(simd, conversion, lanes, tile, outcomes),
            }
        }
    }

    /// Whether a double push can be captured en passant.
    fn allows_en_passant(&self, push: &Conversion) -> bool {
        let from = pawn_square(self.problem.shape, push.mover);
        from.rank() == Rank::Second.relative_to(self.side)
            && push.promoted.is_none()
            && en_passant::captures(self.problem, push, self.side, pushed(from, self.side))
                .next()
                .is_some()
    }

    /// Folds the pushes of a pawn that can be captured en passant, which are rare.
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
            fold_pushes(simd, self.problem, push, self.side, &word, lanes, outcomes);
        }
    }

    /// Folds the pushes of a pawn by one and by two squares.
    #[inline(always)]
    fn fold_pushes<S: Simd>(
        &self,
        simd: S,
        push: &Conversion,
        lanes: &RowSet,
        tile: &mut Tile,
        outcomes: &mut [Outcomes; 64],
    ) {
        let from = pawn_square(self.problem.shape, push.mover);
        let one = pushed(from, self.side);
        let promotes = one.rank() == Rank::Eighth.relative_to(self.side);
        if promotes != push.promoted.is_some() || bit(one) & self.row.fixed != 0 {
            return;
        }
        let lanes = without(lanes, one);
        self.fold_tile(simd, push, Place::Fixed(one), &lanes, tile, outcomes);
        if from.rank() != Rank::Second.relative_to(self.side) {
            return;
        }
        let two = pushed(one, self.side);
        if bit(two) & self.row.fixed == 0 {
            let lanes = without(&lanes, two);
            self.fold_tile(simd, push, Place::Fixed(two), &lanes, tile, outcomes);
        }
    }

    /// Folds the captures of a man.
    #[inline(always)]
    fn fold_capture<S: Simd>(
        &self,
        simd: S,
        capture: &Conversion,
        captured: usize,
        lanes: &RowSet,
        tile: &mut Tile,
        outcomes: &mut [Outcomes; 64],
    ) {
        if !is_of_kind(self.problem.shape, capture) {
            return;
        }
        let row = self.row;
        let mut possible = row.attack(capture.mover, captured);
        for square in 0..64 {
            possible[square] &= lanes[square];
        }
        let to = row.places[captured];
        match row.places[capture.mover] {
            Place::FirstUpper => self.fold_line(simd, capture, to, &possible, outcomes),
            Place::Low => self.fold_cells(simd, capture, to, &possible, outcomes),
            Place::Fixed(_) => self.fold_tile(simd, capture, to, &possible, tile, outcomes),
        }
    }

    /// Folds a conversion of the first upper man, which leads to the same line of cells from each
    /// of its squares.
    #[inline(always)]
    fn fold_line<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        possible: &RowSet,
        outcomes: &mut [Outcomes; 64],
    ) {
        let (first_uppers, lows) = extent(possible);
        if lows == 0 {
            return;
        }
        let mut cells = [0; 64];
        let reader = self.reader(conversion);
        let legal = reader.line(simd, &self.row.places, to, Place::Low, lows, &mut cells);
        for square in BitBoard(first_uppers).into_iter().map(|square| square as usize) {
            outcomes[square].fold(simd, &cells, possible[square] & legal);
        }
    }

    /// Folds a conversion of the low man, which leads to one cell for each of the first upper man's
    /// squares.
    #[inline(always)]
    fn fold_cells<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        possible: &RowSet,
        outcomes: &mut [Outcomes; 64],
    ) {
        let (first_uppers, _) = extent(possible);
        if first_uppers == 0 {
            return;
        }
        let mut cells = [0; 64];
        let reader = self.reader(conversion);
        let legal =
            reader.line(simd, &self.row.places, to, Place::FirstUpper, first_uppers, &mut cells);
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
        tile: &mut Tile,
        outcomes: &mut [Outcomes; 64],
    ) {
        let (first_uppers, lows) = extent(possible);
        if lows == 0 {
            return;
        }
        let reader = self.reader(conversion);
        tile.read(simd, &reader, &self.row.places, to, (first_uppers, lows));
        for square in BitBoard(first_uppers).into_iter().map(|square| square as usize) {
            let legal = possible[square] & tile.legal[square];
            outcomes[square].fold(simd, &tile.cells[square], legal);
        }
    }

    /// The values that a conversion leads to.
    fn reader<'c>(&'c self, conversion: &'c Conversion) -> Reader<'c> {
        Reader::new(self.problem, conversion, self.side)
    }
}

/// The positions in which neither the first upper man nor the low man stands on a square.
fn without(lanes: &RowSet, square: Square) -> RowSet {
    let mut others = lanes.map(|lanes| lanes & !bit(square));
    others[square as usize] = 0;
    others
}

/// The first upper man's squares and the low man's squares of all positions.
#[inline(always)]
fn extent(lanes: &RowSet) -> (u64, u64) {
    let (mut first_uppers, mut lows) = (0, 0);
    for square in 0..64 {
        first_uppers |= u64::from(lanes[square] != 0) << square;
        lows |= lanes[square];
    }
    (first_uppers, lows)
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Material, PlainTable};

    use super::*;
    use crate::{
        conversions::{
            by_word::fold_word,
            kinds::Conversions,
            solved::{SolvedPart, SolvedSlice},
        },
        shape::{Shape, geometry::Geometry, legality::legal_lanes},
        simd::Plain,
        solve::solve_closure,
    };

    /// A solved table as its slices.
    fn slices(table: &PlainTable) -> Vec<Option<SolvedSlice<'_>>> {
        let layout = table.layout();
        let size = layout.count() / layout.slices().len();
        let slice = |number: usize| SolvedSlice {
            parts: Color::ALL.map(|side| SolvedPart {
                cells: &table.cells(side)[number * size..][..size],
                legal: &table.legal(side)[number * size / 64..][..size / 64],
            }),
            stalemates: Default::default(),
        };
        (0..layout.slices().len()).map(|number| Some(slice(number))).collect()
    }

    #[test]
    fn outcomes_by_row_are_those_by_word() {
        for name in ["KRKB", "KBNKQ", "KNNKR", "KPK", "KPKP", "KRKP", "KQPK"] {
            let material = name.parse::<Material>().unwrap().normalise().0;
            let tables = solve_closure(&[material], &()).unwrap();
            let layout = Layout::new(material);
            let conversions = Conversions::new(&layout, &tables).unwrap();
            let has_pawns = material.get().has_pawns();
            let solved = if has_pawns { slices(tables.get(material).unwrap()) } else { Vec::new() };
            let slice_count = if has_pawns { layout.slices().len() } else { 1 };
            let mut buffers = RowBuffers::new();
            let mut compared = 0;
            for slice in (0..slice_count).step_by(slice_count.div_ceil(40)) {
                let shape = Shape::new(&layout, slice);
                let problem =
                    Subproblem { shape: &shape, conversions: &conversions, slices: &solved };
                for block in (0..shape.blocks).step_by(shape.blocks.div_ceil(12)) {
                    let step = 64 * (1 + shape.words / 64 / 8);
                    for first in (0..shape.words).step_by(step) {
                        compared += compare_row(&problem, (block, first), &mut buffers);
                    }
                }
            }
            assert!(compared > 10_000, "{name}: only {compared} positions");
        }
    }

    /// Compares the outcomes of a row with those of its words; returns the number of positions.
    fn compare_row(problem: &Subproblem, place: (usize, usize), buffers: &mut RowBuffers) -> usize {
        let (shape, (block, first)) = (problem.shape, place);
        let Some(row) = Row::new(shape, Geometry::get(), block, first) else { return 0 };
        let mut compared = 0;
        for side in Color::ALL {
            let own = shape.canonical_in_row(first);
            let lanes: RowSet = std::array::from_fn(|square| {
                let word = shape.word(block, first + square);
                let own = if own >> square & 1 != 0 { u64::MAX } else { 0 };
                legal_lanes(shape, &word)[side as usize] & own
            });
            RowOfSide { problem, row: &row, place, side }.fold(Plain, &lanes, buffers);
            for (square, &lanes) in lanes.iter().enumerate() {
                let word = shape.word(block, first + square);
                let expected = fold_word(problem, side, &word, lanes);
                for lane in BitBoard(lanes).into_iter().map(|lane| lane as usize) {
                    let found = &buffers.outcomes[square];
                    let found = (found.win[lane], found.escape[lane]);
                    let expected = (expected.win[lane], expected.escape[lane]);
                    assert_eq!(found, expected, "{:?} {side} {place:?}", shape.layout);
                    compared += 1;
                }
            }
        }
        compared
    }
}
