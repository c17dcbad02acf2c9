//! Conversions of a row of 64 words at once: which are possible, where they lead, what they bring.
//!
//! What a conversion leads to depends on the squares of the first upper man and of the low man at most:
//! a tile of 64 x 64 cells, or one line of them where one of the two is taken or moves.
//! [`Conversions::fold`], word by word, says the same.

#![allow(
    clippy::needless_range_loop,
    reason = "vector operations over the first upper man's squares"
)]

use cozy_chess::{BitBoard, Color, Piece, Rank, Square};
use drawproof_tables::Cell;

use crate::{
    conversions::king_captures::Arrivals,
    conversions::tiles::{Tile, Which},
    conversions::{Conversion, Conversions, SolvedSlice, forward},
    shape::attacks::{bit, pawn_attacks},
    shape::row::{Place, Row, RowSet},
    simd::Simd,
    simd::cells::{self, Brings},
};

/// What the conversions of a row bring: [`crate::conversions::Outcomes`] by square of the first upper man.
#[derive(Debug)]
// Eight words, or the 64 cells of a word, lie in one line of the cache.
#[repr(align(64))]
pub struct RowOutcomes {
    /// The lanes kept from losing for good by conversions that no loss is among.
    pub safe: RowSet,
    win: [[u8; 64]; 64],
    escape: [[u8; 64]; 64],
    /// The most that any conversion brings: `win` means something where there are wins, `escape` where
    /// there are losses, both from `start` on.
    brings: Brings,
    /// The first square of the first upper man that counts.
    start: usize,
}

/// Space for the rows of one thread, used again and again.
pub struct RowSpace {
    /// Of the row and side last looked at.
    pub outcomes: Box<RowOutcomes>,
    tile: Box<Tile>,
    /// By side to move and conversion: the tile of the last row that did not stand in the way of
    /// the next, and the squares of the men it is for, the mover's left out.
    kept: [Vec<Option<Kept>>; 2],
    /// By side to move and conversion: those of a king.
    arrivals: [Vec<Option<Arrivals>>; 2],
}

struct Kept {
    squares: u64,
    tile: Box<Tile>,
}

impl RowOutcomes {
    fn new() -> RowOutcomes {
        let (safe, win, escape) = ([0; 64], [[0; 64]; 64], [[0; 64]; 64]);
        RowOutcomes { safe, win, escape, brings: Brings::Draws, start: 0 }
    }

    /// Nothing, for the first upper man's squares from one on.
    fn clear(&mut self, start: usize) {
        self.safe.fill(0);
        self.brings = Brings::Draws;
        self.start = start;
    }

    /// Plies in which the best conversion wins, 255 = none does. `None` if none does in the whole
    /// row.
    #[inline(always)]
    pub fn wins(&self) -> Option<&[[u8; 64]; 64]> {
        (self.brings >= Brings::Wins).then_some(&self.win)
    }

    /// Where it is not safe: the last ply at which a conversion keeps the side to move from being
    /// lost, 255 = always, 0 = there is none. `None` if there is none in the whole row.
    #[inline(always)]
    pub fn escapes(&self) -> Option<&[[u8; 64]; 64]> {
        (self.brings == Brings::All).then_some(&self.escape)
    }

    /// Makes room for what is brought.
    #[inline(always)]
    pub fn expect(&mut self, brings: Brings) {
        if brings > self.brings {
            if self.brings == Brings::Draws {
                self.win[self.start..].fill([255; 64]);
            }
            if brings == Brings::All {
                self.escape[self.start..].fill([0; 64]);
            }
            self.brings = brings;
        }
    }

