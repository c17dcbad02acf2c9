//! The attempts at the values of 64 places at a time: the guess, then the candidates in the order
//! of their votes.
//!
//! The attempts are those of [`super::super::candidates`] and [`super::super::walk::not_guessed`],
//! for a block with all values known.

#![allow(clippy::needless_range_loop, reason = "loops over lanes become vectors")]

use super::rows::{Around, DRAW, Row, mask, masks};
use crate::file::{
    codec::contexts::{
        AGREEMENTS, COARSE, FIRST, GUESS, NEIGHBOURS, OTHERS, SECOND, TENSIONS, TRIES,
    },
    grid::SIDE,
};

/// The attempts to code the values of a word, by lane. The memory is reused from word to word.
pub struct Tries {
    /// The decision of each attempt, `[attempt][lane]`, as in [`super::super::model::Trace`].
    pub decisions: [[u32; SIDE]; TRIES],
    /// The number of attempts made, by lane.
    pub made: Row,
    /// By lane, 255 if no attempt is right, otherwise 0.
    pub fails: Row,
    /// The worth that each failed attempt tried, `[attempt][lane]`. An attempt that is not made
    /// repeats the one before it; 0 if no attempt is made.
    pub refused: [Row; TRIES],
    /// The worth that each attempt asks about, `[attempt][lane]`.
    worths: [Row; TRIES],
    /// The neighbours with that worth, `[attempt][lane]`.
    sets: [Row; TRIES],
    /// 1 if the attempt is right, else 0, `[attempt][lane]`.
    right: [Row; TRIES],
}

/// The guessed values of a word, by lane.
pub struct Guesses<'a> {
    /// The worth of the guess, by lane.
    pub worths: &'a Row,
    /// By lane, 255 if there is a guess, otherwise 0.
    pub known: &'a Row,
    /// By lane, 255 if the guess is right, otherwise 0.
    pub right: &'a Row,
}

impl Tries {
    /// Makes memory for the attempts at a word.
    pub const fn new() -> Tries {
        Tries {
            decisions: [[0; SIDE]; TRIES],
            made: [0; SIDE],
            fails: [0; SIDE],
            refused: [[0; SIDE]; TRIES],
            worths: [[0; SIDE]; TRIES],
            sets: [[0; SIDE]; TRIES],
            right: [[0; SIDE]; TRIES],
        }
    }

    /// Computes the attempts for a word of the side that is coded first. `tension` has the values
    /// of [`super::super::contexts::Site::tension`], by lane.
    #[inline(always)]
    pub fn decide_first(&mut self, around: &Around, tension: &Row) {
        let none = Guesses { worths: &[0; SIDE], known: &[0; SIDE], right: &[0; SIDE] };
        self.attempt::<false>(around, &none);
        for attempt in 0..TRIES {
            let classes = classes(&self.worths[attempt]);
            let (sets, right) = (&self.sets[attempt], &self.right[attempt]);
            let decisions = &mut self.decisions[attempt];
            for lane in 0..SIDE {
                // A set has six bits, a tension three.
                let class = (attempt * COARSE) as u8 + classes[lane];
                let high = class << 2 | sets[lane] >> 4;
                let low = sets[lane] << 4 | tension[lane] << 1 | right[lane];
                decisions[lane] = 2 * FIRST as u32 + joined(high, low);
            }
        }
    }

