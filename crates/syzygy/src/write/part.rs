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

/// Numbers of a piece.
const PIECE: u64 = 1 << 18;

/// Pieces that a dictionary is learned from, at most.
const LEARNED: u64 = 64;

/// Symbols of a part, at most: a file holds twelve bits, and 4095 stands for none.
const SYMBOLS_MAX: usize = 4095;

/// A pair becomes a symbol if it occurs so often.
const COUNT_MIN: u32 = 8;

/// The sample that orders are compared on: pieces, and numbers of each.
const SAMPLE: (u64, u64) = (48, 1 << 13);

/// The limits for a sample: symbols beside values, and the least occurrences of a pair.
const SAMPLE_LIMITS: (usize, u32) = (100, 20);

/// Orders of the part of one file of the leading pawn that those of the others are compared in.
const KNOWN_ORDERS: usize = 4;

/// The flag of a part of one number.
const CONSTANT: u8 = 128;

/// Packs the parts of an endgame.
pub struct Packer<'a> {
    pub ground: &'a Ground<'a>,
    pub orders: &'a [Order],
    pub men: [[usize; 6]; 2],
}

/// A packed part.
pub struct Packed {
    pub order: Order,
    pub flags: u8,
    /// The maps of distances, by result.
    pub maps: [Vec<u8>; 4],
    /// The number of a part that has but one.
    constant: u8,
    pub coded: Option<Coded>,
}

/// The code of a part.
pub struct Coded {
    dictionary: Dictionary,
    words: Words,
    /// By symbol that is a value: what it stands for.
    values: Vec<u16>,
    pub blocks: Blocks,
}

impl Packer<'_> {
    /// Returns a part in which all positions have the same number.
    pub fn constant(&self, number: u16) -> Packed {
        let order = self.constant_order();
        let maps = [const { Vec::new() }; 4];
        Packed { order, flags: CONSTANT, maps, constant: number as u8, coded: None }
    }

    /// Returns the order of a part of one number.
    pub fn constant_order(&self) -> Order {
        self.orders[0].clone()
    }

    /// Returns the best order of a part on a sample, and the bytes that the sample takes. `known`:
    /// the best orders of the part of another file, which replace the search; else they are found.
    pub fn best_order(
        &self,
        file: usize,
        value: &(impl Fn(Option<usize>) -> u16 + Sync),
        values: usize,
        known: &mut Vec<usize>,
    ) -> (u64, Order) {
        let size = |order: usize| self.sample_bytes(file, &self.orders[order], value, values);
        if known.is_empty() {
            let (ranked, least) = Order::best(self.orders, size);
            *known = ranked.into_iter().take(KNOWN_ORDERS).collect();
            return (least, self.orders[known[0]].clone());
        }
        let (least, best) = known.iter().map(|&it| (size(it), it)).min().expect("one at least");
        (least, self.orders[best].clone())
    }

    /// Returns the bytes of a sample of a part.
    fn sample_bytes(
        &self,
        file: usize,
        order: &Order,
        value: &(impl Fn(Option<usize>) -> u16 + Sync),
        values: usize,
    ) -> u64 {
        let part = self.part(file, order);
        let places = Places::new(self.ground, &part, file);
        let (count, length) = if part.size <= SAMPLE.0 * SAMPLE.1 {
            (part.size.div_ceil(SAMPLE.1), SAMPLE.1)
        } else {
            SAMPLE
        };
        let starts = (0..count).map(|it| it * part.size / count);
        let starts: Vec<u64> = starts.collect();
        let read = |&start: &u64| numbers(&places, start..(start + length).min(part.size), value);
        let mut pieces: Vec<Vec<u16>> = starts.par_iter().map(read).collect();
        let limits = Limits { symbols: values + SAMPLE_LIMITS.0, count_min: SAMPLE_LIMITS.1 };
        let dictionary = Dictionary::learn(&mut pieces, values, limits);
        let counts = counts(&pieces, &dictionary);
        Words::new(&counts).total_bits(&counts) / 8 + 3 * dictionary.pairs.len() as u64
    }

    /// Returns the part of an order.
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

    /// Packs a part in an order.
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
        let learned = count.min(LEARNED);
        let chosen: Vec<u64> = (0..learned).map(|it| it * count / learned).collect();
        let mut sample: Vec<Vec<u16>> = chosen.par_iter().map(|&piece| read(piece)).collect();
        let share = (u64::from(COUNT_MIN) * learned).div_ceil(count) as u32;
        let limits = Limits { symbols: SYMBOLS_MAX, count_min: share.max(COUNT_MIN / 2) };
        let mut dictionary = Dictionary::learn(&mut sample, values.len(), limits);
        let known = |piece: u64| chosen.binary_search(&piece).ok();
        let replaced = |piece: u64| match known(piece) {
            Some(_) => Vec::new(),
            None => {
                let mut piece = read(piece);
                dictionary.replace(&mut piece);
                piece.shrink_to_fit();
                piece
            }
        };
        let mut pieces: Vec<Vec<u16>> = (0..count).into_par_iter().map(replaced).collect();
        for (place, piece) in chosen.iter().zip(sample) {
            pieces[*place as usize] = piece;
        }
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

/// Returns the numbers of a range of a part, none of them free.
fn numbers(
    places: &Places,
    range: std::ops::Range<u64>,
    value: &(impl Fn(Option<usize>) -> u16 + Sync),
) -> Vec<u16> {
    let mut numbers = Vec::with_capacity((range.end - range.start) as usize);
    places.each(range, |place| numbers.push(value(place)));
    fill(&mut numbers);
    numbers
}

/// Returns how often each symbol occurs.
fn counts(pieces: &[Vec<u16>], dictionary: &Dictionary) -> Vec<u64> {
    let mut counts = vec![0; dictionary.lengths.len()];
    pieces.iter().flatten().for_each(|&symbol| counts[usize::from(symbol)] += 1);
    counts
}

impl Packed {
    /// Writes the flags and the code.
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
