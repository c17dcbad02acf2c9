//! Merges boxes: at each step the two whose union excludes the fewest additional draws become one.

use super::boxes::{Planes, Ranges, Sparse, add};

/// Two boxes as one.
struct Pair {
    /// The draws in their union that are in no box.
    new: Sparse,
    count: u64,
}

/// The state of merging.
struct Merging<'a> {
    planes: &'a Planes,
    boxes: Vec<Ranges>,
    /// `[larger][smaller]`: `None` where a union excludes too many draws.
    pairs: Vec<Vec<Option<Pair>>>,
    union: Vec<u64>,
    /// The number of draws that further merging may exclude.
    limit: u64,
}

/// Merges boxes until `wanted` are left; `None` if that excludes more than `limit` further draws.
pub fn merge(
    planes: &Planes,
    boxes: Vec<Ranges>,
    wanted: usize,
    limit: u64,
) -> Option<Vec<Ranges>> {
    let union = planes.union(&boxes);
    let mut merging = Merging { planes, boxes: Vec::new(), pairs: Vec::new(), union, limit };
    for ranges in boxes {
        if !merging.boxes.iter().any(|known| known.holds(&ranges)) {
            merging.put(ranges);
        }
    }
    while merging.boxes.len() > wanted.max(1) {
        merging.step()?;
    }
    Some(merging.boxes)
}

impl Merging<'_> {
    /// Adds a box and its pairs with all others.
    fn put(&mut self, ranges: Ranges) {
        let pair = |other: &Ranges| {
            let both = ranges.join(other);
            let (new, count) = self.planes.new_within(&both, &self.union, self.limit)?;
            Some(Pair { new, count })
        };
        self.pairs.push(self.boxes.iter().map(pair).collect());
        self.boxes.push(ranges);
    }

    /// Takes a box away.
    fn remove(&mut self, number: usize) {
        self.boxes.remove(number);
        self.pairs.remove(number);
        for pairs in &mut self.pairs[number..] {
            pairs.remove(number);
        }
    }

    /// Merges two boxes.
    fn step(&mut self) -> Option<()> {
        let costs = self.pairs.iter().enumerate().flat_map(|(a, pairs)| {
            pairs.iter().enumerate().filter_map(move |(b, pair)| Some((pair.as_ref()?.count, a, b)))
        });
        let (cost, a, b) = costs.min()?;
        self.limit = self.limit.checked_sub(cost)?;
        let pair = self.pairs[a][b].take().expect("it was found");
        let both = self.boxes[a].join(&self.boxes[b]);
        add(&mut self.union, &pair.new);
        self.remove(a);
        self.remove(b);
        for inner in (0..self.boxes.len()).rev() {
            if both.holds(&self.boxes[inner]) {
                self.remove(inner);
            }
        }
        if cost > 0 {
            for pair in self.pairs.iter_mut().flatten().flatten() {
                subtract(pair, &self.union);
            }
        }
        self.put(both);
        Some(())
    }
}

/// Removes the draws that are in a box already.
fn subtract(pair: &mut Pair, union: &[u64]) {
    pair.new.retain_mut(|(word, bits)| {
        *bits &= !union[*word as usize];
        *bits != 0
    });
    pair.count = pair.new.iter().map(|(_, bits)| u64::from(bits.count_ones())).sum();
}
