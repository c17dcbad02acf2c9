//! Finds the mistake behind a rule's wrong claims: one or two plain conditions under which wrong
//! claims are far more frequent than elsewhere.

use drawproof_features::{Library, words};
use drawproof_tables::parallel;
use drawproof_verifier::{Claimed, saved_file::FileError, tune::NearMiss};

use crate::{
    fixes::Verified,
    patterns::{
        ListRule, Pattern, Patterns,
        boxes::{Planes, Set, count},
    },
    repair::lanes_of,
    sample::{Sample, Share},
    withdrawals::{WeightedClaims, withdrawals},
    world::count_lanes,
};

/// Features from this obscurity on take more than a look at the board.
const OBSCURE: u8 = 8;

/// The weight of the share of right claims that meet the conditions, relative to that of the wrong
/// claims.
const WEIGHT: f64 = 2.0;

/// The minimum share of the wrong claims that a near miss explains.
const EXPLAINED: f64 = 0.5;

/// The maximum share of the right claims that it costs.
const COSTS: f64 = 0.25;

/// The minimum factor by which the ratio of wrong to right claims must be higher under the
/// conditions than overall.
const CONCENTRATED: f64 = 2.0;

/// The minimum factor by which a second condition must raise that ratio over either condition
/// alone.
const WORTH_A_CONDITION: f64 = 1.5;

/// The number of claims of each kind by which conditions are chosen.
const CLAIMS: u64 = 16_384;

/// A range of a feature, and the claims within it.
#[derive(Clone)]
struct Condition {
    bound: (usize, [u8; 2]),
    right: Set,
    wrong: Set,
    met: Met,
}

/// The number of right and wrong claims that meet a condition.
#[derive(Clone, Copy)]
struct Met {
    right: u64,
    wrong: u64,
}

/// Finds one or two plain conditions that hold for most of the wrong claims and the fewest right
/// ones; `None` if there are none.
///
/// # Errors
///
/// Fails if the recording belongs to another endgame.
pub(crate) fn near_miss(
    verified: &Verified,
    claimed: &Claimed,
) -> Result<Option<NearMiss>, FileError> {
    let Verified { world, library, recording, .. } = *verified;
    let lanes = lanes_of(world, claimed);
    let (right, wrong) = count_lanes(world.words(), &lanes);
    let of = |count: u64| count.div_ceil(CLAIMS).max(1);
    let share = Share { draws: of(right), decisive: of(wrong) };
    let offered = plain_features(library);
    let sample = Sample::take_of(world, library, &offered, share, &lanes);
    let largest = sample.largest();
    let Some(bounds) = best_of(&sample, &largest) else { return Ok(None) };
    let pattern = Pattern::new(bounds, &offered, &largest);
    let (in_words, says) = (pattern.in_words(library), pattern.says(library));
    let patterns = Patterns { list: vec![pattern], en_passant: false };
    let weights = recording.weights(world.layout())?;
    let claims = WeightedClaims { claimed, weights: &weights };
    let met = withdrawals(world, &ListRule::new("", library, &patterns), claims).withdrawn;
    Ok(Some(NearMiss { in_words, says, right: met.right, wrong: met.wrong }))
}

/// Returns the features that an author sees on the board.
fn plain_features(library: &Library) -> Vec<usize> {
    let features = library.features();
    (0..features.len()).filter(|&it| words::obscurity(&features[it]) < OBSCURE).collect()
}

/// Returns the best one or two ranges, with the feature's index in the sample.
fn best_of(sample: &Sample, largest: &[u8]) -> Option<Vec<(usize, [u8; 2])>> {
    let [right, wrong] = [&sample.draws, &sample.decisive].map(|it| Planes::new(it, largest));
    let conditions = conditions(&right, &wrong);
    let all = Met { right: right.len() as u64, wrong: wrong.len() as u64 };
    // Of two equally good ones, the first.
    let better = |a: (Vec<_>, Met), b: (Vec<_>, Met)| match all.worth(b.1) > all.worth(a.1) {
        true => b,
        false => a,
    };
    let best_from = |number: usize| {
        let first = &conditions[number];
        let single = (vec![first.bound], first.met);
        let pairs = conditions[number + 1..].iter().filter_map(|second| {
            let met = first.met_with(second);
            let of_parts = first.met.odds().max(second.met.odds());
            let is_worth_it = met.odds() >= WORTH_A_CONDITION * of_parts;
            (is_worth_it && second.bound.0 != first.bound.0)
                .then(|| (vec![first.bound, second.bound], met))
        });
        let found = std::iter::once(single).chain(pairs);
        found.filter(|(_, met)| all.is_explained_by(*met)).reduce(better)
    };
    let found = parallel::map(conditions.len(), best_from).into_iter().flatten();
    Some(found.reduce(better)?.0)
}

/// Returns all ranges that an author could write and that hold enough wrong claims: at most a
/// value, at least a value, or exactly a value.
fn conditions(right: &Planes, wrong: &Planes) -> Vec<Condition> {
    let of_feature = |place: usize| {
        let most = right.largest()[place];
        let mut ranges: Vec<[u8; 2]> =
            (0..=most).flat_map(|it| [[0, it], [it, most], [it, it]]).collect();
        ranges.sort_unstable();
        ranges.dedup();
        let within = |planes: &Planes, range: [u8; 2]| {
            [false, true].into_iter().fold(planes.everything(), |all, upper| {
                planes.kept(&all, place, range, upper).map_or(all, |(kept, _)| kept)
            })
        };
        let condition = |range: [u8; 2]| {
            let (right, wrong) = (within(right, range), within(wrong, range));
            let met = Met { right: count(&right), wrong: count(&wrong) };
            Condition { bound: (place, range), right, wrong, met }
        };
        let all = Met { right: right.len() as u64, wrong: wrong.len() as u64 };
        let found = ranges.into_iter().filter(|&it| it != [0, most]).map(condition);
        found.filter(|it| it.met.wrong as f64 >= EXPLAINED * all.wrong as f64).collect::<Vec<_>>()
    };
    parallel::map(right.largest().len(), of_feature).concat()
}

impl Condition {
    fn met_with(&self, other: &Condition) -> Met {
        let both = |a: &[u64], b: &[u64]| {
            a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum()
        };
        Met { right: both(&self.right, &other.right), wrong: both(&self.wrong, &other.wrong) }
    }
}

impl Met {
    /// Returns the number of wrong claims for each right one.
    fn odds(self) -> f64 {
        self.wrong as f64 / self.right.max(1) as f64
    }

    /// Returns `met` as shares of these claims.
    fn shares(self, met: Met) -> [f64; 2] {
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        [share(met.right, self.right), share(met.wrong, self.wrong)]
    }

    /// Returns whether the condition holds for most of the wrong claims and few right ones, at a
    /// much higher ratio of wrong to right than overall.
    fn is_explained_by(self, met: Met) -> bool {
        let [costs, explains] = self.shares(met);
        explains >= EXPLAINED && costs <= COSTS && met.odds() >= CONCENTRATED * self.odds()
    }

    /// Returns the score by which a near miss is chosen.
    fn worth(self, met: Met) -> f64 {
        let [costs, explains] = self.shares(met);
        explains - WEIGHT * costs
    }
}
