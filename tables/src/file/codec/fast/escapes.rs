//! The escape code of 64 places at a time, for a block with all values known. It codes as
//! [`super::super::escape`] does.

#![allow(clippy::needless_range_loop, reason = "loops over lanes become vectors")]

use super::{
    rows::{Around, DRAW, Row, mask},
    tries::{Guesses, Tries},
};
use crate::file::{
    codec::contexts::{ESCAPE, FINE, KIND, LENGTH, SIGN, SPREADS, STEPS, TENSIONS, TRIES},
    grid::SIDE,
};

/// The maximum number of decisions for one cell.
pub const DECISIONS_MAX: usize = TRIES + 4 + 128;

/// The number of steps from the centre that are examined for all places of a word at once.
const NEAR_STEPS: usize = 4;

/// The precomputed terms of the escape codes of a word's cells, by lane. The memory is reused from
/// word to word.
pub struct Escapes {
    /// The kinds that occur among the neighbours: bit 0 loss, 1 win, 2 draw.
    kinds: Row,
    /// The votes of the neighbours of the place's own kind.
    votes: Row,
    /// The sum of those neighbours' distances in moves, weighted by votes.
    moves: [u16; SIDE],
    /// The difference between the greatest and the least of those distances, in moves.
    spread: Row,
    /// Half of the mean of those distances in plies.
    mean: Row,
    /// The decision that the value is not a draw, minus twice [`KIND`].
    kind: [u16; SIDE],
    /// The distance in moves from which steps are counted.
    centre: Row,
    /// The number of steps, of one move each, from the centre to the value.
    steps: Row,
    /// 1 if the value is beyond the centre.
    longer: Row,
    /// A number that combines pass, spread and win.
    sign: Row,
    /// The decision that the distance is not the centre, minus twice [`LENGTH`].
    length: [u16; SIDE],
    /// 255 if a decisive value has no centre, else 0.
    no_centre: Row,
    /// The decisions that are made, one bit each: draw or not, win or not, centre or not, longer or
    /// not, then whether each of the near steps is reached.
    asked: Row,
}

impl Escapes {
    /// Makes memory for the terms of one word.
    pub const fn new() -> Escapes {
        let (row, wide) = ([0; SIDE], [0; SIDE]);
        Escapes {
            kinds: row,
            votes: row,
            moves: wide,
            spread: row,
            mean: row,
            kind: wide,
            centre: row,
            steps: row,
            longer: row,
            sign: row,
            length: wide,
            no_centre: row,
            asked: row,
        }
    }

