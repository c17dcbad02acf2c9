//! A decision tree over features. Each leaf claims a draw or makes no claim.

use std::collections::BTreeSet;

/// The child of a branch: another branch or a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// Another branch, given by its number.
    Branch(u32),
    /// A leaf that claims a draw.
    Draw,
    /// A leaf without a claim.
    Unknown,
}

/// A question whether a feature exceeds a threshold, and a child for each answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the feature in its library.
    pub feature: usize,
    /// Values up to the threshold lead to the first child, larger values to the second.
    pub threshold: u8,
    /// The children of the branch: for values of at most the threshold, and for larger values.
    pub children: [Child; 2],
}

/// A decision tree. Branches are numbered level by level; the root is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The branches by number; empty for a tree that is a single leaf.
    pub branches: Vec<Branch>,
    /// Whether a tree without branches claims a draw in every position.
    pub everything: bool,
}

impl Tree {
    /// Returns the number of leaves.
    pub fn leaves(&self) -> usize {
        self.branches.len() + 1
    }

    /// Returns the features that the tree asks about, in ascending order.
    pub fn features(&self) -> Vec<usize> {
        let used: BTreeSet<usize> = self.branches.iter().map(|branch| branch.feature).collect();
        used.into_iter().collect()
    }

    /// Returns the leaf for the given feature values as its branch and the number of the child, 0
    /// or 1; `None` if the tree has no branches.
    pub fn leaf(&self, value: impl Fn(usize) -> u8) -> Option<(usize, usize)> {
        if self.branches.is_empty() {
            return None;
        }
        let mut at = 0;
        loop {
            let branch = &self.branches[at];
            let side = usize::from(value(branch.feature) > branch.threshold);
            match branch.children[side] {
                Child::Branch(next) => at = next as usize,
                _ => return Some((at, side)),
            }
        }
    }

    /// Returns whether a leaf, as [`Tree::leaf`] returns it, claims a draw.
    #[inline(always)]
    pub fn claims(&self, leaf: Option<(usize, usize)>) -> bool {
        match leaf {
            None => self.everything,
            Some((branch, side)) => self.branches[branch].children[side] == Child::Draw,
        }
    }

    /// Removes the claim of a leaf, as [`Tree::leaf`] returns it.
    pub fn demote(&mut self, leaf: Option<(usize, usize)>) {
        match leaf {
            None => self.everything = false,
            Some((branch, side)) => self.branches[branch].children[side] = Child::Unknown,
        }
    }

    /// Removes the subtrees without claims, and renumbers the branches.
    pub fn tidy(&mut self) {
        let mut claims = vec![false; self.branches.len()];
        for (number, branch) in self.branches.iter().enumerate().rev() {
            claims[number] = branch.children.iter().any(|child| match *child {
                Child::Branch(next) => claims[next as usize],
                Child::Draw => true,
                Child::Unknown => false,
            });
        }
        let branches = numbered(claims.first() == Some(&true), |number| {
            let branch = self.branches[number];
            let children = branch.children.map(|child| match child {
                Child::Branch(below) if claims[below as usize] => Ok(below as usize),
                Child::Branch(_) => Err(Child::Unknown),
                leaf => Err(leaf),
            });
            (branch.feature, branch.threshold, children)
        });
        self.branches = branches;
    }
}

/// Numbers the branches of a tree level by level. `branch` returns the feature, the threshold and
/// the children of a node; a child is the node of a branch, or else a leaf. The root is node 0.
pub fn numbered(
    has_branches: bool,
    branch: impl Fn(usize) -> (usize, u8, [Result<usize, Child>; 2]),
) -> Vec<Branch> {
    let mut order: Vec<usize> = if has_branches { vec![0] } else { Vec::new() };
    let mut branches = Vec::new();
    while let Some(&node) = order.get(branches.len()) {
        let (feature, threshold, children) = branch(node);
        let children = children.map(|child| match child {
            Ok(below) => {
                order.push(below);
                Child::Branch(order.len() as u32 - 1)
            }
            Err(leaf) => leaf,
        });
        branches.push(Branch { feature, threshold, children });
    }
    branches
}
