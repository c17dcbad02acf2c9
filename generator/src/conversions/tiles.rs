//! Reading what the conversions of a row lead to: tiles of 64 x 64 cells and lines of 64 of them,
//! transformed to the squares of the row.

#![allow(clippy::needless_range_loop, reason = "loops over the first_upper man's squares")]

use cozy_chess::{BitBoard, Piece, Square};
use drawproof_tables::{Coordinate, Layout, Transform};

use crate::{
    conversions::by_row::Exits,
    conversions::{Conversion, Source, Target},
    shape::row::{Place, RowSet},
    simd::Simd,
    simd::cells::{self, Brings},
};

/// Cells by squares of the first upper man and the first upper man, and which of them are legal positions.
#[derive(Debug)]
// Eight words, or the 64 cells of a word, lie in one line of the cache.
#[repr(align(64))]
pub struct Tile {
    pub cells: [[u8; 64]; 64],
    pub legal: RowSet,
    /// What its cells bring, at most: cells left over that were not asked for count, too.
    pub brings: Brings,
}

impl Tile {
    pub const EMPTY: Tile = Tile { cells: [[0; 64]; 64], legal: [0; 64], brings: Brings::Draws };

    /// Notes what the cells bring of some of the first upper man's squares.
    #[inline(always)]
    fn look_through(&mut self, first_upper_squares: u64) {
        let cells = &self.cells;
        let rows = BitBoard(first_upper_squares)
            .into_iter()
            .map(|first_upper| &cells[first_upper as usize]);
        self.brings = cells::brings(rows);
    }

    /// Makes it hold the columns given by lane, of which all are next to a square: cells, which bring
    /// at most `brings`, and legal positions by the first upper man's square. Others are not legal, and their cells
    /// mean nothing; nor do any where there are draws alone.
    #[inline(always)]
    pub fn put_columns_around<S: Simd>(
        &mut self,
        simd: S,
        square: Square,
        columns: &[Option<(&[u8; 64], u64)>; 64],
        brings: Brings,
    ) {
        // On each rank, four columns side by side hold all of them.
        let (rank, file) = (square as usize / 8, (square as usize % 8).clamp(1, 5) - 1);
        let ranks = rank.saturating_sub(1)..(rank + 2).min(8);
        (self.legal, self.brings) = ([0; 64], brings);
        if brings > Brings::Draws {
            for rank in ranks {
                let lane = 8 * rank + file;
                let four: [&[u8; 64]; 4] =
                    std::array::from_fn(|i| columns[lane + i].map_or(&[0; 64], |(cells, _)| cells));
                let mut rows = [[0; 4]; 64];
                for first_upper in 0..64 {
                    rows[first_upper] = four.map(|cells| cells[first_upper]);
                }
                for first_upper in 0..64 {
                    self.cells[first_upper][lane..lane + 4].copy_from_slice(&rows[first_upper]);
                }
            }
        }
        for (lane, (_, legal)) in
            columns.iter().enumerate().filter_map(|(lane, column)| Some((lane, (*column)?)))
        {
            for (eighth, rows) in self.legal.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let there = simd.keep(simd.splat(1 << lane), (legal >> (8 * eighth)) as u8);
                simd.save(simd.or(simd.load(rows), there), rows);
            }
        }
    }

    /// First upper man and first upper man exchanged.
    #[inline(always)]
    fn transpose(&mut self) {
        transpose_cells(&mut self.cells);
        transpose_bits(&mut self.legal);
    }
}

/// Exchanges rows and columns of cells: eight rows at once, as rows of eight 8 x 8 squares, each
/// transformed within a word a row.
#[inline(always)]
fn transpose_cells(cells: &mut [[u8; 64]; 64]) {
    let mut transformed = [[0; 64]; 64];
    for (above, rows) in cells.chunks_exact(8).enumerate() {
        let mut rows: [[u64; 8]; 8] = std::array::from_fn(|row| {
            std::array::from_fn(|word| {
                let bytes = &rows[row][8 * word..8 * word + 8];
                u64::from_le_bytes(bytes.try_into().expect("eight cells"))
            })
        });
        const HALVES: u64 = 0x00000000ffffffff;
        const QUARTERS: u64 = 0x0000ffff0000ffff;
        const EIGHTHS: u64 = 0x00ff00ff00ff00ff;
        for (apart, low) in [(4, HALVES), (2, QUARTERS), (1, EIGHTHS)] {
            for row in (0..8).filter(|row| row & apart == 0) {
                for word in 0..8 {
                    let change = (rows[row][word] >> (8 * apart) ^ rows[row + apart][word]) & low;
                    rows[row + apart][word] ^= change;
                    rows[row][word] ^= change << (8 * apart);
                }
            }
        }
        for word in 0..8 {
            for row in 0..8 {
                let bytes = rows[row][word].to_le_bytes();
                transformed[8 * word + row][8 * above..8 * above + 8].copy_from_slice(&bytes);
            }
        }
    }
    *cells = transformed;
}

