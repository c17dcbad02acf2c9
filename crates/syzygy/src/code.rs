//! How the numbers of a part are compressed: by replacing pairs, then by a canonical Huffman code, in blocks.

use std::{borrow::Cow, io, ops::Range};

use drawproof_tables::file::{FileBytes, ReadBytes};

/// The flag of a part in which all numbers are the same.
const CONSTANT: u8 = 128;

/// The right half of a symbol that is a number instead of a pair.
const NO_SYMBOL: u16 = 0xfff;

/// The maximum depth of pairs within pairs; a greater depth means a cycle.
const DEPTH_MAX: usize = 4096;

/// The maximum number of numbers in a block: the file stores the count in two bytes.
const BLOCK_NUMBERS_MAX: u64 = 1 << 16;

/// The maximum number of blocks between an entry and a number that the entry leads to. A file has
/// an entry for 16 to 32 blocks.
const STEPS_MAX: u64 = 1 << 20;

/// The number of blocks on either side of a block whose lengths are read together with that block's
/// length.
const NEARBY_BLOCKS: u64 = 32;

/// The maximum size in bytes of a section that is kept in memory. Of longer sections, probes read
/// what they need.
const HELD_BYTES_MAX: u64 = 1 << 20;

/// The numbers of one part of a file: one number for all positions, or compressed numbers.
#[derive(Debug)]
pub enum Numbers {
    Constant(u16),
    Coded(Code),
}

/// The compression of a part's numbers, and their location in the file.
#[derive(Debug, Default)]
pub struct Code {
    block_bytes: u64,
    pub block_count: u64,
    /// The base-2 logarithm of the number of numbers per entry. An entry takes six bytes: the index
    /// of a block, and the index of a number in the block.
    span: u32,
    entries: Section,
    /// The number of numbers of each block minus one, two bytes each.
    lengths: Section,
    length_count: u64,
    bits_min: u32,
    /// For each length of code words, shortest first: the lowest code word in the upper bits, and
    /// the code word's symbol.
    bases: Vec<(u64, u16)>,
    /// The two halves of each symbol, followed by the number of numbers that each symbol stands
    /// for.
    pairs: Vec<(u16, u16)>,
    counts: Vec<u64>,
    /// The file offset of the first block.
    data: u64,
}

/// A range of bytes of a file, of which probes read pieces.
#[derive(Debug, Default)]
struct Section {
    start: u64,
    size_bytes: u64,
    held: Option<Vec<u8>>,
}

/// The lengths of the blocks near the last requested one.
struct Lengths<'a> {
    section: &'a Section,
    file: &'a FileBytes,
    /// The index of the first block whose length was read.
    first: u64,
    read: Cow<'a, [u8]>,
}

/// A file and the offset of the next byte to read.
pub struct Reader<'a> {
    pub bytes: &'a FileBytes,
    pub at: u64,
}

/// A description of the damage in a file, such as "it ends too early".
pub type Damage = &'static str;

pub const ENDS: Damage = "it ends too early";

impl Reader<'_> {
    pub fn take(&mut self, count: u64) -> Result<Vec<u8>, Damage> {
        let start = self.at;
        self.skip(count)?;
        let found = self.bytes.read(start..self.at).map_err(|_| "it cannot be read")?;
        if found.len() as u64 == count { Ok(found.into_owned()) } else { Err(ENDS) }
    }

    /// Skips the next `count` bytes. Fails if the file ends before them.
    fn skip(&mut self, count: u64) -> Result<(), Damage> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.size_bytes());
        self.at = end.ok_or(ENDS)?;
        Ok(())
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

impl Section {
    /// Takes the next `size_bytes` bytes of a file as a section; reads them only if they are few.
    fn take(reader: &mut Reader, size_bytes: u64) -> Result<Section, Damage> {
        let start = reader.at;
        let held = match size_bytes <= HELD_BYTES_MAX {
            true => Some(reader.take(size_bytes)?),
            false => reader.skip(size_bytes).map(|()| None)?,
        };
        Ok(Section { start, size_bytes, held })
    }

    /// Returns the bytes in a range of the section; fewer if the section ends before the range
    /// does.
    fn read<'a>(&'a self, file: &'a FileBytes, range: Range<u64>) -> io::Result<Cow<'a, [u8]>> {
        let (start, end) = (range.start.min(self.size_bytes), range.end.min(self.size_bytes));
        match &self.held {
            Some(held) => held.read(start..end),
            None => file.read(self.start + start..self.start + end),
        }
    }
}

impl Lengths<'_> {
    /// Returns the number of numbers in a block; `None` if there is no such block.
    fn numbers(&mut self, block: u64) -> io::Result<Option<i64>> {
        let last = self.first + self.read.len() as u64 / 2;
        if !(self.first..last).contains(&block) {
            self.first = block.saturating_sub(NEARBY_BLOCKS);
            let range = 2 * self.first..2 * (block + NEARBY_BLOCKS + 1);
            self.read = self.section.read(self.file, range)?;
        }
        let at = 2 * (block - self.first) as usize;
        let length = self.read.get(at..at + 2);
        Ok(length.map(|it| i64::from(u16::from_le_bytes([it[0], it[1]])) + 1))
    }
}

