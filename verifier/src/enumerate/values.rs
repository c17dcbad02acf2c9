//! What a table stores about the positions of one word.

use drawproof_board::Color;
use drawproof_tables::{Cell, PlainTable};

use super::results::{LaneResults, TruthKind};

/// The number that stands for the distance of a draw where every position needs a distance. It is
/// greater than any distance to mate.
pub(crate) const DRAWN: u16 = u16::MAX;

/// The cell of a mate.
const MATED: u8 = Cell::from_number(0).expect("a cell holds a mate").byte();

/// The cell of a mate in one.
const MATE_IN_ONE: u8 = Cell::from_number(1).expect("a cell holds a mate in one").byte();

/// The stored values of 64 positions with one side to move, by lane. They ignore the fifty-move
/// rule.
#[derive(Clone, Copy)]
pub(crate) struct WordValues<'a> {
    pub kind: TruthKind,
    /// The table cells by lane; in a table of helpmates, the cells of White's helpmates.
    pub cells: &'a [u8; 64],
    /// The bytes of the table's second layer by lane, if it has one; in a table of helpmates, the
    /// cells of Black's helpmates.
    pub beyond: Option<&'a [u8; 64]>,
}

impl<'a> WordValues<'a> {
    /// Returns the stored values of a word of a table.
    #[inline(always)]
    pub fn of(table: &'a PlainTable, side: Color, word: usize) -> WordValues<'a> {
        let of_word = |layer: &'a [u8]| -> &'a [u8; 64] {
            layer[word * 64..][..64].try_into().expect("a word has 64 cells")
        };
        let (cells, beyond) = (of_word(table.cells(side)), table.far(side).map(of_word));
        WordValues { kind: TruthKind::of(table.metric()), cells, beyond }
    }

    /// Returns the true results of the positions in some lanes.
    #[inline(always)]
    pub fn results(&self, side: Color, lanes: u64) -> LaneResults {
        match self.kind {
            TruthKind::Result => LaneResults::of(self.cells, lanes),
            TruthKind::CanMate => {
                let [win, loss] = [side, !side].map(|mating| lanes & !drawn(self.by(mating)));
                LaneResults { draw: lanes, win, loss }
            }
        }
    }

    /// Returns the cells of the helpmates by a colour.
    fn by(&self, mating: Color) -> &'a [u8; 64] {
        match mating {
            Color::White => self.cells,
            Color::Black => self.beyond.expect("helpmates have a second layer"),
        }
    }

    /// Returns the lanes in which the side to move is mated, as bits.
    pub fn mated(&self, side: Color) -> u64 {
        lanes_with(if self.kind == TruthKind::Result { self.cells } else { self.by(!side) }, MATED)
    }

    /// Returns the lanes in which the side to move mates in one, as bits.
    pub fn mates_in_one(&self, side: Color) -> u64 {
        let cells = if self.kind == TruthKind::Result { self.cells } else { self.by(side) };
        lanes_with(cells, MATE_IN_ONE)
    }

    /// Returns the lanes in which every move keeps the true result, because the position is lost or
    /// dead.
    pub fn settled(&self, results: LaneResults) -> u64 {
        match self.kind {
            TruthKind::Result => results.loss,
            TruthKind::CanMate => results.drawn(),
        }
    }

    /// Returns the distance to mate in a lane in plies; [`DRAWN`] for a draw. In a table of
    /// helpmates, it is the length of the shortest helpmate by one of the colours `wanted`.
    pub fn plies(&self, lane: usize, wanted: &[Color]) -> u16 {
        match self.kind {
            TruthKind::Result => {
                plies_of(self.cells[lane], self.beyond.map_or(0, |beyond| beyond[lane]))
            }
            TruthKind::CanMate => {
                let plies = wanted.iter().map(|&mating| plies_of(self.by(mating)[lane], 0));
                plies.min().unwrap_or(DRAWN)
            }
        }
    }
}

/// Returns the distance of a cell in plies, with the byte of the second layer; [`DRAWN`] for a
/// draw.
#[inline(always)]
fn plies_of(cell: u8, far: u8) -> u16 {
    Cell::from_byte(cell).value_beyond(far).number().unwrap_or(DRAWN)
}

/// Returns the lanes with a draw's cell.
#[inline(always)]
fn drawn(cells: &[u8; 64]) -> u64 {
    lanes_with(cells, Cell::DRAW.byte())
}

#[inline(always)]
fn lanes_with(cells: &[u8; 64], wanted: u8) -> u64 {
    let of_lane = |(lane, &cell): (usize, &u8)| u64::from(cell == wanted) << lane;
    cells.iter().enumerate().map(of_lane).fold(0, |all, lane| all | lane)
}
