//! Learns lists of patterns: grows trees on positions, takes boxes from their leaves, and makes
//! patterns of the boxes.

use drawproof_features::{Library, words};
use drawproof_tables::{parallel, progress::Steps};

use super::{
    boxes::{Planes, Ranges, count},
    list::{Pattern, Patterns, Range},
    search::{Cover, Random, search},
    short::Conditions,
    shorten::{drop_cheapest, drop_needless, shorten, tighten},
};
use crate::{
    grow::{Grown, Growth, grow},
    learn::{EXPONENTS, choose, strongest},
    sample::{Rows, Sample, Share},
    world::{SetsByWord, World, count_lanes},
};

/// The number of leaves of the trees whose leaves become boxes.
const LEAVES: usize = 300;

/// The number of sampled draws on which trees are grown and bounds are chosen.
const DRAWS: u64 = 250_000;

/// The number of sampled draws by which boxes are merged.
const DRAWS_TO_MERGE: usize = 40_000;

/// The number of features in a box.
const FEATURES: usize = 48;

/// With more positions than this, a trial chooses the features of the trees.
const MANY_POSITIONS: u64 = 6_000_000;

/// The effort of the search for patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A short search, to estimate the price of a list of some length.
    Quick,
    /// A long search, for the list that is written.
    Thorough,
}

impl Effort {
    /// Returns the approximate number of pairs of boxes that the search evaluates.
    fn pairs(self) -> u64 {
        match self {
            Effort::Quick => 5_000,
            Effort::Thorough => 100_000,
        }
    }
}

/// The number of random orders in which boxes are tightened.
const ORDERS: u64 = 6;

/// A box may exclude up to one further draw in this many if that saves bounds.
const SLACK: u64 = 10_000;

/// All boxes together may exclude up to one further draw in this many, or a quarter of the price if
/// that is less.
const BUDGET: u64 = 200;

/// The input of a search for patterns: the decisive positions, which the patterns must match, and
/// the draws, which the patterns should not match.
pub struct Problem {
    /// The number of each feature in the library, by its index in a box.
    features: Vec<usize>,
    /// The positions that must match.
    decisive: Rows,
    /// The draws by which bounds are chosen, and below, the subset by which boxes are merged.
    draws: Planes,
    few_draws: Planes,
    /// The bounding boxes of the decisive positions in each leaf, one list for each tree.
    atoms: Vec<Vec<Ranges>>,
    /// The positions with the values of all features, for a fix.
    conditions: Option<Conditions>,
}

impl Problem {
    /// Makes the problem for the draws and the decisive positions that `lanes` returns for each
    /// word. `for_fix` prefers short conditions that people understand. `None` if `steps` stops the
    /// work.
    pub fn new(
        world: &World,
        library: &Library,
        lanes: &SetsByWord,
        steps: Steps,
        for_fix: bool,
    ) -> Option<Problem> {
        let (draws, decisive) = count_lanes(world.words(), lanes);
        let mut offered: Vec<usize> = (0..library.features().len()).collect();
        if decisive > MANY_POSITIONS {
            steps.begin("choosing features for").continue_value()?;
            offered = choose(world, library, offered, world.count());
            if for_fix {
                let telling = |it: &usize| words::obscurity(&library.features()[*it]) == 1;
                offered.extend((0..library.features().len()).filter(telling));
                offered.sort_unstable();
                offered.dedup();
            }
        }
        steps.begin("evaluating features of").continue_value()?;
        let share = Share { draws: draws.div_ceil(DRAWS).max(1), decisive: 1 };
        let sample = Sample::take_of(world, library, &offered, share, lanes);
        Some(Problem::of(library, sample, steps, for_fix))
    }

    /// Makes the problem for a sample of draws and decisive positions.
    pub fn of(library: &Library, sample: Sample, steps: Steps, for_fix: bool) -> Problem {
        _ = steps.begin("growing trees for");
        let growth =
            |exponent| Growth { exponent, leaves: LEAVES, least_draws: 0.0, questions: usize::MAX };
        let grown = grow(&sample, &EXPONENTS.map(growth));
        let kept = strongest(&grown, FEATURES);
        let part = |rows: &Rows, step: usize| {
            let rows = (0..rows.len()).step_by(step).map(|position| rows.row(position));
            let values = rows.flat_map(|row| kept.iter().map(|&place| row[place]));
            Rows::new(kept.len(), values.collect())
        };
        let largest = sample.largest();
        let largest: Vec<u8> = kept.iter().map(|&place| largest[place]).collect();
        let atoms = parallel::map(grown.len(), |n| atoms(&grown[n], &sample.decisive, &kept));
        let step = sample.draws.len().div_ceil(DRAWS_TO_MERGE).max(1);
        Problem {
            draws: Planes::new(&part(&sample.draws, 1), &largest),
            few_draws: Planes::new(&part(&sample.draws, step), &largest),
            decisive: part(&sample.decisive, 1),
            features: kept.iter().map(|&place| sample.features[place]).collect(),
            atoms,
            conditions: for_fix.then(|| Conditions::new(library, &sample)),
        }
    }

