//! Counts the claims of a tree in every position.

use std::ops::Range;

use drawproof_features::{Library, tree::Tree};
use drawproof_tables::parallel;

use crate::{
    tree_rule::TreeRule,
    world::{WORDS, World},
};

/// The counts of one tree over all positions, with either side to move and like men distinguished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions won for either side.
    pub decisive: u64,
    /// The number of draws claimed.
    pub spotted: u64,
    /// The number of positions that end in each leaf: `[branch][child]`, each as `[draws,
    /// decisive]`.
    pub leaves: Vec<[[u64; 2]; 2]>,
    /// The number of positions that reach each branch, counting one of each class of symmetric
    /// positions.
    pub visits: Vec<u64>,
    /// The number of positions, counting one of each class of symmetric positions.
    pub positions: u64,
}

impl Counted {
    fn nothing(tree: &Tree) -> Counted {
        let count = tree.branches.len();
        Counted { leaves: vec![[[0; 2]; 2]; count], visits: vec![0; count], ..Counted::default() }
    }

    fn add(mut self, other: Counted) -> Counted {
        self.draws += other.draws;
        self.decisive += other.decisive;
        self.spotted += other.spotted;
        self.positions += other.positions;
        for (own, more) in
            self.leaves.iter_mut().flatten().flatten().zip(other.leaves.iter().flatten().flatten())
        {
            *own += more;
        }
        self.visits.iter_mut().zip(&other.visits).for_each(|(own, more)| *own += more);
        self
    }

    /// Returns the share of the draws that are claimed, from 0 to 1.
    pub fn share(&self) -> f64 {
        if self.draws == 0 { 0.0 } else { self.spotted as f64 / self.draws as f64 }
    }
}

/// Counts the claims of a tree over all positions.
pub fn count(world: &World, library: &Library, tree: &Tree) -> Counted {
    let learned = TreeRule::new("", library, tree);
    let of_words = |words: Range<usize>| {
        let (mut counted, mut room) = (Counted::nothing(tree), learned.room());
        for places in words.filter_map(|word| world.places(word)) {
            room.begin(&places.squares);
            let all = places.draws | places.decisive;
            let weigh = |set: u64| u64::from(set.count_ones()) * places.weight;
            counted.draws += weigh(places.draws);
            counted.decisive += weigh(places.decisive);
            counted.positions += u64::from(all.count_ones());
            let Counted { visits, leaves, spotted, .. } = &mut counted;
            learned.send(
                &mut room,
                all,
                |branch, part| visits[branch] += u64::from(part.count_ones()),
                |leaf, part| {
                    if let Some((branch, side)) = leaf {
                        leaves[branch][side][0] += weigh(part & places.draws);
                        leaves[branch][side][1] += weigh(part & places.decisive);
                    }
                    if tree.claims(leaf) {
                        *spotted += weigh(part & places.draws);
                    }
                },
            );
        }
        counted
    };
    let counted = parallel::map_ranges(world.words(), WORDS, of_words);
    counted.into_iter().fold(Counted::nothing(tree), Counted::add)
}

/// Removes the claims of all leaves that hold a decisive position. Returns the number of these
/// leaves.
pub fn demote_unsound(tree: &mut Tree, counted: &Counted) -> usize {
    let mut demoted = 0;
    if tree.everything && counted.decisive > 0 {
        tree.demote(None);
        demoted += 1;
    }
    for (branch, ways) in counted.leaves.iter().enumerate() {
        for (side, [_, decisive]) in ways.iter().enumerate() {
            if *decisive > 0 && tree.claims(Some((branch, side))) {
                tree.demote(Some((branch, side)));
                demoted += 1;
            }
        }
    }
    tree.tidy();
    demoted
}
