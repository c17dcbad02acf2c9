//! Conversions of a row of 64 words at once: which are possible, where they lead, what they bring.
//!
//! What a conversion leads to depends on the squares of the low man and of the lane man at most:
//! a tile of 64 x 64 cells, or one line of them where one of the two is taken or moves.
//! [`Conversions::fold`], word by word, says the same.

#![allow(clippy::needless_range_loop, reason = "vector operations over the low man's squares")]

use cozy_chess::{BitBoard, Color, Piece, Rank, Square};
use drawproof_tables::{Cell, Coordinate, Layout, Transform};

use crate::{
    conversions::{Conversion, Conversions, SolvedSlice, Source, Target, forward},
    lanes::{bit, pawn_attacks},
    rows::{Lanes, Place, Row},
    vectors::Machine,
};

/// What the conversions of a row bring: [`crate::conversions::Outcomes`] by square of the low man.
#[derive(Debug)]
pub struct RowOutcomes {
    /// Plies in which the best conversion wins, 255 = none does.
    pub win: [[u8; 64]; 64],
    /// The last ply at which a conversion keeps the side to move from being lost: 255 = always,
    /// 0 = there is none.
    pub escape: [[u8; 64]; 64],
}

/// Cells by squares of the low man and the lane man, and which of them are legal positions.
#[derive(Debug)]
struct Tile {
    cells: [[u8; 64]; 64],
    legal: Lanes,
}

impl Tile {
    const EMPTY: Tile = Tile { cells: [[0; 64]; 64], legal: [0; 64] };

    /// Low man and lane man exchanged.
    fn transpose(&mut self) {
        let mut turned = Tile::EMPTY;
        for (low, cells) in self.cells.iter().enumerate() {
            for (lane, &cell) in cells.iter().enumerate() {
                turned.cells[lane][low] = cell;
            }
        }
        for low in 0..64 {
            for lane in BitBoard(self.legal[low]) {
                turned.legal[lane as usize] |= 1 << low;
            }
        }
        *self = turned;
    }
}

/// Space for the rows of one thread, used again and again.
pub struct RowSpace {
    /// Of the row and side last looked at.
    pub outcomes: Box<RowOutcomes>,
    tile: Box<Tile>,
    /// By side to move and conversion: the tile of the last row that did not stand in the way of
    /// the next, and the squares of the men it is for, the mover's left out.
    kept: [Vec<Option<Kept>>; 2],
}

struct Kept {
    squares: u64,
    tile: Box<Tile>,
}

impl RowSpace {
    /// Space for the conversions of an endgame.
    pub fn new(conversions: &Conversions) -> RowSpace {
        RowSpace {
            outcomes: Box::new(RowOutcomes { win: [[0; 64]; 64], escape: [[0; 64]; 64] }),
            tile: Box::new(Tile::EMPTY),
            kept: conversions.sides.each_ref().map(|side| side.iter().map(|_| None).collect()),
        }
    }

    /// Forgets the tiles of another block or slice.
    pub fn next_block(&mut self) {
        for kept in self.kept.iter_mut().flatten().flatten() {
            kept.squares = 0;
        }
    }
}

/// Where a man of the target stands after the move, in the squares of this table.
#[derive(Clone, Copy, Debug)]
struct Arrived {
    /// By man of the target; 0 for those that vary.
    squares: [Square; 6],
    /// The man of the target whose square is the low man's or, arriving there, the mover's.
    low: Option<usize>,
    /// The same for the lane.
    lane: Option<usize>,
}

/// Part of a target table: men that stand still have a place in it.
struct Anchor<'t> {
    cells: &'t [u8],
    legal: &'t [u64],
    base: usize,
    /// Takes squares of this table to those of the target.
    transform: Transform,
}

impl Anchor<'_> {
    /// The cells and legal positions by the square of a man that has this digit in the target,
    /// those in `wanted` at least.
    #[inline(always)]
    fn line(&self, digit: u32, wanted: u64, cells: &mut [u8; 64]) -> u64 {
        if digit == 0 {
            let there: &[u8; 64] =
                self.cells[self.base..self.base + 64].try_into().expect("64 lanes");
            let legal = self.legal[self.base / 64];
            if self.transform == Transform::IDENTITY {
                *cells = *there;
                return legal;
            }
            let back = self.transform.inverse();
            *cells = back.cells(there);
            return back.set(legal);
        }
        let image = self.transform.squares();
        let mut legal = 0;
        for square in BitBoard(wanted) {
            let place = self.base | usize::from(image[square as usize]) << (6 * digit);
            legal |= (self.legal[place / 64] >> (place % 64) & 1) << square as u32;
            cells[square as usize] = self.cells[place];
        }
        legal
    }
}

