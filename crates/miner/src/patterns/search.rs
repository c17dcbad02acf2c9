//! Searches for the boxes that hold the fewest draws. Boxes are first merged greedily: the next
//! pair is the one whose union adds the fewest draws. Then, repeatedly, some boxes are taken apart
//! and merged differently.
//!
//! The input is a list of *atoms*, the bounding boxes of small groups of decisive positions. Every
//! atom always lies in one of the boxes.

use drawproof_tables::mixing;

use super::boxes::{Planes, Ranges, Sparse, add, count};

/// The maximum number of boxes that are taken apart at once.
const APART: u64 = 4;

/// A set of boxes that together contain all atoms (the boxes to cover), and its price.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The boxes of the cover, which may overlap.
    pub boxes: Vec<Ranges>,
    /// The price: the number of draws in at least one of the boxes.
    pub price: u64,
}

/// Searches for at most `wanted` boxes that contain all atoms and few draws. `effort` limits the
/// number of evaluated pairs of boxes; `seed` is the seed of the random choices.
pub fn search(planes: &Planes, atoms: &[Ranges], wanted: usize, effort: u64, seed: u64) -> Cover {
    let boxes = merge(planes, atoms.to_vec(), wanted, u64::MAX).expect("there is no limit");
    let mut random = Random(seed);
    let mut best = Cover { price: count(&planes.union(&boxes)), boxes };
    shrink(planes, atoms, &mut best, &mut random);
    let mut spent = 0;
    while spent < effort && best.boxes.len() > 1 {
        let (kept, free) = take_apart(atoms, &best.boxes, &mut random);
        let some = (kept.len() + free.len()) as u64;
        spent += some * some / 2 + 1;
        let all: Vec<Ranges> = kept.into_iter().chain(free).collect();
        let before = count(&planes.union(&all));
        let Some(limit) = best.price.checked_sub(before) else { continue };
        let Some(boxes) = merge(planes, all, wanted, limit) else { continue };
        let mut found = Cover { price: count(&planes.union(&boxes)), boxes };
        shrink(planes, atoms, &mut found, &mut random);
        if found.price <= best.price {
            best = found;
        }
    }
    best
}

/// Removes some boxes. Returns the others, and the atoms that lie in none of these.
fn take_apart(
    atoms: &[Ranges],
    boxes: &[Ranges],
    random: &mut Random,
) -> (Vec<Ranges>, Vec<Ranges>) {
    let mut kept = boxes.to_vec();
    for _ in 0..(1 + random.below(APART)).min(boxes.len() as u64) {
        kept.swap_remove(random.below(kept.len() as u64) as usize);
    }
    let is_free = |atom: &&Ranges| !kept.iter().any(|ranges| ranges.holds(atom));
    let free = atoms.iter().filter(is_free).cloned().collect();
    (kept, free)
}

/// Shrinks every box to the atoms that no other box contains. Removes boxes without such an atom.
fn shrink(planes: &Planes, atoms: &[Ranges], cover: &mut Cover, random: &mut Random) {
    let mut order: Vec<usize> = (0..cover.boxes.len()).collect();
    random.shuffle(&mut order);
    for number in order {
        let mut own: Option<Ranges> = None;
        for atom in atoms.iter().filter(|atom| cover.boxes[number].holds(atom)) {
            let is_other = |(n, other): (usize, &Ranges)| n != number && other.holds(atom);
            if !cover.boxes.iter().enumerate().any(is_other) {
                own = Some(own.map_or_else(|| atom.clone(), |own| own.join(atom)));
            }
        }
        cover.boxes[number] = own.unwrap_or_else(|| Ranges::nothing(planes.largest().len()));
    }
    cover.boxes.retain(|ranges| !ranges.is_empty());
    cover.price = count(&planes.union(&cover.boxes));
}

/// Two boxes that may be merged.
struct Pair {
    /// The draws that only their union contains.
    new: Sparse,
    count: u64,
}

/// The state of merging.
struct Merging<'a> {
    planes: &'a Planes,
    boxes: Vec<Ranges>,
    /// The pairs, `[larger][smaller]`; `None` if the union contains too many draws.
    pairs: Vec<Vec<Option<Pair>>>,
    union: Vec<u64>,
    /// The number of further draws that merging may exclude.
    limit: u64,
}

/// Merges boxes until `wanted` are left; `None` if the merged boxes would contain more than `limit`
/// further draws.
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
    /// Adds a box, with its pairs with all others.
    fn put(&mut self, ranges: Ranges) {
        let pair = |other: &Ranges| {
            let both = ranges.join(other);
            let (new, count) = self.planes.new_within(&both, &self.union, self.limit)?;
            Some(Pair { new, count })
        };
        self.pairs.push(self.boxes.iter().map(pair).collect());
        self.boxes.push(ranges);
    }

    /// Removes a box.
    fn remove(&mut self, number: usize) {
        self.boxes.remove(number);
        self.pairs.remove(number);
        for pairs in &mut self.pairs[number..] {
            pairs.remove(number);
        }
    }

    /// Merges the best pair.
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

/// Removes the draws that already lie in a box.
fn subtract(pair: &mut Pair, union: &[u64]) {
    pair.new.retain_mut(|(word, bits)| {
        *bits &= !union[*word as usize];
        *bits != 0
    });
    pair.count = pair.new.iter().map(|(_, bits)| u64::from(bits.count_ones())).sum();
}

/// A reproducible pseudo-random generator (SplitMix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(mixing::STEP);
        mixing::finalised(self.0)
    }

    /// Returns a random number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Shuffles numbers.
    pub fn shuffle(&mut self, numbers: &mut [usize]) {
        for place in (1..numbers.len()).rev() {
            numbers.swap(place, self.below(place as u64 + 1) as usize);
        }
    }
}