    /// Computes the attempts for a word of the side that is coded second. `tension` and `other`
    /// have the values of these fields of [`super::super::contexts::Site`], by lane.
    #[inline(always)]
    pub fn decide_second(
        &mut self,
        around: &Around,
        tension: &Row,
        other: &Row,
        guesses: &Guesses,
    ) {
        self.attempt::<true>(around, guesses);
        let mut last = [0; SIDE];
        for lane in 0..SIDE {
            last[lane] = other[lane] * TENSIONS as u8 + tension[lane];
        }
        for attempt in 0..TRIES {
            let classes = classes(&self.worths[attempt]);
            let (sets, right) = (&self.sets[attempt], &self.right[attempt]);
            let decisions = &mut self.decisions[attempt];
            for lane in 0..SIDE {
                // Four bits of a set, and five of the tension and the other side's result.
                let class = (attempt * COARSE) as u8 + classes[lane];
                let high = class << 2 | sets[lane] >> 2 & 3;
                let low = sets[lane] << 6 | last[lane] << 1 | right[lane];
                decisions[lane] = 2 * SECOND as u32 + joined(high, low);
            }
        }
        let classes = classes(guesses.worths);
        for lane in 0..SIDE {
            // The number class * 81 + agreement, split into its two lowest bits and the rest.
            let sum = classes[lane] + around.agreement[lane];
            let high = (AGREEMENTS as u8 / 4) * classes[lane] + (sum >> 2);
            let low = sum << 6 | last[lane] << 1 | guesses.right[lane] & 1;
            let decision = 2 * GUESS as u32 + joined(high, low);
            let candidate = self.decisions[0][lane];
            let is_guess = guesses.known[lane] != 0;
            self.decisions[0][lane] = if is_guess { decision } else { candidate };
        }
    }

    /// Returns whether all attempts fail in at least one of `lanes`.
    #[inline(always)]
    pub fn fails_among(&self, lanes: u64) -> bool {
        let masks = masks(lanes);
        let mut fails = 0;
        for lane in 0..SIDE {
            fails |= self.fails[lane] & masks[lane];
        }
        fails != 0
    }

    /// Makes the attempts, without the decisions.
    #[inline(always)]
    fn attempt<const GUESSES: bool>(&mut self, around: &Around, guesses: &Guesses) {
        let Around { neighbours, present, actual, .. } = around;
        for lane in 0..SIDE {
            let values = [
                neighbours[0][lane],
                neighbours[1][lane],
                neighbours[2][lane],
                neighbours[3][lane],
                neighbours[4][lane],
                neighbours[5][lane],
            ];
            let present = [
                present[0][lane],
                present[1][lane],
                present[2][lane],
                present[3][lane],
                present[4][lane],
                present[5][lane],
            ];
            let actual = actual[lane];
            let (mut order, mut alike) = (ORDER, [1, 2, 4, 8, 16, 32]);
            let mut compare = |a: usize, b: usize| {
                let equal = mask(values[a] == values[b]);
                let (with_a, with_b) = (equal & present[a], equal & present[b]);
                order[a] += with_b & WEIGHTS[b];
                order[b] += with_a & WEIGHTS[a];
                alike[a] |= with_b & 1 << b;
                alike[b] |= with_a & 1 << a;
            };
            compare(0, 1);
            compare(0, 2);
            compare(0, 3);
            compare(0, 4);
            compare(0, 5);
            compare(1, 2);
            compare(1, 3);
            compare(1, 4);
            compare(1, 5);
            compare(2, 3);
            compare(2, 4);
            compare(2, 5);
            compare(3, 4);
            compare(3, 5);
            compare(4, 5);
            let (guess, known) = (guesses.worths[lane], guesses.known[lane]);
            // Only values better than the guess are tried.
            let tried = |place: usize| {
                let better = if GUESSES { mask(values[place] > guess) | !known } else { 255 };
                order[place] & present[place] & better
            };
            let order = [tried(0), tried(1), tried(2), tried(3), tried(4), tried(5)];
            let (order, mut worth0, set0, mut made0) = greatest(order, values, alike);
            let (order, mut worth1, mut set1, mut made1) = greatest(order, values, alike);
            let (_, mut worth2, mut set2, mut made2) = greatest(order, values, alike);
            if GUESSES {
                // The guess is the first attempt.
                let select = |a: u8, b: u8| known & a | !known & b;
                (worth2, set2, made2) =
                    (select(worth1, worth2), select(set1, set2), select(made1, made2));
                (worth1, set1, made1) =
                    (select(worth0, worth1), select(set0, set1), select(made0, made1));
                (worth0, made0) = (select(guess, worth0), made0 | known);
            }
            let right0 = made0 & mask(worth0 == actual);
            let right1 = made1 & mask(worth1 == actual);
            let right2 = made2 & mask(worth2 == actual);
            let second = made1 & !right0;
            let third = made2 & !right0 & !right1;
            self.made[lane] = (made0 & 1) + (second & 1) + (third & 1);
            self.fails[lane] = !(right0 | right1 | right2);
            let refused0 = made0 & worth0;
            let refused1 = made1 & worth1 | !made1 & refused0;
            let refused2 = made2 & worth2 | !made2 & refused1;
            self.refused[0][lane] = refused0;
            self.refused[1][lane] = refused1;
            self.refused[2][lane] = refused2;
            self.worths[0][lane] = worth0;
            self.worths[1][lane] = worth1;
            self.worths[2][lane] = worth2;
            self.sets[0][lane] = set0;
            self.sets[1][lane] = set1;
            self.sets[2][lane] = set2;
            self.right[0][lane] = right0 & 1;
            self.right[1][lane] = right1 & 1;
            self.right[2][lane] = right2 & 1;
        }
    }
}