/// Squares of a man above which a tile is read whole and turned rather than line by line.
const FEW_LINES: u32 = 12;

/// The conversions of one side in one row.
struct Exits<'r, 'a, 's> {
    row: &'r Row<'a>,
    side: Color,
    solved: &'s [Option<SolvedSlice<'s>>],
}

impl Conversions {
    /// What the conversions of `side` bring in the positions `lanes` of a row, all legal, into
    /// `space.outcomes`. `word` is the number of the row's first word in `block`.
    #[inline(always)]
    pub fn fold_row<M: Machine>(
        &self,
        row: &Row,
        (block, word): (usize, usize),
        side: Color,
        lanes: &Lanes,
        solved: &[Option<SolvedSlice>],
        space: &mut RowSpace,
    ) {
        let exits = Exits { row, side, solved };
        let RowSpace { outcomes, tile, kept } = space;
        outcomes.win = [[255; 64]; 64];
        outcomes.escape = [[0; 64]; 64];
        for (number, conversion) in self.sides[side as usize].iter().enumerate() {
            let kept = &mut kept[side as usize][number];
            let Some(captured) = conversion.captured else {
                let one = exits.push_to(conversion, 1);
                if self.may_be_taken_en_passant(row, conversion, side, one) {
                    let number = (side, number);
                    self.fold_pushes_by_word::<M>(
                        row, block, word, number, lanes, solved, outcomes,
                    );
                    continue;
                }
                exits.fold_push::<M>(conversion, 1, lanes, tile, outcomes);
                if conversion.promoted.is_none() {
                    exits.fold_push::<M>(conversion, 2, lanes, tile, outcomes);
                }
                continue;
            };
            exits.fold_capture::<M>(conversion, captured, lanes, tile, kept, outcomes);
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
                && row.arena.man(capture.mover).piece == Piece::Pawn
                && matches!(row.places[capture.mover], Place::Fixed(from)
                    if pawn_attacks(!side, from) & bit(passed) != 0)
        })
    }

    /// Pushes word by word: en passant is rare.
    #[expect(clippy::too_many_arguments, reason = "the context of one row")]
    fn fold_pushes_by_word<M: Machine>(
        &self,
        row: &Row,
        block: usize,
        first_word: usize,
        (side, number): (Color, usize),
        lanes: &Lanes,
        solved: &[Option<SolvedSlice>],
        outcomes: &mut RowOutcomes,
    ) {
        for (low, &lanes) in lanes.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
            let word = row.arena.word(block, first_word + low);
            let (win, escape) = (&mut outcomes.win[low], &mut outcomes.escape[low]);
            self.push(row.arena, number, side, &word, lanes, solved, &mut |conversion| {
                M::fold(win, escape, &conversion.cells, conversion.legal);
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
    fn fold_push<M: Machine>(
        &self,
        push: &Conversion,
        squares: i8,
        lanes: &Lanes,
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
        let mut lanes: Lanes = lanes.map(|lanes| lanes & !path);
        for low in BitBoard(path) {
            lanes[low as usize] = 0;
        }
        self.fold_tile::<M>(push, Place::Fixed(arrival), &lanes, tile, outcomes);
    }

    /// Folds captures of a man.
    #[inline(always)]
    fn fold_capture<M: Machine>(
        &self,
        capture: &Conversion,
        captured: usize,
        lanes: &Lanes,
        tile: &mut Tile,
        kept: &mut Option<Kept>,
        outcomes: &mut RowOutcomes,
    ) {
        let row = self.row;
        let (from, to) = (row.places[capture.mover], row.places[captured]);
        if row.arena.man(capture.mover).piece == Piece::Pawn {
            let Place::Fixed(from) = from else { unreachable!("pawns stand still") };
            let promotes = from.rank() == Rank::Seventh.relative_to(self.side);
            if promotes != capture.promoted.is_some() {
                return;
            }
        }
        let mut possible = row.attack(capture.mover, captured);
        let mut any = 0;
        for low in 0..64 {
            possible[low] &= lanes[low];
            any |= possible[low];
        }
        if any == 0 {
            return;
        }
        match (from, to) {
            (Place::Low, _) => self.fold_line::<M>(capture, to, any, &possible, outcomes),
            (Place::Lane, _) => self.fold_cells::<M>(capture, to, &possible, outcomes),
            (Place::Fixed(_), Place::Lane | Place::Low) if row.arena.is_upper(capture.mover) => {
                self.fold_kept::<M>(capture, to, &possible, kept, outcomes);
            }
            _ => self.fold_tile::<M>(capture, to, &possible, tile, outcomes),
        }
    }

    /// Folds a conversion that leads to a line of cells whatever the low man's square.
    #[inline(always)]
    fn fold_line<M: Machine>(
        &self,
        conversion: &Conversion,
        to: Place,
        any: u64,
        possible: &Lanes,
        outcomes: &mut RowOutcomes,
    ) {
        let mut cells = [Cell::DRAW.byte(); 64];
        let legal = self.line_by(conversion, to, Which::Lane, any, &mut cells);
        for low in 0..64 {
            let lanes = possible[low] & legal;
            if lanes != 0 {
                M::fold(&mut outcomes.win[low], &mut outcomes.escape[low], &cells, lanes);
            }
        }
    }

    /// Folds a conversion of the lane man, which leads to one cell for each of the low man's
    /// squares.
    #[inline(always)]
    fn fold_cells<M: Machine>(
        &self,
        conversion: &Conversion,
        to: Place,
        possible: &Lanes,
        outcomes: &mut RowOutcomes,
    ) {
        let mut cells = [Cell::DRAW.byte(); 64];
        let mut wanted = 0;
        for low in 0..64 {
            wanted |= u64::from(possible[low] != 0) << low;
        }
        let legal = self.line_by(conversion, to, Which::Low, wanted, &mut cells);
        for low in BitBoard(legal & wanted) {
            let low = low as usize;
            let (win, escape) = (&mut outcomes.win[low], &mut outcomes.escape[low]);
            M::fold(win, escape, &[cells[low]; 64], possible[low]);
        }
    }

    /// Folds a conversion that leads to a tile.
    #[inline(always)]
    fn fold_tile<M: Machine>(
        &self,
        conversion: &Conversion,
        to: Place,
        possible: &Lanes,
        tile: &mut Tile,
        outcomes: &mut RowOutcomes,
    ) {
        let (mut lows, mut lanes) = (0, 0);
        for low in 0..64 {
            lows |= u64::from(possible[low] != 0) << low;
            lanes |= possible[low];
        }
        if lanes == 0 {
            return;
        }
        self.read_tile(conversion, to, lows, lanes, tile);
        fold_all::<M>(tile, lows, possible, outcomes);
    }

    /// The same for a mover between whose squares the tile does not change, so that the last one
    /// may serve again.
    #[inline(always)]
    fn fold_kept<M: Machine>(
        &self,
        conversion: &Conversion,
        to: Place,
        possible: &Lanes,
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
            self.read_tile(conversion, to, !squares, !squares, &mut kept.tile);
            kept.squares = squares;
        }
        fold_all::<M>(&kept.tile, u64::MAX, possible, outcomes);
    }

    /// Who stands where after the move.
    #[inline(always)]
    fn arrived(&self, conversion: &Conversion, to: Place) -> Arrived {
        let mut arrived = Arrived { squares: [Square::A1; 6], low: None, lane: None };
        for (man, source) in conversion.sources.iter().enumerate() {
            let place = match *source {
                Source::Man(man) => self.row.places[man],
                Source::Destination => to,
            };
            match place {
                Place::Fixed(square) => arrived.squares[man] = conversion.flip().square(square),
                Place::Low => arrived.low = Some(man),
                Place::Lane => arrived.lane = Some(man),
            }
        }
        arrived
    }

    /// The part of the target where the men stand on these squares; men with a digit may be left
    /// out as varying. `None` if there is none such.
    #[inline(always)]
    fn anchor<'t>(
        &'t self,
        conversion: &'t Conversion,
        squares: &[Square; 6],
        varying: [Option<usize>; 2],
    ) -> Option<Anchor<'t>> {
        let layout = self.layout(conversion);
        let squares = &squares[..layout.men().len()];
        let (outer, transform) = layout.outer(squares)?;
        let stm = if conversion.swapped { self.side } else { !self.side };
        let (cells, legal) = conversion.values(layout, outer, stm, self.solved);
        let mut base = 0;
        for (man, coordinate) in layout.coordinates().iter().enumerate() {
            if let Coordinate::Digit(digit) = coordinate
                && !varying.contains(&Some(man))
            {
                base |= (transform.square(squares[man]) as usize) << (6 * digit);
            }
        }
        let transform = conversion.flip().then(transform);
        Some(Anchor { cells, legal, base, transform })
    }

    fn layout<'t>(&'t self, conversion: &'t Conversion) -> &'t Layout {
        match &conversion.target {
            Target::Kings => unreachable!("bare kings have no layout"),
            Target::Slice => self.row.arena.layout,
            Target::Table(table) => table.layout(),
        }
    }

    /// The cells and legal positions by the square of the low man or the lane man, the other being
    /// absent; those in `wanted` at least.
    #[inline(always)]
    fn line_by(
        &self,
        conversion: &Conversion,
        to: Place,
        which: Which,
        wanted: u64,
        cells: &mut [u8; 64],
    ) -> u64 {
        if matches!(conversion.target, Target::Kings) {
            return self.kings_apart(conversion, to);
        }
        let Arrived { squares, low, lane } = self.arrived(conversion, to);
        let man = if which == Which::Low { low } else { lane };
        self.line_of(conversion, squares, man.expect("the man is on the board"), wanted, cells)
    }

    /// The cells and legal positions by the square of one man of the target, the others standing on
    /// `squares`; those in `wanted` at least.
    #[inline(always)]
    fn line_of(
        &self,
        conversion: &Conversion,
        mut squares: [Square; 6],
        man: usize,
        wanted: u64,
        cells: &mut [u8; 64],
    ) -> u64 {
        if let Coordinate::Digit(digit) = self.layout(conversion).coordinates()[man] {
            return match self.anchor(conversion, &squares, [Some(man), None]) {
                Some(anchor) => anchor.line(digit, wanted, cells),
                None => 0,
            };
        }
        let mut legal = 0;
        for square in BitBoard(wanted) {
            squares[man] = conversion.flip().square(square);
            if let Some(anchor) = self.anchor(conversion, &squares, [None; 2]) {
                let is_legal = anchor.legal[anchor.base / 64] >> (anchor.base % 64) & 1;
                legal |= is_legal << square as u32;
                cells[square as usize] = anchor.cells[anchor.base];
            }
        }
        legal
    }

    /// Squares of the varying king for which a capture that leaves bare kings is legal.
    fn kings_apart(&self, conversion: &Conversion, to: Place) -> u64 {
        let row = self.row;
        let other = row.arena.kings[!self.side as usize];
        debug_assert!(row.arena.kings.contains(&conversion.mover));
        let known = match (to, row.places[other]) {
            (Place::Fixed(square), _) | (_, Place::Fixed(square)) => square,
            _ => unreachable!("one of the kings is left to vary"),
        };
        !row.geometry.reach[Piece::King as usize][known as usize]
    }

    /// Reads a tile, `lows` x `lanes` of it at least.
    #[inline(always)]
    fn read_tile(
        &self,
        conversion: &Conversion,
        to: Place,
        lows: u64,
        lanes: u64,
        tile: &mut Tile,
    ) {
        let arrived = self.arrived(conversion, to);
        let Arrived { squares, low, lane } = arrived;
        let (low, lane) = (low.expect("it varies"), lane.expect("it varies"));
        let coordinates = self.layout(conversion).coordinates();
        let digit = |man: usize| match coordinates[man] {
            Coordinate::Digit(digit) => Some(digit),
            _ => None,
        };
        match (digit(low), digit(lane)) {
            (Some(low_digit), Some(lane_digit)) => {
                let Some(anchor) = self.anchor(conversion, &squares, [Some(low), Some(lane)])
                else {
                    tile.legal = [0; 64];
                    return;
                };
                if low_digit == 0 && lanes.count_ones() > FEW_LINES {
                    read_lines(&anchor, [lane_digit, low_digit], u64::MAX, u64::MAX, tile);
                    tile.transpose();
                } else if low_digit == 0 {
                    read_columns(&anchor, [lane_digit, low_digit], lanes, tile);
                } else {
                    read_lines(&anchor, [low_digit, lane_digit], lows, lanes, tile);
                }
            }
            (_, None) => {
                tile.legal = [0; 64];
                for square in BitBoard(lanes) {
                    let mut squares = squares;
                    squares[lane] = conversion.flip().square(square);
                    let mut cells = [0; 64];
                    let legal = self.line_of(conversion, squares, low, lows, &mut cells);
                    put_column(tile, square, &cells, legal);
                }
            }
            (None, Some(_)) => {
                for square in BitBoard(lows) {
                    let mut squares = squares;
                    squares[low] = conversion.flip().square(square);
                    let cells = &mut tile.cells[square as usize];
                    tile.legal[square as usize] =
                        self.line_of(conversion, squares, lane, lanes, cells);
                }
            }
        }
    }
}

