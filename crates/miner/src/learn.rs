//! Learns trees of every size from a table.

use std::{cmp::Reverse, ops::ControlFlow};

use drawproof_features::{Library, packed::PackedTree, tree::Tree};
use drawproof_tables::{Cell, PlainTable, progress::Steps};
use twox_hash::XxHash3_64;

use crate::{
    count::{Counted, count, demote_unsound},
    grow::{Grown, GrownNode, Growth, grow},
    improve::improve,
    prune::{Cut, Pruning, QUESTIONS, Size},
    refuting::Refuting,
    report::Step,
    sample::{Sample, Share},
    tree_rule::TreeRule,
    world::World,
};

/// The exponents of the cost with which trees are grown; see `grow.rs`.
pub const EXPONENTS: [f64; 4] = [0.2, 0.3, 0.4, 0.5];

/// The maximum number of draws in the sample.
const DRAWS_MAX: u64 = 4_000_000;

/// The maximum number of positions in the trial that chooses features.
const TRIAL_POSITIONS: u64 = 600_000;

/// The number of leaves of the trial's trees.
const TRIAL_LEAVES: usize = 1_500;

/// The maximum number of features on which trees grow if there are many positions.
const FEATURES_MAX: usize = 72;

/// With more positions than this, a trial chooses features.
const MANY_POSITIONS: u64 = 1_500_000;

/// The result of learning: trees of every size, and the size of the sample.
pub struct Learning {
    /// The grown trees, then the improved ones.
    grown: Vec<Vec<GrownNode>>,
    features: Vec<usize>,
    /// The number of decisive positions in the sample, one of each class of symmetric positions.
    /// All are in the sample if they fit into memory.
    pub decisive: u64,
    /// The number of draws in the sample.
    pub draws: u64,
    /// The sample takes one in this many draws.
    pub draw_share: u64,
    /// The number of features of the endgame, and the number of those on which trees grew.
    pub offered: (usize, usize),
}

/// Returns the approximate memory in bytes that learning takes: the features of all decisive
/// positions, and copies of them during lookahead. Measured: KRBKR 8.0 GB, KBNKR 6.1 GB. With less
/// memory, trees are learned from a sample.
pub fn memory_needed(draws: u64, decisive: u64, library: &Library) -> u64 {
    let rows = draws.min(DRAWS_MAX) + decisive;
    rows * row_bytes(library.features().len().min(FEATURES_MAX))
}

/// Returns the memory in bytes that a position with `features` features takes.
pub(crate) fn row_bytes(features: usize) -> u64 {
    3 * features as u64
}

/// The minimum number of positions in a sample, however small the memory.
pub(crate) const ROWS_MIN: u64 = 100_000;

/// The number of times that trees grow from a sample of the decisive positions. After each time but
/// the last, positions that refute their claims are added.
const ROUNDS: usize = 3;

/// Learns trees up to the largest of `sizes` in about `memory_bytes` ([`memory_needed`]). If memory
/// is short, trees are learned from a sample of the decisive positions, to which positions that
/// refute the trees are added. [`counted_trees`] removes the claims of leaves that other positions
/// refute. `steps` reports progress and can stop the work.
pub fn learn(
    world: &World,
    library: &Library,
    sizes: &[Size],
    memory_bytes: u64,
    steps: Steps,
) -> ControlFlow<(), Learning> {
    let (draws, decisive) = world.count();
    let offered = library.features().len();
    let mut features: Vec<usize> = (0..offered).collect();
    if draws + decisive > MANY_POSITIONS && offered > FEATURES_MAX {
        steps.begin("choosing features for")?;
        features = choose(world, library, features, (draws, decisive));
    }
    steps.begin("evaluating features of")?;
    let has_all = memory_needed(draws, decisive, library) <= memory_bytes;
    // The table may take the other half.
    let rows = (memory_bytes / 2 / row_bytes(features.len())).max(ROWS_MIN);
    // A quarter is left for positions that refute claims.
    let (most_draws, most_decisive) =
        if has_all { (DRAWS_MAX, decisive) } else { (DRAWS_MAX.min(rows / 4), rows / 2) };
    let share = Share {
        draws: draws.div_ceil(most_draws).max(1),
        decisive: decisive.div_ceil(most_decisive.max(1)).max(1),
    };
    let mut sample = Sample::take(world, library, &features, share);
    for round in 1.. {
        let learning = learn_from(&sample, sizes, share.draws, offered, steps)?;
        if has_all || round == ROUNDS {
            return ControlFlow::Continue(learning);
        }
        steps.begin("refuting claims of")?;
        let trees: Vec<Tree> = learning.trees(sizes).into_iter().flatten().collect();
        let refuting = refuting(world, library, &trees);
        let room = (rows / 4 / (ROUNDS as u64 - 1)).max(1);
        if refuting.count() == 0 {
            return ControlFlow::Continue(learning);
        }
        let share = Share { draws: 1, decisive: refuting.count().div_ceil(room) };
        let lanes = |word: usize| (0, refuting.lanes(word));
        sample.add_decisive(Sample::take_of(world, library, &features, share, &lanes));
    }
    unreachable!("the last round returns")
}

