//! Where a conversion of the lanes of a word lands: the cells it leads to, word by word.

use cozy_chess::{BitBoard, Color, Piece, Square};
use drawproof_tables::{Cell, Coordinate, Layout, Transform};

use crate::{
    conversions::{Conversion, SolvedSlice, Source, Target},
    shape::attacks::{attacks, bit},
    shape::{Shape, Word},
};

/// The cells that one conversion of the lanes of a word leads to.
pub struct WordCells {
    /// RowSet where the move is legal.
    pub legal: u64,
    /// Cells by lane, meaningless elsewhere; one for all with [`WordCells::uniform`].
    pub cells: [u8; 64],
}

impl WordCells {
    const ILLEGAL: WordCells = WordCells { legal: 0, cells: [0; 64] };

    fn uniform(lanes: u64, cell: u8) -> WordCells {
        WordCells { legal: lanes, cells: [cell; 64] }
    }
}

impl Conversion {
    /// The cells of the positions that the move leads to from `lanes` of a word.
    pub fn row(
        &self,
        shape: &Shape,
        side: Color,
        word: &Word,
        destination: Option<Square>,
        lanes: u64,
        solved: &[Option<SolvedSlice>],
    ) -> WordCells {
        let layout = match &self.target {
            Target::Kings => return self.kings_apart(shape, word, destination, lanes),
            Target::Slice => shape.layout,
            Target::Table(table) => table.layout(),
        };
        let stm = if self.swapped { side } else { !side };
        let (squares, low_man) = self.arrived(shape, word, destination);
        let squares = &squares[..layout.men().len()];
        let digit = match low_man.map(|man| layout.coordinates()[man]) {
            None => None,
            Some(Coordinate::Digit(digit)) => Some(digit),
            Some(_) => return self.lane_by_lane(layout, squares, low_man, stm, lanes),
        };
        let Some((outer, transform)) = layout.outer(squares) else { return WordCells::ILLEGAL };
        let (cells, legal) = self.values(layout, outer, stm, solved);
        let mut base = 0;
        for (man, coordinate) in layout.coordinates().iter().enumerate() {
            if let Coordinate::Digit(place) = coordinate
                && Some(man) != low_man
            {
                base |= (transform.square(squares[man]) as usize) << (6 * place);
            }
        }
        let Some(digit) = digit else {
            let is_legal = legal[base / 64] >> (base % 64) & 1 != 0;
            return WordCells::uniform(if is_legal { lanes } else { 0 }, cells[base]);
        };
        let transform = self.flip().then(transform);
        if digit == 0 {
            let back = transform.inverse();
            let legal = lanes & back.set(legal[base / 64]);
            let cells: &[u8; 64] = cells[base..base + 64].try_into().expect("64 lanes");
            let cells = if back == Transform::IDENTITY { *cells } else { back.cells(cells) };
            return WordCells { legal, cells };
        }
        let mut row = WordCells::ILLEGAL;
        for lane in BitBoard(lanes) {
            let place = base | usize::from(transform.squares()[lane as usize]) << (6 * digit);
            row.legal |= (legal[place / 64] >> (place % 64) & 1) << lane as u32;
            row.cells[lane as usize] = cells[place];
        }
        row
    }

    /// What takes the squares of this table to those of the target.
    pub fn flip(&self) -> Transform {
        if self.swapped { Transform::FLIP_RANKS } else { Transform::IDENTITY }
    }

    /// The squares of the target's men after the move, and which of them stands on the lane's
    /// square (the square given for it is meaningless).
    #[inline]
    fn arrived(
        &self,
        shape: &Shape,
        word: &Word,
        destination: Option<Square>,
    ) -> ([Square; 6], Option<usize>) {
        let mut squares = [Square::A1; 6];
        let mut low_man = None;
        for (man, source) in self.sources.iter().enumerate() {
            let square = match *source {
                Source::Man(from) if from == shape.low_man => None,
                Source::Man(from) => Some(word.squares[from]),
                Source::Destination => destination,
            };
            match square {
                Some(square) => squares[man] = self.flip().square(square),
                None => low_man = Some(man),
            }
        }
        (squares, low_man)
    }