    /// Folds a conversion that is legal in `lanes` of a word and leads to `cells`, which bring what has
    /// been expected.
    #[inline(always)]
    pub fn fold<S: Simd>(
        &mut self,
        simd: S,
        brings: Brings,
        first_upper: usize,
        cells: &[u8; 64],
        lanes: u64,
    ) {
        if lanes == 0 {
            return;
        }
        debug_assert!(brings <= self.brings && first_upper >= self.start);
        debug_assert!(
            BitBoard(lanes).into_iter().all(|lane| {
                cells::brings(std::iter::once(&[cells[lane as usize]; 64])) <= brings
            })
        );
        match brings {
            Brings::Draws => self.safe[first_upper] |= lanes,
            Brings::Wins => {
                self.safe[first_upper] |= lanes;
                simd.fold_wins(&mut self.win[first_upper], cells, lanes);
            }
            Brings::All => {
                simd.fold(&mut self.win[first_upper], &mut self.escape[first_upper], cells, lanes)
            }
        }
    }

    /// Folds a conversion that leads to draws where it is possible and legal.
    #[inline(always)]
    fn fold_draws(&mut self, possible: &RowSet, legal: &RowSet) {
        for first_upper in 0..64 {
            self.safe[first_upper] |= possible[first_upper] & legal[first_upper];
        }
    }
}

impl RowSpace {
    /// Space for the conversions of an endgame.
    pub fn new(conversions: &Conversions) -> RowSpace {
        RowSpace {
            outcomes: Box::new(RowOutcomes::new()),
            tile: Box::new(Tile::EMPTY),
            kept: conversions.sides.each_ref().map(|side| side.iter().map(|_| None).collect()),
            arrivals: conversions.sides.each_ref().map(|side| side.iter().map(|_| None).collect()),
        }
    }

    /// Forgets the tiles of another block or slice.
    pub fn next_block(&mut self) {
        for kept in self.kept.iter_mut().flatten().flatten() {
            kept.squares = 0;
        }
        self.arrivals.iter_mut().flatten().flatten().for_each(Arrivals::next_block);
    }
}

/// The conversions of one side in one row.
pub struct Exits<'r, 'a, 's> {
    pub row: &'r Row<'a>,
    pub side: Color,
    pub solved: &'s [Option<SolvedSlice<'s>>],
}

impl Conversions {
    /// What the conversions of `side` bring in the positions `lanes` of a row, all legal, into
    /// `space.outcomes`. `word` is the number of the row's first word in `block`.
    #[inline(always)]
    pub fn fold_row<S: Simd>(
        &self,
        simd: S,
        row: &Row,
        (block, word): (usize, usize),
        side: Color,
        lanes: &RowSet,
        solved: &[Option<SolvedSlice>],
        space: &mut RowSpace,
    ) {
        let exits = Exits { row, side, solved };
        let RowSpace { outcomes, tile, kept, arrivals } = space;
        // Words without lanes are not asked for; where there are like_pair, half of them come first.
        let start = lanes.iter().take_while(|lanes| **lanes == 0).count();
        outcomes.clear(start);
        for (number, conversion) in self.sides[side as usize].iter().enumerate() {
            let kept = &mut kept[side as usize][number];
            let arrivals = &mut arrivals[side as usize][number];
            let Some(captured) = conversion.captured else {
                let one = exits.push_to(conversion, 1);
                if self.may_be_taken_en_passant(row, conversion, side, one) {
                    let number = (side, number);
                    self.fold_pushes_by_word(
                        simd, row, block, word, number, lanes, solved, outcomes,
                    );
                    continue;
                }
                exits.fold_push(simd, conversion, 1, lanes, tile, outcomes);
                if conversion.promoted.is_none() {
                    exits.fold_push(simd, conversion, 2, lanes, tile, outcomes);
                }
                continue;
            };
            exits.fold_capture(simd, conversion, captured, lanes, tile, kept, arrivals, outcomes);
        }
    }

    /// Whether a pawn that advances two squares over `passed` may be taken en passant.
    fn may_be_taken_en_passant(
        &self,
        row: &Row,
        push: &Conversion,
        side: Color,
        passed: Option<Square>,
    ) -> bool {
        if push.promoted.is_some() {
            return false;
        }
        let Some(passed) = passed.filter(|s| s.rank() == Rank::Third.relative_to(side)) else {
            return false;
        };
        self.sides[!side as usize].iter().any(|capture| {
            capture.captured == Some(push.mover)
                && row.shape.man(capture.mover).piece == Piece::Pawn
                && matches!(row.places[capture.mover], Place::Fixed(from)
                    if pawn_attacks(!side, from) & bit(passed) != 0)
        })
    }

