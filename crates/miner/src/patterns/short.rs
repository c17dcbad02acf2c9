//! Finds short conditions: patterns of at most three ranges of features that people use.
//!
//! Authors keep fixes that they understand. So a box with a low price is replaced by a short
//! condition for the same positions wherever that costs little more.

use std::cmp::Reverse;

use drawproof_features::{Library, words};
use drawproof_tables::parallel;

use super::{
    boxes::{Planes, Ranges, Set, add, count},
    list::{Pattern, Range},
};
use crate::sample::{Rows, Sample};

/// The maximum factor by which a simple condition may cost more draws than the cheapest one.
pub const FACTOR: u64 = 2;

/// A simple condition is always allowed if it costs at most one in this many right claims.
pub const SLACK: u64 = 200;

/// The maximum number of ranges in a short condition.
pub const RANGES_MAX: usize = 3;

/// The maximum number of common properties in a report.
const IN_COMMON_MAX: usize = 4;

/// Features up to this obscurity need no explanation.
const PLAIN: u8 = 2;

/// Features from this obscurity on need a search over the board, such as a flood fill, which an
/// author would have to write.
const SEARCH: u8 = 8;

/// The number of obscure features that are tried: those with the lowest price alone.
const OBSCURE_TRIED: usize = 16;

/// The number of right claims by which conditions are chosen.
const RIGHT: usize = 60_000;

/// A common property of the wrong claims is reported if at most this share of the right claims has
/// it too.
const SHARED: f64 = 0.5;

/// The positions of a problem, with the values of all available features.
pub(super) struct Conditions {
    /// The number of each feature in the library.
    features: Vec<usize>,
    obscurity: Vec<u8>,
    /// The positions that must match.
    wrong: Rows,
    /// The positions that should not match.
    right: Planes,
}

/// Ranges of features, given by index, and the draws that they match.
#[derive(Clone, Debug)]
struct Short {
    ranges: Vec<(usize, [u8; 2])>,
    /// The sum of obscurities and bounds; lower is simpler.
    complexity: u32,
    price: u64,
}

/// A range of a feature around some wrong claims, and the right claims within it that no other
/// condition matches.
#[derive(Clone)]
struct Candidate {
    place: usize,
    range: [u8; 2],
    set: Set,
    count: u64,
}

impl Conditions {
    /// Prepares conditions over the features of a sample.
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

    /// Extends a box over some features, given by library number, to a box over all available
    /// features.
    pub fn widened(&self, ranges: &Ranges, features: &[usize]) -> Ranges {
        let mut all = Ranges::everything(self.right.largest());
        for (&feature, &range) in features.iter().zip(&ranges.0) {
            let place = self.features.iter().position(|&f| f == feature).expect("it was offered");
            all.0[place] = range;
        }
        all
    }

    /// Returns the simplest condition that matches all wrong claims, if possible within the share
    /// `allowed` of the right claims, and the share of the right claims that it matches.
    pub fn single(&self, allowed: f64) -> Option<(Ranges, f64)> {
        let all: Vec<usize> = (0..self.wrong.len()).collect();
        let nothing = self.right.nothing();
        let limit = (allowed * self.right.len() as f64) as u64;
        let found = self.simplest(&all, &nothing, limit);
        let found = found.or_else(|| self.simplest(&all, &nothing, u64::MAX))?;
        let price = found.price as f64 / self.right.len().max(1) as f64;
        Some((self.as_box(&found), price))
    }

    /// Replaces boxes by short conditions where that costs little more, and at most the share
    /// `allowed` of the right claims in total. Returns the boxes and their price as a share.
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
            // A long condition yields to any short one that is allowed.
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

    /// Converts a box into a pattern.
    pub fn pattern(&self, ranges: &Ranges) -> Pattern {
        let largest = self.right.largest();
        // Telling features come first, as a person would name them.
        let mut bounds = ranges.bounds(largest);
        bounds.sort_by_key(|&(place, _)| (self.obscurity[place], place));
        Pattern::new(bounds, &self.features, largest)
    }

    /// Returns ranges of features known to every player that all wrong claims and few right ones
    /// have in common. Ranges that the fewest right claims share come first.
    pub fn in_common(&self) -> Vec<Range> {
        let all: Vec<usize> = (0..self.wrong.len()).collect();
        let most = (self.right.len() as f64 * SHARED) as u64;
        let mut found = self.candidates(&all, &self.right.nothing());
        found.retain(|it| self.obscurity[it.place] == 1 && it.count <= most);
        // Of two equivalent features the later one is kept; those of chess players are the last.
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

    /// Returns the wrong claims in a box that no other box contains.
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

    /// Returns the ranges around some wrong claims that exclude at least one right claim.
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

    /// Returns the simplest condition that matches some wrong claims and, outside of `known`, at
    /// most `limit` right ones, or little more than the cheapest condition. Conditions that need a
    /// search over the board come last.
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

    /// Selects among some candidates as [`Conditions::simplest`] does.
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
                // A range that excludes nothing further is no improvement.
                if price == first.count || price == second.count {
                    continue;
                }
                found.push(short(&[first, second], price));
                let third = tried[at + 1..].iter().filter_map(|third| {
                    let common = pair.iter().zip(&third.set).map(|(a, b)| (a & b).count_ones());
                    let of_three: u64 = common.map(u64::from).sum();
                    (of_three < price).then(|| short(&[first, second, third], of_three))
                });
                // The best few of many thousands are kept.
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
            // A lower bound is dropped before an upper one only if few values are below it.
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

/// Keeps the cheapest condition of each complexity.
fn keep_best(mut best: Vec<Short>, new: Short) -> Vec<Short> {
    match best.iter_mut().find(|it| it.complexity == new.complexity) {
        Some(known) if known.price <= new.price => {}
        Some(known) => *known = new,
        None => best.push(new),
    }
    best
}