    /// [`Conversion::row`] where the low man is a king of the target's king pairs.
    fn lane_by_lane(
        &self,
        layout: &Layout,
        squares: &[Square],
        low_man: Option<usize>,
        stm: Color,
        lanes: u64,
    ) -> WordCells {
        let Target::Table(table) = &self.target else { unreachable!("slices have no king pairs") };
        let mut row = WordCells::ILLEGAL;
        let mut moved = [Square::A1; 6];
        let moved = &mut moved[..squares.len()];
        moved.copy_from_slice(squares);
        for lane in BitBoard(lanes) {
            moved[low_man.expect("a king is the low man")] = self.flip().square(lane);
            let Some(place) = layout.index(moved) else { continue };
            row.legal |= u64::from(table.is_legal(stm, place)) << lane as u32;
            row.cells[lane as usize] = table.cells(stm)[place];
        }
        row
    }

    /// The row of a capture that leaves bare kings: a draw where the kings do not touch.
    fn kings_apart(
        &self,
        shape: &Shape,
        word: &Word,
        destination: Option<Square>,
        lanes: u64,
    ) -> WordCells {
        // Only kings and the captured man are on the board, so that the mover is a king or the
        // captured man is the low man and the mover, too, is a king: nothing else is left.
        let [own, other] = {
            let own = self.mover;
            [own, shape.kings.into_iter().find(|&k| k != own).expect("two kings")]
        };
        let apart = match destination {
            None => !attacks(Piece::King, word.squares[other], 0),
            Some(square) if other == shape.low_man => !attacks(Piece::King, square, 0),
            Some(square) => {
                let touch = attacks(Piece::King, word.squares[other], 0) & bit(square) != 0;
                if touch { 0 } else { u64::MAX }
            }
        };
        debug_assert_eq!(shape.man(own).piece, Piece::King);
        WordCells::uniform(lanes & apart, Cell::DRAW.byte())
    }

    /// Cells and legal positions of the target's king pair or slice `outer`.
    pub fn values<'a>(
        &'a self,
        layout: &Layout,
        outer: usize,
        stm: Color,
        solved: &'a [Option<SolvedSlice>],
    ) -> (&'a [u8], &'a [u64]) {
        match &self.target {
            Target::Kings => unreachable!("bare kings have no table"),
            Target::Slice => {
                let slice = solved[outer].as_ref().expect("more advanced slices are solved first");
                (slice.cells[stm as usize], slice.legal[stm as usize])
            }
            Target::Table(table) => {
                let size = 1 << (6 * layout.digits());
                let cells = &table.cells(stm)[outer * size..(outer + 1) * size];
                (cells, &table.legal(stm)[outer * size / 64..(outer + 1) * size / 64])
            }
        }
    }

    /// The lanes of `word` that are stalemate after this push of `side` to `arrival`.
    pub fn stalemates(
        &self,
        shape: &Shape,
        side: Color,
        word: &Word,
        arrival: Square,
        solved: &[Option<SolvedSlice>],
    ) -> u64 {
        let (squares, low_man) = self.arrived(shape, word, Some(arrival));
        let squares = &squares[..self.sources.len()];
        debug_assert_eq!(low_man, Some(shape.low_man));
        let (outer, transform) = shape.layout.outer(squares).expect("a pawn placement");
        let slice = solved[outer].as_ref().expect("more advanced slices are solved first");
        let index = shape.layout.index(squares).expect("a pawn placement");
        let place = index / 64 % (1 << (6 * (shape.layout.digits() - 1)));
        let list = &slice.stalemates[!side as usize];
        match list.binary_search_by_key(&place, |&(word, _)| word) {
            Ok(found) => transform.inverse().set(list[found].1),
            Err(_) => 0,
        }
    }
}