/// Converts pairs of bytes, the lower byte first, to numbers.
pub fn numbers_of_16_bits(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Reads the header of a part of `size` numbers. Returns the part's flags and its compression.
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
    if !(block_count..=block_count * BLOCK_NUMBERS_MAX).contains(&size) {
        return Err("it has too many blocks or too few");
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

/// Returns, for each length of code words, the lowest code word in the upper bits, and its symbol.
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

/// Returns the number of numbers that each symbol stands for, `[symbol]`.
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
    /// Reads the index of a part of `size` numbers, which has one entry for every 2^span numbers.
    pub fn read_entries(&mut self, reader: &mut Reader, size: u64) -> Result<(), Damage> {
        self.entries = Section::take(reader, size.div_ceil(1 << self.span) * 6)?;
        Ok(())
    }

    /// Reads the list of block lengths, which are counted in numbers.
    pub fn read_lengths(&mut self, reader: &mut Reader) -> Result<(), Damage> {
        self.lengths = Section::take(reader, 2 * self.length_count)?;
        Ok(())
    }

    /// Skips the blocks, which are read one by one later. Returns an error if the file ends before
    /// the last block does.
    pub fn skip_blocks(&mut self, reader: &mut Reader) -> Result<(), Damage> {
        reader.align(64);
        self.data = reader.at;
        reader.skip(self.block_count * self.block_bytes)
    }

    /// Returns the byte range of a block in the file.
    pub fn block(&self, block: u64) -> Range<u64> {
        let start = self.data + block * self.block_bytes;
        start..start + self.block_bytes
    }

    /// Finds number `index` of the part: returns the block that holds it and its index in the
    /// block; `None` if the file has no such number.
    pub fn place(&self, file: &FileBytes, index: u64) -> io::Result<Option<(u64, u64)>> {
        let at = (index >> self.span).saturating_mul(6);
        let entry = self.entries.read(file, at..at.saturating_add(6))?;
        let Ok(entry) = <[u8; 6]>::try_from(&*entry) else { return Ok(None) };
        let mut block = u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
        let offset = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let within = (index & ((1 << self.span) - 1)) as i64 - (1i64 << (self.span - 1));
        let mut place = within + offset;
        let mut lengths =
            Lengths { section: &self.lengths, file, first: 0, read: Cow::Borrowed(&[]) };
        for _ in 0..STEPS_MAX {
            let step = if place < 0 { block.checked_sub(1) } else { Some(block) };
            let Some(step) = step else { return Ok(None) };
            let Some(numbers) = lengths.numbers(step)? else { return Ok(None) };
            if place < 0 {
                (block, place) = (step, place + numbers);
            } else if place < numbers {
                return Ok((block < self.block_count).then_some((block, place as u64)));
            } else {
                (block, place) = (block + 1, place - numbers);
            }
        }
        Ok(None)
    }

    /// Decodes the number at index `place` of a block; `None` if the block has no such number.
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

    /// Returns the number at index `place` among the numbers that a symbol stands for.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_that_are_not_held_are_read_from_the_file() {
        let bytes: Vec<u8> =
            (0..HELD_BYTES_MAX as u32 + 5000).map(|it| (it.wrapping_mul(it) >> 7) as u8).collect();
        let path = std::env::temp_dir().join(format!("drawproof-section-{}", std::process::id()));
        std::fs::write(&path, &bytes).unwrap();
        let file = FileBytes::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let mut sections = [HELD_BYTES_MAX, HELD_BYTES_MAX + 2].map(|size_bytes| {
            let mut reader = Reader { bytes: &file, at: 1000 };
            let section = Section::take(&mut reader, size_bytes).unwrap();
            assert_eq!(reader.at, 1000 + size_bytes);
            section
        });
        assert!(sections[0].held.is_some() && sections[1].held.is_none());
        sections[1].size_bytes = HELD_BYTES_MAX;
        let mut lengths = sections.each_ref().map(|section| Lengths {
            section,
            file: &file,
            first: 0,
            read: Cow::Borrowed(&[]),
        });
        let blocks = HELD_BYTES_MAX / 2;
        for block in (0..200).chain((0..blocks).step_by(997)).chain(blocks - 100..blocks + 3) {
            let [held, read] = lengths.each_mut().map(|it| it.numbers(block).unwrap());
            let place = 1000 + 2 * block as usize;
            let expected = i64::from(u16::from_le_bytes([bytes[place], bytes[place + 1]])) + 1;
            assert_eq!(held, (block < blocks).then_some(expected), "{block}");
            assert_eq!(read, held, "{block}");
        }
        let mut reader = Reader { bytes: &file, at: 1000 };
        assert_eq!(Section::take(&mut reader, 1 << 40).unwrap_err(), ENDS);
    }
}
