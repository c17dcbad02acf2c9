//! The transposition table: the results of earlier searches of a position.
//!
//! Threads share the table without locks. An entry has two words, and the first is the key xor the
//! second. An entry half written by another thread therefore does not match its key and is ignored.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_vec;
use drawproof_board::Move;
use drawproof_book::{pack_move, unpack_move};

use super::score::Score;

/// The number of entries in a bucket, which fills one cache line.
const BUCKET: usize = 4;

/// The number of buckets that are cleared together: one page of memory.
const GROUP: usize = 64;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most the entry's score.
    Upper = 1,
    /// The true score is at least the entry's score.
    Lower = 2,
    /// The score is exact for a search of the entry's depth.
    Exact = 3,
}

/// The stored result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found. It may be illegal in the position if another position has the same key.
    pub mv: Option<Move>,
    /// The score for the side to move. Mates are counted from this position, not from the root.
    pub score: Score,
    /// The static evaluation for the side to move.
    pub eval: Score,
    /// The depth of the search in plies.
    pub depth: i32,
    /// The relation of the score to the true score.
    pub bound: Bound,
}

/// An entry in memory: the key xor the data, then the data.
type Slot = [AtomicU64; 2];

/// A transposition table of fixed size.
pub struct Table {
    buckets: Vec<[Slot; BUCKET]>,
    /// Whether each group of buckets may hold an entry, so that the cost of clearing depends on the
    /// number of entries.
    is_used: Vec<AtomicBool>,
    /// The number of the current search, 0-63. Entries of older searches are replaced first.
    age: AtomicU8,
}

impl Table {
    /// Creates a table of about `mebibytes` MiB; `None` if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Option<Table> {
        let count = (mebibytes << 20) / size_of::<[Slot; BUCKET]>();
        // The system zeroes memory at the first write, so a large table is available immediately.
        let buckets: Vec<[Slot; BUCKET]> = try_zeroed_vec(count.max(1)).ok()?;
        let mut is_used = Vec::new();
        is_used.resize_with(buckets.len().div_ceil(GROUP), Default::default);
        Some(Table { buckets, is_used, age: AtomicU8::new(0) })
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for (group, is_used) in self.buckets.chunks(GROUP).zip(&self.is_used) {
            if !is_used.load(Relaxed) {
                continue;
            }
            is_used.store(false, Relaxed);
            group.iter().flatten().flatten().for_each(|word| word.store(0, Relaxed));
        }
        self.age.store(0, Relaxed);
    }

    /// Starts a new search, so that all existing entries become older.
    pub fn next_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) & 63, Relaxed);
    }

    /// Returns the entry of the position with `key`; `None` if there is none.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key).then(|| decode(data)).flatten()
        })
    }

    /// Stores `entry` in place of the entry of the same position or, if there is none, the least
    /// valuable entry of the bucket. A bound from a shallow search does not replace an entry of the
    /// same position and search that is much deeper.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let [check, data] = slot.each_ref().map(|word| word.load(Relaxed));
            if check ^ data == key
                && let Some(old) = decode(data)
            {
                entry.mv = entry.mv.or(old.mv);
                let deeper = old.depth > entry.depth + 3 && age_of(data) == age;
                if deeper && entry.bound != Bound::Exact {
                    return;
                }
                victim = slot;
                break;
            }
            let years = i32::from((age.wrapping_sub(age_of(data))) & 63);
            let worth = decode(data).map_or(i32::MIN, |old| old.depth - 8 * years);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let is_used = &self.is_used[self.place(key) / GROUP];
        // The flag is read first, so that threads do not keep writing to one cache line.
        if !is_used.load(Relaxed) {
            is_used.store(true, Relaxed);
        }
        let data = encode(&entry, age);
        victim[1].store(data, Relaxed);
        victim[0].store(key ^ data, Relaxed);
    }

    /// Returns the share of the table that entries of the current search fill, in permille,
    /// estimated from a sample.
    pub fn fullness_permille(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample.iter().flatten().filter(|[_, data]| {
            let data = data.load(Relaxed);
            decode(data).is_some() && age_of(data) == age
        });
        used.count() * 1000 / (sample.len() * BUCKET)
    }

    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        &self.buckets[self.place(key)]
    }

    /// Returns the bucket of a key: its high bits scaled to the number of buckets.
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// Packs an entry: bits 0-15 move, 16-31 score, 32-47 evaluation, 48-55 depth, 56-57 bound (0 =
/// empty), 58-63 age.
fn encode(entry: &Entry, age: u8) -> u64 {
    u64::from(entry.mv.map_or(0, pack_move))
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn decode(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        // No move stays on its square, so no move is packed as 0.
        mv: Some(data as u16).filter(|&bits| bits != 0).and_then(unpack_move),
        score: (data >> 16) as u16 as i16 as Score,
        eval: (data >> 32) as u16 as i16 as Score,
        depth: (data >> 48 & 255) as i32,
        bound,
    })
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};

    fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
        let mv = Some("e2e4".parse().unwrap());
        Entry { mv, score, eval: -score / 2, depth, bound }
    }

    #[test]
    fn a_stored_entry_is_read_back() {
        let table = Table::new(1).unwrap();
        for (i, score) in [0, 1, -1, mate_in(0), mated_in(0), 12_345].into_iter().enumerate() {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let key = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let stored = entry(score, 200, bound);
                table.store(key, Entry { bound: Bound::Exact, ..stored });
                table.store(key, stored);
                assert_eq!(table.probe(key), Some(stored));
                assert_eq!(table.probe(key ^ 1), None);
            }
        }
    }

    #[test]
    fn a_move_is_kept_when_a_later_search_finds_none() {
        let table = Table::new(1).unwrap();
        table.store(7, entry(10, 4, Bound::Exact));
        table.store(7, Entry { mv: None, ..entry(5, 5, Bound::Upper) });
        assert_eq!(table.probe(7).unwrap().mv, entry(0, 0, Bound::Exact).mv);
        assert_eq!(table.probe(7).unwrap().score, 5);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1).unwrap();
        // These keys share the first bucket.
        for key in 1..=BUCKET as u64 {
            table.store(key, entry(0, 10 + key as i32, Bound::Exact));
        }
        table.next_search();
        table.store(100, entry(0, 1, Bound::Exact));
        assert_eq!(table.probe(1), None);
        assert!(table.probe(2).is_some() && table.probe(100).is_some());
    }

    #[test]
    fn clearing_forgets() {
        let table = Table::new(1).unwrap();
        table.store(7, entry(10, 4, Bound::Exact));
        assert_eq!(table.fullness_permille(), 1);
        table.clear();
        assert_eq!((table.probe(7), table.fullness_permille()), (None, 0));
    }
}
