//! The numbering of the contexts of decisions.

use crate::value::{cell::Cell, width::RawCell};

/// The number of coarse classes of a value: draws, then wins and losses by four ranges of length.
pub const COARSE: usize = 9;
/// The number of fine classes of a value: draws, wins and losses by eight ranges of length, and the
/// class for "no value".
pub const FINE: usize = 18;
/// The number of combinations of attacked men, that is, of values of
/// [`super::frame::Frame::tension`].
pub const TENSIONS: usize = 8;
/// The number of states of four neighbours, where each is missing, guessed right or guessed wrong.
pub const AGREEMENTS: usize = 81;
/// The number of states of [`Site::other`]: unknown, draw, loss, win.
pub const OTHERS: usize = 4;
/// The number of neighbours that predict a value.
pub const NEIGHBOURS: usize = 6;
/// The maximum number of attempts to code a value, the guess included, before the escape code.
pub const TRIES: usize = 3;
/// The number of classes of the spread, which is the difference between the neighbours' distances
/// or the length of the guess.
pub const SPREADS: usize = 20;
/// The number of steps from the expected distance that have a context of their own.
pub const STEPS: usize = 41;

/// The number of the first context for [`Site::guess`]. The next constants are the first contexts
/// for the other kinds of decision.
pub const GUESS: usize = 0;
pub const FIRST: usize = GUESS + COARSE * AGREEMENTS * OTHERS * TENSIONS;
pub const SECOND: usize = FIRST + TRIES * COARSE * 64 * TENSIONS;
pub const KIND: usize = SECOND + TRIES * COARSE * 16 * OTHERS * TENSIONS;
pub const SIGN: usize = KIND + 2 * FINE * TENSIONS * 8 * 2 * 2;
pub const LENGTH: usize = SIGN + 2 * SPREADS * 2 * 2;
pub const ESCAPE: usize = LENGTH + 2 * SPREADS * 2 * 2 * STEPS;

/// The total number of contexts.
pub const COUNT: usize = ESCAPE + 2 * 2 * 128;

// The numbers that FORMAT.md states.
const _: () = assert!(FIRST == 23_328 && SECOND == 37_152 && KIND == 50_976);
const _: () = assert!(SIGN == 60_192 && LENGTH == 60_352 && ESCAPE == 66_912 && COUNT == 67_424);

/// The coarse class of each value, `[file cell]`, below [`COARSE`].
pub static COARSE_CLASS: [u8; Cell::COUNT] = classes(&[1, 6, 16]);
/// The fine class of each value, `[file cell]`, below [`FINE`] - 1.
pub static FINE_CLASS: [u8; Cell::COUNT] = classes(&[0, 1, 3, 6, 10, 16, 24]);

/// Returns the classes by parity and by length in moves: up to each of `moves` in turn, or longer.
const fn classes(moves: &[u8]) -> [u8; Cell::COUNT] {
    let lengths = moves.len() as u8 + 1;
    let mut classes = [0; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::DRAW.file_byte() as usize {
        let mut length = 0;
        while length < moves.len() && (cell / 2) as u8 > moves[length] {
            length += 1;
        }
        classes[cell] = 1 + (cell % 2) as u8 * lengths + length as u8;
        cell += 1;
    }
    classes
}

/// The facts about a cell that are known before its value is coded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Site {
    /// The file cells of the neighbours: lanes -1 and -8, words -1 and -8, lanes -9 and -7; then
    /// zeros.
    pub neighbours: [RawCell; 8],
    /// The neighbours whose value is known, bit = index in `neighbours`.
    pub present: u8,
    /// The state of the first four neighbours as a base 3 number: 0 missing, 1 guessed right, 2
    /// guessed wrong.
    pub agreement: u8,
    /// The attacked men, the bits of [`super::frame::Frame::tension`]; below 8.
    pub tension: u8,
    /// The result of the same position with the other side to move: 0 unknown, 1 draw, 2 loss, 3
    /// win.
    pub other: u8,
    /// Whether the side to move is coded second in each block.
    pub second: bool,
}

impl Site {
    /// Returns the value of all present neighbours if they agree; `None` if they differ or none is
    /// present.
    #[inline]
    pub fn unanimous(&self) -> Option<RawCell> {
        if self.present == 0 {
            return None;
        }
        let value = self.neighbours[self.present.trailing_zeros() as usize % 8];
        let mut others = 0;
        for (place, &neighbour) in self.neighbours.iter().enumerate() {
            others |= u8::from(neighbour != value) << place;
        }
        (others & self.present == 0).then_some(value)
    }

    /// Returns the context of the decision whether the value is `guess`.
    pub fn guess(&self, guess: RawCell) -> usize {
        let class = usize::from(COARSE_CLASS[usize::from(guess)]);
        let agreement = class * AGREEMENTS + usize::from(self.agreement);
        GUESS + (agreement * OTHERS + usize::from(self.other)) * TENSIONS + self.tension()
    }

    /// Returns the context of the decision whether the cell has the value `value`, which the
    /// neighbours in the set `neighbours` have. `attempt` counts from 0.
    pub fn candidate(&self, attempt: usize, value: RawCell, neighbours: u8) -> usize {
        let class = attempt * COARSE + usize::from(COARSE_CLASS[usize::from(value)]);
        let neighbours = usize::from(neighbours);
        if self.second {
            let around = class * 16 + (neighbours & 15);
            SECOND + (around * OTHERS + usize::from(self.other)) * TENSIONS + self.tension()
        } else {
            FIRST + (class * 64 + neighbours) * TENSIONS + self.tension()
        }
    }

    /// Returns the context of the decision whether the value is a draw (if `decisive` is false) or
    /// a win (if `decisive` is true). `expected` is the value that was ruled out first. `kinds` is
    /// the set of the neighbours' results: bit 0 loss, 1 win, 2 draw. `no_draw` is whether a draw
    /// has been ruled out.
    pub fn kind(
        &self,
        expected: Option<RawCell>,
        kinds: u8,
        no_draw: bool,
        decisive: bool,
    ) -> usize {
        let class = expected.map_or(FINE - 1, |value| FINE_CLASS[usize::from(value)].into());
        let class = self.pass() * FINE + class;
        let around = (class * TENSIONS + self.tension()) * 8 + usize::from(kinds);
        KIND + (around * 2 + usize::from(no_draw)) * 2 + usize::from(decisive)
    }

    /// Returns the context of the decision whether the distance is the expected one (if `zero` is
    /// true), or whether the distance is longer than expected (if `zero` is false). `wins` is
    /// whether the value is a win.
    pub fn sign(&self, spread: usize, wins: bool, zero: bool) -> usize {
        let spread = self.pass() * SPREADS + spread;
        SIGN + (spread * 2 + usize::from(wins)) * 2 + usize::from(zero)
    }

    /// Returns the context of the decision whether the distance is `steps` steps of two plies away
    /// from the expected one.
    pub fn length(&self, spread: usize, wins: bool, longer: bool, steps: usize) -> usize {
        let spread = (self.pass() * SPREADS + spread) * 2 + usize::from(wins);
        LENGTH + (spread * 2 + usize::from(longer)) * STEPS + steps.min(STEPS - 1)
    }

    /// Returns the context of the next bit of a distance. `before` is a 1 followed by the bits
    /// coded so far.
    pub fn escape_bit(&self, wins: bool, before: usize) -> usize {
        ESCAPE + (self.pass() * 2 + usize::from(wins)) * 128 + before
    }

    fn tension(&self) -> usize {
        self.tension.into()
    }

    fn pass(&self) -> usize {
        self.second.into()
    }
}