    /// Returns the number of positions that must match, one of each class of symmetric positions.
    pub fn to_exclude(&self) -> usize {
        self.decisive.len()
    }
}

/// Returns the bounding boxes of the decisive positions in each leaf, over the given features.
fn atoms(grown: &Grown, decisive: &Rows, features: &[usize]) -> Vec<Ranges> {
    let mut boxes = vec![Ranges::nothing(features.len()); grown.nodes.len()];
    let mut kept = vec![0; features.len()];
    for position in 0..decisive.len() {
        let row = decisive.row(position);
        let mut at = 0;
        while let Some((feature, threshold, first)) = grown.nodes[at].split {
            at = first as usize + usize::from(row[usize::from(feature)] > threshold);
        }
        kept.iter_mut().zip(features).for_each(|(kept, &place)| *kept = row[place]);
        boxes[at].take_in(&kept);
    }
    boxes.retain(|ranges| !ranges.is_empty());
    boxes
}

/// A list of patterns that a search found, and its price.
#[derive(Clone, Debug)]
pub struct Found {
    /// The patterns that match all decisive positions.
    pub patterns: Patterns,
    /// The share of the draws that the list matches, from 0 to 1, estimated from a sample.
    pub price: f64,
}

/// Searches for a list of at most `wanted` patterns that matches all decisive positions and as few
/// draws as possible.
pub fn cover(problem: &Problem, wanted: usize, effort: Effort) -> Found {
    if problem.to_exclude() == 0 {
        return Found { patterns: Patterns::default(), price: 0.0 };
    }
    let best = boxes(problem, wanted, effort);
    let draws = problem.draws.len().max(1) as f64;
    let largest = problem.draws.largest();
    let pattern =
        |ranges: &Ranges| Pattern::new(ranges.bounds(largest), &problem.features, largest);
    let list = best.boxes.iter().map(pattern).collect();
    let patterns = Patterns { list, en_passant: false };
    Found { patterns, price: best.price as f64 / draws }
}

/// Searches like [`cover`], then replaces long conditions by short ones where that costs little
/// more, and at most the share `allowed` of the draws in total. The problem must have been made for
/// a fix.
pub fn short_cover(problem: &Problem, wanted: usize, effort: Effort, allowed: f64) -> Found {
    let Some(conditions) = problem.conditions.as_ref().filter(|_| problem.to_exclude() > 0) else {
        return cover(problem, wanted, effort);
    };
    let found = boxes(problem, wanted, effort);
    let widened =
        found.boxes.iter().map(|ranges| conditions.widened(ranges, &problem.features)).collect();
    let (boxes, price) = conditions.simplified(widened, allowed);
    let list = boxes.iter().map(|ranges| conditions.pattern(ranges)).collect();
    Found { patterns: Patterns { list, en_passant: false }, price }
}

/// Returns the simplest short condition that matches all decisive positions, if possible within the
/// share `allowed` of the draws; `None` if there is no such condition. The problem must have been
/// made for a fix.
pub fn single_condition(problem: &Problem, allowed: f64) -> Option<Found> {
    let conditions = problem.conditions.as_ref()?;
    let (ranges, price) = conditions.single(allowed)?;
    let list = vec![conditions.pattern(&ranges)];
    Some(Found { patterns: Patterns { list, en_passant: false }, price })
}

/// Returns ranges of features that all decisive positions, but few draws, have in common. The
/// problem must have been made for a fix.
pub fn in_common(problem: &Problem) -> Vec<Range> {
    match &problem.conditions {
        Some(conditions) if problem.to_exclude() > 0 => conditions.in_common(),
        _ => Vec::new(),
    }
}

/// Searches for the boxes of a list with at most `wanted` patterns.
fn boxes(problem: &Problem, wanted: usize, effort: Effort) -> Cover {
    let tried = parallel::map(problem.atoms.len(), |seed| {
        let atoms = &problem.atoms[seed];
        let found = search(&problem.few_draws, atoms, wanted, effort.pairs(), seed as u64);
        finish(problem, &found.boxes, seed as u64)
    });
    let best = tried.into_iter().min_by_key(|cover| cover.price);
    best.expect("some trees were grown")
}

/// Tightens boxes and drops bounds with little effect.
fn finish(problem: &Problem, boxes: &[Ranges], seed: u64) -> Cover {
    let mut random = Random(seed);
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    let tight = (0..ORDERS).map(|_| {
        random.shuffle(&mut order);
        let boxes = tighten(&problem.decisive, boxes, &order);
        Cover { price: count(&problem.few_draws.union(&boxes)), boxes }
    });
    let mut best = tight.min_by_key(|cover| cover.price).expect("there are several orders");
    let draws = problem.draws.len() as u64;
    shorten(&problem.draws, &mut best.boxes, draws / SLACK);
    let price = count(&problem.draws.union(&best.boxes));
    let budget = (draws / BUDGET).min(price / 4 + draws / SLACK);
    drop_cheapest(&problem.draws, &mut best.boxes, budget);
    drop_needless(&problem.decisive, &mut best.boxes);
    best.price = count(&problem.draws.union(&best.boxes));
    best
}