    /// Pushes word by word: en passant is rare.
    #[expect(clippy::too_many_arguments, reason = "the context of one row")]
    fn fold_pushes_by_word<S: Simd>(
        &self,
        simd: S,
        row: &Row,
        block: usize,
        first_word: usize,
        (side, number): (Color, usize),
        lanes: &RowSet,
        solved: &[Option<SolvedSlice>],
        outcomes: &mut RowOutcomes,
    ) {
        outcomes.expect(Brings::All);
        for (first_upper, &lanes) in lanes.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
            let word = row.shape.word(block, first_word + first_upper);
            self.push(row.shape, number, side, &word, lanes, solved, &mut |conversion| {
                outcomes.fold(simd, Brings::All, first_upper, &conversion.cells, conversion.legal);
            });
        }
    }
}

impl<'s> Exits<'_, '_, 's> {
    /// Where a pawn arrives that is pushed this many squares.
    fn push_to(&self, push: &Conversion, squares: i8) -> Option<Square> {
        match self.row.places[push.mover] {
            Place::Fixed(from) => from.try_offset(0, squares * forward(self.side)),
            _ => unreachable!("pawns stand still"),
        }
    }

    /// Folds pushes by this many squares, where there are any.
    #[inline(always)]
    fn fold_push<S: Simd>(
        &self,
        simd: S,
        push: &Conversion,
        squares: i8,
        lanes: &RowSet,
        tile: &mut Tile,
        outcomes: &mut RowOutcomes,
    ) {
        let from_second = self
            .push_to(push, -1)
            .is_some_and(|behind| behind.rank() == Rank::First.relative_to(self.side));
        if squares == 2 && !from_second {
            return;
        }
        let arrival = self.push_to(push, squares).expect("a pawn is on ranks 2 to 7");
        let promotes = arrival.rank() == Rank::Eighth.relative_to(self.side);
        let path = (1..=squares)
            .map(|squares| bit(self.push_to(push, squares).expect("it is on the way")))
            .fold(0, |path, square| path | square);
        if promotes != push.promoted.is_some() || path & self.row.fixed != 0 {
            return;
        }
        let mut lanes: RowSet = lanes.map(|lanes| lanes & !path);
        for first_upper in BitBoard(path) {
            lanes[first_upper as usize] = 0;
        }
        self.fold_tile(simd, push, Place::Fixed(arrival), &lanes, tile, outcomes);
    }

    /// Folds captures of a man.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the space of one conversion")]
    fn fold_capture<S: Simd>(
        &self,
        simd: S,
        capture: &Conversion,
        captured: usize,
        lanes: &RowSet,
        tile: &mut Tile,
        kept: &mut Option<Kept>,
        arrivals: &mut Option<Arrivals>,
        outcomes: &mut RowOutcomes,
    ) {
        let row = self.row;
        let (from, to) = (row.places[capture.mover], row.places[captured]);
        if row.shape.man(capture.mover).piece == Piece::Pawn {
            let Place::Fixed(from) = from else { unreachable!("pawns stand still") };
            let promotes = from.rank() == Rank::Seventh.relative_to(self.side);
            if promotes != capture.promoted.is_some() {
                return;
            }
        }
        let mut possible = row.attack(capture.mover, captured);
        let mut any = 0;
        for first_upper in 0..64 {
            possible[first_upper] &= lanes[first_upper];
            any |= possible[first_upper];
        }
        if any == 0 {
            return;
        }
        match (from, to) {
            (Place::FirstUpper, _) => self.fold_line(simd, capture, to, any, &possible, outcomes),
            (Place::Low, _) => self.fold_cells(simd, capture, to, &possible, outcomes),
            (Place::Fixed(_), Place::Low | Place::FirstUpper)
                if row.shape.is_higher_upper(capture.mover) =>
            {
                self.fold_kept(simd, capture, to, &possible, kept, outcomes);
            }
            (Place::Fixed(from), Place::Low | Place::FirstUpper)
                if let Some(upper) = self.upper_of_king_capture(capture) =>
            {
                let space = (arrivals.get_or_insert_with(Arrivals::new), tile);
                let squares = (from, to, upper);
                self.fold_king_capture(simd, capture, squares, &possible, space, outcomes);
            }
            _ => self.fold_tile(simd, capture, to, &possible, tile, outcomes),
        }
    }

