//! The circumstances of decisions, numbered.

use crate::value::cell::Cell;

/// Classes of a value, coarse: draw, then by parity and four lengths.
pub const COARSE: usize = 9;
/// Classes of a value, fine: draw, then by parity and eight lengths, then none.
const FINE: usize = 18;
/// What is attacked: bits of [`super::frame::Frame::tension`].
const TENSIONS: usize = 8;
/// States of four neighbours, each missing, guessed right or guessed wrong.
const AGREEMENTS: usize = 81;
/// The other side's value in the same place: none, draw, loss, win.
const OTHERS: usize = 4;
/// Candidates tried before a value is spelt out.
pub const TRIES: usize = 3;
/// How far the neighbours' distances are apart, or how long the guess is.
pub const SPREADS: usize = 20;
/// Steps from the expected distance that are told apart.
const STEPS: usize = 41;

const GUESS: usize = 0;
const FIRST: usize = GUESS + COARSE * AGREEMENTS * OTHERS * TENSIONS;
const SECOND: usize = FIRST + TRIES * COARSE * 64 * TENSIONS;
const KIND: usize = SECOND + TRIES * COARSE * 16 * OTHERS * TENSIONS;
const SIGN: usize = KIND + 2 * FINE * TENSIONS * 8 * 2 * 2;
const LENGTH: usize = SIGN + 2 * SPREADS * 2 * 2;
const SPELT: usize = LENGTH + 2 * SPREADS * 2 * 2 * STEPS;

/// Number of contexts.
pub const COUNT: usize = SPELT + 2 * 2 * 128;

/// Class of a value, below [`COARSE`], by cell.
pub static COARSE_CLASS: [u8; 256] = classes(&[1, 6, 16]);
/// Class of a value, below [`FINE`] - 1, by cell.
pub static FINE_CLASS: [u8; 256] = classes(&[0, 1, 3, 6, 10, 16, 24]);

/// Classes by parity and by the number of moves, up to each of `moves` in turn.
const fn classes(moves: &[u8]) -> [u8; 256] {
    let lengths = moves.len() as u8 + 1;
    let mut classes = [0; 256];
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

/// What is around a place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Site {
    /// Values of the neighbours: lanes -1 and -8, rows -1 and -8, lanes -9 and -7.
    pub neighbours: [u8; 6],
    /// Which of them there are.
    pub present: u8,
    /// Base 3 number of the first four: missing, guessed right, guessed wrong.
    pub agreement: u8,
    /// What is attacked, below 8.
    pub tension: u8,
    /// The other side's value here: 0 none, 1 draw, 2 loss, 3 win.
    pub other: u8,
    /// Whether the side to move is the one that is coded second.
    pub second: bool,
}

impl Site {
    /// The value of all neighbours, if there are any and they agree.
    #[inline]
    pub fn unanimous(&self) -> Option<u8> {
        if self.present == 0 {
            return None;
        }
        let value = self.neighbours[self.present.trailing_zeros() as usize];
        let mut others = 0;
        for (place, &neighbour) in self.neighbours.iter().enumerate() {
            others |= u8::from(neighbour != value) << place;
        }
        (others & self.present == 0).then_some(value)
    }

    /// Is the value `guess`?
    pub fn guess(&self, guess: u8) -> usize {
        let class = usize::from(COARSE_CLASS[usize::from(guess)]);
        let agreement = class * AGREEMENTS + usize::from(self.agreement);
        GUESS + (agreement * OTHERS + usize::from(self.other)) * TENSIONS + self.tension()
    }

    /// Is the value that of these `neighbours`?
    pub fn candidate(&self, attempt: usize, value: u8, neighbours: u8) -> usize {
        let class = attempt * COARSE + usize::from(COARSE_CLASS[usize::from(value)]);
        let neighbours = usize::from(neighbours);
        if self.second {
            let around = class * 16 + (neighbours & 15);
            SECOND + (around * OTHERS + usize::from(self.other)) * TENSIONS + self.tension()
        } else {
            FIRST + (class * 64 + neighbours) * TENSIONS + self.tension()
        }
    }

    /// Is the value a draw (`decisive` false), or a win (`decisive` true)? `expected` is the most
    /// likely value that it is not, `kinds` says which kinds the neighbours have, `no_draw` that
    /// it is no draw.
    pub fn kind(&self, expected: Option<u8>, kinds: u8, no_draw: bool, decisive: bool) -> usize {
        let class = expected.map_or(FINE - 1, |value| FINE_CLASS[usize::from(value)].into());
        let class = self.pass() * FINE + class;
        let around = (class * TENSIONS + self.tension()) * 8 + usize::from(kinds);
        KIND + (around * 2 + usize::from(no_draw)) * 2 + usize::from(decisive)
    }

    /// Is the distance the expected one (`zero`), or longer? `wins` is its parity.
    pub fn sign(&self, spread: usize, wins: bool, zero: bool) -> usize {
        let spread = self.pass() * SPREADS + spread;
        SIGN + (spread * 2 + usize::from(wins)) * 2 + usize::from(zero)
    }

    /// Is the distance that many steps of two plies from the expected one?
    pub fn length(&self, spread: usize, wins: bool, longer: bool, steps: usize) -> usize {
        let spread = (self.pass() * SPREADS + spread) * 2 + usize::from(wins);
        LENGTH + (spread * 2 + usize::from(longer)) * STEPS + steps.min(STEPS - 1)
    }

    /// The next bit of a distance spelt out, `before` being a one and the bits so far.
    pub fn spelt(&self, wins: bool, before: usize) -> usize {
        SPELT + (self.pass() * 2 + usize::from(wins)) * 128 + before
    }

    fn tension(&self) -> usize {
        self.tension.into()
    }

    fn pass(&self) -> usize {
        self.second.into()
    }
}
