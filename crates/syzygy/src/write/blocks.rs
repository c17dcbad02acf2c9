//! Code words in blocks of one size, and where in them every so many values are.

use super::{huffman::Words, pairs::Dictionary};

/// The maximum number of values in a block: the file stores the count minus one in two bytes.
const VALUES_MAX: u32 = 1 << 16;

/// The compressed blocks of a part, and the lists that locate a value in them.
pub struct Blocks {
    /// The base-2 logarithm of the size of a block in bytes.
    pub size_log: u32,
    /// The base-2 logarithm of the number of values per entry.
    pub span: u32,
    /// The entries, six bytes each: the number of a block, and the index of a value in the block.
    pub entries: Vec<u8>,
    /// The number of values of each block, minus one. Further lengths follow if the last entry
    /// points beyond the last value.
    pub lengths: Vec<u16>,
    pub count: u32,
    pub bytes: Vec<u8>,
}

/// A sequence of symbols to be written as blocks.
pub struct Symbols<'a> {
    pub dictionary: &'a Dictionary,
    pub words: &'a Words,
    pub pieces: &'a [Vec<u16>],
    /// The number of values that the symbols represent.
    pub values: u64,
}

impl Symbols<'_> {
    /// Packs the symbols into blocks of one size, at most 2^`size_log` bytes; selects the size that
    /// takes the fewest bytes in total.
    pub fn pack(&self, size_log: u32) -> Blocks {
        let bytes_of = |size_log: u32| {
            let mut blocks: u64 = 0;
            self.each_block(size_log, |_, _| blocks += 1);
            let spans = self.values >> self.span(blocks);
            (blocks << size_log) + 2 * blocks + 6 * (spans + 1)
        };
        let mut best = (bytes_of(size_log), size_log);
        for smaller in (MIN_LOG..size_log).rev() {
            let bytes = bytes_of(smaller);
            if bytes >= best.0 {
                break;
            }
            best = (bytes, smaller);
        }
        self.pack_as(best.1)
    }

    fn pack_as(&self, size_log: u32) -> Blocks {
        let (mut lengths, mut bytes) = (Vec::new(), Vec::new());
        self.each_block(size_log, |values, symbols| {
            lengths.push((values - 1) as u16);
            let mut writer = BitWriter { bytes: &mut bytes, held: 0, bits: 0 };
            for &symbol in symbols {
                let bits = self.words.bits[usize::from(symbol)];
                writer.write(self.words.word(symbol), bits);
            }
            writer.end();
            bytes.resize(lengths.len() << size_log, 0);
        });
        let count = lengths.len() as u32;
        let span = self.span(count.into());
        let entries = entries(&mut lengths, self.values, span);
        Blocks { size_log, span, entries, lengths, count, bytes }
    }

    /// Returns the base-2 logarithm of the number of values per entry: one entry for 16 to 32
    /// blocks.
    fn span(&self, blocks: u64) -> u32 {
        let mut span = (self.values / blocks.max(1)).max(1).ilog2() + 5;
        while span > 1 && 1 << (span - 1) > self.values {
            span -= 1;
        }
        span
    }

    /// Calls `end` with the number of values and the symbols of each block. A symbol that does not
    /// fit into the rest of a block may be split into its halves.
    fn each_block(&self, size_log: u32, mut end: impl FnMut(u32, &[u16])) {
        let room = 8u32 << size_log;
        let (mut block, mut bits, mut values): (Vec<u16>, u32, u32) = Default::default();
        let mut waiting: Vec<u16> = Vec::new();
        for &symbol in self.pieces.iter().flatten() {
            waiting.push(symbol);
            while let Some(symbol) = waiting.pop() {
                let width = self.words.bits[usize::from(symbol)];
                let length = u32::from(self.dictionary.lengths[usize::from(symbol)]);
                if bits + width <= room && values + length <= VALUES_MAX {
                    block.push(symbol);
                    bits += width;
                    values += length;
                } else if let Some((left, right)) = self.halves(symbol, room - bits)
                    && values + length <= VALUES_MAX
                {
                    waiting.extend([right, left]);
                } else {
                    end(values, &block);
                    block.clear();
                    (bits, values) = (0, 0);
                    waiting.push(symbol);
                }
            }
        }
        if values > 0 {
            end(values, &block);
        }
    }

    /// Returns the halves of a symbol if both have code words, the left half fits into `room` bits,
    /// and the right half's code word is not longer than the symbol's.
    fn halves(&self, symbol: u16, room: u32) -> Option<(u16, u16)> {
        let (left, right) = self.dictionary.pair(symbol)?;
        let bits = |symbol: u16| self.words.bits[usize::from(symbol)];
        let is_gain =
            bits(left) > 0 && bits(left) <= room && bits(right) > 0 && bits(right) <= bits(symbol);
        is_gain.then_some((left, right))
    }
}

/// The base-2 logarithm of the minimum size of a block in bytes: a code word fits.
const MIN_LOG: u32 = 3;

/// Returns the bytes of the entries. Appends to `lengths` the lengths of blocks after the last
/// value that entries refer to.
fn entries(lengths: &mut Vec<u16>, values: u64, span: u32) -> Vec<u8> {
    let mut entries = Vec::new();
    let (mut block, mut first) = (0, 0);
    for entry in 0..values.div_ceil(1 << span) {
        let place = (entry << span) + (1 << (span - 1));
        loop {
            if block == lengths.len() {
                lengths.push(u16::MAX);
            }
            let after = first + u64::from(lengths[block]) + 1;
            if place < after {
                break;
            }
            first = after;
            block += 1;
        }
        entries.extend((block as u32).to_le_bytes());
        entries.extend(((place - first) as u16).to_le_bytes());
    }
    entries
}

/// A writer of bits, highest first.
struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    held: u64,
    bits: u32,
}

impl BitWriter<'_> {
    fn write(&mut self, word: u64, bits: u32) {
        self.held = self.held << bits | word;
        self.bits += bits;
        while self.bits >= 8 {
            self.bits -= 8;
            self.bytes.push((self.held >> self.bits) as u8);
        }
    }

    fn end(&mut self) {
        if self.bits > 0 {
            self.write(0, 8 - self.bits);
        }
    }
}
