//! A learned rule: a tree, the counts of its claims, and its origin.

use crate::{packed::PackedTree, tree::Tree};

/// A learned rule. [`crate::rule_file`] stores it, [`crate::emit`] writes it as source code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedRule {
    /// The endgame in canonical notation, such as `KRKR`.
    pub endgame: String,
    /// The command line that learns the same rule again.
    pub command: String,
    /// The XXH3 checksum of the table from which the rule was learned.
    pub table_checksum: u64,
    /// The number of draws on the whole board with either side to move, counting permutations of
    /// like men as different.
    pub draws: u64,
    /// The number of positions won for either side, counted like `draws`.
    pub decisive: u64,
    /// The number of draws that the rule claims, counted like `draws`.
    pub spotted: u64,
    /// The tree over the features of the endgame's [`crate::library::Library`]. It has at least one
    /// branch.
    pub tree: Tree,
    /// The number of positions that reach each branch, one of each class of symmetric positions.
    /// The busiest branches become code, the others tables.
    pub visits: Vec<u64>,
}

impl LearnedRule {
    /// Returns the lines at the top of the rule's source code, without comment marks.
    pub(crate) fn header(&self) -> Vec<String> {
        let packed = PackedTree::new(&self.tree);
        vec![
            format!("{}: which positions are drawn. Learned from the perfect table and proved", {
                &self.endgame
            }),
            "over every legal position, both sides to move, by drawproof.".into(),
            String::new(),
            format!("positions  {}", self.draws + self.decisive),
            format!("draws      {}", self.draws),
            format!("spotted    {} ({:.3} %)", self.spotted, self.floor_percent()),
            "incorrect  0".into(),
            format!("size       {} leaves, {} bytes packed", self.tree.leaves(), packed.bytes()),
            format!("features   {}", packed.features.len()),
            format!("table      xxh3 {:016x}", self.table_checksum),
            format!("command    {}", self.command),
        ]
    }

    /// Returns the fraction of the draws that the rule claims, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.draws == 0 { 0.0 } else { self.spotted as f64 / self.draws as f64 }
    }

    /// Returns [`LearnedRule::share`] in per cent, rounded down to three digits.
    fn floor_percent(&self) -> f64 {
        (self.share() * 100_000.0).floor() / 1000.0
    }
}
