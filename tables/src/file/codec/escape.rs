//! The escape code: a value that no prediction and no candidate had.

use super::{
    candidates::{Candidates, Excluded},
    coder::Coder,
    contexts::{SPREADS, Site},
};
use crate::value::{cell::Cell, width::RawCell};

const DRAW: RawCell = Cell::DRAW.file_byte();

/// Codes a value that is none of the candidates tried: its kind, then its distance.
pub fn escape(
    coder: &mut impl Coder,
    site: &Site,
    guess: Option<RawCell>,
    candidates: &Candidates,
    excluded: &Excluded,
    actual: RawCell,
) -> RawCell {
    let kind = |value: RawCell| if value == DRAW { 2 } else { value % 2 };
    let kinds = candidates.iter().fold(0, |kinds, c| kinds | 1 << kind(c.value));
    let no_draw = excluded.has(DRAW);
    let expected = excluded.first();
    if !no_draw && coder.flag(site.kind(expected, kinds, no_draw, false), actual == DRAW) {
        return DRAW;
    }
    let wins = coder.flag(site.kind(expected, kinds, no_draw, true), actual % 2 == 1);
    let parity = u8::from(wins);
    let of_kind = || candidates.iter().filter(|c| kind(c.value) == parity);
    let (centre, spread) = match guess.filter(|&guess| kind(guess) == parity) {
        Some(guess) => (guess, 12 + usize::from(guess / 10).min(SPREADS - 13)),
        None if of_kind().next().is_none() => return escape_bits(coder, site, wins, actual),
        None => {
            let (sum, votes) = of_kind().fold((0, 0), |(sum, votes), c| {
                let weight = u32::from(c.votes);
                (sum + u32::from(c.value) * weight, votes + weight)
            });
            let longest = of_kind().map(|c| c.value).max().unwrap_or_default();
            let shortest = of_kind().map(|c| c.value).min().unwrap_or_default();
            ((sum / votes / 2 * 2) as RawCell + parity, spread_class((longest - shortest) / 2))
        }
    };
    escape_steps(coder, site, Centre { value: centre, spread, wins }, excluded, actual)
}

/// The expected distance.
#[derive(Clone, Copy)]
struct Centre {
    value: RawCell,
    /// The class of its uncertainty, below [`SPREADS`].
    spread: usize,
    wins: bool,
}

/// The class of the difference, in moves, between the neighbours' distances.
fn spread_class(moves: u8) -> usize {
    match moves {
        0..=3 => moves.into(),
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
    let mut reached = value;
    for steps in 1.. {
        let next = if longer { reached.checked_add(2) } else { reached.checked_sub(2) };
        // Sound bytes never lead beyond the distances that a cell holds.
        let Some(next) = next.filter(|&next| next != DRAW) else { break };
        reached = next;
        let context = site.length(spread, wins, longer, steps);
        if !excluded.has(reached) && coder.flag(context, actual == reached) {
            break;
        }
    }
    reached
}

/// Codes a distance of known parity, bit by bit.
fn escape_bits(coder: &mut impl Coder, site: &Site, wins: bool, actual: RawCell) -> RawCell {
    let mut before = 1;
    for place in (0..7).rev() {
        let bit = (actual >> (place + 1)) & 1 != 0;
        before = before * 2 + usize::from(coder.flag(site.escape_bit(wins, before), bit));
    }
    // 7 bits behind the leading one.
    2 * (before as u8 & 127) + u8::from(wins)
}
