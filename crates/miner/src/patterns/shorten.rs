//! Tightens boxes around the positions that they must contain, then reduces the number of their
//! bounds.

use super::boxes::{Planes, Ranges, Set, add, count};
use crate::sample::Rows;

/// A bound: the feature's index, and whether it is the upper bound.
type Bound = (usize, bool);

/// Shrinks boxes around the decisive positions in them. Each position stays in the first box of
/// `order` that contains it.
pub fn tighten(decisive: &Rows, boxes: &[Ranges], order: &[usize]) -> Vec<Ranges> {
    let width = boxes.first().map_or(0, |ranges| ranges.0.len());
    let mut tight = vec![Ranges::nothing(width); boxes.len()];
    for position in 0..decisive.len() {
        let row = decisive.row(position);
        let holder = order.iter().find(|&&number| boxes[number].holds_row(row));
        tight[*holder.expect("every decisive position is in a box")].take_in(row);
    }
    tight.retain(|ranges| !ranges.is_empty());
    tight
}

/// Drops boxes whose decisive positions all lie in other boxes too, beginning with the last box.
pub fn drop_needless(decisive: &Rows, boxes: &mut Vec<Ranges>) {
    let mut holders = vec![0_u32; decisive.len()];
    for (position, holders) in holders.iter_mut().enumerate() {
        let row = decisive.row(position);
        *holders = boxes.iter().filter(|ranges| ranges.holds_row(row)).count() as u32;
    }
    for number in (0..boxes.len()).rev() {
        let held = |position: &usize| boxes[number].holds_row(decisive.row(*position));
        let own: Vec<usize> = (0..decisive.len()).filter(held).collect();
        if own.iter().all(|&position| holders[position] > 1) {
            own.iter().for_each(|&position| holders[position] -= 1);
            boxes.remove(number);
        }
    }
}

/// Drops bounds with little effect. Each box may then contain up to `slack` more draws than before.
pub fn shorten(planes: &Planes, boxes: &mut [Ranges], slack: u64) {
    for number in 0..boxes.len() {
        let mut others = planes.nothing();
        for (_, other) in boxes.iter().enumerate().filter(|(other, _)| *other != number) {
            let (found, _) = planes.new_within(other, &others, u64::MAX).expect("no limit");
            add(&mut others, &found);
        }
        let free: Set = planes.everything().iter().zip(&others).map(|(a, b)| a & !b).collect();
        boxes[number] = fewest_bounds(planes, &boxes[number], &free, slack);
    }
}

/// Drops bounds, each time the one that adds the fewest draws to the boxes, until `budget` draws
/// were added.
pub fn drop_cheapest(planes: &Planes, boxes: &mut [Ranges], mut budget: u64) {
    let mut union = planes.union(boxes);
    loop {
        let bounds = boxes.iter().enumerate().flat_map(|(number, ranges)| {
            bounds_of(planes, ranges).into_iter().map(move |bound| (number, bound))
        });
        let costs = bounds.filter_map(|(number, (feature, upper))| {
            let wider = without(planes, &boxes[number], (feature, upper));
            let (new, cost) = planes.new_within(&wider, &union, budget)?;
            Some((cost, number, wider, new))
        });
        let Some((cost, number, wider, new)) = costs.min_by_key(|found| (found.0, found.1)) else {
            return;
        };
        budget -= cost;
        boxes[number] = wider;
        add(&mut union, &new);
    }
}

/// Returns the bounds of a box that exclude a value.
fn bounds_of(planes: &Planes, ranges: &Ranges) -> Vec<Bound> {
    let largest = planes.largest();
    let of = |(feature, [least, most]): (usize, [u8; 2])| {
        let lower = (least > 0).then_some((feature, false));
        lower.into_iter().chain((most < largest[feature]).then_some((feature, true)))
    };
    ranges.bounds(largest).into_iter().flat_map(of).collect()
}

/// Returns a box without one of its bounds.
fn without(planes: &Planes, ranges: &Ranges, (feature, upper): Bound) -> Ranges {
    let mut wider = ranges.clone();
    wider.0[feature][usize::from(upper)] = if upper { planes.largest()[feature] } else { 0 };
    wider
}

/// Returns the box with as few bounds as possible that contains at most `slack` further draws of
/// `free`.
fn fewest_bounds(planes: &Planes, ranges: &Ranges, free: &[u64], slack: u64) -> Ranges {
    let known: Set = free.iter().map(|word| !word).collect();
    let (_, own) = planes.new_within(ranges, &known, u64::MAX).expect("no limit");
    let mut chosen: Vec<Bound> = Vec::new();
    let mut left: Set = free.to_vec();
    while count(&left) > own + slack {
        let bounds = (0..ranges.0.len()).flat_map(|feature| [(feature, false), (feature, true)]);
        let cuts = bounds.filter_map(|(feature, upper)| {
            let (kept, count) = planes.kept(&left, feature, ranges.0[feature], upper)?;
            Some((count, (feature, upper), kept))
        });
        let best = cuts.min_by_key(|&(count, bound, _)| (count, bound));
        let (_, bound, kept) = best.expect("all bounds together leave only its own");
        chosen.push(bound);
        left = kept;
    }
    for place in (0..chosen.len()).rev() {
        let mut fewer = chosen.clone();
        fewer.remove(place);
        let ranges = with_bounds(planes, ranges, &fewer);
        if planes.new_within(&ranges, &known, own + slack).is_some() {
            chosen = fewer;
        }
    }
    with_bounds(planes, ranges, &chosen)
}

/// Returns the box with only some of its bounds.
fn with_bounds(planes: &Planes, ranges: &Ranges, bounds: &[Bound]) -> Ranges {
    let mut wide = Ranges::everything(planes.largest());
    for &(feature, upper) in bounds {
        let side = usize::from(upper);
        wide.0[feature][side] = ranges.0[feature][side];
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_without_unique_positions_are_dropped() {
        let decisive = Rows::new(1, (0..10).collect());
        let ranges = |least, most| Ranges(vec![[least, most]]);
        let mut boxes = vec![ranges(0, 4), ranges(3, 6), ranges(2, 5), ranges(6, 9)];
        drop_needless(&decisive, &mut boxes);
        assert_eq!(boxes, [ranges(0, 4), ranges(3, 6), ranges(6, 9)]);
        let mut twice = vec![ranges(0, 9), ranges(0, 9)];
        drop_needless(&decisive, &mut twice);
        assert_eq!(twice, [ranges(0, 9)]);
    }
}