    /// Prepares the escape codes of the cells of a word for which `tries` have failed. `tension`
    /// has the values of [`super::super::contexts::Site::tension`], by lane. `SECOND` is whether
    /// the side to move is coded second; only then are `guesses` used.
    #[inline(always)]
    pub fn prepare<const SECOND: bool>(
        &mut self,
        around: &Around,
        tries: &Tries,
        tension: &Row,
        guesses: &Guesses,
    ) {
        self.look(around);
        self.average(around.actual);
        let actual = around.actual;
        let [refused0, refused1, refused2] = &tries.refused;
        let no_class = FINE as u8 - 1;
        let pass = u8::from(SECOND);
        for lane in 0..SIDE {
            let any = mask(tries.made[lane] != 0);
            let refused = [refused0[lane], refused1[lane], refused2[lane]];
            let is_refused = |value: u8| {
                let [a, b, c] = refused;
                any & (mask(value == a) | mask(value == b) | mask(value == c))
            };
            let no_draw = is_refused(DRAW);
            let class = fine_class(refused[0]) & any | no_class & !any;
            let class = pass * FINE as u8 + class;
            // Three bits of tension, three of kinds, and one that says whether a draw is ruled out.
            let high = class << 1 | tension[lane] >> 2;
            let low = tension[lane] << 6 | self.kinds[lane] << 3 | no_draw & 4;
            self.kind[lane] = u16::from(high) << 8 | u16::from(low);
        }
        for lane in 0..SIDE {
            let flip = mask(actual[lane] > DRAW);
            let (mut centre, mut spread) = (self.mean[lane], neighbour_spread(self.spread[lane]));
            let mut no_centre = mask(actual[lane] != DRAW) & mask(self.votes[lane] == 0);
            if SECOND {
                let guess = guesses.worths[lane];
                let is_kind = !mask(guess == DRAW) & !(mask(guess > DRAW) ^ flip);
                let of_kind = guesses.known[lane] & is_kind;
                let guess = guess ^ flip;
                centre = of_kind & guess | !of_kind & centre;
                spread = of_kind & guess_spread(guess) | !of_kind & spread;
                no_centre &= !of_kind;
            }
            self.no_centre[lane] = no_centre;
            self.centre[lane] = centre;
            self.sign[lane] = 2 * (pass * SPREADS as u8 + spread) + (flip & 1);
        }
        for lane in 0..SIDE {
            // Values of the place's own kind become distances in moves; other values are above all
            // distances.
            let moves = actual[lane] ^ mask(actual[lane] > DRAW);
            let centre = self.centre[lane];
            self.longer[lane] = mask(moves > centre) & 1;
            self.steps[lane] = moves.max(centre) - moves.min(centre);
        }
        for lane in 0..SIDE {
            let any = mask(tries.made[lane] != 0);
            let flip = mask(actual[lane] > DRAW);
            let decisive = mask(actual[lane] != DRAW);
            let [a, b, c] = [refused0[lane] ^ flip, refused1[lane] ^ flip, refused2[lane] ^ flip];
            let is_asked =
                |moves: u8| !any | mask(moves != a) & mask(moves != b) & mask(moves != c);
            let (centre, steps) = (self.centre[lane], self.steps[lane]);
            // One step is one more or one less.
            let step = (2 * self.longer[lane]).wrapping_sub(1);
            let one = centre.wrapping_add(step);
            let two = one.wrapping_add(step);
            let three = two.wrapping_add(step);
            let four = three.wrapping_add(step);
            let asked_of_decisive = 2
                | is_asked(centre) & 4
                | mask(steps >= 1) & 8
                | mask(steps >= 1) & is_asked(one) & 16
                | mask(steps >= 2) & is_asked(two) & 32
                | mask(steps >= 3) & is_asked(three) & 64
                | mask(steps >= 4) & is_asked(four) & 128;
            self.asked[lane] = is_asked(DRAW ^ flip) & 1 | decisive & asked_of_decisive;
        }
        for lane in 0..SIDE {
            let number = 2 * u16::from(self.sign[lane]) + u16::from(self.longer[lane]);
            self.length[lane] = 2 * STEPS as u16 * number;
        }
    }

    /// Gathers the kinds, votes and distances of the neighbours of a word's places.
    #[inline(always)]
    fn look(&mut self, around: &Around) {
        let Around { neighbours, present, actual, .. } = around;
        let [mut distances0, mut distances1, mut distances2] = [[0; SIDE]; 3];
        let [mut distances3, mut distances4, mut distances5] = [[0; SIDE]; 3];
        for lane in 0..SIDE {
            let flip = mask(actual[lane] > DRAW);
            let (mut all, mut sum, mut longest, mut shortest) = (0, 0, 0, 255);
            let mut add = |place: usize, weight: u8| {
                let (value, present) = (neighbours[place][lane], present[place][lane]);
                let is_win = mask(value > DRAW);
                let is_draw = mask(value == DRAW);
                let kind = is_win & 2 | is_draw & 4 | !(is_win | is_draw) & 1;
                all |= kind & present;
                let of_kind = present & !is_draw & !(is_win ^ flip);
                let moves = value ^ flip;
                sum += of_kind & weight;
                longest = longest.max(moves & of_kind);
                shortest = shortest.min(moves | !of_kind);
                moves & of_kind
            };
            distances0[lane] = add(0, 2);
            distances1[lane] = add(1, 2);
            distances2[lane] = add(2, 2);
            distances3[lane] = add(3, 2);
            distances4[lane] = add(4, 1);
            distances5[lane] = add(5, 1);
            self.kinds[lane] = all;
            self.votes[lane] = sum;
            self.spread[lane] = longest.wrapping_sub(shortest);
        }
        for lane in 0..SIDE {
            let four = u16::from(distances0[lane])
                + u16::from(distances1[lane])
                + u16::from(distances2[lane])
                + u16::from(distances3[lane]);
            let two = u16::from(distances4[lane]) + u16::from(distances5[lane]);
            self.moves[lane] = 2 * four + two;
        }
    }

