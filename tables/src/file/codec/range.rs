//! The range coder: binary decisions to bytes and back.

use super::{coder::Coder, model::Model, trace::Trace};

/// Below this range, a word of `low` is written and the range shifted.
const RANGE_MIN: u64 = 1 << 32;

/// Blocks that are coded together at most.
pub const TOGETHER: usize = 4;

/// Encodes the decisions of some blocks. Each decision depends on the one before it in the same block;
/// those of different blocks are coded in turn, so that the processor need not wait.
pub fn encode(model: &Model, traces: [&Trace; TOGETHER]) -> [Vec<u8>; TOGETHER] {
    let mut blocks = traces.map(|trace| (trace.decisions(), Encoder::new()));
    // The longest first: the others end one after the other.
    let mut order: [usize; TOGETHER] = std::array::from_fn(|block| block);
    order.sort_by_key(|&block| std::cmp::Reverse(traces[block].decisions().len()));
    let mut sorted =
        order.map(|block| std::mem::replace(&mut blocks[block], (&[], Encoder::new())));
    encode_to_end::<4>(model, &mut sorted);
    encode_to_end::<3>(model, &mut sorted);
    encode_to_end::<2>(model, &mut sorted);
    encode_to_end::<1>(model, &mut sorted);
    let mut coded = [const { Vec::new() }; TOGETHER];
    for (block, (_, encoder)) in order.into_iter().zip(sorted) {
        coded[block] = encoder.finish();
    }
    coded
}

/// Encodes the decisions of the first `N` blocks until the last of them has no more.
fn encode_to_end<const N: usize>(model: &Model, blocks: &mut [(&[u32], Encoder); TOGETHER]) {
    let together = blocks[N - 1].0.len();
    let now: [&[u32]; N] = std::array::from_fn(|block| &blocks[block].0[..together]);
    for place in 0..together {
        for (decisions, (_, encoder)) in now.iter().zip(&mut blocks[..N]) {
            encoder.code(model, decisions[place]);
        }
    }
    for (decisions, _) in &mut blocks[..N] {
        *decisions = &decisions[together..];
    }
}

/// Encodes the decisions of a block.
struct Encoder {
    low: u64,
    range: u64,
    words: Vec<u32>,
}

impl Encoder {
    /// An encoder without decisions.
    const fn new() -> Encoder {
        Encoder { low: 0, range: u64::MAX, words: Vec::new() }
    }

    /// Codes an element of [`Trace::decisions`].
    #[inline(always)]
    fn code(&mut self, model: &Model, decision: u32) {
        let bound = (self.range >> 16) * model.probability(decision as usize / 2);
        // All ones for `true`. Masks, because a branch would be mispredicted often.
        let taken = u64::from(decision & 1).wrapping_neg();
        let (low, overflow) = self.low.overflowing_add(bound & !taken);
        self.low = low;
        self.range = bound & taken | (self.range - bound) & !taken;
        if overflow {
            carry(&mut self.words);
        }
        if self.range < RANGE_MIN {
            self.words.push((self.low >> 32) as u32);
            self.low <<= 32;
            self.range <<= 32;
        }
    }

    /// The bytes, without zeros at the end: a decoder reads zeros after its bytes.
    fn finish(mut self) -> Vec<u8> {
        // The number in the range with the most zero bits at its end.
        let last = self.low.wrapping_add(self.range - 1);
        let end = if last < self.low || self.low == 0 {
            // The range holds a multiple of 2^64: zero, after a carry if `low` is not zero.
            if self.low != 0 {
                carry(&mut self.words);
            }
            0
        } else {
            let differing = 63 - (self.low ^ last).leading_zeros().min(63);
            let top = last >> differing << differing;
            if top >= self.low { top } else { last }
        };
        self.words.extend([(end >> 32) as u32, end as u32]);
        let mut bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_be_bytes()).collect();
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }
}

/// Adds one to the last word, with carries into the words before it.
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

/// Decodes decisions. Never reads beyond its bytes; any bytes decode to some decisions.
#[derive(Debug)]
pub struct Decoder<'a> {
    model: &'a Model,
    bytes: &'a [u8],
    /// The coded number less the lower bound of the decisions so far.
    rest: u64,
    range: u64,
}

impl<'a> Decoder<'a> {
    /// A decoder at the start of a block's bytes.
    pub fn new(model: &'a Model, bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { model, bytes, rest: 0, range: u64::MAX };
        decoder.rest = u64::from(decoder.word()) << 32;
        decoder.rest |= u64::from(decoder.word());
        decoder
    }

    /// The next four bytes, zeros after the end.
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
            let coded = encode(&model, traces.each_ref());
            for (number, bytes) in coded.iter().enumerate() {
                let empty = Trace::new();
                let alone = [&traces[number], &empty, &empty, &empty];
                assert_eq!(*bytes, encode(&model, alone)[0]);
                let mut decoder = Decoder::new(&model, bytes);
                for &(context, bit) in decisions.iter().skip(number * 3 % TOGETHER * round) {
                    assert_eq!(decoder.flag(context, false), bit, "round {round}");
                }
            }
        }
    }
}