/// Which of the men that vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Low,
    Lane,
}

/// Reads lines by the man with the second digit, one for each square in `lines` of the man with the
/// first.
#[inline(always)]
fn read_lines(anchor: &Anchor, [by, along]: [u32; 2], lines: u64, wanted: u64, tile: &mut Tile) {
    let image = anchor.transform.squares();
    for square in BitBoard(lines) {
        let base = anchor.base | usize::from(image[square as usize]) << (6 * by);
        let line = Anchor { base, ..*anchor };
        tile.legal[square as usize] = line.line(along, wanted, &mut tile.cells[square as usize]);
    }
}

/// The same into the columns of the tile.
#[inline(always)]
fn read_columns(anchor: &Anchor, [by, along]: [u32; 2], columns: u64, tile: &mut Tile) {
    let image = anchor.transform.squares();
    tile.legal = [0; 64];
    for square in BitBoard(columns) {
        let base = anchor.base | usize::from(image[square as usize]) << (6 * by);
        let mut cells = [0; 64];
        let legal = Anchor { base, ..*anchor }.line(along, u64::MAX, &mut cells);
        put_column(tile, square, &cells, legal);
    }
}

#[inline(always)]
fn put_column(tile: &mut Tile, lane: Square, cells: &[u8; 64], legal: u64) {
    for low in 0..64 {
        tile.cells[low][lane as usize] = cells[low];
        tile.legal[low] |= (legal >> low & 1) << lane as u32;
    }
}