    /// Computes half of the mean distance of the neighbours in plies, rounded down; 0 without
    /// neighbours.
    #[inline(always)]
    fn average(&mut self, actual: &Row) {
        let mut means = [0; SIDE];
        for lane in 0..SIDE {
            let votes = u16::from(self.votes[lane]);
            let win = u16::from(actual[lane] > DRAW).wrapping_neg();
            let plies = 2 * self.moves[lane] + (votes & win);
            // 2^16 / (2 * votes), rounded up. This is exact for the numbers that are divided.
            let mut reciprocal = 0;
            let mut number = 1;
            while number <= VOTES_MAX {
                let is_number = u16::from(votes == number).wrapping_neg();
                reciprocal |= is_number & (1_u32 << 15).div_ceil(number as u32) as u16;
                number += 1;
            }
            means[lane] = ((u32::from(plies) * u32::from(reciprocal)) >> 16) as u16;
        }
        for lane in 0..SIDE {
            self.mean[lane] = means[lane] as u8;
        }
    }

    /// Writes the decisions for the cell of a lane with worth `actual` to `decisions`, which has
    /// room for [`DECISIONS_MAX`], and returns their number. `tries` must be those passed to
    /// [`Escapes::prepare`].
    ///
    /// The processor can seldom predict which decisions are needed. Therefore all decisions that
    /// any cell may need are written, and only the returned number depends on the cell.
    #[inline(always)]
    pub fn write<const SECOND: bool>(
        &self,
        lane: usize,
        actual: u8,
        tries: &Tries,
        decisions: &mut [u32],
    ) -> usize {
        let asked = self.asked[lane];
        let is_asked = |place: u8| usize::from(asked >> place & 1);
        let win = u32::from(actual > DRAW);
        let kind = 2 * KIND as u32 + u32::from(self.kind[lane]);
        let near: &mut [u32; 16] = decisions.first_chunk_mut().expect("room for all decisions");
        near[0] = kind + u32::from(actual == DRAW);
        let mut count = is_asked(0);
        near[count & 15] = kind + 2 + win;
        count += is_asked(1);
        if self.no_centre[lane] != 0 {
            let moves = if win == 0 { actual } else { !actual };
            let pass = u32::from(SECOND);
            return count + write_bits(pass * 2 + win, moves, &mut decisions[count..]);
        }
        let steps = self.steps[lane];
        let sign = 2 * SIGN as u32 + 4 * u32::from(self.sign[lane]);
        near[count & 15] = sign + 2 + u32::from(steps == 0);
        count += is_asked(2);
        near[count & 15] = sign + u32::from(self.longer[lane]);
        count += is_asked(3);
        let length = 2 * LENGTH as u32 + u32::from(self.length[lane]);
        for number in 1..=NEAR_STEPS as u8 {
            near[count & 15] = length + 2 * u32::from(number) + u32::from(number == steps);
            count += is_asked(3 + number);
        }
        if steps > NEAR_STEPS as u8 && asked & 2 != 0 {
            count += self.write_far(lane, actual, tries, &mut decisions[count..]);
        }
        count
    }

