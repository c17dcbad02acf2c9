//! Boxes (a range for each feature) and the sets of positions inside them.

use crate::sample::Rows;

/// A box in the space of features: the `[minimum, maximum]` of each feature of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges(pub Vec<[u8; 2]>);

impl Ranges {
    /// Returns the empty box over `width` features.
    pub fn nothing(width: usize) -> Ranges {
        Ranges(vec![[u8::MAX, 0]; width])
    }

    /// Returns the box of all positions. `largest` is the largest value of each feature.
    pub fn everything(largest: &[u8]) -> Ranges {
        Ranges(largest.iter().map(|&most| [0, most]).collect())
    }

    /// Returns the ranges that exclude at least one value of their feature, each with the feature's
    /// index. `largest` is the largest value of each feature.
    pub fn bounds(&self, largest: &[u8]) -> Vec<(usize, [u8; 2])> {
        let excludes =
            |&(place, [least, most]): &(usize, [u8; 2])| least > 0 || most < largest[place];
        self.0.iter().copied().enumerate().filter(excludes).collect()
    }

    /// Returns whether the box is empty.
    pub fn is_empty(&self) -> bool {
        self.0.first().is_none_or(|[least, most]| least > most)
    }

    /// Widens the box so that it contains a position with the feature values `row`.
    pub fn take_in(&mut self, row: &[u8]) {
        for ([least, most], &value) in self.0.iter_mut().zip(row) {
            *least = value.min(*least);
            *most = value.max(*most);
        }
    }

    /// Returns the smallest box that contains this box and `other`.
    pub fn join(&self, other: &Ranges) -> Ranges {
        let both = self.0.iter().zip(&other.0);
        Ranges(both.map(|(a, b)| [a[0].min(b[0]), a[1].max(b[1])]).collect())
    }

    /// Returns whether the box contains another box.
    pub fn holds(&self, other: &Ranges) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a[0] <= b[0] && b[1] <= a[1])
    }

    /// Returns whether the box contains a position with the feature values `row`.
    pub fn holds_row(&self, row: &[u8]) -> bool {
        self.0.iter().zip(row).all(|([least, most], value)| (least..=most).contains(&value))
    }
}

/// A set of positions as bits, indexed by position number.
pub type Set = Vec<u64>;

/// The non-zero words of a [`Set`], each with its index.
pub type Sparse = Vec<(u32, u64)>;

/// The number of words in one step of a search.
const BLOCK: usize = 32;

/// Sets of positions by feature value: for each feature and value, the positions with at most that
/// value.
pub struct Planes {
    count: usize,
    words: usize,
    /// The largest value of each feature.
    largest: Vec<u8>,
    /// The index of each feature's first set. The largest value has no set.
    starts: Vec<usize>,
    bits: Vec<u64>,
}

