//! A decoder of LZMA (I. Pavlov's specification, public domain) for blocks of known size.
//!
//! Decoding terminates for any input, with or without a block.

/// A probability of 1/2.
const HALF: u16 = 1 << 10;

/// The input of the range decoder.
struct Bits<'a> {
    bytes: std::slice::Iter<'a, u8>,
    range: u32,
    code: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Option<Bits<'a>> {
        let (first, rest) = bytes.split_at_checked(5)?;
        let code = u32::from_be_bytes(first[1..].try_into().ok()?);
        (first[0] == 0).then_some(Bits { bytes: rest.iter(), range: u32::MAX, code })
    }

    fn normalise(&mut self) -> Option<()> {
        if self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(*self.bytes.next()?);
        }
        Some(())
    }

    fn bit(&mut self, probability: &mut u16) -> Option<usize> {
        let bound = (self.range >> 11) * u32::from(*probability);
        let bit = if self.code < bound {
            *probability += ((1 << 11) - *probability) >> 5;
            self.range = bound;
            0
        } else {
            *probability -= *probability >> 5;
            self.code -= bound;
            self.range -= bound;
            1
        };
        self.normalise()?;
        Some(bit)
    }

    /// Decodes bits that are 0 or 1 with equal probability, highest first.
    fn direct(&mut self, count: u32) -> Option<usize> {
        let mut number = 0;
        for _ in 0..count {
            self.range >>= 1;
            let bit = u32::from(self.code >= self.range);
            self.code = self.code.wrapping_sub(self.range & bit.wrapping_neg());
            number = number << 1 | bit as usize;
            self.normalise()?;
        }
        Some(number)
    }

    /// Decodes a number of `bits` bits, highest first.
    fn number(&mut self, probabilities: &mut [u16], bits: u32) -> Option<usize> {
        let mut at = 1;
        for _ in 0..bits {
            at = at << 1 | self.bit(&mut probabilities[at])?;
        }
        Some(at - (1 << bits))
    }

    /// Decodes a number of `bits` bits, lowest first.
    fn reversed(&mut self, probabilities: &mut [u16], bits: u32) -> Option<usize> {
        let (mut at, mut number) = (1, 0);
        for place in 0..bits {
            let bit = self.bit(probabilities.get_mut(at)?)?;
            at = at << 1 | bit;
            number |= bit << place;
        }
        Some(number)
    }
}

/// The decoder of match lengths, less 2.
struct Lengths {
    choice: [u16; 2],
    low: [[u16; 8]; 16],
    mid: [[u16; 8]; 16],
    high: [u16; 256],
}

impl Lengths {
    fn new() -> Lengths {
        let eight = [[HALF; 8]; 16];
        Lengths { choice: [HALF; 2], low: eight, mid: eight, high: [HALF; 256] }
    }

    fn next(&mut self, bits: &mut Bits, place: usize) -> Option<usize> {
        if bits.bit(&mut self.choice[0])? == 0 {
            return bits.number(&mut self.low[place], 3);
        }
        if bits.bit(&mut self.choice[1])? == 0 {
            return Some(8 + bits.number(&mut self.mid[place], 3)?);
        }
        Some(16 + bits.number(&mut self.high, 8)?)
    }
}

/// Decodes a compressed block of `size` bytes; `None` if `bytes` are damaged. `properties` is the
/// first byte of the LZMA header.
pub fn decode(properties: u8, bytes: &[u8], size: usize) -> Option<Vec<u8>> {
    let properties = usize::from(properties);
    let (context, literal_place, place_bits) =
        (properties % 9, properties / 9 % 5, properties / 45);
    if place_bits > 4 {
        return None;
    }
    let mut literals = vec![HALF; 0x300 << (context + literal_place)];
    let mut is_match = [[HALF; 16]; 12];
    let mut is_repeat_0_long = [[HALF; 16]; 12];
    let mut is_repeat = [[HALF; 12]; 4];
    let (mut lengths, mut repeat_lengths) = (Lengths::new(), Lengths::new());
    let mut slots = [[HALF; 64]; 4];
    let mut special = [HALF; 128];
    let mut aligned = [HALF; 16];
    let mut repeats = [0usize; 4];
    let (mut state, mut out) = (0usize, Vec::with_capacity(size));
    let mut bits = Bits::new(bytes)?;
    while out.len() < size {
        let place = out.len() & ((1 << place_bits) - 1);
        if bits.bit(&mut is_match[state][place])? == 0 {
            let before = usize::from(out.last().copied().unwrap_or(0));
            let of = (out.len() & ((1 << literal_place) - 1)) << context | before >> (8 - context);
            let probabilities = &mut literals[0x300 * of..][..0x300];
            let mut at = 1;
            if state >= 7 {
                let mut matched = usize::from(*out.get(out.len().checked_sub(repeats[0] + 1)?)?);
                while at < 0x100 {
                    let expected = matched >> 7 & 1;
                    matched <<= 1;
                    let bit = bits.bit(&mut probabilities[((1 + expected) << 8) + at])?;
                    at = at << 1 | bit;
                    if bit != expected {
                        break;
                    }
                }
            }
            while at < 0x100 {
                at = at << 1 | bits.bit(&mut probabilities[at])?;
            }
            out.push(at as u8);
            state = state.saturating_sub(if state < 10 { 3 } else { 6 });
            continue;
        }
        let length = if bits.bit(&mut is_repeat[0][state])? == 0 {
            repeats.rotate_right(1);
            let length = lengths.next(&mut bits, place)?;
            state = if state < 7 { 7 } else { 10 };
            let slot = bits.number(&mut slots[length.min(3)], 6)?;
            repeats[0] = if slot < 4 {
                slot
            } else {
                let count = (slot >> 1) as u32 - 1;
                let base = (2 | slot & 1) << count;
                if slot < 14 {
                    base + bits.reversed(&mut special[base - slot..], count)?
                } else {
                    let upper = bits.direct(count - 4)? << 4;
                    base + upper + bits.reversed(&mut aligned, 4)?
                }
            };
            length
        } else {
            let number = if bits.bit(&mut is_repeat[1][state])? == 0 {
                if bits.bit(&mut is_repeat_0_long[state][place])? == 0 {
                    state = if state < 7 { 9 } else { 11 };
                    out.push(*out.get(out.len().checked_sub(repeats[0] + 1)?)?);
                    continue;
                }
                0
            } else if bits.bit(&mut is_repeat[2][state])? == 0 {
                1
            } else {
                2 + bits.bit(&mut is_repeat[3][state])?
            };
            repeats[..=number].rotate_right(1);
            state = if state < 7 { 8 } else { 11 };
            repeat_lengths.next(&mut bits, place)?
        };
        let start = out.len().checked_sub(repeats[0].checked_add(1)?)?;
        for from in start..start + (length + 2).min(size - out.len()) {
            out.push(out[from]);
        }
    }
    Some(out)
}
