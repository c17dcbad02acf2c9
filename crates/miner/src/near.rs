//! What an author most likely forgot: one or two plain conditions under which a rule goes wrong far more often than
//! elsewhere.

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

/// From this obscurity on a feature takes more than a look at the board.
const OBSCURE: u8 = 8;

/// What a right claim that meets the conditions weighs against a wrong one, both as shares.
const WEIGHT: f64 = 2.0;

/// A near miss explains at least this share of the wrong claims.
const EXPLAINED: f64 = 0.5;

/// It costs at most this share of the right claims.
const COSTS: f64 = 0.25;

/// Where it holds there are at least this many times as many wrong claims for each right one as in all.
const CONCENTRATED: f64 = 2.0;

/// With a second condition there are at least this many times as many wrong claims for each right one as with
/// either alone.
const WORTH_A_CONDITION: f64 = 1.5;

/// Claims of each kind by which conditions are chosen.
const CLAIMS: u64 = 16_384;

/// A range of a feature, and the claims that are within.
#[derive(Clone)]
struct Condition {
    bound: (usize, [u8; 2]),
    right: Set,
    wrong: Set,
    met: Met,
}

/// Right and wrong claims that meet a condition.
#[derive(Clone, Copy)]
struct Met {
    right: u64,
    wrong: u64,
}

/// Finds the one or two conditions that hold in most of the wrong claims and in the fewest right ones; `None` if no
/// plain ones do.
///
/// # Errors
///
/// The recording is of another endgame than its world.
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

/// Returns the best one or two ranges, by index of the feature in the sample.
fn best_of(sample: &Sample, largest: &[u8]) -> Option<Vec<(usize, [u8; 2])>> {
    let [right, wrong] = [&sample.draws, &sample.decisive].map(|it| Planes::new(it, largest));
    let conditions = conditions(&right, &wrong);
    let all = Met { right: right.len() as u64, wrong: wrong.len() as u64 };
    // Of two that are worth the same, the first.
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

/// Returns all ranges that an author could write: up to a value, from it on, or the value alone, as
/// far as they hold enough of the wrong claims.
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
    /// Wrong claims for each right one.
    fn odds(self) -> f64 {
        self.wrong as f64 / self.right.max(1) as f64
    }

    /// Returns the shares of these claims that are among `met`.
    fn shares(self, met: Met) -> [f64; 2] {
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        [share(met.right, self.right), share(met.wrong, self.wrong)]
    }

    /// Returns whether `met` has most of the wrong claims, few right ones, and many more wrong ones
    /// for each right one.
    fn is_explained_by(self, met: Met) -> bool {
        let [costs, explains] = self.shares(met);
        explains >= EXPLAINED && costs <= COSTS && met.odds() >= CONCENTRATED * self.odds()
    }

    /// What a near miss is chosen by.
    fn worth(self, met: Met) -> f64 {
        let [costs, explains] = self.shares(met);
        explains - WEIGHT * costs
    }
}