/// Exchanges rows and columns of bits.
#[inline(always)]
fn transpose_bits(rows: &mut RowSet) {
    let mut apart = 32;
    let mut low = u64::MAX >> 32;
    while apart > 0 {
        for first in (0..64).step_by(2 * apart) {
            for row in first..first + apart {
                let change = (rows[row] >> apart ^ rows[row + apart]) & low;
                rows[row + apart] ^= change;
                rows[row] ^= change << apart;
            }
        }
        apart /= 2;
        low ^= low << apart;
    }
}

/// Where a man of the target stands after the move, in the squares of this table.
#[derive(Clone, Copy, Debug)]
struct Arrived {
    /// By man of the target; 0 for those that vary.
    squares: [Square; 6],
    /// The man of the target whose square is the first upper man's or, arriving there, the mover's.
    first_upper: Option<usize>,
    /// The same for the lane.
    low_man: Option<usize>,
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
    fn line<S: Simd>(&self, simd: S, digit: u32, wanted: u64, cells: &mut [u8; 64]) -> u64 {
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
        // The low man of the target stands still.
        let (low_man, shift) = (self.base % 64, 6 * digit - 6);
        let values @ (there, words) =
            (&self.cells[self.base - low_man..], &self.legal[self.base / 64..]);
        if wanted.count_ones() > FEW_SQUARES {
            return simd.read_column(values, low_man, (image, shift), cells);
        }
        let mut legal = 0;
        for square in BitBoard(wanted).into_iter().map(|square| square as usize) {
            let word = usize::from(image[square]) << shift;
            legal |= (words[word] >> low_man & 1) << square;
            cells[square] = there[64 * word + low_man];
        }
        legal
    }
}

/// Squares above which all 64 are read, without asking which are wanted.
const FEW_SQUARES: u32 = 40;

/// Squares of the low man above which lines along the first upper man's are read into rows and the tile is
/// transformed, not put into its columns one by one.
const FEW_LINES: u32 = 12;

impl<'s> Exits<'_, '_, 's> {
    /// Who stands where after the move.
    #[inline(always)]
    fn arrived(&self, conversion: &Conversion, to: Place) -> Arrived {
        let mut arrived = Arrived { squares: [Square::A1; 6], first_upper: None, low_man: None };
        for (man, source) in conversion.sources.iter().enumerate() {
            let place = match *source {
                Source::Man(man) => self.row.places[man],
                Source::Destination => to,
            };
            match place {
                Place::Fixed(square) => arrived.squares[man] = conversion.flip().square(square),
                Place::FirstUpper => arrived.first_upper = Some(man),
                Place::Low => arrived.low_man = Some(man),
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
            Target::Slice => self.row.shape.layout,
            Target::Table(table) => table.layout(),
        }
    }

    /// The cells and legal positions by the square of the first upper man or the low man, the other being
    /// absent; those in `wanted` at least.
    #[inline(always)]
    pub fn line_by<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        which: Which,
        wanted: u64,
        cells: &mut [u8; 64],
    ) -> u64 {
        if matches!(conversion.target, Target::Kings) {
            return self.kings_apart(conversion, to);
        }
        let Arrived { squares, first_upper, low_man } = self.arrived(conversion, to);
        let man = if which == Which::FirstUpper { first_upper } else { low_man };
        self.line_of(
            simd,
            conversion,
            squares,
            man.expect("the man is on the board"),
            wanted,
            cells,
        )
    }

