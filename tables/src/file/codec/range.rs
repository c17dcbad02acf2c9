//! The range coder: binary decisions to bytes and back.

use super::model::{Coder, Model, Trace};
use crate::vectors::{Kernel, Vectors};

/// Below this range, a word of `low` is written and the range is shifted.
const RANGE_MIN: u64 = 1 << 32;

/// The number of blocks that are encoded side by side.
pub const TOGETHER: usize = 8;

/// Encodes the decisions of several blocks side by side. This is faster than coding one block after
/// the other, because within a block each decision depends on the one before.
pub fn encode(vectors: Vectors, model: &Model, traces: [&Trace; TOGETHER]) -> [Vec<u8>; TOGETHER] {
    vectors.run(Encode { model, traces })
}

/// The arguments of [`encode`].
struct Encode<'a> {
    model: &'a Model,
    traces: [&'a Trace; TOGETHER],
}

/// The number of decisions of each block that are prepared at a time; few, so that they stay in the
/// nearest cache.
const PREPARED: usize = 256;

/// The most words that these decisions produce, plus one that is not kept.
const WORDS: usize = PREPARED / 2 + 1;

impl Kernel for Encode<'_> {
    type Output = [Vec<u8>; TOGETHER];

    #[inline(always)]
    fn run(self) -> [Vec<u8>; TOGETHER] {
        let Encode { model, traces } = self;
        let mut encoders = Encoders::new();
        let mut steps = [[0; TOGETHER]; PREPARED];
        let mut rest = traces.map(Trace::decisions);
        loop {
            let count = rest.iter().map(|rest| rest.len()).max().unwrap_or(0).min(PREPARED);
            if count == 0 {
                return encoders.finish();
            }
            if rest.iter().any(|rest| rest.len() < count) {
                // A decision `false` that cannot be `true` changes nothing.
                steps = [[0; TOGETHER]; PREPARED];
            }
            for (block, rest) in rest.iter_mut().enumerate() {
                let (now, later) = rest.split_at(rest.len().min(count));
                for (step, &decision) in steps.iter_mut().zip(now) {
                    step[block] = model.step(decision);
                }
                *rest = later;
            }
            encoders.code(&steps[..count]);
        }
    }
}

/// One number for each block.
type Each = [u64; TOGETHER];

/// Encodes decisions of some blocks side by side.
struct Encoders {
    low: Each,
    range: Each,
    /// The words written, and unused memory.
    words: [Vec<u32>; TOGETHER],
    /// The number of words written.
    counts: [usize; TOGETHER],
}

impl Encoders {
    /// Makes encoders without decisions.
    const fn new() -> Encoders {
        let words = [const { Vec::new() }; TOGETHER];
        let counts = [0; TOGETHER];
        Encoders { low: [0; TOGETHER], range: [u64::MAX; TOGETHER], words, counts }
    }

    /// Codes at most [`PREPARED`] elements of [`Model::step`], `[number][block]`.
    #[inline(always)]
    fn code(&mut self, steps: &[[u32; TOGETHER]]) {
        for (words, count) in self.words.iter_mut().zip(self.counts) {
            if words.len() < count + WORDS {
                words.resize(2 * count + 4 * WORDS, 0);
            }
        }
        let (mut low, mut range) = (self.low, self.range);
        for step in steps {
            let (mut carries, mut rare) = ([0; TOGETHER], [0; TOGETHER]);
            for block in 0..TOGETHER {
                let bound = (range[block] >> 16) * u64::from(step[block] >> 1);
                let is_true = step[block] & 1 != 0;
                let added = if is_true { 0 } else { bound };
                let sum = low[block].wrapping_add(added);
                carries[block] = u64::from(sum < added);
                low[block] = sum;
                range[block] = if is_true { bound } else { range[block] - bound };
                rare[block] = carries[block] | u64::from(range[block] < RANGE_MIN);
            }
            if rare.into_iter().fold(0, |any, rare| any | rare) != 0 {
                // Copies, because a call must not force the state out of registers.
                let (carries, lows, ranges) = (carries, low, range);
                self.put(&carries, &lows, &ranges);
                for block in 0..TOGETHER {
                    let shift = if range[block] < RANGE_MIN { 32 } else { 0 };
                    low[block] <<= shift;
                    range[block] <<= shift;
                }
            }
        }
        (self.low, self.range) = (low, range);
    }

    /// Applies the carries, and writes a word of each block whose range is small.
    #[inline(never)]
    fn put(&mut self, carries: &Each, low: &Each, range: &Each) {
        if carries.iter().fold(0, |any, carry| any | carry) != 0 {
            for block in (0..TOGETHER).filter(|&block| carries[block] != 0) {
                carry(&mut self.words[block][..self.counts[block]]);
            }
        }
        for block in 0..TOGETHER {
            let count = &mut self.counts[block];
            // The word is written for every block, and overwritten later if it is not needed: a
            // branch would often be mispredicted.
            self.words[block][*count] = (low[block] >> 32) as u32;
            *count += usize::from(range[block] < RANGE_MIN);
        }
    }

