//! Weakest-link pruning of a grown tree.
//!
//! Pruning repeatedly cuts off the subtree that claims the fewest draws for each of its branches,
//! until nothing is left. The number of branches identifies each intermediate tree. [`Size`] limits
//! a recognizer: by leaves, by bytes, or by the draws that it must claim.

use std::collections::BTreeSet;

use drawproof_features::tree::{Child, Tree, numbered};

use crate::grow::GrownNode;

/// The maximum number of different questions in a tree, so that a question's number fits into a
/// byte.
pub(crate) const QUESTIONS: usize = 256;

/// The size limit of a recognizer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// The tree has at most this many leaves.
    Leaves(usize),
    /// The tables of the tree have at most this many bytes.
    Bytes(usize),
    /// The tree has as few leaves as possible but claims at least this share of the draws, from 0
    /// to 1.
    Spotted(f64),
}

impl Size {
    /// Returns the number of leaves to grow, so that pruning has a choice.
    pub(crate) fn leaves_to_grow(self) -> usize {
        match self {
            Size::Leaves(leaves) => leaves * 2 + 200,
            Size::Bytes(bytes) => bytes * 3 / 2 + 200,
            Size::Spotted(_) => 16_000,
        }
    }
}

/// A tree that remains after a subtree is cut off.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The node that became a leaf without a claim.
    node: u32,
    /// The number of branches of the remaining tree.
    pub branches: usize,
    /// The number of draws that the remaining tree claims.
    pub claimed: f64,
}

/// All trees that pruning makes from a grown tree, the largest first.
pub struct Pruning<'a> {
    nodes: &'a [GrownNode],
    /// The cuts. The first one, with node `u32::MAX`, is the whole tree without subtrees that claim
    /// nothing.
    cuts: Vec<Cut>,
}

impl<'a> Pruning<'a> {
    /// Prunes a tree step by step to nothing.
    pub fn new(nodes: &'a [GrownNode]) -> Pruning<'a> {
        let count = nodes.len();
        let mut claimed = vec![0.0; count];
        let mut branches = vec![0_usize; count];
        let mut parents = vec![u32::MAX; count];
        for (number, node) in nodes.iter().enumerate().rev() {
            let Some((_, _, first)) = node.split else {
                claimed[number] = if node.decisive == 0.0 { node.draws } else { 0.0 };
                continue;
            };
            let children = [first as usize, first as usize + 1];
            claimed[number] = children.iter().map(|&child| claimed[child]).sum();
            if claimed[number] > 0.0 {
                branches[number] = 1 + children.iter().map(|&c| branches[c]).sum::<usize>();
            }
            children.iter().for_each(|&child| parents[child] = number as u32);
        }
        let rank = |claimed: &[f64], branches: &[usize], node: usize| {
            ((claimed[node] / branches[node] as f64).to_bits(), node as u32)
        };
        let mut queue: BTreeSet<(u64, u32)> = (0..count)
            .filter(|&node| branches[node] > 0)
            .map(|node| rank(&claimed, &branches, node))
            .collect();
        let whole = Cut { node: u32::MAX, branches: branches[0], claimed: claimed[0] };
        let mut cuts = vec![whole];
        while let Some((_, node)) = queue.pop_first() {
            let node = node as usize;
            let is_gone = |mut at: u32| {
                while at != u32::MAX && branches[at as usize] > 0 {
                    at = parents[at as usize];
                }
                at != u32::MAX
            };
            if is_gone(node as u32) {
                continue;
            }
            let (lost, gone) = (claimed[node], branches[node]);
            let mut at = node as u32;
            while at != u32::MAX {
                let place = at as usize;
                queue.remove(&rank(&claimed, &branches, place));
                branches[place] -= gone;
                claimed[place] -= lost;
                if branches[place] > 0 && place != node {
                    queue.insert(rank(&claimed, &branches, place));
                }
                at = parents[place];
            }
            claimed[node] = 0.0;
            branches[node] = 0;
            cuts.push(Cut { node: node as u32, branches: branches[0], claimed: claimed[0] });
        }
        Pruning { nodes, cuts }
    }

    /// Returns the tree with at most `branches` branches that claims the most draws.
    pub fn best(&self, branches: usize) -> Cut {
        *self.cuts.iter().find(|cut| cut.branches <= branches).expect("nothing is left at the end")
    }

    /// Returns the smallest tree that claims at least `draws` draws; `None` if the whole tree
    /// claims fewer.
    pub fn claiming(&self, draws: f64) -> Option<Cut> {
        self.cuts.iter().rev().find(|cut| cut.claimed >= draws).copied()
    }

    /// Returns the tree after a cut. `features` are the numbers of the sample's features in the
    /// library.
    pub fn tree(&self, cut: &Cut, features: &[usize]) -> Tree {
        let nodes = self.nodes;
        let mut leaf = vec![false; nodes.len()];
        for earlier in &self.cuts {
            if earlier.branches < cut.branches {
                break;
            }
            if earlier.node != u32::MAX {
                leaf[earlier.node as usize] = true;
            }
        }
        let mut claims = vec![false; nodes.len()];
        for (number, node) in nodes.iter().enumerate().rev() {
            claims[number] = match node.split {
                _ if leaf[number] => false,
                None => node.decisive == 0.0 && node.draws > 0.0,
                Some((_, _, first)) => claims[first as usize] || claims[first as usize + 1],
            };
        }
        assert!(cut.branches == 0 || claims[0], "a tree with branches claims something");
        let is_branch = |node: usize| claims[node] && !leaf[node] && nodes[node].split.is_some();
        tree_of(nodes, features, is_branch, |node| claims[node])
    }
}

/// Returns a part of a grown tree. Its branches are the nodes, from the root on, for which
/// `is_branch` is true; leaves below them claim a draw if `claims` is true. `features` are the
/// numbers of the sample's features in the library.
pub(crate) fn tree_of(
    nodes: &[GrownNode],
    features: &[usize],
    is_branch: impl Fn(usize) -> bool,
    claims: impl Fn(usize) -> bool,
) -> Tree {
    let leaf = |node: usize| if claims(node) { Child::Draw } else { Child::Unknown };
    let branches = numbered(is_branch(0), |node| {
        let (feature, threshold, first) = nodes[node].split.expect("it is a branch");
        let children = [first as usize, first as usize + 1];
        let children =
            children.map(|child| if is_branch(child) { Ok(child) } else { Err(leaf(child)) });
        (features[usize::from(feature)], threshold, children)
    });
    Tree { everything: branches.is_empty() && claims(0), branches }
}