    /// Folds a conversion that leads to a line of cells whatever the first upper man's square.
    #[inline(always)]
    fn fold_line<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        any: u64,
        possible: &RowSet,
        outcomes: &mut RowOutcomes,
    ) {
        let mut cells = [Cell::DRAW.byte(); 64];
        let legal = self.line_by(simd, conversion, to, Which::Low, any, &mut cells);
        let brings = cells::brings(std::iter::once(&cells));
        outcomes.expect(brings);
        if brings == Brings::Draws {
            return outcomes.fold_draws(possible, &[legal; 64]);
        }
        for first_upper in 0..64 {
            outcomes.fold(simd, brings, first_upper, &cells, possible[first_upper] & legal);
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
        outcomes: &mut RowOutcomes,
    ) {
        let mut cells = [Cell::DRAW.byte(); 64];
        let mut wanted = 0;
        for first_upper in 0..64 {
            wanted |= u64::from(possible[first_upper] != 0) << first_upper;
        }
        let legal = self.line_by(simd, conversion, to, Which::FirstUpper, wanted, &mut cells);
        let brings = cells::brings(std::iter::once(&cells));
        outcomes.expect(brings);
        for first_upper in BitBoard(legal & wanted) {
            let first_upper = first_upper as usize;
            outcomes.fold(
                simd,
                brings,
                first_upper,
                &[cells[first_upper]; 64],
                possible[first_upper],
            );
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
        outcomes: &mut RowOutcomes,
    ) {
        let (first_upper_squares, lanes) = extent(possible);
        if lanes == 0 {
            return;
        }
        self.read_tile(simd, conversion, to, first_upper_squares, lanes, tile);
        fold_all(simd, tile, first_upper_squares, possible, outcomes);
    }

    /// The same for a mover between whose squares the tile does not change, so that the last one
    /// may serve again.
    #[inline(always)]
    fn fold_kept<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        possible: &RowSet,
        kept: &mut Option<Kept>,
        outcomes: &mut RowOutcomes,
    ) {
        let Place::Fixed(from) = self.row.places[conversion.mover] else {
            unreachable!("it is a tile's")
        };
        // No two placements of the men that stand still in a block are told apart but by this one.
        let squares = self.row.fixed & !bit(from);
        let kept = kept.get_or_insert_with(|| Kept { squares: 0, tile: Box::new(Tile::EMPTY) });
        if kept.squares != squares {
            self.read_tile(simd, conversion, to, !squares, !squares, &mut kept.tile);
            kept.squares = squares;
        }
        fold_all(simd, &kept.tile, u64::MAX, possible, outcomes);
    }
}

/// The squares of the first upper man and the lanes of which there are any.
#[inline(always)]
pub fn extent(possible: &RowSet) -> (u64, u64) {
    let (mut first_upper_squares, mut lanes) = (0, 0);
    for first_upper in 0..64 {
        first_upper_squares |= u64::from(possible[first_upper] != 0) << first_upper;
        lanes |= possible[first_upper];
    }
    (first_upper_squares, lanes)
}

