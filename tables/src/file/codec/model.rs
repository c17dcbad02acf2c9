//! The probabilities of a table's decisions.

use super::{Coder, contexts};

/// Number of circumstances that are told apart.
pub const CONTEXTS: usize = contexts::COUNT;

/// Probabilities of `true` in units of 2^-16, by stored byte.
///
/// Byte 0 and 128 stand for one half; from there each step makes the less likely outcome less
/// likely by a thirteenth, `true` below 128, `false` above.
const SHARES: [u16; 256] = {
    let mut shares = [1 << 15; 256];
    // In units of 2^-32, so that rounding stays out of it.
    let mut share: u64 = 1 << 31;
    let mut step = 1;
    while step < 128 {
        share -= share / 13;
        let rounded = if share < 1 << 16 { 1 } else { (share >> 16) as u16 };
        shares[128 - step] = rounded;
        shares[128 + step] = ((1 << 16) - rounded as u32) as u16;
        step += 1;
    }
    shares[0] = 1 << 15;
    shares
};

/// A probability for each context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Index into [`SHARES`] by context.
    levels: Vec<u8>,
}

impl Model {
    /// The probability that a decision is `true`, in units of 2^-16, 1..65536.
    #[inline]
    pub fn share_of_true(&self, context: usize) -> u64 {
        SHARES[usize::from(self.levels[context])].into()
    }

    /// One byte a context; for the header.
    pub fn levels(&self) -> &[u8] {
        &self.levels
    }

    /// From what [`Model::levels`] gave; `None` if the number is wrong.
    pub fn from_levels(levels: Vec<u8>) -> Option<Model> {
        (levels.len() == CONTEXTS).then_some(Model { levels })
    }

    /// A model in which context `n` has level `n`.
    #[cfg(test)]
    pub fn of_every_level() -> Model {
        Model { levels: (0..CONTEXTS).map(|n| n as u8).collect() }
    }
}

/// Counts decisions.
#[derive(Clone, Debug)]
pub struct Counter {
    /// How often `[false, true]`, by context.
    counts: Vec<[u32; 2]>,
}

impl Counter {
    /// A counter at zero.
    pub fn new() -> Counter {
        Counter { counts: vec![[0; 2]; CONTEXTS] }
    }

    /// The counts of both.
    #[must_use]
    pub fn plus(mut self, other: &Counter) -> Counter {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            mine[0] += theirs[0];
            mine[1] += theirs[1];
        }
        self
    }

    /// The model that codes the counted decisions in fewest bits, itself included.
    pub fn model(&self) -> Model {
        let levels = self.counts.iter().map(|&counts| level(counts)).collect();
        Model { levels }
    }

    /// Bits that the counted decisions take, and roughly those of their model.
    pub fn cost_bits(&self) -> u64 {
        let cost = |counts: &[u32; 2]| cost_bits(*counts, level(*counts)) + 6 * MICRO;
        let used = self.counts.iter().filter(|counts| **counts != [0; 2]);
        used.map(cost).sum::<u64>() / MICRO
    }
}

impl Coder for Counter {
    #[inline]
    fn flag(&mut self, context: usize, bit: bool) -> bool {
        self.counts[context][usize::from(bit)] += 1;
        bit
    }
}

/// Costs are in millionths of a bit, as whole numbers: the same on every machine.
const MICRO: u64 = 1 << 20;

/// A context that gains fewer bits than this is left at one half.
const LEVEL_BITS: u64 = 6;

/// The level that codes such counts in fewest bits.
fn level(counts: [u32; 2]) -> u8 {
    let [no, yes] = counts.map(u64::from);
    if no + yes == 0 {
        return 0;
    }
    // The first level whose probability is not below the share of `true`, or the one before.
    let share = (yes << 16) / (no + yes);
    let above = 1 + SHARES[1..].partition_point(|&s| u64::from(s) < share).min(254) as u8;
    let candidates = [above.max(2) - 1, above];
    let best = candidates.into_iter().min_by_key(|&l| cost_bits(counts, l)).expect("two");
    let gain = cost_bits(counts, 0).saturating_sub(cost_bits(counts, best));
    if gain < LEVEL_BITS * MICRO { 0 } else { best }
}

/// What counts cost at a level, in millionths of a bit.
fn cost_bits([no, yes]: [u32; 2], level: u8) -> u64 {
    let [cost_no, cost_yes] = COSTS[usize::from(level)];
    u64::from(no) * cost_no + u64::from(yes) * cost_yes
}

/// What a decision `[false, true]` costs, by level, in millionths of a bit.
static COSTS: [[u64; 2]; 256] = {
    let mut costs = [[0; 2]; 256];
    let mut level = 0;
    while level < 256 {
        let share = SHARES[level] as u32;
        costs[level] = [bits_of((1 << 16) - share), bits_of(share)];
        level += 1;
    }
    costs
};

/// -log2(share / 2^16), in millionths (2^-20) of a bit, by squaring.
const fn bits_of(share: u32) -> u64 {
    let whole = share.ilog2();
    // The mantissa, 1..2 in units of 2^-31.
    let mut mantissa = (share as u64) << (31 - whole);
    let mut fraction = 0;
    let mut digit = 0;
    while digit < 20 {
        digit += 1;
        mantissa = (mantissa * mantissa) >> 31;
        fraction <<= 1;
        if mantissa >> 32 != 0 {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    (16 << 20) - (((whole as u64) << 20) + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_and_halves_are_halves() {
        assert!(SHARES[1..].is_sorted());
        assert_eq!([SHARES[0], SHARES[128]], [1 << 15; 2]);
        assert_eq!((SHARES[1], SHARES[255]), (1, 65535));
    }

    #[test]
    fn bits_are_logarithms() {
        for share in [1, 3, 1000, 32768, 50000, 65535] {
            let expected = 16.0 - f64::from(share).log2();
            assert!((bits_of(share) as f64 / MICRO as f64 - expected).abs() < 1e-4);
        }
    }
}
