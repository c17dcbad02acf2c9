//! Positions by set of matching patterns, result and claim; and the time that a call of a rule takes.

use std::time::Duration;

use drawproof_recognizers::Claim;
use serde::{Deserialize, Serialize};

use crate::enumerate::TrueResult;

/// Positions by truth and by the bits of the claim, `[truth][claim]`.
type Counts = [[u64; Claim::COUNT]; TrueResult::COUNT];

/// Sets below this are found by indexing instead of hashing.
const DIRECT_SETS: usize = 1 << 12;

/// The slot of a set that has none.
const NO_SLOT: u32 = u32::MAX;

/// The number of positions by set of matching patterns, result and claim.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Row>", from = "Vec<Row>")]
pub struct Histogram {
    /// Slots of small sets, by set; empty until the first is counted.
    direct: Vec<u32>,
    /// Slots of the other sets.
    slots: std::collections::HashMap<u64, u32, MultiplyHash>,
    /// The set of each slot.
    sets: Vec<u64>,
    /// By slot.
    counts: Vec<Counts>,
    /// The set counted last and its slot: neighbours often match the same patterns.
    last: Option<(u64, u32)>,
}

impl Histogram {
    /// Counts one position with the set of matching patterns `set`, the number of its true result,
    /// and the claim about it.
    #[inline(always)]
    pub(crate) fn count(&mut self, set: u64, result: usize, claim: Claim) {
        self.count_many(set, result, claim, 1);
    }

    /// Counts `positions` positions that have the same set of patterns, result and claim.
    #[inline(always)]
    pub(crate) fn count_many(&mut self, set: u64, result: usize, claim: Claim, positions: u64) {
        let slot = match self.last {
            Some((last, slot)) if last == set => slot,
            _ => self.slot(set),
        };
        self.counts[slot as usize][result][usize::from(claim.bits())] += positions;
    }

    fn slot(&mut self, set: u64) -> u32 {
        let next = self.sets.len() as u32;
        let slot = if set < DIRECT_SETS as u64 {
            if self.direct.is_empty() {
                self.direct = vec![NO_SLOT; DIRECT_SETS];
            }
            let slot = &mut self.direct[set as usize];
            if *slot == NO_SLOT {
                *slot = next;
            }
            *slot
        } else {
            *self.slots.entry(set).or_insert(next)
        };
        if slot == next {
            self.sets.push(set);
            self.counts.push(Counts::default());
        }
        self.last = Some((set, slot));
        slot
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Histogram) {
        for (&set, &counts) in other.sets.iter().zip(&other.counts) {
            self.add_row(&Row { set, counts });
        }
    }

    /// Adds the counts of one set.
    fn add_row(&mut self, row: &Row) {
        let slot = self.slot(row.set) as usize;
        let totals = self.counts[slot].as_flattened_mut().iter_mut();
        for (total, count) in totals.zip(row.counts.as_flattened()) {
            *total += count;
        }
    }

    /// Returns the counts of each set of patterns that occurs, in ascending order of the sets.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<_> =
            self.sets.iter().zip(&self.counts).map(|(&set, &counts)| Row { set, counts }).collect();
        rows.sort_unstable_by_key(|row| row.set);
        rows
    }
}

impl From<Histogram> for Vec<Row> {
    fn from(histogram: Histogram) -> Vec<Row> {
        histogram.rows()
    }
}

impl From<Vec<Row>> for Histogram {
    fn from(rows: Vec<Row>) -> Histogram {
        let mut histogram = Histogram::default();
        rows.iter().for_each(|row| histogram.add_row(row));
        histogram
    }
}

/// The counts of positions with exactly one set of matching patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The set of patterns: bit `i` is pattern `i`.
    pub set: u64,
    /// For the side to move.
    counts: Counts,
}

impl Row {
    /// Makes a row of `draws` drawn and `decisive` decisive positions without a claim.
    pub fn new(set: u64, draws: u64, decisive: u64) -> Row {
        let mut counts = Counts::default();
        counts[TrueResult::Draw as usize][usize::from(Claim::NONE.bits())] = draws;
        counts[TrueResult::Win as usize][usize::from(Claim::NONE.bits())] = decisive;
        Row { set, counts }
    }

    /// Returns the number of positions with this true result, for the side to move.
    pub fn with_result(&self, result: TrueResult) -> u64 {
        self.counts[result as usize].iter().sum()
    }

    /// Returns the number of positions with this true result and this claim, both for the side to
    /// move.
    pub fn with_claim(&self, result: TrueResult, claim: Claim) -> u64 {
        self.counts[result as usize][usize::from(claim.bits())]
    }

    /// Returns the number of drawn positions.
    pub fn draws(&self) -> u64 {
        self.with_result(TrueResult::Draw)
    }

    /// Returns the number of positions that are not drawn.
    pub fn decisive(&self) -> u64 {
        self.positions() - self.draws()
    }

    /// Returns the number of positions in the row.
    pub fn positions(&self) -> u64 {
        self.counts.as_flattened().iter().sum()
    }

