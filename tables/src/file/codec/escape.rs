//! The escape code, for a value that differs from the prediction and from all candidates.

use super::{
    candidates::{BYTES, Excluded, LOWEST_BITS, equal_bytes, greatest, weighted_sum},
    contexts::{SPREADS, Site},
    model::Coder,
};
use crate::value::{cell::Cell, width::RawCell};

const DRAW: RawCell = Cell::DRAW.file_byte();

/// Codes a value that differs from all candidates tried: first its kind, then its distance.
pub fn escape(
    coder: &mut impl Coder,
    site: &Site,
    guess: Option<RawCell>,
    excluded: &Excluded,
    actual: RawCell,
) -> RawCell {
    let around = Kinds::new(site);
    let kinds = around.set();
    let no_draw = excluded.has(DRAW);
    let expected = excluded.first();
    if !no_draw && coder.flag(site.kind(expected, kinds, no_draw, false), actual == DRAW) {
        return DRAW;
    }
    let wins = coder.flag(site.kind(expected, kinds, no_draw, true), actual % 2 == 1);
    let parity = RawCell::from(wins);
    let is_of_kind = |value: RawCell| value != DRAW && value % 2 == parity;
    let centre = if let Some(value) = guess.filter(|&guess| is_of_kind(guess)) {
        Centre { value, spread: 12 + usize::from(value / 10).min(SPREADS - 13), wins }
    } else if around.of_kind[usize::from(parity)] == 0 {
        return escape_bits(coder, site, wins, actual);
    } else {
        around.centre(site, wins)
    };
    escape_steps(coder, site, centre, excluded, actual)
}

/// The neighbours by the kind of their value.
struct Kinds {
    /// For losses, wins and draws: 255 in the bytes of the neighbours with such a value.
    of_kind: [u64; 3],
}

impl Kinds {
    #[inline(always)]
    fn new(site: &Site) -> Kinds {
        let values = u64::from_le_bytes(site.neighbours);
        let present = BYTES[usize::from(site.present)];
        let draws = equal_bytes(values, LOWEST_BITS * u64::from(DRAW)) & present;
        let odd = (values & LOWEST_BITS) * 255;
        Kinds { of_kind: [present & !odd, present & odd & !draws, draws] }
    }

    /// Returns the set of kinds that occur: bit 0 loss, 1 win, 2 draw.
    #[inline(always)]
    fn set(&self) -> u8 {
        let [losses, wins, draws] = self.of_kind.map(|bytes| u8::from(bytes != 0));
        losses | wins << 1 | draws << 2
    }

    /// Returns the distance expected from the neighbours with wins, or with losses. There must be
    /// such neighbours.
    #[inline(always)]
    fn centre(&self, site: &Site, wins: bool) -> Centre {
        let of_kind = self.of_kind[usize::from(wins)];
        let distances = u64::from_le_bytes(site.neighbours) & of_kind;
        let votes = weighted_sum(of_kind & LOWEST_BITS);
        let mean = weighted_sum(distances) / votes;
        let value = (mean / 2 * 2) as RawCell + RawCell::from(wins);
        let shortest = 255 - greatest(distances ^ of_kind);
        Centre { value, spread: spread_class((greatest(distances) - shortest) / 2), wins }
    }
}

/// The expected distance of a value.
#[derive(Clone, Copy)]
struct Centre {
    value: RawCell,
    /// The class of its uncertainty, below [`SPREADS`].
    spread: usize,
    wins: bool,
}

/// Returns the class of the difference between the distances of two neighbouring cells, in moves.
pub const fn spread_class(moves: u8) -> usize {
    match moves {
        0..=3 => moves as usize,
        4..=5 => 4,
        6..=8 => 5,
        9..=12 => 6,
        _ => 7,
    }
}

/// Codes the difference between a distance and the expected one, in steps of two plies.
fn escape_steps(
    coder: &mut impl Coder,
    site: &Site,
    centre: Centre,
    excluded: &Excluded,
    actual: RawCell,
) -> RawCell {
    let Centre { value, spread, wins } = centre;
    if !excluded.has(value) && coder.flag(site.sign(spread, wins, true), actual == value) {
        return value;
    }
    let longer = coder.flag(site.sign(spread, wins, false), actual > value);
    let (limit, step) =
        if longer { ((LONGEST - value) / 2, 2) } else { (value / 2, RawCell::MAX - 1) };
    // Valid bytes never lead beyond the distances that a cell holds.
    let mut reached = value;
    for steps in 1..=usize::from(limit) {
        reached = reached.wrapping_add(step);
        let context = site.length(spread, wins, longer, steps);
        if !excluded.has(reached) && coder.flag(context, actual == reached) {
            break;
        }
    }
    reached
}

/// The longest distance that a cell holds.
const LONGEST: RawCell = DRAW - 1;

/// Codes a distance of known parity, bit by bit.
fn escape_bits(coder: &mut impl Coder, site: &Site, wins: bool, actual: RawCell) -> RawCell {
    let mut before = 1;
    for place in (0..7).rev() {
        let bit = (actual >> (place + 1)) & 1 != 0;
        before = before * 2 + usize::from(coder.flag(site.escape_bit(wins, before), bit));
    }
    // Seven bits follow the leading one.
    2 * (before as u8 & 127) + u8::from(wins)
}
