//! Codes of cells: what is known of a cell before it is decoded, the number that it is likely to hold and its
//! context; and for each context one of a few prefix codes, learned from the cells.

/// The maximum length of a code word in bits. The decoding table of a code has `1 << CODE_BITS`
/// entries.
pub const CODE_BITS: usize = 6;

/// The symbol of a value that equals its prediction. Symbols below [`SYMBOL_DRAW`] are this number
/// plus the difference from the prediction.
pub const SYMBOL_ZERO: i32 = 32;
/// The symbol of a draw.
pub const SYMBOL_DRAW: usize = 64;
/// The symbol of a value without a symbol of its own. The value follows in [`ESCAPE_BITS`] bits.
pub const SYMBOL_ESCAPE: usize = 65;
/// The number of symbols.
const SYMBOLS: usize = 66;
/// The number of bits of a value after the symbol [`SYMBOL_ESCAPE`].
pub const ESCAPE_BITS: usize = 8;

/// Rounds of assigning contexts to codes and codes to their contexts.
const ROUNDS: usize = 8;

/// The number of occurrences of each symbol, `[context][symbol]`.
pub struct Counts(Vec<[u32; SYMBOLS]>);

/// Prefix codes, with the code that each context uses.
pub struct Codes {
    /// The index in `codes` of each context's code.
    pub map: Vec<u8>,
    /// The prefix codes.
    pub codes: Vec<Code>,
}

/// A prefix code for symbols.
pub struct Code {
    /// `(length, bits)` by symbol, the first bit the lowest; `None` for symbols that are escaped.
    words: [Option<(usize, usize)>; SYMBOLS],
}

/// Returns the symbol that encodes a cell's content, given the predicted content.
pub fn symbol(cell: u8, expected: u8) -> usize {
    let difference = i32::from(cell) - i32::from(expected) + SYMBOL_ZERO;
    match cell {
        DRAW => SYMBOL_DRAW,
        _ if (0..2 * SYMBOL_ZERO).contains(&difference) => difference as usize,
        _ => SYMBOL_ESCAPE,
    }
}

impl Counts {
    /// Creates counts of 0 for all contexts and symbols.
    pub fn new() -> Counts {
        Counts(vec![[0; SYMBOLS]; CONTEXTS])
    }

    /// Counts one occurrence of a symbol in a context.
    pub fn add(&mut self, context: usize, symbol: usize) {
        self.0[context][symbol] += 1;
    }

    /// Returns at most `count` codes, and assigns to each context the code that encodes its symbols
    /// in the fewest bits.
    pub fn codes(&self, count: usize) -> Codes {
        let total = |context: usize| self.0[context].iter().sum::<u32>();
        let mut order: Vec<usize> = (0..CONTEXTS).collect();
        order.sort_by_key(|&context| std::cmp::Reverse(total(context)));
        let used = order.iter().take_while(|&&context| total(context) > 0).count();
        let mut groups: Vec<[u32; SYMBOLS]> =
            order[..used.clamp(1, count)].iter().map(|&context| self.0[context]).collect();
        let mut map = vec![0; CONTEXTS];
        for _ in 0..ROUNDS {
            let prices: Vec<[f32; SYMBOLS]> = groups.iter().map(prices).collect();
            let mut sums = vec![[0; SYMBOLS]; groups.len()];
            for &context in &order[..used] {
                let counts = &self.0[context];
                let price = |group: &[f32; SYMBOLS]| -> f32 {
                    let occurs = counts.iter().zip(group).filter(|&(&n, _)| n > 0);
                    occurs.map(|(&n, price)| n as f32 * price).sum()
                };
                let costs: Vec<f32> = prices.iter().map(price).collect();
                let best = (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
                let best = best.expect("there is a group");
                map[context] = best as u8;
                sums[best].iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
            }
            groups = sums;
        }
        Codes { map, codes: groups.iter().map(Code::new).collect() }
    }
}

/// Returns the cost of each symbol in bits, given the numbers of occurrences.
fn prices(counts: &[u32; SYMBOLS]) -> [f32; SYMBOLS] {
    let total: u32 = counts.iter().sum();
    counts.map(|n| ((total as f32 + 1.0) / (n as f32 + 0.02)).log2())
}

impl Code {
    /// Returns the code for symbols with these numbers of occurrences.
    fn new(counts: &[u32; SYMBOLS]) -> Code {
        let total: u64 = counts.iter().map(|&n| u64::from(n)).sum();
        let mut kept: Vec<(u64, usize)> = Vec::new();
        let mut escaped = u64::from(counts[SYMBOL_ESCAPE]);
        for (symbol, &count) in counts[..SYMBOL_ESCAPE].iter().enumerate() {
            // A rarer symbol costs less by an escape than it costs the others.
            if u64::from(count) << (CODE_BITS + 2) > total {
                kept.push((count.into(), symbol));
            } else {
                escaped += u64::from(count);
            }
        }
        if escaped > 0 || kept.is_empty() {
            kept.push((escaped.max(1), SYMBOL_ESCAPE));
        }
        kept.sort_unstable();
        let weights: Vec<u64> = kept.iter().map(|&(count, _)| count).collect();
        let lengths = lengths(&weights);
        let mut words = [None; SYMBOLS];
        let mut next = 0;
        for length in 0..=CODE_BITS {
            for (place, _) in lengths.iter().enumerate().filter(|&(_, &l)| l == length) {
                let bits = (0..length).fold(0, |bits, n| bits << 1 | next >> n & 1);
                words[kept[place].1] = Some((length, bits));
                next += 1;
            }
            next <<= 1;
        }
        Code { words }
    }