    /// Returns the number of positions claimed drawn.
    pub fn claimed_drawn(&self) -> u64 {
        TrueResult::ALL.into_iter().map(|result| self.with_claim(result, Claim::DRAW)).sum()
    }

    /// Returns the number of positions without a claim.
    pub fn unclaimed(&self) -> u64 {
        TrueResult::ALL.into_iter().map(|result| self.with_claim(result, Claim::NONE)).sum()
    }

    /// Returns the number of claims of any kind that leave the true result possible.
    pub fn right(&self) -> u64 {
        self.claims(true)
    }

    /// Returns the number of claims of any kind that exclude the true result.
    pub fn wrong(&self) -> u64 {
        self.claims(false)
    }

    /// Returns the number of claims that leave the truth possible, or of the others.
    fn claims(&self, right: bool) -> u64 {
        let all = (0..Claim::COUNT as u8).filter_map(Claim::from_bits).filter(|it| it.is_made());
        let of = |claim: Claim| {
            let matching = TrueResult::ALL.into_iter();
            let matching = matching.filter(move |it| (it.bits() & !claim.bits() == 0) == right);
            matching.map(|result| self.with_claim(result, claim)).sum::<u64>()
        };
        all.map(of).sum()
    }
}

/// Hashes by one multiplication; sets of patterns need no protection against chosen keys.
#[derive(Clone, Debug, Default)]
struct MultiplyHash;

impl std::hash::BuildHasher for MultiplyHash {
    type Hasher = MultiplyHasher;

    fn build_hasher(&self) -> MultiplyHasher {
        MultiplyHasher(0)
    }
}

/// The state of [`MultiplyHash`].
struct MultiplyHasher(u64);

impl std::hash::Hasher for MultiplyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, set: u64) {
        let product = (self.0 ^ set).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 29);
    }
}

/// Buckets per doubling of the time.
const BUCKETS_PER_DOUBLING: f64 = 16.0;

/// The binary logarithm of the shortest time in nanoseconds.
const LOG_SHORTEST: f64 = -4.0;

/// The number of buckets, from 1/16 ns to 2^36 ns.
const BUCKETS: usize = 640;

/// A histogram of times per call. Its median is reported, because an interrupted batch shifts a
/// median less than a mean.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct CallTimes {
    buckets: Vec<u32>,
}

impl Default for CallTimes {
    fn default() -> CallTimes {
        CallTimes { buckets: vec![0; BUCKETS] }
    }
}

impl CallTimes {
    /// Adds a batch of `calls` calls that took `time` together.
    pub fn note(&mut self, time: Duration, calls: u64) {
        let nanoseconds = time.as_nanos() as f64 / calls.max(1) as f64;
        let bucket = (nanoseconds.log2() - LOG_SHORTEST) * BUCKETS_PER_DOUBLING;
        self.buckets[bucket.clamp(0.0, (BUCKETS - 1) as f64) as usize] += 1;
    }

    pub fn add(&mut self, other: &CallTimes) {
        for (count, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *count += more;
        }
    }

    /// Returns whether there is a count for each bucket; serialized data may have another number.
    pub fn is_whole(&self) -> bool {
        self.buckets.len() == BUCKETS
    }

    /// Returns the median time of a call in nanoseconds; 0 if no call was timed.
    pub fn median_nanoseconds(&self) -> f64 {
        let all: u64 = self.buckets.iter().map(|&n| u64::from(n)).sum();
        let mut before = 0;
        for (bucket, &count) in self.buckets.iter().enumerate() {
            before += u64::from(count);
            if before * 2 >= all && all > 0 {
                let middle = (bucket as f64 + 0.5) / BUCKETS_PER_DOUBLING + LOG_SHORTEST;
                return middle.exp2();
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_whatever_the_order() {
        let sets = [0, 5, u64::MAX, 5, 1 << 40, 0, 4095, 4096];
        let mut whole = Histogram::default();
        let (mut left, mut right) = (Histogram::default(), Histogram::default());
        for (i, &set) in sets.iter().enumerate() {
            let claim = Claim::from_bits(i as u8 % 8).unwrap();
            whole.count(set, i % 3, claim);
            if i % 2 == 0 { &mut left } else { &mut right }.count(set, i % 3, claim);
        }
        right.add(&left);
        assert_eq!(whole.rows(), right.rows());
        assert_eq!(whole.rows().len(), 6);
        assert_eq!(whole.rows().iter().map(Row::positions).sum::<u64>(), 8);
    }

    #[test]
    fn the_median_is_close_and_ignores_outliers() {
        let mut times = CallTimes::default();
        assert_eq!(times.median_nanoseconds(), 0.0);
        for _ in 0..10 {
            times.note(Duration::from_nanos(640), 64);
        }
        times.note(Duration::from_secs(100), 64);
        let mut both = CallTimes::default();
        both.add(&times);
        assert!((9.6..10.4).contains(&both.median_nanoseconds()));
    }
}
