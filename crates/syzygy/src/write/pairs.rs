//! Symbols for pairs of symbols: the most frequent pair of neighbours becomes a symbol, again and again.
//!
//! A sequence is in pieces of fixed lengths, so that the symbols do not depend on the number of threads. Pairs
//! that do not overlap are replaced together, a *batch*, so that a sequence is read a hundred times and not four
//! thousand times.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

/// The maximum number of values that a symbol stands for: readers keep the count minus one in a
/// byte.
const VALUES_MAX: u16 = 256;

/// The maximum number of pairs in a batch.
const BATCH_MAX: usize = 250;

/// The maximum ratio of the numbers of occurrences of two pairs that are replaced together.
const RATIO_MAX: u32 = 2;

/// The maximum number of symbols for which all pairs are counted anew after each batch; with more
/// symbols, only the changes are counted.
const FEW_SYMBOLS: usize = 96;

/// The symbols of a part. The first symbols stand for one value each, the others for a pair of
/// symbols each.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    /// The number of symbols that stand for one value.
    pub values: usize,
    /// The two halves of each symbol that stands for a pair, in the order of the symbols.
    pub pairs: Vec<(u16, u16)>,
    /// The number of values that each symbol represents, `[symbol]`.
    pub lengths: Vec<u16>,
}

/// The pairs that are replaced together.
#[derive(Clone, Debug)]
struct Batch {
    /// The index in `pairs` of the first pair with each left symbol, `[left symbol]`.
    first: Vec<u16>,
    /// The pairs in ascending order: the left symbol, the right symbol, and the symbol that
    /// replaces the pair.
    pairs: Vec<(u16, u16, u16)>,
}

/// The limits at which no more symbols are added to a dictionary.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of symbols.
    pub symbols: usize,
    /// The minimum number of occurrences of a pair that becomes a symbol.
    pub count_min: u32,
}

/// The number of occurrences of each pair of neighbouring symbols.
struct Counts {
    stride: usize,
    counts: Vec<AtomicU32>,
}

impl Counts {
    fn at(&self, left: u16, right: u16) -> &AtomicU32 {
        &self.counts[usize::from(left) * self.stride + usize::from(right)]
    }

    fn of(&self, left: u16, right: u16) -> u32 {
        let count = self.at(left, right).load(Relaxed);
        // Of three like symbols in a row one pair is replaced.
        if left == right { count / 2 } else { count }
    }

    /// Counts all pairs of the first `symbols` symbols again; `symbols` should be small.
    fn count_anew(&self, pieces: &[Vec<u16>], symbols: usize) {
        self.counts.par_chunks(self.stride).take(symbols).for_each(|row| {
            row[..symbols].iter().for_each(|count| count.store(0, Relaxed));
        });
        pieces.par_iter().for_each_init(
            || vec![0u32; symbols * symbols],
            |counts, piece| {
                if piece.len() < symbols * symbols {
                    for pair in piece.windows(2) {
                        self.at(pair[0], pair[1]).fetch_add(1, Relaxed);
                    }
                    return;
                }
                for pair in piece.windows(2) {
                    counts[usize::from(pair[0]) * symbols + usize::from(pair[1])] += 1;
                }
                for (place, count) in counts.iter_mut().enumerate().filter(|it| *it.1 > 0) {
                    let place = place / symbols * self.stride + place % symbols;
                    self.counts[place].fetch_add(std::mem::take(count), Relaxed);
                }
            },
        );
    }

    /// Returns the most frequent pairs in descending order, each with its number of occurrences.
    /// `is_short` returns whether a pair may become a symbol.
    fn most(
        &self,
        symbols: usize,
        count_min: u32,
        is_short: impl Fn(u16, u16) -> bool + Sync,
    ) -> Vec<(u32, u16, u16)> {
        let rows = || (0..symbols as u16).into_par_iter();
        let columns = 0..symbols as u16;
        let greatest = |row| {
            let counts = columns.clone().filter(|&it| is_short(row, it)).map(|it| self.of(row, it));
            counts.max().unwrap_or(0)
        };
        let greatest: Vec<u32> = rows().map(greatest).collect();
        let least = greatest.iter().max().map_or(0, |max| max / RATIO_MAX).max(count_min);
        let mut most = Vec::new();
        for row in (0..symbols as u16).filter(|&row| greatest[usize::from(row)] >= least) {
            let found = columns.clone().map(|column| (self.of(row, column), row, column));
            most.extend(found.filter(|it| it.0 >= least && is_short(row, it.2)));
        }
        most.sort_by_key(|&(count, left, right)| (std::cmp::Reverse(count), left, right));
        most
    }
}

impl Dictionary {
    /// Learns symbols from sequences of numbers below `values`, and replaces the numbers in
    /// `pieces` by symbols.
    pub fn learn(pieces: &mut [Vec<u16>], values: usize, limits: Limits) -> Dictionary {
        let stride = limits.symbols.max(values);
        let counts = (0..stride * stride).map(|_| AtomicU32::new(0)).collect();
        let counts = &Counts { stride, counts };
        let lengths = vec![1; values];
        let mut dictionary = Dictionary { values, lengths, ..Dictionary::default() };
        counts.count_anew(pieces, values);
        loop {
            let symbols = dictionary.lengths.len();
            let Some(batch) = dictionary.next_batch(counts, limits) else { return dictionary };
            if dictionary.lengths.len() <= FEW_SYMBOLS {
                pieces.par_iter_mut().for_each(|piece| batch.replace(piece, |_, _, _| {}));
                counts.count_anew(pieces, dictionary.lengths.len());
            } else {
                debug_assert!(symbols <= stride);
                let change = |left, right, by: u32| {
                    counts.at(left, right).fetch_add(by, Relaxed);
                };
                pieces.par_iter_mut().for_each(|piece| batch.replace(piece, change));
            }
        }
    }

