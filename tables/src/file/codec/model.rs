//! Binary decisions: the trait of coders, the record of decisions, and their probabilities in a
//! table.

use super::contexts;

/// A consumer of binary decisions ([`Trace`]), or a source of them ([`super::range::Decoder`]).
pub trait Coder {
    /// Codes `bit` in context `context`, which is below `CONTEXTS`. Returns the bit with which the
    /// caller must continue: a decoder ignores `bit` and returns the decoded one.
    fn flag(&mut self, context: usize, bit: bool) -> bool;
}

/// A record of decisions in the order in which they were made.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The decisions, and unused memory.
    memory: Vec<u32>,
    count: usize,
}

impl Trace {
    /// Makes a trace without decisions.
    pub const fn new() -> Trace {
        Trace { memory: Vec::new(), count: 0 }
    }

    /// Returns the decisions, each as 2 * context + bit.
    pub fn decisions(&self) -> &[u32] {
        &self.memory[..self.count]
    }

    /// Removes all decisions, but keeps the memory.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Returns a copy with only as much memory as the decisions need.
    #[must_use]
    pub fn fitted(&self) -> Trace {
        Trace { memory: self.decisions().to_vec(), count: self.count }
    }

    /// Returns memory for `room` more decisions, to be filled before [`Trace::add`] is called.
    #[inline(always)]
    pub fn room(&mut self, room: usize) -> &mut [u32] {
        let end = self.count + room;
        if self.memory.len() < end {
            self.memory.resize(end.next_power_of_two(), 0);
        }
        &mut self.memory[self.count..end]
    }

    /// Adds the first `count` elements of [`Trace::room`] as decisions.
    #[inline(always)]
    pub fn add(&mut self, count: usize) {
        self.count += count;
    }
}

const _: () = assert!(contexts::COUNT < 1 << 31);

#[cfg(test)]
impl Coder for Trace {
    fn flag(&mut self, context: usize, bit: bool) -> bool {
        self.room(1)[0] = 2 * context as u32 + u32::from(bit);
        self.add(1);
        bit
    }
}

/// The number of contexts of decisions.
pub const CONTEXTS: usize = contexts::COUNT;

/// The probabilities of `true` in units of 2^-16, by level. A level is the byte that the header
/// stores.
///
/// Levels 0 and 128 stand for one half. From there each step multiplies the probability of the less
/// likely outcome by 12/13: that of `true` below 128, that of `false` above.
static PROBABILITIES: [u16; 256] = {
    let mut probabilities = [1 << 15; 256];
    // In units of 2^-32, so that rounding errors stay below one unit of 2^-16.
    let mut probability: u64 = 1 << 31;
    let mut step = 1;
    while step < 128 {
        probability -= probability / 13;
        let rounded = if probability < 1 << 16 { 1 } else { (probability >> 16) as u16 };
        probabilities[128 - step] = rounded;
        probabilities[128 + step] = ((1 << 16) - rounded as u32) as u16;
        step += 1;
    }
    probabilities[0] = 1 << 15;
    probabilities
};

/// The probabilities of decisions, one for each context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The index into [`PROBABILITIES`], by context.
    levels: Vec<u8>,
}

impl Model {
    /// Returns the probability that a decision in `context` is `true`, in units of 2^-16, from 1 to
    /// 65535.
    #[inline]
    pub fn probability(&self, context: usize) -> u64 {
        PROBABILITIES[usize::from(self.levels[context])].into()
    }

    /// Converts a decision of a [`Trace`] into the form that the encoder reads: twice the
    /// probability, plus the bit.
    #[inline(always)]
    pub fn step(&self, decision: u32) -> u32 {
        let level = self.levels[decision as usize / 2];
        2 * u32::from(PROBABILITIES[usize::from(level)]) + decision % 2
    }

    /// Returns the cost of coding a decision, in units of 2^-20 bit.
    #[inline]
    pub fn cost(&self, context: usize, bit: bool) -> u64 {
        COSTS[usize::from(self.levels[context])][usize::from(bit)]
    }

    /// Returns the probability levels to be stored in the header, one byte per context.
    pub fn levels(&self) -> &[u8] {
        &self.levels
    }

    /// Makes a model of these probability levels, one byte per context; `None` unless there are
    /// [`CONTEXTS`] levels.
    pub fn from_levels(levels: Vec<u8>) -> Option<Model> {
        (levels.len() == CONTEXTS).then_some(Model { levels })
    }

