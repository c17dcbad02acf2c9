//! How the numbers of a part are compressed: by replacing pairs, then by a canonical Huffman code, in blocks.

use std::ops::Range;

use drawproof_tables::file::{FileBytes, ReadBytes};

/// The flag of a part in which all numbers are the same.
const CONSTANT: u8 = 128;

/// The right symbol of a pair that is a number.
const NO_SYMBOL: u16 = 0xfff;

/// Pairs within pairs, at most: more would be a circle.
const DEPTH_MAX: usize = 4096;

/// The numbers of a part.
#[derive(Debug)]
pub enum Numbers {
    Constant(u16),
    Coded(Code),
}

/// How the numbers of a part are compressed.
#[derive(Debug, Default)]
pub struct Code {
    block_bytes: u64,
    block_count: u64,
    /// Every 2^span numbers an entry of six bytes: a block, and a place in it.
    span: u32,
    entries: Vec<u8>,
    /// Numbers of each block, less one.
    lengths: Vec<u16>,
    length_count: u64,
    bits_min: u32,
    /// By length of a code word: the lowest one in the upper bits, and its symbol.
    bases: Vec<(u64, u16)>,
    /// The pair of each symbol, and how many numbers it stands for.
    pairs: Vec<(u16, u16)>,
    counts: Vec<u64>,
    /// Where the blocks begin.
    data: u64,
}

/// A place in a file from which the next bytes are read.
pub struct Reader<'a> {
    pub bytes: &'a FileBytes,
    pub at: u64,
}

/// What a file cannot be.
pub type Damage = &'static str;

pub const ENDS: Damage = "it ends too early";

impl Reader<'_> {
    pub fn take(&mut self, count: u64) -> Result<Vec<u8>, Damage> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.size_bytes());
        let range = self.at..end.ok_or(ENDS)?;
        let found = self.bytes.read(range.clone()).map_err(|_| "it cannot be read")?;
        self.at = range.end;
        if found.len() as u64 == count { Ok(found.into_owned()) } else { Err(ENDS) }
    }

    pub fn byte(&mut self) -> Result<u8, Damage> {
        Ok(self.take(1)?[0])
    }

    pub fn little_16(&mut self) -> Result<u16, Damage> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }
}