    /// The cells and legal positions by the square of one man of the target, the others standing on
    /// `squares`; those in `wanted` at least.
    #[inline(always)]
    fn line_of<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        mut squares: [Square; 6],
        man: usize,
        wanted: u64,
        cells: &mut [u8; 64],
    ) -> u64 {
        if let Coordinate::Digit(digit) = self.layout(conversion).coordinates()[man] {
            return match self.anchor(conversion, &squares, [Some(man), None]) {
                Some(anchor) => anchor.line(simd, digit, wanted, cells),
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
        let other = row.shape.kings[!self.side as usize];
        debug_assert!(row.shape.kings.contains(&conversion.mover));
        let known = match (to, row.places[other]) {
            (Place::Fixed(square), _) | (_, Place::Fixed(square)) => square,
            _ => unreachable!("one of the kings is left to vary"),
        };
        !row.geometry.reach[Piece::King as usize][known as usize]
    }

    /// Reads a tile, `lows` x `lanes` of it at least.
    #[inline(always)]
    pub fn read_tile<S: Simd>(
        &self,
        simd: S,
        conversion: &Conversion,
        to: Place,
        first_upper_squares: u64,
        lanes: u64,
        tile: &mut Tile,
    ) {
        let arrived = self.arrived(conversion, to);
        let Arrived { squares, first_upper, low_man } = arrived;
        let (first_upper, low_man) = (first_upper.expect("it varies"), low_man.expect("it varies"));
        let coordinates = self.layout(conversion).coordinates();
        let digit = |man: usize| match coordinates[man] {
            Coordinate::Digit(digit) => Some(digit),
            _ => None,
        };
        match (digit(first_upper), digit(low_man)) {
            (Some(first_upper_digit), Some(low_digit)) => {
                let Some(anchor) =
                    self.anchor(conversion, &squares, [Some(first_upper), Some(low_man)])
                else {
                    (tile.legal, tile.brings) = ([0; 64], Brings::Draws);
                    return;
                };
                if first_upper_digit == 0 && lanes.count_ones() <= FEW_LINES {
                    read_columns(simd, &anchor, [low_digit, first_upper_digit], lanes, tile);
                } else {
                    read_all(
                        simd,
                        &anchor,
                        [first_upper_digit, low_digit],
                        (first_upper_squares, lanes),
                        tile,
                    );
                }
            }
            (_, None) => {
                tile.legal = [0; 64];
                for square in BitBoard(lanes) {
                    let mut squares = squares;
                    squares[low_man] = conversion.flip().square(square);
                    let mut cells = [0; 64];
                    let legal = self.line_of(
                        simd,
                        conversion,
                        squares,
                        first_upper,
                        first_upper_squares,
                        &mut cells,
                    );
                    put_column(tile, square, &cells, legal);
                }
            }
            (None, Some(_)) => {
                for square in BitBoard(first_upper_squares) {
                    let mut squares = squares;
                    squares[first_upper] = conversion.flip().square(square);
                    let cells = &mut tile.cells[square as usize];
                    tile.legal[square as usize] =
                        self.line_of(simd, conversion, squares, low_man, lanes, cells);
                }
            }
        }
        tile.look_through(first_upper_squares);
    }
}

impl Exits<'_, '_, '_> {
    /// Reads what a king's capture on `to` of the first upper man or the low man leads to, by the squares of
    /// the higher upper man and of the one that is left.
    pub fn read_arrival<S: Simd>(
        &self,
        simd: S,
        capture: &Conversion,
        to: Square,
        left: Which,
        tile: &mut Tile,
    ) {
        let upper = self.row.shape.only_higher_upper().expect("there is one");
        let arrived = self.arrived(capture, Place::Fixed(to));
        let man = if left == Which::FirstUpper { arrived.first_upper } else { arrived.low_man };
        let left = man.expect("it is on the board");
        let is_upper = |source: &Source| matches!(source, Source::Man(man) if *man == upper);
        let upper = capture.sources.iter().position(is_upper).expect("it is on the board");
        (tile.legal, tile.brings) = ([0; 64], Brings::Draws);
        let Some(anchor) = self.anchor(capture, &arrived.squares, [Some(upper), Some(left)]) else {
            return;
        };
        let coordinates = self.layout(capture).coordinates();
        let digits = [upper, left].map(|man| match coordinates[man] {
            Coordinate::Digit(digit) => digit,
            _ => unreachable!("of two men beside kings both have digits"),
        });
        read_all(simd, &anchor, digits, (u64::MAX, u64::MAX), tile);
        tile.look_through(u64::MAX);
    }
}

/// Which of the men that vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    FirstUpper,
    Low,
}

/// Reads a tile by the squares of the men with two digits, those given at least.
#[inline(always)]
fn read_all<S: Simd>(
    simd: S,
    anchor: &Anchor,
    [first, second]: [u32; 2],
    (firsts, seconds): (u64, u64),
    tile: &mut Tile,
) {
    // Lines along the lower digit are closer together in memory.
    if first < second {
        read_lines(simd, anchor, [second, first], seconds, firsts, tile);
        tile.transpose();
    } else {
        read_lines(simd, anchor, [first, second], firsts, seconds, tile);
    }
}

