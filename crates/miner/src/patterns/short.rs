//! Short conditions: patterns of at most three ranges, of features that people use.
//!
//! A fix that an author keeps is one that an author understands. So a box that was found for its
//! price is replaced by a short condition for the same positions wherever that costs little more.

use std::cmp::Reverse;

use drawproof_features::{Library, words};
use drawproof_tables::parallel;

use super::{
    boxes::{Planes, Ranges, Set, add, count},
    list::{Pattern, Range},
};
use crate::sample::{Rows, Sample};

/// A simple condition may cost this many times the draws of the cheapest one.
pub const FACTOR: u64 = 2;

/// A simple condition may always cost one right claim in this many.
pub const SLACK: u64 = 200;

/// Most ranges of a short condition.
pub const RANGES_MAX: usize = 3;

/// Most things in common that are worth a line.
const IN_COMMON_MAX: usize = 4;

/// Up to this obscurity a feature takes no explanation.
const PLAIN: u8 = 2;

/// From this obscurity on a feature takes a search over the board: a flood fill that an author would have to
/// write.
const SEARCH: u8 = 8;

/// The obscure features that are tried: those that cost least alone.
const OBSCURE_TRIED: usize = 16;

/// Right claims by which conditions are chosen.
const RIGHT: usize = 60_000;

/// What all wrong claims have in common is worth a line if at most this share of the right claims
/// have it too.
const SHARED: f64 = 0.5;

/// The positions of a problem with the values of all features offered.
pub(super) struct Conditions {
    /// The numbers of the features in their library.
    features: Vec<usize>,
    obscurity: Vec<u8>,
    /// All positions that must match.
    wrong: Rows,
    /// Positions that should not match.
    right: Planes,
}

/// Ranges of features, by index among those offered, and the draws that they match.
#[derive(Clone, Debug)]
struct Short {
    ranges: Vec<(usize, [u8; 2])>,
    /// Obscurities and bounds together; small is simple.
    complexity: u32,
    price: u64,
}

/// A feature's range around some wrong claims, and the right claims within it that no other
/// condition matches.
#[derive(Clone)]
struct Candidate {
    place: usize,
    range: [u8; 2],
    set: Set,
    count: u64,
}

impl Conditions {
    /// Returns the conditions over the features of a sample.
    pub fn new(library: &Library, sample: &Sample) -> Conditions {
        let width = sample.features.len();
        let step = sample.draws.len().div_ceil(RIGHT).max(1);
        let rows = (0..sample.draws.len()).step_by(step).flat_map(|row| sample.draws.row(row));
        let right = Rows::new(width, rows.copied().collect());
        let obscurity = |&feature: &usize| words::obscurity(&library.features()[feature]);
        Conditions {
            features: sample.features.clone(),
            obscurity: sample.features.iter().map(obscurity).collect(),
            wrong: sample.decisive.clone(),
            right: Planes::new(&right, &sample.largest()),
        }
    }

    /// Returns a box over some of the features, given by library number, as a box over all of them.
    pub fn widened(&self, ranges: &Ranges, features: &[usize]) -> Ranges {
        let mut all = Ranges::everything(self.right.largest());
        for (&feature, &range) in features.iter().zip(&ranges.0) {
            let place = self.features.iter().position(|&f| f == feature).expect("it was offered");
            all.0[place] = range;
        }
        all
    }

    /// Returns the simplest condition for all wrong claims, within the share `allowed` of the right
    /// claims if there is one; its price as a share of them.
    pub fn single(&self, allowed: f64) -> Option<(Ranges, f64)> {
        let all: Vec<usize> = (0..self.wrong.len()).collect();
        let nothing = self.right.nothing();
        let limit = (allowed * self.right.len() as f64) as u64;
        let found = self.simplest(&all, &nothing, limit);
        let found = found.or_else(|| self.simplest(&all, &nothing, u64::MAX))?;
        let price = found.price as f64 / self.right.len().max(1) as f64;
        Some((self.as_box(&found), price))
    }

