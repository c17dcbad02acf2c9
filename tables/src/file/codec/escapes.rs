//! The escape code of 64 places at a time, for a block whose values are all known: the same as
//! [`super::escape`].

use super::{
    contexts::{ESCAPE, FINE, FINE_CLASS, KIND, LENGTH, SIGN, SPREADS, STEPS, TENSIONS, TRIES},
    escape::spread_class,
    rows::{Around, Row},
    worth::{DRAW, cell, mask},
};
use crate::{file::grid::SIDE, value::cell::Cell};

/// Decisions of a place at most.
pub const DECISIONS_MAX: usize = TRIES + 4 + 128;

/// What the neighbours of the places of a word say about the distance, by lane. Its memory is used for
/// word after word.
pub struct Escapes {
    /// The kinds of the neighbours: bit 0 loss, 1 win, 2 draw.
    kinds: Row,
    /// The votes of those with a value of the place's own kind.
    votes: Row,
    /// The sum of their distances in moves, weighted by votes.
    moves: [u16; SIDE],
    /// The difference between their distances in moves.
    spread: Row,
}

/// What a place has failed with.
#[derive(Clone, Copy)]
pub struct Failed {
    pub actual: u8,
    /// The worth of the guess, if there was one.
    pub guess: Option<u8>,
    /// As [`super::tries::Tries::refused`].
    pub refused: [u8; TRIES],
    pub any_refused: bool,
    pub tension: u8,
    /// Whether the side to move is coded second.
    pub second: bool,
}

impl Escapes {
    /// Room for a word.
    pub const fn new() -> Escapes {
        Escapes { kinds: [0; SIDE], votes: [0; SIDE], moves: [0; SIDE], spread: [0; SIDE] }
    }

    /// What the neighbours of the places of a word say.
    #[inline(always)]
    pub fn look(&mut self, around: &Around) {
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

    /// Writes the decisions of a lane to `decisions`, which has room for [`DECISIONS_MAX`], and returns
    /// their number.
    ///
    /// Which decisions are made is seldom predicted by the processor: all that a place may need are
    /// written, and only their number depends on it.
    #[inline(always)]
    pub fn write(&self, lane: usize, failed: Failed, decisions: &mut [u32]) -> usize {
        let Failed { actual, guess, refused, any_refused, tension, second } = failed;
        let no_draw =
            any_refused & ((refused[0] == DRAW) | (refused[1] == DRAW) | (refused[2] == DRAW));
        let pass = u32::from(second);
        let class =
            if any_refused { FINE_OF_WORTH[usize::from(refused[0])] } else { FINE as u8 - 1 };
        let class = pass * FINE as u32 + u32::from(class);
        let kind = (class * TENSIONS as u32 + u32::from(tension)) * 8 + u32::from(self.kinds[lane]);
        let kind = KIND as u32 + (kind * 2 + u32::from(no_draw)) * 2;
        let is_win = actual > DRAW;
        let win = u32::from(is_win);
        let near: &mut [u32; 16] = decisions.first_chunk_mut().expect("room for all decisions");
        near[0] = 2 * kind + u32::from(actual == DRAW);
        let mut count = usize::from(!no_draw);
        near[count] = 2 * (kind + 1) + win;
        if actual == DRAW {
            return count;
        }
        count += 1;
        // Worths of the own kind as distances in moves; others are above all distances.
        let flip = mask(is_win);
        let moves = actual ^ flip;
        let of_kind = guess.filter(|&guess| guess != DRAW && (guess > DRAW) == is_win);
        if of_kind.is_none() && self.votes[lane] == 0 {
            return count + write_bits(pass * 2 + win, moves, &mut decisions[count..]);
        }
        let votes = u32::from(self.votes[lane]);
        // In plies.
        let sum = 2 * u32::from(self.moves[lane]) + votes * win;
        let mean = (sum * RECIPROCALS[votes as usize % RECIPROCALS.len()]) >> 16;
        let of_neighbours = ((mean / 2) as u8, NEIGHBOUR_SPREAD[usize::from(self.spread[lane])]);
        let of_guess = |guess: u8| (guess ^ flip, GUESS_SPREAD[usize::from(guess)]);
        let (centre, spread) = of_kind.map_or(of_neighbours, of_guess);
        let [a, b, c] = refused.map(|refused| if any_refused { refused ^ flip } else { u8::MAX });
        let is_asked = |moves: u8| usize::from((moves != a) & (moves != b) & (moves != c));
        let spread = (pass * SPREADS as u32 + u32::from(spread)) * 2 + win;
        let sign = SIGN as u32 + spread * 2;
        near[count] = 2 * (sign + 1) + u32::from(moves == centre);
        count += is_asked(centre);
        let longer = moves > centre;
        near[count] = 2 * sign + u32::from(longer);
        let steps = usize::from(moves.abs_diff(centre));
        count += usize::from(steps != 0);
        let length = LENGTH as u32 + (spread * 2 + u32::from(longer)) * STEPS as u32;
        let step = if longer { 1 } else { u8::MAX };
        let mut reached = centre;
        for number in 1..=NEAR_STEPS {
            reached = reached.wrapping_add(step);
            near[count] = 2 * (length + number as u32) + u32::from(reached == moves);
            count += is_asked(reached) & usize::from(number <= steps);
        }
        for number in NEAR_STEPS + 1..=steps {
            reached = reached.wrapping_add(step);
            let context = length + number.min(STEPS - 1) as u32;
            decisions[count] = 2 * context + u32::from(reached == moves);
            count += is_asked(reached);
        }
        count
    }
}

/// Steps that are written for every distance.
const NEAR_STEPS: usize = 4;

/// Writes the decisions of a distance in moves bit by bit, and returns their number.
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

/// 2^16 / votes, rounded up: exact for what [`Escapes::write`] divides.
static RECIPROCALS: [u32; 16] = {
    let mut reciprocals = [0; 16];
    let mut votes = 1;
    while votes < 16 {
        reciprocals[votes] = (1_u32 << 16).div_ceil(votes as u32);
        votes += 1;
    }
    reciprocals
};

/// [`FINE_CLASS`] by worth.
static FINE_OF_WORTH: [u8; Cell::COUNT] = {
    let mut classes = [0; Cell::COUNT];
    let mut worth = 0;
    while worth < Cell::COUNT {
        classes[worth] = FINE_CLASS[cell(worth as u8) as usize];
        worth += 1;
    }
    classes
};

/// The class of a guess's uncertainty by its worth.
static GUESS_SPREAD: [u8; Cell::COUNT] = {
    let mut spreads = [0; Cell::COUNT];
    let mut worth = 0;
    while worth < Cell::COUNT {
        let tens = cell(worth as u8) / 10;
        spreads[worth] = if tens > SPREADS as u8 - 13 { SPREADS as u8 - 1 } else { 12 + tens };
        worth += 1;
    }
    spreads
};

/// The class of the difference between the neighbours' distances in moves.
static NEIGHBOUR_SPREAD: [u8; Cell::COUNT] = {
    let mut spreads = [0; Cell::COUNT];
    let mut moves = 0;
    while moves < Cell::COUNT {
        spreads[moves] = spread_class(moves as u8) as u8;
        moves += 1;
    }
    spreads
};