    /// Adds symbols for the pairs of the next batch, and returns the batch; `None` if no pair is
    /// frequent enough or the limit is reached.
    fn next_batch(&mut self, counts: &Counts, limits: Limits) -> Option<Batch> {
        let symbols = self.lengths.len();
        let lengths = &self.lengths;
        let length = |it: u16| lengths[usize::from(it)];
        let is_short = |left, right| length(left) + length(right) <= VALUES_MAX;
        let most = counts.most(symbols, limits.count_min, is_short);
        let (mut is_left, mut is_right) = (vec![false; symbols], vec![false; symbols]);
        let mut pairs: Vec<(u16, u16)> = Vec::new();
        for (_, left, right) in most {
            if pairs.len() == BATCH_MAX || symbols + pairs.len() >= limits.symbols {
                break;
            }
            // Every pair that comes later yields to this one, replaced or not.
            let is_free = !is_right[usize::from(left)] && !is_left[usize::from(right)];
            is_left[usize::from(left)] = true;
            is_right[usize::from(right)] = true;
            if is_free {
                pairs.push((left, right));
            }
        }
        if pairs.is_empty() {
            return None;
        }
        let mut named: Vec<(u16, u16, u16)> = Vec::new();
        for &(left, right) in &pairs {
            named.push((left, right, self.lengths.len() as u16));
            self.lengths.push(self.lengths[usize::from(left)] + self.lengths[usize::from(right)]);
        }
        self.pairs.extend(pairs);
        named.sort_unstable();
        let mut first = vec![u16::MAX; symbols];
        for (place, &(left, ..)) in named.iter().enumerate().rev() {
            first[usize::from(left)] = place as u16;
        }
        Some(Batch { first, pairs: named })
    }

    /// Removes the symbols that neither occur nor are halves of other symbols. Returns the new
    /// number of each symbol, and the values whose symbols remain.
    pub fn prune(&mut self, counts: &mut Vec<u64>) -> (Vec<u16>, Vec<usize>) {
        let mut is_used: Vec<bool> = counts.iter().map(|&count| count > 0).collect();
        for symbol in (self.values..is_used.len()).rev() {
            if is_used[symbol] {
                let (left, right) = self.pairs[symbol - self.values];
                is_used[usize::from(left)] = true;
                is_used[usize::from(right)] = true;
            }
        }
        let kept: Vec<usize> = (0..is_used.len()).filter(|&symbol| is_used[symbol]).collect();
        let mut names = vec![0; is_used.len()];
        kept.iter().enumerate().for_each(|(name, &symbol)| names[symbol] = name as u16);
        let named = |it: u16| names[usize::from(it)];
        let of_pairs = kept.iter().filter_map(|it| it.checked_sub(self.values));
        self.pairs = of_pairs.map(|it| self.pairs[it]).map(|(a, b)| (named(a), named(b))).collect();
        self.lengths = kept.iter().map(|&it| self.lengths[it]).collect();
        *counts = kept.iter().map(|&it| counts[it]).collect();
        let values: Vec<usize> = kept.into_iter().filter(|&it| it < self.values).collect();
        self.values = values.len();
        (names, values)
    }

    /// Returns the two halves of a symbol; `None` if it stands for one value.
    pub fn pair(&self, symbol: u16) -> Option<(u16, u16)> {
        usize::from(symbol).checked_sub(self.values).map(|place| self.pairs[place])
    }
}

impl Batch {
    /// Returns the symbol that replaces a pair; `None` if the batch does not replace it.
    #[inline(always)]
    fn symbol(&self, left: u16, right: u16) -> Option<u16> {
        let first = usize::from(*self.first.get(usize::from(left))?);
        let pairs = self.pairs.get(first..)?.iter().take_while(|it| it.0 == left);
        pairs.into_iter().find(|it| it.1 == right).map(|it| it.2)
    }

    /// Replaces the pairs in a piece. Calls `change` with each pair of neighbours that disappears
    /// or appears, and with the change of its count modulo 2^32.
    #[inline(always)]
    fn replace(&self, piece: &mut Vec<u16>, change: impl Fn(u16, u16, u32)) {
        let (mut read, mut write) = (0, 0);
        // The last symbol before, as it was and as it is.
        let mut last: Option<(u16, u16)> = None;
        while read < piece.len() {
            let left = piece[read];
            let right = piece.get(read + 1).copied();
            let found = right.and_then(|right| Some((right, self.symbol(left, right)?)));
            let (ends, new) = found.unwrap_or((left, left));
            if let Some((was, is)) = last
                && (was != is || new != left)
            {
                change(was, left, u32::MAX);
                change(is, new, 1);
            }
            if let Some((right, _)) = found {
                change(left, right, u32::MAX);
            }
            last = Some((ends, new));
            piece[write] = new;
            write += 1;
            read += 1 + usize::from(found.is_some());
        }
        piece.truncate(write);
    }
}