    /// Makes a model in which context `n` has probability level `n`.
    #[cfg(test)]
    pub fn of_every_level() -> Model {
        Model { levels: (0..CONTEXTS).map(|n| n as u8).collect() }
    }
}

/// Counts the decisions of traces, by context and bit.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The number of decisions `[false, true]`, by context.
    counts: Vec<[u32; 2]>,
}

impl Counter {
    /// Makes a counter in which all counts are 0.
    pub fn new() -> Counter {
        Counter { counts: vec![[0; 2]; CONTEXTS] }
    }

    /// Counts all decisions of a trace.
    pub fn add(&mut self, trace: &Trace) {
        for &decision in trace.decisions() {
            self.counts[decision as usize / 2][decision as usize % 2] += 1;
        }
    }

    /// Returns the sum of two counters.
    #[must_use]
    pub fn plus(mut self, other: &Counter) -> Counter {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            mine[0] += theirs[0];
            mine[1] += theirs[1];
        }
        self
    }

    /// Returns the model that codes the counted decisions in the fewest bits, including the bits of
    /// the model itself.
    pub fn model(&self) -> Model {
        let levels = self.counts.iter().map(|&counts| level(counts)).collect();
        Model { levels }
    }

    /// Returns the estimated size of the counted decisions and of their model, in bits.
    pub fn cost_bits(&self) -> u64 {
        let cost = |counts: &[u32; 2]| cost_bits(*counts, level(*counts)) + 6 * MICRO;
        let used = self.counts.iter().filter(|counts| **counts != [0; 2]);
        used.map(cost).sum::<u64>() / MICRO
    }
}

/// Costs are whole numbers, in units of 2^-20 bit, so that all machines choose the same model.
const MICRO: u64 = 1 << 20;

/// A context that saves fewer bits than this keeps the level of one half.
const LEVEL_BITS: u64 = 6;

/// Returns the level that codes these counts in the fewest bits.
fn level(counts: [u32; 2]) -> u8 {
    let [no, yes] = counts.map(u64::from);
    if no + yes == 0 {
        return 0;
    }
    // The first level whose probability is not below the frequency of `true`, or the level before
    // it.
    let frequency = (yes << 16) / (no + yes);
    let above =
        1 + PROBABILITIES[1..].partition_point(|&p| u64::from(p) < frequency).min(254) as u8;
    let candidates = [above.max(2) - 1, above];
    let best = candidates.into_iter().min_by_key(|&l| cost_bits(counts, l)).expect("two");
    let gain = cost_bits(counts, 0).saturating_sub(cost_bits(counts, best));
    if gain < LEVEL_BITS * MICRO { 0 } else { best }
}

/// Returns the cost of these counts at a level, in units of 2^-20 bit.
fn cost_bits([no, yes]: [u32; 2], level: u8) -> u64 {
    let [cost_no, cost_yes] = COSTS[usize::from(level)];
    u64::from(no) * cost_no + u64::from(yes) * cost_yes
}

/// The costs of a decision `[false, true]` by level, in units of 2^-20 bit.
static COSTS: [[u64; 2]; 256] = {
    let mut costs = [[0; 2]; 256];
    let mut level = 0;
    while level < 256 {
        let probability = PROBABILITIES[level] as u32;
        costs[level] = [bits_of((1 << 16) - probability), bits_of(probability)];
        level += 1;
    }
    costs
};

/// Returns -log2(probability / 2^16), in units of 2^-20 bit, by repeated squaring.
const fn bits_of(probability: u32) -> u64 {
    let whole = probability.ilog2();
    // The mantissa, between 1 and 2, in units of 2^-31.
    let mut mantissa = (probability as u64) << (31 - whole);
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
        assert!(PROBABILITIES[1..].is_sorted());
        assert_eq!([PROBABILITIES[0], PROBABILITIES[128]], [1 << 15; 2]);
        assert_eq!((PROBABILITIES[1], PROBABILITIES[255]), (1, 65535));
    }

    #[test]
    fn bits_are_logarithms() {
        for probability in [1, 3, 1000, 32768, 50000, 65535] {
            let expected = 16.0 - f64::from(probability).log2();
            assert!((bits_of(probability) as f64 / MICRO as f64 - expected).abs() < 1e-4);
        }
    }
}