/// Cells of a king pair or slice of the target that are in the cache anyway: a single tile, as of four men
/// without pawns. Of more, each line of a tile is fetched from memory, so all are asked for first.
const NEAR: usize = 64 * 64;

/// Reads lines by the man with the second digit, one for each square in `lines` of the man with the
/// first.
#[inline(always)]
fn read_lines<S: Simd>(
    simd: S,
    anchor: &Anchor,
    [by, along]: [u32; 2],
    lines: u64,
    wanted: u64,
    tile: &mut Tile,
) {
    let image = anchor.transform.squares();
    let base_of = |square: Square| anchor.base | usize::from(image[square as usize]) << (6 * by);
    // Along other digits a line of cells is not one of the cache.
    if along == 0 && anchor.cells.len() > NEAR {
        for base in BitBoard(lines).into_iter().map(base_of) {
            simd.prefetch(anchor.cells, base);
            simd.prefetch(anchor.legal, base / 64);
        }
    }
    for square in BitBoard(lines) {
        let line = Anchor { base: base_of(square), ..*anchor };
        tile.legal[square as usize] =
            line.line(simd, along, wanted, &mut tile.cells[square as usize]);
    }
}

/// The same into the columns of the tile.
#[inline(always)]
fn read_columns<S: Simd>(
    simd: S,
    anchor: &Anchor,
    [by, along]: [u32; 2],
    columns: u64,
    tile: &mut Tile,
) {
    let image = anchor.transform.squares();
    tile.legal = [0; 64];
    for square in BitBoard(columns) {
        let base = anchor.base | usize::from(image[square as usize]) << (6 * by);
        let mut cells = [0; 64];
        let legal = Anchor { base, ..*anchor }.line(simd, along, u64::MAX, &mut cells);
        put_column(tile, square, &cells, legal);
    }
}

/// Puts the cells and legal positions of a line, by the first upper man's square, into the tile's column of a
/// lane.
#[inline(always)]
fn put_column(tile: &mut Tile, lane: Square, cells: &[u8; 64], legal: u64) {
    for first_upper in 0..64 {
        tile.cells[first_upper][lane as usize] = cells[first_upper];
        tile.legal[first_upper] |= (legal >> first_upper & 1) << lane as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{simd::Plain, test_numbers::numbers};

    #[test]
    fn columns_around_a_square_are_columns() {
        let mut next = numbers();
        for square in Square::ALL {
            let mut lines = Vec::new();
            for lane in cozy_chess::get_king_moves(square) {
                if !next().is_multiple_of(3) {
                    let cells: [u8; 64] = std::array::from_fn(|_| next() as u8);
                    lines.push((lane, cells, next()));
                }
            }
            let mut columns = [None; 64];
            let mut one_by_one = Tile { brings: Brings::All, ..Tile::EMPTY };
            for (lane, cells, legal) in &lines {
                columns[*lane as usize] = Some((cells, *legal));
                put_column(&mut one_by_one, *lane, cells, *legal);
            }
            // Whatever it held before.
            let mut at_once =
                Tile { cells: [[7; 64]; 64], legal: [u64::MAX; 64], brings: Brings::All };
            at_once.put_columns_around(Plain, square, &columns, Brings::All);
            assert_eq!(at_once.legal, one_by_one.legal);
            for first_upper in 0..64 {
                for (lane, ..) in &lines {
                    let lane = *lane as usize;
                    assert_eq!(
                        at_once.cells[first_upper][lane],
                        one_by_one.cells[first_upper][lane]
                    );
                }
            }
        }
    }

    #[test]
    fn rows_and_columns_are_exchanged() {
        let mut next = numbers();
        let cells = std::array::from_fn(|_| std::array::from_fn(|_| next() as u8));
        let tile = Tile { cells, legal: std::array::from_fn(|_| next()), brings: Brings::All };
        let mut transformed = Tile { ..tile };
        transformed.transpose();
        for first_upper in 0..64 {
            for lane in 0..64 {
                assert_eq!(transformed.cells[lane][first_upper], tile.cells[first_upper][lane]);
                assert_eq!(
                    transformed.legal[lane] >> first_upper & 1,
                    tile.legal[first_upper] >> lane & 1
                );
            }
        }
    }
}