/// Folds the words of a tile.
#[inline(always)]
fn fold_all<M: Machine>(tile: &Tile, lows: u64, possible: &Lanes, outcomes: &mut RowOutcomes) {
    for low in BitBoard(lows) {
        let low = low as usize;
        let lanes = possible[low] & tile.legal[low];
        if lanes != 0 {
            M::fold(&mut outcomes.win[low], &mut outcomes.escape[low], &tile.cells[low], lanes);
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Material};

    use super::*;
    use crate::{
        arena::Arena, geometry::Geometry, solve_closure, start::legal_lanes, vectors::Plain,
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
                let arena = Arena::new(&layout, slice);
                for block in (0..arena.blocks).step_by(arena.blocks.div_ceil(12)) {
                    space.next_block();
                    let step = 64 * (1 + arena.words / 64 / 8);
                    for first in (0..arena.words).step_by(step) {
                        let Some(row) = Row::new(&arena, Geometry::get(), block, first) else {
                            continue;
                        };
                        for side in Color::ALL {
                            let lanes: Lanes = std::array::from_fn(|low| {
                                legal_lanes(&arena, &arena.word(block, first + low))[side as usize]
                            });
                            let place = (block, first);
                            conversions
                                .fold_row::<Plain>(&row, place, side, &lanes, &solved, &mut space);
                            for (low, &lanes) in lanes.iter().enumerate() {
                                let word = arena.word(block, first + low);
                                let expected =
                                    conversions.fold(&arena, side, &word, lanes, &solved);
                                for lane in BitBoard(lanes) {
                                    let (low, lane) = (low, lane as usize);
                                    let RowOutcomes { win, escape } = &*space.outcomes;
                                    let found = (win[low][lane], escape[low][lane]);
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
    }
}
