//! Learns trees of every size from a table.

use std::cmp::Reverse;

use drawproof_features::{Library, packed::PackedTree, tree::Tree};
use drawproof_tables::{Cell, PlainTable};
use twox_hash::XxHash3_64;

use crate::{
    grow::{GrownNode, Growth, grow},
    improve::improve,
    prune::{Cut, Pruning},
    sample::{Sample, Share},
    size::{QUESTIONS, Size},
    world::World,
};

/// The exponents of the growths; see `grow.rs`.
pub const EXPONENTS: [f64; 4] = [0.2, 0.3, 0.4, 0.5];

/// The greatest number of draws in the sample.
const DRAWS_MAX: u64 = 4_000_000;

/// The greatest number of positions in the trial that chooses features.
const TRIAL_POSITIONS: u64 = 600_000;

/// The number of leaves of the trial's trees.
const TRIAL_LEAVES: usize = 1_500;

/// The greatest number of features on which trees are grown where there are many positions.
const FEATURES_MAX: usize = 72;

/// With more positions than this, a trial chooses features.
const MANY_POSITIONS: u64 = 1_500_000;

/// The result of learning: trees of every size.
pub struct Learning {
    /// The grown trees, then the improved ones.
    grown: Vec<Vec<GrownNode>>,
    features: Vec<usize>,
    /// Decisive positions in the sample: all, one of each class of symmetric positions.
    pub decisive: u64,
    /// Draws in the sample.
    pub draws: u64,
    /// The sample holds one draw in this many.
    pub draw_share: u64,
    /// The number of features of the endgame, and of those on which trees were grown.
    pub offered: (usize, usize),
}

/// The approximate memory of learning in bytes from so many draws and decisive positions: the
/// features of all decisive positions, and copies of them during lookahead. Measured: KRBKR 8.0 GB,
/// KBNKR 6.1 GB.
pub fn memory_needed(draws: u64, decisive: u64, library: &Library) -> u64 {
    let rows = draws.min(DRAWS_MAX) + decisive;
    let width = library.features().len().min(FEATURES_MAX) as u64;
    rows * width * 3
}

/// Learns trees up to the largest of `sizes`. `note` receives the name of each step.
pub fn learn(world: &World, library: &Library, sizes: &[Size], note: &dyn Fn(&str)) -> Learning {
    let (draws, decisive) = world.count();
    let offered = library.features().len();
    let mut features: Vec<usize> = (0..offered).collect();
    if draws + decisive > MANY_POSITIONS && offered > FEATURES_MAX {
        note("choosing features for");
        features = choose(world, library, features, (draws, decisive));
    }
    note("evaluating features of");
    let share = Share { draws: draws.div_ceil(DRAWS_MAX).max(1), decisive: 1 };
    let sample = Sample::take(world, library, &features, share);
    note("growing trees for");
    let leaves = sizes.iter().map(|size| size.leaves_to_grow()).max().unwrap_or(1);
    let is_in_bytes = sizes.iter().any(|size| matches!(size, Size::Bytes(_)));
    let questions = if is_in_bytes { QUESTIONS } else { usize::MAX };
    let growth = |exponent| Growth { exponent, leaves, least_draws: 0.0, questions };
    let grown = grow(&sample, &EXPONENTS.map(growth));
    note("trying splits for");
    let refined = sizes.iter().filter_map(|&size| improve(&sample, &grown, size));
    let refined: Vec<Vec<GrownNode>> = refined.collect();
    Learning {
        grown: grown.into_iter().map(|grown| grown.nodes).chain(refined).collect(),
        decisive,
        draws: sample.draws.len() as u64,
        draw_share: share.draws,
        offered: (offered, features.len()),
        features,
    }
}

/// The features that lower the cost most in trees grown on a small sample.
pub(crate) fn choose(
    world: &World,
    library: &Library,
    features: Vec<usize>,
    (draws, decisive): (u64, u64),
) -> Vec<usize> {
    let share = Share {
        draws: draws.div_ceil(TRIAL_POSITIONS / 2).max(1),
        decisive: decisive.div_ceil(TRIAL_POSITIONS / 2).max(1),
    };
    let sample = Sample::take(world, library, &features, share);
    let growth = |exponent| Growth {
        exponent,
        leaves: TRIAL_LEAVES,
        least_draws: 0.0,
        questions: usize::MAX,
    };
    let grown = grow(&sample, &[growth(0.3), growth(0.5)]);
    let gain = |place: usize| grown.iter().map(|grown| grown.gains[place]).sum::<f64>();
    let mut places: Vec<usize> = (0..features.len()).collect();
    places.sort_by_key(|&place| (Reverse(gain(place).to_bits()), place));
    places.truncate(FEATURES_MAX);
    places.sort_unstable();
    places.into_iter().map(|place| features[place]).collect()
}

impl Learning {
    /// The best tree of each size; `None` if no tree of that size claims anything.
    pub fn trees(&self, sizes: &[Size]) -> Vec<Option<Tree>> {
        let prunings: Vec<Pruning> = self.grown.iter().map(|nodes| Pruning::new(nodes)).collect();
        sizes.iter().map(|&size| self.tree(&prunings, size)).collect()
    }

    fn tree(&self, prunings: &[Pruning], size: Size) -> Option<Tree> {
        let cut = |pruning: &Pruning| -> Option<Cut> {
            match size {
                Size::Leaves(leaves) => Some(pruning.best(leaves.saturating_sub(1))),
                Size::Bytes(bytes) => Some(self.within(pruning, bytes)),
                Size::Spotted(share) => {
                    pruning.claiming(share * (self.draws * self.draw_share) as f64)
                }
            }
        };
        let found = prunings.iter().filter_map(|p| cut(p).map(|cut| (p, cut)));
        let best = match size {
            Size::Spotted(_) => found.min_by_key(|(_, cut)| cut.branches),
            _ => found.max_by(|a, b| a.1.claimed.total_cmp(&b.1.claimed)),
        };
        let (pruning, cut) = best.or_else(|| {
            let whole = prunings.iter().map(|p| (p, p.best(usize::MAX)));
            whole.max_by(|a, b| a.1.claimed.total_cmp(&b.1.claimed))
        })?;
        let tree = pruning.tree(&cut, &self.features);
        (!tree.branches.is_empty()).then_some(tree)
    }

    /// The largest tree whose tables take at most `bytes`.
    fn within(&self, pruning: &Pruning, bytes: usize) -> Cut {
        let fits = |branches: usize| {
            let cut = pruning.best(branches);
            let tree = pruning.tree(&cut, &self.features);
            tree.branches.is_empty() || PackedTree::new(&tree).bytes() <= bytes
        };
        let (mut least, mut most) = (0, bytes + 1);
        while most - least > 1 {
            let middle = (least + most) / 2;
            if fits(middle) { least = middle } else { most = middle }
        }
        pruning.best(least)
    }
}

/// The checksum of all values of a table as in files, White to move before Black to move.
pub fn checksum(table: &PlainTable) -> u64 {
    use std::hash::Hasher;
    let mut hasher = XxHash3_64::new();
    for side in drawproof_board::Color::ALL {
        for cells in table.cells(side).chunks(1 << 16) {
            let bytes = cells.iter().map(|&cell| Cell::from_byte(cell).file_byte());
            hasher.write(&bytes.collect::<Vec<u8>>());
        }
    }
    hasher.finish()
}