    /// Replaces boxes by short conditions where that costs little more, and not more than the share
    /// `allowed` of the right claims together. Returns the boxes and their price as a share.
    pub fn simplified(&self, mut boxes: Vec<Ranges>, allowed: f64) -> (Vec<Ranges>, f64) {
        let share = |price: u64| price as f64 / self.right.len().max(1) as f64;
        let mut price = count(&self.right.union(&boxes));
        let allowed = ((allowed * self.right.len() as f64) as u64).max(price);
        let mut number = 0;
        while number < boxes.len() {
            let own = self.held_alone(&boxes, number);
            if own.is_empty() && boxes.len() > 1 {
                boxes.remove(number);
                price = count(&self.right.union(&boxes));
                continue;
            }
            let others = [&boxes[..number], &boxes[number + 1..]].concat();
            let known = self.right.union(&others);
            let own_price = price - count(&known);
            let bounds = boxes[number].bounds(self.right.largest());
            let affordable = own_price + allowed.saturating_sub(price);
            let near = (FACTOR * own_price).max(own_price + self.slack());
            // A long condition gives way to any short one that is allowed.
            let is_long = bounds.len() > RANGES_MAX;
            let limit = if is_long { affordable } else { near.min(affordable) };
            let is_simpler = |short: &Short| is_long || short.complexity < self.complexity(&bounds);
            if let Some(short) = self.simplest(&own, &known, limit).filter(is_simpler) {
                price = count(&known) + short.price;
                boxes[number] = self.as_box(&short);
            }
            number += 1;
        }
        (boxes, share(price))
    }

    /// Returns a box as a pattern.
    pub fn pattern(&self, ranges: &Ranges) -> Pattern {
        let largest = self.right.largest();
        // Telling features first, as a person would name them.
        let mut bounds = ranges.bounds(largest);
        bounds.sort_by_key(|&(place, _)| (self.obscurity[place], place));
        Pattern::new(bounds, &self.features, largest)
    }

    /// What all wrong claims have in common and most right ones have not: ranges of telling
    /// features, those that the fewest right claims share first.
    pub fn in_common(&self) -> Vec<Range> {
        let all: Vec<usize> = (0..self.wrong.len()).collect();
        let most = (self.right.len() as f64 * SHARED) as u64;
        let mut found = self.candidates(&all, &self.right.nothing());
        found.retain(|it| self.obscurity[it.place] == 1 && it.count <= most);
        // Of two that mean the same, the later one: features of chess players are the last.
        found.sort_by_key(|it| (it.count, Reverse(it.place)));
        found.dedup_by(|later, earlier| later.set == earlier.set);
        found.truncate(IN_COMMON_MAX);
        let of = |it: &Candidate| {
            let mut ranges = Ranges::everything(self.right.largest());
            ranges.0[it.place] = it.range;
            self.pattern(&ranges).ranges
        };
        found.iter().flat_map(of).collect()
    }

    fn slack(&self) -> u64 {
        self.right.len() as u64 / SLACK
    }

    /// Returns the wrong claims in a box that no other box holds.
    fn held_alone(&self, boxes: &[Ranges], number: usize) -> Vec<usize> {
        let alone = |&position: &usize| {
            let row = self.wrong.row(position);
            let mut holders = boxes.iter().enumerate().filter(|(_, it)| it.holds_row(row));
            holders.next().is_some_and(|first| first.0 == number) && holders.next().is_none()
        };
        (0..self.wrong.len()).filter(alone).collect()
    }

    fn complexity(&self, bounds: &[(usize, [u8; 2])]) -> u32 {
        let of = |&(place, [least, most]): &(usize, [u8; 2])| {
            let is_range = least > 0 && most < self.right.largest()[place] && least < most;
            u32::from(self.obscurity[place]) + 1 + u32::from(is_range)
        };
        bounds.iter().map(of).sum()
    }

    fn as_box(&self, short: &Short) -> Ranges {
        let mut ranges = Ranges::everything(self.right.largest());
        for &(place, range) in &short.ranges {
            ranges.0[place] = range;
        }
        ranges
    }

    /// Returns the ranges around some wrong claims that exclude a right claim.
    fn candidates(&self, wrong: &[usize], known: &[u64]) -> Vec<Candidate> {
        let mut around = Ranges::nothing(self.features.len());
        wrong.iter().for_each(|&position| around.take_in(self.wrong.row(position)));
        let free = self.right.len() as u64 - count(known);
        let candidate = |place: usize| {
            let range = around.0[place];
            let mut ranges = Ranges::everything(self.right.largest());
            ranges.0[place] = range;
            let (found, count) = self.right.new_within(&ranges, known, u64::MAX)?;
            let mut set = self.right.nothing();
            add(&mut set, &found);
            (count < free).then_some(Candidate { place, range, set, count })
        };
        parallel::map(self.features.len(), candidate).into_iter().flatten().collect()
    }

