//! Code words of the least length.

use std::{cmp::Reverse, collections::BinaryHeap};

/// The maximum length of a code word in bits: readers look at 32 bits.
const BITS_MAX: u32 = 32;

/// The canonical Huffman code of a part's symbols.
pub struct Words {
    /// The length of each symbol's code word in bits, `[symbol]`; 0 if the symbol has none.
    pub bits: Vec<u32>,
    /// The symbols in the order in which the file numbers them: longest code words first, symbols
    /// without a code word last.
    pub order: Vec<u16>,
    /// The number by which the file refers to each symbol, `[symbol]`.
    pub numbers: Vec<u16>,
    /// The lowest number of a symbol with a code word of each length, shortest length first.
    pub offsets: Vec<u16>,
    /// The code word of the symbol that `offsets` refers to, `[length - bits_min]`.
    bases: Vec<u64>,
    pub bits_min: u32,
}

impl Words {
    /// Makes the code for symbols that occur `counts` times. At least one count must be above 0.
    pub fn new(counts: &[u64]) -> Words {
        let mut counts = counts.to_vec();
        let mut bits = lengths(&counts);
        while bits.iter().any(|&bits| bits > BITS_MAX) {
            counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 2 + 1);
            bits = lengths(&counts);
        }
        let mut order: Vec<u16> = (0..bits.len() as u16).collect();
        order.sort_by_key(|&symbol| Reverse(bits[usize::from(symbol)]));
        let mut numbers = vec![0; bits.len()];
        for (number, &symbol) in order.iter().enumerate() {
            numbers[usize::from(symbol)] = number as u16;
        }
        let used = bits.iter().copied().filter(|&bits| bits > 0);
        let bits_max = used.clone().max().expect("a symbol occurs");
        let bits_min = used.min().expect("a symbol occurs");
        let longer = |length: u32| bits.iter().filter(|&&bits| bits > length).count();
        let offsets: Vec<u16> = (bits_min..=bits_max).map(|it| longer(it) as u16).collect();
        let mut bases = vec![0; offsets.len()];
        for length in (0..offsets.len() - 1).rev() {
            let count = u64::from(offsets[length] - offsets[length + 1]);
            bases[length] = (bases[length + 1] + count) / 2;
        }
        Words { bits, order, numbers, offsets, bases, bits_min }
    }

    /// Returns the code word of a symbol, which must have one.
    pub fn word(&self, symbol: u16) -> u64 {
        let length = (self.bits[usize::from(symbol)] - self.bits_min) as usize;
        let place = self.numbers[usize::from(symbol)] - self.offsets[length];
        self.bases[length] + u64::from(place)
    }

    /// Returns the total length, in bits, of the code words of symbols that occur `counts` times.
    pub fn total_bits(&self, counts: &[u64]) -> u64 {
        self.bits.iter().zip(counts).map(|(&bits, &count)| u64::from(bits) * count).sum()
    }
}

/// Returns the lengths of Huffman's code words; 0 for symbols that do not occur.
fn lengths(counts: &[u64]) -> Vec<u32> {
    let mut bits = vec![0; counts.len()];
    let used = counts.iter().enumerate().filter(|it| *it.1 > 0);
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> =
        used.map(|(symbol, &count)| Reverse((count, symbol))).collect();
    if let (1, Some(Reverse((_, only)))) = (heap.len(), heap.peek()) {
        bits[*only] = 1;
        return bits;
    }
    // Nodes after the symbols, each with its two halves.
    let mut halves = Vec::new();
    while let (Some(Reverse(a)), Some(Reverse(b))) = (heap.pop(), heap.pop()) {
        let node = counts.len() + halves.len();
        halves.push([a.1, b.1]);
        if !heap.is_empty() {
            heap.push(Reverse((a.0 + b.0, node)));
        }
    }
    let mut depths = vec![0; halves.len()];
    for node in (0..halves.len()).rev() {
        for half in halves[node] {
            match half.checked_sub(counts.len()) {
                Some(inner) => depths[inner] = depths[node] + 1,
                None => bits[half] = depths[node] + 1,
            }
        }
    }
    bits
}