/// Folds the words of a tile. In others nothing is possible.
#[inline(always)]
pub fn fold_all<S: Simd>(
    simd: S,
    tile: &Tile,
    first_upper_squares: u64,
    possible: &RowSet,
    outcomes: &mut RowOutcomes,
) {
    let brings = tile.brings;
    outcomes.expect(brings);
    if brings == Brings::Draws {
        return outcomes.fold_draws(possible, &tile.legal);
    }
    for first_upper in BitBoard(first_upper_squares) {
        let first_upper = first_upper as usize;
        outcomes.fold(
            simd,
            brings,
            first_upper,
            &tile.cells[first_upper],
            possible[first_upper] & tile.legal[first_upper],
        );
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Material};

    use super::*;
    use crate::{
        shape::Shape, shape::geometry::Geometry, shape::legality::legal_lanes, simd::Plain,
        solve_closure,
    };

    /// A solved table as the slices it is made of, all of them there.
    fn slices(table: &drawproof_tables::PlainTable) -> Vec<Option<SolvedSlice<'_>>> {
        let layout = table.layout();
        let size = layout.count() / layout.slices().len();
        let slice = |number: usize| SolvedSlice {
            cells: Color::ALL.map(|side| &table.cells(side)[number * size..(number + 1) * size]),
            legal: Color::ALL
                .map(|side| &table.legal(side)[number * size / 64..(number + 1) * size / 64]),
            stalemates: Default::default(),
        };
        (0..layout.slices().len()).map(|number| Some(slice(number))).collect()
    }

    #[test]
    fn rows_bring_what_their_words_bring() {
        let mut seen = std::collections::BTreeSet::new();
        for name in ["KRKB", "KBNKQ", "KNNKR", "KPK", "KPKP", "KRKP", "KQPK"] {
            let material = name.parse::<Material>().unwrap().normalise().0;
            let tables = solve_closure(&[material], &()).unwrap();
            let layout = Layout::new(material);
            let conversions = Conversions::new(&layout, &tables).unwrap();
            let has_pawns = material.get().has_pawns();
            let solved = if has_pawns { slices(tables.get(material).unwrap()) } else { Vec::new() };
            let slice_count = if has_pawns { layout.slices().len() } else { 1 };
            let mut space = RowSpace::new(&conversions);
            let mut compared = 0;
            for slice in (0..slice_count).step_by(slice_count.div_ceil(40)) {
                let shape = Shape::new(&layout, slice);
                for block in (0..shape.blocks).step_by(shape.blocks.div_ceil(12)) {
                    space.next_block();
                    let step = 64 * (1 + shape.words / 64 / 8);
                    for first in (0..shape.words).step_by(step) {
                        let Some(row) = Row::new(&shape, Geometry::get(), block, first) else {
                            continue;
                        };
                        for side in Color::ALL {
                            let own = shape.canonical_in_row(first);
                            let lanes: RowSet = std::array::from_fn(|first_upper| {
                                let word = shape.word(block, first + first_upper);
                                let own = if own >> first_upper & 1 != 0 { u64::MAX } else { 0 };
                                legal_lanes(&shape, &word)[side as usize] & own
                            });
                            let place = (block, first);
                            conversions
                                .fold_row(Plain, &row, place, side, &lanes, &solved, &mut space);
                            seen.insert(space.outcomes.brings);
                            for (first_upper, &lanes) in lanes.iter().enumerate() {
                                let word = shape.word(block, first + first_upper);
                                let expected =
                                    conversions.fold(&shape, side, &word, lanes, &solved);
                                for lane in BitBoard(lanes) {
                                    let (first_upper, lane) = (first_upper, lane as usize);
                                    let found = &space.outcomes;
                                    let win =
                                        found.wins().map_or(255, |win| win[first_upper][lane]);
                                    let escape = match found.escapes() {
                                        _ if found.safe[first_upper] >> lane & 1 != 0 => 255,
                                        Some(escape) => escape[first_upper][lane],
                                        None => 0,
                                    };
                                    let found = (win, escape);
                                    let expected = (expected.win[lane], expected.escape[lane]);
                                    assert_eq!(found, expected, "{name} {side} {block} {first}");
                                    compared += 1;
                                }
                            }
                        }
                    }
                }
            }
            assert!(compared > 10_000, "{name}: only {compared} positions");
        }
        assert_eq!(
            seen.into_iter().collect::<Vec<_>>(),
            [Brings::Draws, Brings::Wins, Brings::All]
        );
    }
}