    /// Returns the simplest condition that matches some wrong claims and at most `limit` right ones
    /// outside of `known`, or little more than the cheapest condition. Conditions that take a
    /// search come last.
    fn simplest(&self, wrong: &[usize], known: &[u64], limit: u64) -> Option<Short> {
        if wrong.is_empty() {
            return None;
        }
        let tried = self.candidates(wrong, known);
        let takes_search = |it: &&Candidate| self.obscurity[it.place] >= SEARCH;
        let plain = tried.iter().filter(|it| !takes_search(it)).cloned().collect();
        let plain = self.simplest_of(plain, known, limit);
        plain.or_else(|| self.simplest_of(tried, known, limit))
    }

    /// [`Conditions::simplest`] of some candidates.
    fn simplest_of(&self, mut tried: Vec<Candidate>, known: &[u64], limit: u64) -> Option<Short> {
        let everything: Set =
            self.right.everything().iter().zip(known).map(|(a, b)| a & !b).collect();
        let cheapest = tried.iter().fold(everything, |mut all, it| {
            all.iter_mut().zip(&it.set).for_each(|(all, set)| *all &= set);
            all
        });
        let near = (FACTOR * count(&cheapest)).max(count(&cheapest) + self.slack());
        tried.sort_by_key(|it| (it.count, it.place));
        let mut obscure = 0;
        tried.retain(|it| {
            obscure += usize::from(self.obscurity[it.place] > PLAIN);
            self.obscurity[it.place] <= PLAIN || obscure <= OBSCURE_TRIED
        });
        let found = self.combinations(&tried);
        let within = |limit: u64| {
            let fitting = found.iter().filter(|it| it.price <= limit);
            fitting.min_by_key(|it| (it.complexity, it.price)).cloned()
        };
        let cheapest_short = found.iter().map(|it| it.price).min()?;
        let near_short = (FACTOR * cheapest_short).max(cheapest_short + self.slack());
        let short = within(near.min(limit)).or_else(|| within(near_short.min(limit)))?;
        Some(self.loosened(short, known))
    }

    /// Returns all conditions of one to [`RANGES_MAX`] candidates.
    fn combinations(&self, tried: &[Candidate]) -> Vec<Short> {
        let short = |chosen: &[&Candidate], price: u64| {
            let ranges: Vec<_> = chosen.iter().map(|it| (it.place, it.range)).collect();
            Short { complexity: self.complexity(&ranges), ranges, price }
        };
        let both = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(a, b)| a & b).collect::<Set>();
        let beginning = |number: usize| {
            let first = &tried[number];
            let mut found = vec![short(&[first], first.count)];
            for (at, second) in tried.iter().enumerate().skip(number + 1) {
                let pair = both(&first.set, &second.set);
                let price = count(&pair);
                // A range that excludes nothing more makes nothing better.
                if price == first.count || price == second.count {
                    continue;
                }
                found.push(short(&[first, second], price));
                let third = tried[at + 1..].iter().filter_map(|third| {
                    let common = pair.iter().zip(&third.set).map(|(a, b)| (a & b).count_ones());
                    let of_three: u64 = common.map(u64::from).sum();
                    (of_three < price).then(|| short(&[first, second, third], of_three))
                });
                // The best few of many thousand.
                let best = third.fold(Vec::new(), keep_best);
                found.extend(best);
            }
            found
        };
        parallel::map(tried.len(), beginning).concat()
    }

    /// Drops bounds that exclude nothing.
    fn loosened(&self, mut short: Short, known: &[u64]) -> Short {
        for number in 0..short.ranges.len() {
            let (place, range) = short.ranges[number];
            let most = self.right.largest()[place];
            // A lower bound is dropped before an upper one only where few values are below it.
            let wider = [[0, range[1]], [range[0], most]];
            for wide in wider {
                let mut other = short.clone();
                other.ranges[number].1 = wide;
                let found = self.right.new_within(&self.as_box(&other), known, short.price);
                if wide != range && found.is_some() {
                    short = other;
                    break;
                }
            }
        }
        short.complexity = self.complexity(&short.ranges);
        short
    }
}

/// Keeps, for each complexity, the cheapest condition.
fn keep_best(mut best: Vec<Short>, new: Short) -> Vec<Short> {
    match best.iter_mut().find(|it| it.complexity == new.complexity) {
        Some(known) if known.price <= new.price => {}
        Some(known) => *known = new,
        None => best.push(new),
    }
    best
}
