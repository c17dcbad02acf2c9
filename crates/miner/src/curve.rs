//! The learned trees of several sizes, with the counts of their claims.

use drawproof_features::{Library, tree::Tree};

use crate::{
    count::{Counted, count, demote_unsound},
    learn::Learning,
    report::Step,
    size::Size,
    world::World,
};

/// The trees of all sizes without their unsound leaves, counted over all positions, the smallest first.
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