    /// Ends the coding and returns the bytes of the blocks.
    fn finish(self) -> [Vec<u8>; TOGETHER] {
        let Encoders { low, range, words, counts } = self;
        let mut coded = [const { Vec::new() }; TOGETHER];
        for (block, mut words) in words.into_iter().enumerate() {
            words.truncate(counts[block]);
            coded[block] = finished(words, low[block], range[block]);
        }
        coded
    }
}

/// Returns the bytes of a block without trailing zeros. A decoder reads zeros after the last byte.
fn finished(mut words: Vec<u32>, low: u64, range: u64) -> Vec<u8> {
    // The number in the range that has the most trailing zero bits.
    let last = low.wrapping_add(range - 1);
    let end = if last < low || low == 0 {
        // The range holds a multiple of 2^64: zero, after a carry unless `low` is zero.
        if low != 0 {
            carry(&mut words);
        }
        0
    } else {
        let differing = 63 - (low ^ last).leading_zeros().min(63);
        let top = last >> differing << differing;
        if top >= low { top } else { last }
    };
    words.extend([(end >> 32) as u32, end as u32]);
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    bytes
}

/// Adds one to the last word, and carries into the words before it.
#[cold]
fn carry(words: &mut [u32]) {
    for word in words.iter_mut().rev() {
        let (sum, overflow) = word.overflowing_add(1);
        *word = sum;
        if !overflow {
            return;
        }
    }
}

/// Decodes the decisions of one block. It never reads beyond its bytes; any bytes decode to some
/// decisions.
#[derive(Debug)]
pub struct Decoder<'a> {
    model: &'a Model,
    bytes: &'a [u8],
    /// The coded number minus the lower bound of the decisions so far.
    rest: u64,
    range: u64,
}

impl<'a> Decoder<'a> {
    /// Makes a decoder at the start of the bytes of a block.
    pub fn new(model: &'a Model, bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { model, bytes, rest: 0, range: u64::MAX };
        decoder.rest = u64::from(decoder.word()) << 32;
        decoder.rest |= u64::from(decoder.word());
        decoder
    }

    /// Reads the next four bytes; zeros after the end.
    #[inline]
    fn word(&mut self) -> u32 {
        if let Some((word, rest)) = self.bytes.split_first_chunk() {
            self.bytes = rest;
            return u32::from_be_bytes(*word);
        }
        let mut word = [0; 4];
        word[..self.bytes.len()].copy_from_slice(self.bytes);
        self.bytes = &[];
        u32::from_be_bytes(word)
    }
}

impl Coder for Decoder<'_> {
    #[inline]
    fn flag(&mut self, context: usize, _: bool) -> bool {
        let bound = (self.range >> 16) * self.model.probability(context);
        let bit = self.rest < bound;
        if bit {
            self.range = bound;
        } else {
            self.rest -= bound;
            self.range -= bound;
        }
        if self.range < RANGE_MIN {
            self.rest = self.rest << 32 | u64::from(self.word());
            self.range <<= 32;
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_decoded_whatever_their_probabilities() {
        let model = Model::of_every_level();
        let mut seed = 0x2545f4914f6cdd1d_u64;
        for round in 0..300 {
            let decisions: Vec<(usize, bool)> = (0..round * 7)
                .map(|_| {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let context = if round % 3 == 0 { 1 } else { (seed >> 20) as usize % 256 };
                    (context, if round % 2 == 0 { seed >> 60 > 3 } else { context < 128 })
                })
                .collect();
            let mut traces = [const { Trace::new() }; TOGETHER];
            for (number, trace) in traces.iter_mut().enumerate() {
                let skipped = decisions.iter().skip(number * 3 % TOGETHER * round);
                skipped.for_each(|&(context, bit)| _ = trace.flag(context, bit));
            }
            let coded = encode(Vectors::best(), &model, traces.each_ref());
            for (number, bytes) in coded.iter().enumerate() {
                let empty = Trace::new();
                for vectors in Vectors::available() {
                    let mut alone = [&empty; TOGETHER];
                    alone[round % TOGETHER] = &traces[number];
                    let alone = encode(vectors, &model, alone);
                    assert_eq!(*bytes, alone[round % TOGETHER], "{vectors:?}");
                }
                let mut decoder = Decoder::new(&model, bytes);
                for &(context, bit) in decisions.iter().skip(number * 3 % TOGETHER * round) {
                    assert_eq!(decoder.flag(context, false), bit, "round {round}");
                }
            }
        }
    }
}