impl Planes {
    /// Makes the sets of the positions in `rows`. `largest` is the largest value of each feature.
    pub fn new(rows: &Rows, largest: &[u8]) -> Planes {
        let (count, words) = (rows.len(), rows.len().div_ceil(64));
        let mut starts = vec![0];
        for &most in largest {
            starts.push(starts.last().expect("it is not empty") + usize::from(most));
        }
        let mut bits = vec![0; starts.last().expect("it is not empty") * words];
        for position in 0..count {
            let (word, bit) = (position / 64, 1 << (position % 64));
            for (feature, &value) in rows.row(position).iter().enumerate() {
                for set in starts[feature] + usize::from(value)..starts[feature + 1] {
                    bits[set * words + word] |= bit;
                }
            }
        }
        Planes { count, words, largest: largest.to_vec(), starts, bits }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the largest value of each feature.
    pub fn largest(&self) -> &[u8] {
        &self.largest
    }

    /// Returns the empty set.
    pub fn nothing(&self) -> Set {
        vec![0; self.words]
    }

    /// Returns the set of all positions.
    pub fn everything(&self) -> Set {
        let mut all = vec![u64::MAX; self.words];
        if let (Some(last), 1..) = (all.last_mut(), self.count % 64) {
            *last = (1 << (self.count % 64)) - 1;
        }
        all
    }

    /// Returns the positions with a feature of at most `value`; `None` if that is all of them.
    fn up_to(&self, feature: usize, value: u8) -> Option<&[u64]> {
        let set = self.starts[feature] + usize::from(value);
        (value < self.largest[feature]).then(|| &self.bits[set * self.words..][..self.words])
    }

    /// Returns the set of a bound, and a mask: all ones if the set's positions are excluded, zero
    /// if they are kept. `upper` selects the upper bound. `None` if the bound excludes no value.
    fn bound(&self, feature: usize, range: [u8; 2], upper: bool) -> Option<(&[u64], u64)> {
        if upper {
            return self.up_to(feature, range[1]).map(|set| (set, 0));
        }
        let below = range[0].checked_sub(1)?;
        Some(
            self.up_to(feature, below.min(self.largest[feature]))
                .map_or_else(|| (&self.bits[..0], 0), |set| (set, u64::MAX)),
        )
    }

    /// Returns the positions of the set `of` that satisfy one bound of a range, and their number;
    /// `None` if the bound excludes no value. `upper` selects the upper bound.
    pub fn kept(
        &self,
        of: &[u64],
        feature: usize,
        range: [u8; 2],
        upper: bool,
    ) -> Option<(Set, u64)> {
        let (set, flip) = self.bound(feature, range, upper)?;
        let kept: Set = of.iter().zip(set).map(|(of, set)| of & (set ^ flip)).collect();
        let count = count(&kept);
        Some((kept, count))
    }

    /// Returns the positions in a box that are not in the set `known`, and their number; `None` if
    /// there are more than `limit`.
    pub fn new_within(&self, ranges: &Ranges, known: &[u64], limit: u64) -> Option<(Sparse, u64)> {
        let bounds: Vec<(&[u64], u64)> = (ranges.0.iter().enumerate())
            .flat_map(|(feature, &range)| {
                [false, true].map(|upper| self.bound(feature, range, upper))
            })
            .flatten()
            .collect();
        if bounds.iter().any(|(set, _)| set.len() < self.words) {
            return Some((Vec::new(), 0));
        }
        let (mut found, mut sum) = (Vec::new(), 0);
        for begin in (0..self.words).step_by(BLOCK) {
            let length = BLOCK.min(self.words - begin);
            let mut block = [0; BLOCK];
            for (word, known) in block.iter_mut().zip(&known[begin..begin + length]) {
                *word = !known;
            }
            for some in bounds.chunks(4) {
                for &(set, flip) in some {
                    for (word, set) in block.iter_mut().zip(&set[begin..begin + length]) {
                        *word &= set ^ flip;
                    }
                }
                if block.iter().fold(0, |any, word| any | word) == 0 {
                    break;
                }
            }
            if begin + length == self.words && !self.count.is_multiple_of(64) {
                block[length - 1] &= (1 << (self.count % 64)) - 1;
            }
            for (place, &word) in block[..length].iter().enumerate().filter(|(_, word)| **word != 0)
            {
                found.push(((begin + place) as u32, word));
                sum += u64::from(word.count_ones());
            }
            if sum > limit {
                return None;
            }
        }
        Some((found, sum))
    }

    /// Returns the positions in any of the boxes.
    pub fn union(&self, boxes: &[Ranges]) -> Set {
        let mut all = self.nothing();
        for ranges in boxes {
            let (found, _) = self.new_within(ranges, &all, u64::MAX).expect("there is no limit");
            add(&mut all, &found);
        }
        all
    }
}

/// Returns the number of positions in a set.
pub fn count(set: &[u64]) -> u64 {
    set.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Adds the positions of `more` to a set.
pub fn add(set: &mut [u64], more: &Sparse) {
    for &(word, bits) in more {
        set[word as usize] |= bits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_those_of_the_rows() {
        let rows = Rows::new(3, (0..3 * 200).map(|n: u32| (n * n % 7) as u8).collect());
        let planes = Planes::new(&rows, &[6, 6, 6]);
        for (least, most) in [(0, 6), (1, 4), (2, 2), (0, 0), (3, 6)] {
            let ranges = Ranges(vec![[0, 6], [least, most], [0, 5]]);
            let set = planes.union(std::slice::from_ref(&ranges));
            let found = |row: usize| set[row / 64] >> (row % 64) & 1 != 0;
            assert!((0..200).all(|row| found(row) == ranges.holds_row(rows.row(row))));
            assert_eq!(count(&set), (0..200).filter(|&row| found(row)).count() as u64);
            let limit = count(&set).saturating_sub(1);
            let nothing = planes.nothing();
            let cut = planes.new_within(&ranges, &nothing, limit);
            assert_eq!(cut.is_none(), count(&set) > 0);
        }
        assert_eq!(count(&planes.everything()), 200);
    }
}