/// Learns trees from a sample.
fn learn_from(
    sample: &Sample,
    sizes: &[Size],
    draw_share: u64,
    offered: usize,
    steps: Steps,
) -> ControlFlow<(), Learning> {
    steps.begin("growing trees for")?;
    let leaves = sizes.iter().map(|size| size.leaves_to_grow()).max().unwrap_or(1);
    let is_in_bytes = sizes.iter().any(|size| matches!(size, Size::Bytes(_)));
    let questions = if is_in_bytes { QUESTIONS } else { usize::MAX };
    let growth = |exponent| Growth { exponent, leaves, least_draws: 0.0, questions };
    let grown = grow(sample, &EXPONENTS.map(growth));
    steps.begin("trying splits for")?;
    let refined = sizes.iter().filter_map(|&size| improve(sample, &grown, size));
    let refined: Vec<Vec<GrownNode>> = refined.collect();
    ControlFlow::Continue(Learning {
        grown: grown.into_iter().map(|grown| grown.nodes).chain(refined).collect(),
        decisive: sample.decisive.len() as u64,
        draws: sample.draws.len() as u64,
        draw_share,
        offered: (offered, sample.features.len()),
        features: sample.features.clone(),
    })
}

/// Returns the decisive positions that one of the trees claims to be drawn.
fn refuting(world: &World, library: &Library, trees: &[Tree]) -> Refuting {
    let rules: Vec<TreeRule> = trees.iter().map(|tree| TreeRule::new("", library, tree)).collect();
    let rooms = || rules.iter().map(TreeRule::room).collect::<Vec<_>>();
    Refuting::find(world, rooms, |rooms, word| {
        let Some(places) = world.places(word).filter(|places| places.decisive != 0) else {
            return 0;
        };
        let mut refuting = 0;
        for (rule, room) in rules.iter().zip(rooms) {
            room.begin(&places.squares);
            refuting |= rule.draws(room, places.decisive);
        }
        refuting
    })
}

/// Returns the features that lower the cost most in trees grown on a small sample.
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
    strongest(&grown, FEATURES_MAX).into_iter().map(|place| features[place]).collect()
}

/// Returns at most `most` features, by index in a row: those that lower the cost most in the trees.
pub(crate) fn strongest(grown: &[Grown], most: usize) -> Vec<usize> {
    let gain = |place: usize| grown.iter().map(|grown| grown.gains[place]).sum::<f64>();
    let mut places: Vec<usize> = (0..grown[0].gains.len()).collect();
    places.sort_by_key(|&place| (Reverse(gain(place).to_bits()), place));
    places.truncate(most);
    places.sort_unstable();
    places
}

impl Learning {
    /// Returns the best tree of each size; `None` if no tree of that size makes a claim.
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

    /// Returns the largest tree whose tables take at most `bytes`.
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

/// Returns the checksum of all values of a table, in the order of files: White to move before Black
/// to move.
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

/// Returns the trees of all sizes, smallest first, counted over all positions. Leaves that hold a
/// decisive position have lost their claims.
pub fn counted_trees(
    learning: &Learning,
    sizes: &[Size],
    world: &World,
    library: &Library,
) -> Vec<(Tree, Counted, Step)> {
    let mut trees: Vec<Tree> = learning.trees(sizes).into_iter().flatten().collect();
    trees.sort_by_key(Tree::leaves);
    trees.dedup();
    let mut steps = Vec::new();
    for mut tree in trees {
        let mut counted = count(world, library, &tree);
        let demoted = demote_unsound(&mut tree, &counted);
        if demoted > 0 {
            counted = count(world, library, &tree);
        }
        if !tree.branches.is_empty() {
            let step = Step::new(&tree, &counted, demoted);
            steps.push((tree, counted, step));
        }
    }
    steps
}