/// Two bytes a number, the lower one first.
pub fn numbers_of_16_bits(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Reads how a part of `size` numbers is compressed: its flags and its code.
pub fn read_code(reader: &mut Reader, size: u64) -> Result<(u8, Numbers), Damage> {
    let flags = reader.byte()?;
    if flags & CONSTANT != 0 {
        return Ok((flags, Numbers::Constant(reader.byte()?.into())));
    }
    let head = reader.take(9)?;
    let (block_log, span) = (u32::from(head[0]), u32::from(head[1]));
    let block_count = u64::from(u32::from_le_bytes([head[3], head[4], head[5], head[6]]));
    let (bits_max, bits_min) = (u32::from(head[7]), u32::from(head[8]));
    if block_log > 20 || !(1..=31).contains(&span) {
        return Err("its blocks are none of a table");
    }
    if bits_min == 0 || bits_max < bits_min || bits_max > 32 {
        return Err("its code words are none of a table");
    }
    if size >> span > u64::from(u32::MAX) {
        return Err("it has too many positions");
    }
    let offsets = numbers_of_16_bits(&reader.take(2 * u64::from(bits_max - bits_min + 1))?);
    let symbols = usize::from(reader.little_16()?);
    let triples = reader.take(3 * symbols as u64)?;
    if symbols % 2 == 1 {
        reader.byte()?;
    }
    let pair = |bytes: &[u8]| {
        let [a, b, c] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
        (a | (b & 15) << 8, b >> 4 | c << 4)
    };
    let pairs: Vec<(u16, u16)> = triples.chunks_exact(3).map(pair).collect();
    let code = Code {
        block_bytes: 1 << block_log,
        block_count,
        span,
        length_count: block_count + u64::from(head[2]),
        bits_min,
        bases: bases(&offsets, bits_min),
        counts: counts(&pairs)?,
        pairs,
        ..Code::default()
    };
    Ok((flags, Numbers::Coded(code)))
}

/// The lowest code word of each length, in the upper bits, and its symbol.
fn bases(offsets: &[u16], bits_min: u32) -> Vec<(u64, u16)> {
    let mut bases = vec![0u64; offsets.len()];
    for i in (0..offsets.len() - 1).rev() {
        let sum = bases[i + 1].wrapping_add(offsets[i].into()).wrapping_sub(offsets[i + 1].into());
        bases[i] = sum / 2;
    }
    let shifted = bases.iter().enumerate().map(|(i, base)| {
        let shift = 64 - (bits_min + i as u32);
        base.wrapping_shl(shift)
    });
    shifted.zip(offsets.iter().copied()).collect()
}

/// How many numbers each symbol stands for.
fn counts(pairs: &[(u16, u16)]) -> Result<Vec<u64>, Damage> {
    let mut counts: Vec<Option<u64>> = vec![None; pairs.len()];
    for symbol in 0..pairs.len() {
        // A symbol waits on the stack until both of its halves are counted.
        let mut stack = vec![symbol];
        while let Some(&top) = stack.last() {
            let (left, right) = pairs[top];
            if counts[top].is_some() {
                stack.pop();
                continue;
            }
            if right == NO_SYMBOL {
                counts[top] = Some(1);
                stack.pop();
                continue;
            }
            let halves = [usize::from(left), usize::from(right)];
            let half = |it: usize| counts.get(it).copied().ok_or("a symbol is unknown");
            match [half(halves[0])?, half(halves[1])?] {
                [Some(one), Some(two)] => {
                    counts[top] = Some(one.saturating_add(two));
                    stack.pop();
                }
                [None, _] => stack.push(halves[0]),
                [_, None] => stack.push(halves[1]),
            }
            if stack.len() > DEPTH_MAX {
                return Err("its symbols are a circle");
            }
        }
    }
    Ok(counts.into_iter().map(|count| count.unwrap_or(1)).collect())
}

impl Code {
    /// Reads where every 2^span numbers of a part of `size` are.
    pub fn read_entries(&mut self, reader: &mut Reader, size: u64) -> Result<(), Damage> {
        self.entries = reader.take(size.div_ceil(1 << self.span) * 6)?;
        Ok(())
    }

    /// Reads the lengths of the blocks.
    pub fn read_lengths(&mut self, reader: &mut Reader) -> Result<(), Damage> {
        self.lengths = numbers_of_16_bits(&reader.take(2 * self.length_count)?);
        Ok(())
    }

    /// Leaves out the blocks, which are read one by one later.
    pub fn skip_blocks(&mut self, reader: &mut Reader) -> Result<(), Damage> {
        reader.align(64);
        self.data = reader.at;
        let bytes = self.block_count.checked_mul(self.block_bytes).ok_or(ENDS)?;
        reader.at = reader.at.checked_add(bytes).ok_or(ENDS)?;
        if reader.at > reader.bytes.size_bytes() { Err(ENDS) } else { Ok(()) }
    }

    /// The bytes of a block.
    pub fn block(&self, block: u64) -> Range<u64> {
        let start = self.data + block * self.block_bytes;
        start..start + self.block_bytes
    }

    /// The block of a number, and its place in it; `None` if the index is beyond the part.
    pub fn place(&self, index: u64) -> Option<(u64, u64)> {
        let entry = usize::try_from(index >> self.span).ok()?.checked_mul(6)?;
        let entry: [u8; 6] = self.entries.get(entry..entry + 6)?.try_into().ok()?;
        let mut block = u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
        let offset = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let within = (index & ((1 << self.span) - 1)) as i64 - (1i64 << (self.span - 1));
        let mut place = within + offset;
        let numbers =
            |block: u64| Some(i64::from(*self.lengths.get(usize::try_from(block).ok()?)?) + 1);
        while place < 0 {
            block = block.checked_sub(1)?;
            place += numbers(block)?;
        }
        while place >= numbers(block)? {
            place -= numbers(block)?;
            block += 1;
        }
        (block < self.block_count).then_some((block, place as u64))
    }

    /// The number at a place of a block; `None` if the block has no such place.
    pub fn decode(&self, block: &[u8], mut place: u64) -> Option<u16> {
        let mut bits = 0u64;
        let (mut held, mut next) = (0, 0);
        loop {
            while held <= 56 && next < block.len() {
                bits |= u64::from(block[next]) << (56 - held);
                held += 8;
                next += 1;
            }
            let length = self.bases.iter().position(|&(base, _)| bits >= base)?;
            let (base, first) = self.bases[length];
            let width = self.bits_min + length as u32;
            if width > held {
                return None;
            }
            let symbol = u64::from(first).checked_add((bits - base) >> (64 - width))?;
            let symbol = usize::try_from(symbol).ok()?;
            let count = *self.counts.get(symbol)?;
            if place < count {
                return self.within(symbol, place);
            }
            place -= count;
            bits <<= width;
            held -= width;
        }
    }

    /// The number at a place of those that a symbol stands for.
    fn within(&self, mut symbol: usize, mut place: u64) -> Option<u16> {
        loop {
            let (left, right) = *self.pairs.get(symbol)?;
            if right == NO_SYMBOL {
                return Some(left);
            }
            let count = *self.counts.get(usize::from(left))?;
            if place < count {
                symbol = left.into();
            } else {
                place -= count;
                symbol = right.into();
            }
        }
    }
}