    /// Writes the decisions about the steps of a lane beyond the near ones, and returns their
    /// number.
    #[inline(always)]
    fn write_far(&self, lane: usize, actual: u8, tries: &Tries, decisions: &mut [u32]) -> usize {
        let (steps, flip) = (self.steps[lane], mask(actual > DRAW));
        let length = 2 * LENGTH as u32 + u32::from(self.length[lane]);
        let (any, refused) = (tries.made[lane] != 0, tries.refused.each_ref());
        let [a, b, c] = refused.map(|refused| if any { refused[lane] ^ flip } else { u8::MAX });
        let (centre, is_longer) = (self.centre[lane], self.longer[lane] != 0);
        let mut count = 0;
        for number in NEAR_STEPS as u8 + 1..=steps {
            let reached = if is_longer { centre + number } else { centre - number };
            let context = u32::from(number.min(STEPS as u8 - 1));
            decisions[count] = length + 2 * context + u32::from(number == steps);
            count += usize::from((reached != a) & (reached != b) & (reached != c));
        }
        count
    }
}

/// The greatest sum of votes.
const VOTES_MAX: u16 = 10;

// The bits that `Escapes::prepare` assigns.
const _: () = assert!(TENSIONS == 8 && 2 * FINE <= 128 && NEAR_STEPS == 4);
const _: () = assert!(4 * SPREADS <= 256 && 8 * SPREADS * 2 * STEPS < 1 << 16);

/// Writes the decisions of a distance in moves, bit by bit, and returns their number.
fn write_bits(kind: u32, moves: u8, decisions: &mut [u32]) -> usize {
    const BITS: usize = 7;
    let mut before = 1;
    for (decision, place) in decisions.iter_mut().zip((0..BITS).rev()) {
        let bit = u32::from(moves >> place & 1);
        *decision = 2 * (ESCAPE as u32 + kind * 128 + before) + bit;
        before = 2 * before + bit;
    }
    BITS
}

/// Returns the [`super::super::contexts::FINE_CLASS`] of a worth.
#[inline(always)]
fn fine_class(worth: u8) -> u8 {
    let moves = worth.min(!worth);
    let above = |limit: u8| mask(moves > limit) & 1;
    let length = above(0) + above(1) + above(3) + above(6) + above(10) + above(16) + above(24);
    (1 + 8 * (worth >> 7) + length) & mask(worth != DRAW)
}

/// Returns the class of a guess's uncertainty, from its distance in moves: 12 plus the tens of its
/// plies.
#[inline(always)]
fn guess_spread(moves: u8) -> u8 {
    let from = |limit: u8| mask(moves >= limit) & 1;
    12 + from(5) + from(10) + from(15) + from(20) + from(25) + from(30) + from(35)
}

/// Returns the class of a difference between the neighbours' distances in moves.
#[inline(always)]
fn neighbour_spread(moves: u8) -> u8 {
    let above = |limit: u8| mask(moves > limit) & 1;
    moves.min(3) + above(3) + above(5) + above(8) + above(12)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::codec::{contexts::FINE_CLASS, escape::spread_class, fast::rows::cell};

    #[test]
    fn classes_are_those_of_the_cells() {
        for worth in 0..=255 {
            assert_eq!(fine_class(worth), FINE_CLASS[usize::from(cell(worth))], "{worth}");
        }
        for moves in 0..=127 {
            assert_eq!(usize::from(neighbour_spread(moves)), spread_class(moves));
            for plies in [2 * moves, 2 * moves + 1] {
                assert_eq!(guess_spread(moves), 12 + (plies / 10).min(7), "{plies}");
            }
        }
    }

    #[test]
    fn means_are_exact() {
        let mut escapes = Escapes::new();
        for (worth, win) in [(5, 0), (250, 1)] {
            for votes in 1..=VOTES_MAX {
                for moves in 0..=127 * votes {
                    escapes.votes = [votes as u8; SIDE];
                    escapes.moves = [moves; SIDE];
                    escapes.average(&[worth; SIDE]);
                    let mean = (2 * moves + votes * win) / votes / 2;
                    assert_eq!(escapes.mean, [mean as u8; SIDE], "{moves} {votes}");
                }
            }
        }
    }
}
