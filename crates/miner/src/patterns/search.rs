//! Searches for the boxes that hold the fewest draws: merged greedily at first; then, repeatedly,
//! some are taken apart and merged differently.
//!
//! The input is the *atoms*, the bounding boxes of small groups of decisive positions: every atom
//! lies in one of the boxes at all times.

use drawproof_tables::mixing;

use super::{
    boxes::{Planes, Ranges, count},
    merge::merge,
};

/// Most boxes that are taken apart at once.
const APART: u64 = 4;

/// Boxes that hold all atoms, and their price.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The boxes.
    pub boxes: Vec<Ranges>,
    /// Draws in at least one of the boxes.
    pub price: u64,
}

/// The boxes, `wanted` at most, that hold all atoms. The effort counts pairs of boxes looked at.
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

/// Removes some boxes; returns the others and the atoms that lie in none of these.
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

/// Shrinks every box to the atoms that no other box holds; removes boxes without such an atom.
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

/// Numbers that look random and are always the same: SplitMix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(mixing::STEP);
        mixing::finalised(self.0)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Puts numbers in another order.
    pub fn shuffle(&mut self, numbers: &mut [usize]) {
        for place in (1..numbers.len()).rev() {
            numbers.swap(place, self.below(place as u64 + 1) as usize);
        }
    }
}