/// The contexts of the attempts have the bits that [`Tries::decide_first`] and
/// [`Tries::decide_second`] assign.
const _: () = assert!(TENSIONS == 8 && OTHERS == 4 && AGREEMENTS % 4 == 1);
const _: () = assert!(TRIES * COARSE <= 64 && COARSE * AGREEMENTS < 1 << 10);

/// Joins two bytes into a number.
#[inline(always)]
fn joined(high: u8, low: u8) -> u32 {
    u32::from(u16::from(high) << 8 | u16::from(low))
}

/// Eight times the votes of each neighbour, plus its priority: of equal votes the first neighbour
/// wins.
const ORDER: [u8; NEIGHBOURS] = [16 + 7, 16 + 6, 16 + 5, 16 + 4, 8 + 3, 8 + 2];

/// Eight times the votes of each neighbour.
const WEIGHTS: [u8; NEIGHBOURS] = [16, 16, 16, 16, 8, 8];

/// Takes the first value in the order. Returns the order without that value, the value, the
/// neighbours that have it, and 255, or 0 if no value is left.
#[inline(always)]
fn greatest(
    order: [u8; NEIGHBOURS],
    values: [u8; NEIGHBOURS],
    alike: [u8; NEIGHBOURS],
) -> ([u8; NEIGHBOURS], u8, u8, u8) {
    let [a, b, c, d, e, f] = order;
    let greatest = a.max(b).max(c.max(d)).max(e.max(f));
    let is = |place: usize| mask(order[place] == greatest);
    let of = |from: [u8; NEIGHBOURS]| {
        is(0) & from[0]
            | is(1) & from[1]
            | is(2) & from[2]
            | is(3) & from[3]
            | is(4) & from[4]
            | is(5) & from[5]
    };
    let worth = of(values);
    let rest = |place: usize| order[place] & mask(values[place] != worth);
    let rest = [rest(0), rest(1), rest(2), rest(3), rest(4), rest(5)];
    (rest, worth, of(alike), mask(greatest != 0))
}

/// Returns the [`super::super::contexts::COARSE_CLASS`] of worths.
#[inline(always)]
fn classes(worths: &Row) -> Row {
    let mut classes = [0; SIDE];
    for lane in 0..SIDE {
        let worth = worths[lane];
        let moves = worth.min(!worth);
        let above = |limit: u8| mask(moves > limit) & 1;
        let class = 1 + 4 * (worth >> 7) + above(1) + above(6) + above(16);
        classes[lane] = class & mask(worth != DRAW);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::codec::{contexts::COARSE_CLASS, fast::rows::cell};

    #[test]
    fn classes_are_those_of_the_cells() {
        for worth in 0..=255 {
            assert_eq!(classes(&[worth; SIDE]), [COARSE_CLASS[usize::from(cell(worth))]; SIDE]);
        }
    }
}
