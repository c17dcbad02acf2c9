//! Finds the shortest list of exceptions that excludes some wrong claims.
//!
//! The exceptions must match every position with a wrong claim and should match few with a right
//! one. The search starts with one pattern and adds patterns until the price is low enough. A
//! simple condition wins over a cheaper but obscure one.

use drawproof_features::Library;
use drawproof_verifier::Claimed;
use serde::Serialize;

use crate::{
    patterns::{
        Effort, Found, Patterns, Problem, RANGES_MAX, Range, Task, in_common, short_cover,
        single_condition,
    },
    search::Search,
    world::World,
};

/// A quick search is followed by a thorough one if its price is at most this multiple of the
/// allowed price.
const NEAR: f64 = 1.5;

/// If one exception costs more than this share of the right claims, it is compared with two short
/// ones.
const DEAR: f64 = 0.005;

/// The two short ones win if they are cheaper by this factor: the rule then has two separate
/// mistakes.
const MUCH_CHEAPER: f64 = 4.0;

/// The maximum number of patterns in a short fix.
const NATURAL_PATTERNS: usize = 2;

/// The exceptions that fix a rule, and the course of the search.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The exceptions and their price.
    pub found: Found,
    /// The lists of exceptions that the search found, fewest patterns first.
    pub tried: Vec<Tried>,
    /// Whether the exceptions are short and within the allowed price.
    pub natural: bool,
    /// The price of the best single exception with at most [`RANGES_MAX`] ranges, as a share of the
    /// right claims; `None` if there is none.
    pub short_price: Option<f64>,
    /// Ranges that all wrong claims and few right ones have in common.
    pub in_common: Vec<Range>,
}

impl Repair {
    /// Makes the empty fix of a rule without wrong claims.
    pub fn needless() -> Repair {
        let found = Found { patterns: Patterns::default(), price: 0.0 };
        let (tried, in_common) = (Vec::new(), Vec::new());
        Repair { found, tried, natural: true, short_price: None, in_common }
    }

    /// Returns whether the exceptions are short: at most two patterns with at most [`RANGES_MAX`]
    /// ranges each.
    pub fn is_short(&self) -> bool {
        is_short(&self.found.patterns)
    }
}

fn is_short(patterns: &Patterns) -> bool {
    let list = &patterns.list;
    list.len() <= NATURAL_PATTERNS && list.iter().all(|it| it.ranges.len() <= RANGES_MAX)
}

/// The size and the price of a list of exceptions that the search found.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// The number of patterns.
    pub patterns: usize,
    /// The number of bounds in all patterns.
    pub bounds: usize,
    /// The price as a share of the rule's right claims, from 0 to 1, estimated from a sample.
    pub price_share: f64,
}

impl From<&Found> for Tried {
    fn from(found: &Found) -> Tried {
        let patterns = &found.patterns;
        let (count, bounds) = (patterns.list.len(), patterns.bounds());
        Tried { patterns: count, bounds, price_share: found.price }
    }
}

/// Searches for exceptions to a rule's wrong claims with [`repair`]. If there are too many wrong
/// claims, it learns from a sample and adds claims that the exceptions leave. Exceptions that leave
/// wrong claims after a few rounds, or when the search is stopped, are returned as they are. `None`
/// if it is stopped before it has exceptions.
pub(crate) fn fix(
    world: &World,
    library: &Library,
    claimed: &Claimed,
    how: Search,
) -> Option<Repair> {
    let (lanes, looking) = (lanes_of(world, claimed), "looking for claims that the fix leaves in");
    let task = Task { world, library, lanes: &lanes, for_fix: true, looking, how };
    task.learned(repair, |fix| vec![&fix.found.patterns])
}

/// Returns the right and the wrong claims for each word of the world.
pub(crate) fn lanes_of<'a>(
    world: &'a World,
    claimed: &'a Claimed,
) -> impl Fn(usize) -> (u64, u64) + Sync + 'a {
    let words = claimed.right[0].len();
    move |word: usize| {
        let of = |claims: &[Vec<u64>; 2]| claims[word / words][word % words];
        let (right, wrong) = (of(&claimed.right), of(&claimed.wrong));
        if right | wrong == 0 {
            return (0, 0);
        }
        // Positions that differ only in the order of like men are learned once.
        let (draws, decisive) = world.lanes(word);
        (right & (draws | decisive), wrong & (draws | decisive))
    }
}

/// Finds the exceptions with the fewest patterns within the allowed price. If every list costs
/// more, or the search is stopped, returns the cheapest list so far. A single short condition is
/// tried first. For a number of patterns, a thorough search follows only if a quick one comes near
/// the allowed price.
pub(crate) fn repair(problem: &Problem, mut how: Search) -> Repair {
    _ = how.steps.begin("searching a fix for");
    let Search { allowed, most, .. } = how;
    let each = how.one_of(most).work;
    let single = single_condition(problem, allowed);
    let short_price = single.as_ref().map(|found| found.price);
    let mut tried: Vec<Tried> = Vec::new();
    let mut best: Option<Found> = None;
    let short = single.filter(|found| found.price <= allowed);
    let first = if short.is_some() { most + 1 } else { 1 };
    if let Some(short) = short {
        tried.push((&short).into());
        let two = (short.price > DEAR && most > 1).then(|| search(problem, how, 2, false));
        let two =
            two.filter(|two| two.price * MUCH_CHEAPER <= short.price && is_as_short(two, &short));
        tried.extend(two.as_ref().map(Tried::from));
        best = Some(two.unwrap_or(short));
    }
    for wanted in first..=most {
        let found = search(problem, how, wanted, wanted == most);
        how.advance(each);
        tried.push((&found).into());
        let is_enough = found.price <= allowed;
        if best.as_ref().is_none_or(|best| found.price < best.price) {
            best = Some(found);
        }
        if is_enough || how.is_stopped() {
            break;
        }
    }
    how.end();
    let found = best.expect("one pattern was tried");
    let natural = found.price <= allowed && is_short(&found.patterns);
    Repair { natural, tried, short_price, in_common: in_common(problem), found }
}

/// Returns whether a list of short patterns has hardly more conditions than a single pattern.
fn is_as_short(list: &Found, single: &Found) -> bool {
    let ranges = |found: &Found| -> usize {
        found.patterns.list.iter().map(|pattern| pattern.ranges.len()).sum()
    };
    let is_short = list.patterns.list.iter().all(|pattern| pattern.ranges.len() <= RANGES_MAX);
    is_short && ranges(list) <= ranges(single) + 1
}

/// Searches for a list of at most `wanted` patterns. The search is thorough if a quick one comes
/// near the allowed price, or at the last attempt.
fn search(problem: &Problem, how: Search, wanted: usize, is_last: bool) -> Found {
    let allowed = how.allowed;
    let quick = short_cover(problem, wanted, Effort::Quick, allowed);
    let is_far = quick.price > allowed * NEAR && !is_last;
    if quick.price <= allowed || is_far || how.is_stopped() {
        return quick;
    }
    let thorough = short_cover(problem, wanted, Effort::Thorough, allowed);
    if thorough.price < quick.price { thorough } else { quick }
}
