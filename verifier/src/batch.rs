//! Up to 64 positions that differ in one man's square, and a rule's answers about them.

use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Man, Transform};

/// Positions that differ in the square of one man, one for each bit of [`Batch::lanes`].
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// All men but the one that moves through the lanes.
    base: Position,
    colour: usize,
    kind: usize,
    /// The square of the lanes' man, by lane.
    squares: &'static [u8; 64],
    lanes: u64,
}

impl Batch {
    /// The positions with `base`'s men and `man` on the image under `transform` of each square in
    /// `lanes`.
    pub(crate) fn new(base: Position, man: Man, transform: Transform, lanes: u64) -> Batch {
        Batch {
            base,
            colour: man.color as usize,
            kind: man.piece as usize,
            squares: transform.squares(),
            lanes,
        }
    }

    /// A batch of one position, in lane 0.
    pub fn single(position: &Position) -> Batch {
        let square = (position.colour[0] & position.kind[5]).trailing_zeros() as usize;
        let mut base = *position;
        base.colour[0] &= !(1 << square);
        base.kind[5] &= !(1 << square);
        let squares = SQUARE_IN_EVERY_LANE[square];
        Batch { base, colour: 0, kind: 5, squares, lanes: 1 }
    }

    /// The lanes in which there is a position.
    pub fn lanes(&self) -> u64 {
        self.lanes
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.lanes.count_ones() as usize
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.lanes == 0
    }

    /// The position in a lane.
    pub fn position(&self, lane: usize) -> Position {
        let mut position = self.base;
        let man = 1 << self.squares[lane];
        position.colour[self.colour] |= man;
        position.kind[self.kind] |= man;
        position
    }

    /// Visits all positions, lowest lane first.
    #[inline(always)]
    pub fn for_each(&self, visit: impl FnMut(usize, &Position)) {
        let mut place = self.base;
        self.for_each_in(&mut place, visit);
    }

    /// Visits all positions, lowest lane first, each of them made in `place`.
    #[inline(always)]
    pub fn for_each_in(&self, place: &mut Position, mut visit: impl FnMut(usize, &Position)) {
        *place = self.base;
        let (colour, kind) = (self.base.colour[self.colour], self.base.kind[self.kind]);
        let mut left = self.lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let man = 1 << self.squares[lane];
            place.colour[self.colour] = colour | man;
            place.kind[self.kind] = kind | man;
            visit(lane, place);
        }
    }
}

/// `[square][lane]`: the square itself, whatever the lane.
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

/// What is claimed of the positions of a batch: the lanes of each claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Claimed drawn.
    pub draw: u64,
    /// Claimed won for the side to move.
    pub win: u64,
    /// Claimed lost for the side to move.
    pub loss: u64,
}

impl Claims {
    /// The lanes in which the claims are not the same.
    pub fn differ(self, other: Claims) -> u64 {
        (self.draw ^ other.draw) | (self.win ^ other.win) | (self.loss ^ other.loss)
    }

    /// The claim in a lane.
    pub fn get(self, lane: usize) -> Option<Claim> {
        match self.code(lane) {
            1 => Some(Claim::Draw),
            2 => Some(Claim::Win),
            3 => Some(Claim::Loss),
            _ => None,
        }
    }

    /// The claim in a lane as a number: 0 none, 1 draw, 2 win, 3 loss.
    #[inline(always)]
    pub fn code(self, lane: usize) -> usize {
        let bit = |set: u64| (set >> lane & 1) as usize;
        bit(self.draw) + 2 * bit(self.win) + 3 * bit(self.loss)
    }

    /// Notes the claim in a lane by its number: 0 none, 1 draw, 2 win, 3 loss. Other numbers note
    /// nothing.
    #[inline(always)]
    pub fn note(&mut self, lane: usize, code: u32) {
        self.draw |= u64::from(code == 1) << lane;
        self.win |= u64::from(code == 2) << lane;
        self.loss |= u64::from(code == 3) << lane;
    }
}

/// The number of a claim: 0 none, 1 draw, 2 win, 3 loss.
#[inline(always)]
pub(crate) fn code_of(claim: Option<Claim>) -> u32 {
    match claim {
        None => 0,
        Some(Claim::Draw) => 1,
        Some(Claim::Win) => 2,
        Some(Claim::Loss) => 3,
    }
}

/// A rule's answers about a batch.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The claims.
    pub claims: Claims,
    /// The sets of matching patterns, by lane; only lanes of the batch mean anything, and only
    /// where patterns were asked for.
    pub patterns: [u64; 64],
}

impl Default for Answers {
    fn default() -> Answers {
        Answers { claims: Claims::default(), patterns: [0; 64] }
    }
}