    /// Returns the length and the bits of a symbol's code word, the first bit the lowest; `None` if
    /// the symbol is escaped.
    pub fn word(&self, symbol: usize) -> Option<(usize, usize)> {
        self.words[symbol]
    }

    /// Returns the decoding table, with an entry for each value of the next [`CODE_BITS`] bits: 8
    /// times the symbol whose code word these bits begin with, plus the length of the word.
    pub fn entries(&self) -> Vec<u64> {
        let mut entries = vec![0; 1 << CODE_BITS];
        for (symbol, word) in self.words.iter().enumerate() {
            let Some((length, bits)) = *word else { continue };
            for entry in entries.iter_mut().skip(bits).step_by(1 << length) {
                *entry = (symbol << 3 | length) as u64;
            }
        }
        entries
    }
}

/// Lengths of an optimal prefix code of words of at most [`CODE_BITS`] bits, for ascending weights:
/// package-merge.
fn lengths(weights: &[u64]) -> Vec<usize> {
    if weights.len() == 1 {
        return vec![0];
    }
    type Package = (u64, Vec<usize>);
    let coins: Vec<Package> =
        weights.iter().enumerate().map(|(place, &weight)| (weight, vec![place])).collect();
    let mut packages: Vec<Package> = Vec::new();
    for _ in 0..CODE_BITS {
        packages.extend(coins.iter().cloned());
        packages.sort_by_key(|package| package.0);
        packages = packages
            .chunks_exact(2)
            .map(|two| (two[0].0 + two[1].0, [&two[0].1[..], &two[1].1].concat()))
            .collect();
    }
    let mut lengths = vec![0; weights.len()];
    packages[..weights.len() - 1].iter().flat_map(|p| &p.1).for_each(|&place| lengths[place] += 1);
    lengths
}

/// The content of a cell that is a draw. The content of any other cell is the rank of its decisive
/// value.
pub const DRAW: u8 = 255;

/// The number of contexts that a cell can have.
pub const CONTEXTS: usize = INNER * 2 + 9;

/// Contexts of cells with a cell above that is decisive; as many where it is a draw.
const INNER: usize = 8 * 6 * 6 * 4;

/// The cell to decode next, with its prediction.
pub struct Next {
    /// The index of the cell in its half of the block: 8 times the rank, plus the file.
    pub place: usize,
    /// The predicted content of the cell; never a draw.
    pub expected: u8,
    /// The context of the cell, below [`CONTEXTS`].
    pub context: usize,
    /// The content to store in a cell without a legal position: that of the cell above it, or on
    /// the first rank that of the cell beside it.
    pub filler: u8,
}

/// Calls `cell` with each coded cell of half a block, in the order of decoding. `cell` returns the
/// content of the cell. `start` is the prediction for the first cell.
pub fn walk(coded: u64, start: u8, mut cell: impl FnMut(Next) -> u8) {
    let mut cells = [start; 64];
    let mut recent = start;
    for place in 0..64 {
        let (file, rank) = (place % 8, place / 8);
        let beside =
            if place > 0 { cells[if file > 0 { place - 1 } else { place - 8 }] } else { start };
        if coded >> place & 1 == 0 {
            cells[place] = beside;
            continue;
        }
        let (expected, context, filler) = if rank == 0 {
            let difference = nearness(beside, recent, 3);
            (recent, 2 * INNER + if file == 0 { 8 } else { difference }, beside)
        } else {
            let above = cells[place - 8];
            let expected = if above == DRAW { recent } else { above };
            let left = if file > 0 { cells[place - 9] } else { above };
            let right = if file < 7 { cells[place - 7] } else { above };
            let farther = if rank > 1 { cells[place - 16] } else { above };
            let neighbours = (nearness(beside, expected, 3) * 6 + nearness(left, expected, 2)) * 24
                + nearness(right, expected, 2) * 4
                + nearness(farther, expected, 1);
            (expected, neighbours + if above == DRAW { INNER } else { 0 }, above)
        };
        cells[place] = cell(Next { place, expected, context, filler });
        if cells[place] != DRAW {
            recent = cells[place];
        }
    }
}

/// Returns the difference of a neighbour from the prediction: 0 to `2 * bound`, or one more for a
/// draw.
fn nearness(neighbour: u8, expected: u8, bound: i32) -> usize {
    if neighbour == DRAW {
        return 2 * bound as usize + 1;
    }
    let difference = i32::from(neighbour) - i32::from(expected);
    (difference.clamp(-bound, bound) + bound) as usize
}
