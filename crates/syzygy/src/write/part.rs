//! One part of a file: its order, its numbers as symbols, its head.

use rayon::prelude::*;

use super::{
    blocks::{Blocks, Symbols},
    fill::fill,
    huffman::Words,
    orders::Order,
    pairs::{Dictionary, Limits},
    places::{Ground, Places},
};
use crate::file::{Kind, Part};

/// The number of numbers in a piece.
const PIECE: u64 = 1 << 18;

/// The number of indices that are translated together before their values are read.
const TOGETHER: usize = 256;

/// The maximum number of symbols of a part: a file has twelve bits for a symbol, and 4095 stands
/// for none.
const SYMBOLS_MAX: usize = 4095;

/// The minimum number of occurrences of a pair that becomes a symbol.
const COUNT_MIN: u32 = 8;

/// The size of the samples on which orders are compared, and the limits of their dictionaries.
#[derive(Clone, Copy)]
struct Sample {
    pieces: u64,
    /// The maximum number of symbols for pairs, followed by the minimum number of occurrences of a
    /// pair.
    symbols: usize,
    count_min: u32,
}

/// The number of numbers in a piece of a sample.
const SAMPLE_PIECE: u64 = 1 << 13;

/// The sizes of the two samples. All orders are compared on the small sample, and the best ones
/// then on the large one.
const SMALL_SAMPLE: Sample = Sample { pieces: 48, symbols: 100, count_min: 20 };
const LARGE_SAMPLE: Sample = Sample { pieces: 240, symbols: 400, count_min: 20 };

/// The number of orders that are compared on the large sample. They are the same for all files of
/// the leading pawn.
const BEST_ORDERS: usize = 3;

/// The flag of a part in which all numbers are the same.
const CONSTANT: u8 = 128;

/// Packs the parts of an endgame's files.
pub struct Packer<'a> {
    pub ground: &'a Ground<'a>,
    pub orders: &'a [Order],
    pub men: [[usize; 6]; 2],
}

/// A packed part of a file.
pub struct Packed {
    pub order: Order,
    pub flags: u8,
    /// The maps from stored numbers to distances, by result.
    pub maps: [Vec<u8>; 4],
    /// The number of all positions, if the part has only one number.
    constant: u8,
    pub coded: Option<Coded>,
}

/// The compressed numbers of a part.
pub struct Coded {
    dictionary: Dictionary,
    words: Words,
    /// The value that each symbol for one value stands for, `[symbol]`.
    values: Vec<u16>,
    pub blocks: Blocks,
}

