//! Up to 64 positions that differ in one man's square.

use drawproof_board::{BitBoard, Color, Piece};
use drawproof_recognizers::Position;
use drawproof_tables::{Man, Transform, census::for_each_lane};

/// Up to 64 positions that differ only in the square of one man: one for each set bit (lane) of
/// [`Batch::lanes`].
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The position without the man that differs.
    base: Position,
    /// Colour and kind of the man that differs.
    colour: usize,
    kind: usize,
    /// The square of that man, by lane.
    squares: &'static [u8; 64],
    lanes: u64,
}

impl Batch {
    /// Returns the positions with the men of `base`, and `man` on the image under `transform` of
    /// each square in `lanes`.
    pub(crate) fn new(base: Position, man: Man, transform: Transform, lanes: u64) -> Batch {
        Batch {
            base,
            colour: man.color as usize,
            kind: man.piece as usize,
            squares: transform.squares(),
            lanes,
        }
    }

    /// Makes a batch of one position, in lane 0.
    pub fn single(position: &Position) -> Batch {
        let square = (position.colour[0] & position.kind[5]).trailing_zeros() as usize;
        let mut base = *position;
        base.colour[0] &= !(1 << square);
        base.kind[5] &= !(1 << square);
        let squares = SQUARE_IN_EVERY_LANE[square];
        Batch { base, colour: 0, kind: 5, squares, lanes: 1 }
    }

    /// Returns the lanes that hold a position, as bits.
    pub fn lanes(&self) -> u64 {
        self.lanes
    }

    /// Returns the number of positions in the batch, 0 to 64.
    pub fn len(&self) -> usize {
        self.lanes.count_ones() as usize
    }

    /// Returns whether the batch holds no position.
    pub fn is_empty(&self) -> bool {
        self.lanes == 0
    }

    /// Returns the position in a lane; meaningless unless [`Batch::lanes`] contains the lane.
    pub fn position(&self, lane: usize) -> Position {
        let mut position = self.base;
        let man = 1 << self.squares[lane];
        position.colour[self.colour] |= man;
        position.kind[self.kind] |= man;
        position
    }

    /// Returns the position without the man that differs.
    pub(crate) fn base(&self) -> &Position {
        &self.base
    }

    /// Returns the man whose square differs between the positions.
    pub(crate) fn man(&self) -> Man {
        Man { color: Color::ALL[self.colour], piece: Piece::ALL[self.kind] }
    }

    /// Returns the lanes in which the man that differs stands on one of `squares`.
    #[inline]
    pub(crate) fn lanes_on(&self, squares: BitBoard) -> u64 {
        let is_identity = self.squares[..3] == [0, 1, 2] && self.squares[8] == 8;
        if is_identity {
            return squares.0 & self.lanes;
        }
        let mut found = 0;
        for_each_lane(self.lanes, |lane| {
            found |= (squares.0 >> self.squares[lane] & 1) << lane;
        });
        found
    }

    /// For each lane that holds a position, lowest first, calls `visit` with the lane and its position.
    #[inline(always)]
    pub fn for_each(&self, visit: impl FnMut(usize, &Position)) {
        let mut buffer = self.base;
        self.for_each_in(&mut buffer, visit);
    }

    /// For each lane that holds a position, lowest first, calls `visit` with the lane and its position.
    /// Writes each position to `buffer` before the call.
    #[inline(always)]
    pub fn for_each_in(&self, buffer: &mut Position, mut visit: impl FnMut(usize, &Position)) {
        *buffer = self.base;
        let (colour, kind) = (self.base.colour[self.colour], self.base.kind[self.kind]);
        let mut left = self.lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let man = 1 << self.squares[lane];
            buffer.colour[self.colour] = colour | man;
            buffer.kind[self.kind] = kind | man;
            visit(lane, buffer);
        }
    }
}

/// `[square][lane]`: the square, the same for every lane.
static SQUARE_IN_EVERY_LANE: [&[u8; 64]; 64] = {
    static ROWS: [[u8; 64]; 64] = {
        let mut rows = [[0; 64]; 64];
        let mut square = 0;
        while square < 64 {
            rows[square] = [square as u8; 64];
            square += 1;
        }
        rows
    };
    let mut table = [&ROWS[0]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = &ROWS[square];
        square += 1;
    }
    table
};