impl Packer<'_> {
    /// Makes a part in which all positions have the same number.
    pub fn constant(&self, number: u16) -> Packed {
        let order = self.constant_order();
        let maps = [const { Vec::new() }; 4];
        Packed { order, flags: CONSTANT, maps, constant: number as u8, coded: None }
    }

    /// Returns the order of men for a part in which all positions have the same number.
    pub fn constant_order(&self) -> Order {
        self.orders[0].clone()
    }

    /// Returns the order of men in which a packed sample of a part is smallest, preceded by the
    /// size of that sample in bytes. `known` has the best orders for another file of the leading
    /// pawn. If `known` is empty, all orders are tried, and the best ones are put into it.
    pub fn best_order(
        &self,
        file: usize,
        value: &(impl Fn(Option<usize>) -> u16 + Sync),
        values: usize,
        known: &mut Vec<usize>,
    ) -> (u64, Order) {
        let size = |order: usize, sample: Sample| {
            self.sample_bytes(file, &self.orders[order], value, (values, sample))
        };
        let mut sample = SMALL_SAMPLE;
        if known.is_empty() {
            *known = Order::best(self.orders, |order| size(order, sample));
            known.truncate(BEST_ORDERS);
            sample = LARGE_SAMPLE;
        }
        let sizes = known.iter().map(|&order| (size(order, sample), order));
        let (least, best) = sizes.min().expect("one at least");
        (least, self.orders[best].clone())
    }

    /// Returns the packed size in bytes of a sample of a part.
    fn sample_bytes(
        &self,
        file: usize,
        order: &Order,
        value: &(impl Fn(Option<usize>) -> u16 + Sync),
        (values, sample): (usize, Sample),
    ) -> u64 {
        let part = self.part(file, order);
        let places = Places::new(self.ground, &part, file);
        let count = part.size.div_ceil(SAMPLE_PIECE).min(sample.pieces);
        let room = part.size / count;
        // In steps of one size all pieces might begin with the same squares.
        let shift =
            |it: u64| ((it * 0x9e37_79b9 % (1 << 32)) * room.saturating_sub(SAMPLE_PIECE)) >> 32;
        let starts: Vec<u64> = (0..count).map(|it| it * part.size / count + shift(it)).collect();
        let read =
            |&start: &u64| numbers(&places, start..(start + SAMPLE_PIECE).min(part.size), value);
        let mut pieces: Vec<Vec<u16>> = starts.par_iter().map(read).collect();
        let limits = Limits { symbols: values + sample.symbols, count_min: sample.count_min };
        let dictionary = Dictionary::learn(&mut pieces, values, limits);
        let counts = counts(&pieces, &dictionary);
        Words::new(&counts).total_bits(&counts) / 8 + 3 * dictionary.pairs.len() as u64
    }

    /// Returns the part of a file that has its men in an order.
    fn part(&self, file: usize, order: &Order) -> Part {
        let part = Part::new(
            &self.ground.numbering,
            order.codes.clone(),
            &order.places,
            file as u8,
            self.men,
        );
        part.expect("an order of the men")
    }

    /// Packs a part with its men in a given order.
    pub fn pack_as(
        &self,
        file: usize,
        order: &Order,
        value: &(impl Fn(Option<usize>) -> u16 + Sync),
        values: &[u16],
        block_log: u32,
    ) -> Packed {
        let part = self.part(file, order);
        let places = Places::new(self.ground, &part, file);
        let count = part.size.div_ceil(PIECE);
        let read = |piece: u64| {
            let start = piece * PIECE;
            numbers(&places, start..(start + PIECE).min(part.size), value)
        };
        let mut pieces: Vec<Vec<u16>> = (0..count).into_par_iter().map(read).collect();
        let limits = Limits { symbols: SYMBOLS_MAX, count_min: COUNT_MIN };
        let mut dictionary = Dictionary::learn(&mut pieces, values.len(), limits);
        let mut counts = counts(&pieces, &dictionary);
        let (names, kept) = dictionary.prune(&mut counts);
        pieces.par_iter_mut().flatten().for_each(|symbol| *symbol = names[usize::from(*symbol)]);
        let words = Words::new(&counts);
        let symbols =
            Symbols { dictionary: &dictionary, words: &words, pieces: &pieces, values: part.size };
        let blocks = symbols.pack(block_log);
        let values = kept.into_iter().map(|it| values[it]).collect();
        let coded = Some(Coded { dictionary, words, values, blocks });
        let maps = [const { Vec::new() }; 4];
        Packed { order: order.clone(), flags: 0, maps, constant: 0, coded }
    }
}

/// Returns the numbers in a range of a part, with free numbers filled in.
fn numbers(
    places: &Places,
    range: std::ops::Range<u64>,
    value: &(impl Fn(Option<usize>) -> u16 + Sync),
) -> Vec<u16> {
    let mut numbers = Vec::with_capacity((range.end - range.start) as usize);
    // Values that are far from each other in memory are read together, so that the waits overlap.
    let mut together = Vec::with_capacity(TOGETHER);
    for start in range.clone().step_by(TOGETHER) {
        together.clear();
        let end = range.end.min(start + TOGETHER as u64);
        places.each(start..end, |place| together.push(place));
        numbers.extend(together.iter().map(|&place| value(place)));
    }
    fill(&mut numbers);
    numbers
}

/// Returns the number of occurrences of each symbol, `[symbol]`.
fn counts(pieces: &[Vec<u16>], dictionary: &Dictionary) -> Vec<u64> {
    let mut counts = vec![0; dictionary.lengths.len()];
    pieces.iter().flatten().for_each(|&symbol| counts[usize::from(symbol)] += 1);
    counts
}

impl Packed {
    /// Appends the part's flags and the description of its code to `bytes`.
    pub fn write_head(&self, kind: Kind, bytes: &mut Vec<u8>) {
        bytes.push(self.flags);
        let Some(Coded { dictionary, words, values, blocks }) = &self.coded else {
            if kind == Kind::Results {
                bytes.push(self.constant);
            }
            return;
        };
        bytes.extend([blocks.size_log as u8, blocks.span as u8]);
        bytes.push((blocks.lengths.len() - blocks.count as usize) as u8);
        bytes.extend(blocks.count.to_le_bytes());
        let bits_max = words.bits_min as usize + words.offsets.len() - 1;
        bytes.extend([bits_max as u8, words.bits_min as u8]);
        bytes.extend(words.offsets.iter().flat_map(|offset| offset.to_le_bytes()));
        bytes.extend((words.order.len() as u16).to_le_bytes());
        for &symbol in &words.order {
            let number = |symbol: u16| words.numbers[usize::from(symbol)];
            let (left, right) = match dictionary.pair(symbol) {
                Some((left, right)) => (number(left), number(right)),
                None => (values[usize::from(symbol)], 0xfff),
            };
            bytes.extend([left as u8, (left >> 8) as u8 | (right << 4) as u8, (right >> 4) as u8]);
        }
    }
}
