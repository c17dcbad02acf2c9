//! A tree that says yes or no to every position, right most of the time.

use drawproof_features::tree::{Branch, Child, Tree};

use crate::grow::Grown;

/// Bits that a branch takes in a file, about.
const BRANCH_BITS: f64 = 13.0;

/// A tree whose leaves say yes ([`Child::Draw`]) or no ([`Child::Unknown`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorter {
    /// The tree.
    pub tree: Tree,
}

impl Sorter {
    /// The part of a grown tree that is worth its bytes where an exception takes `exception_bits`;
    /// and what it takes with its exceptions in bits. `features` are the numbers of the sample's
    /// features; yes is what the sample calls a draw.
    pub fn new(grown: &Grown, exception_bits: f64, features: &[usize]) -> (Sorter, f64) {
        let nodes = &grown.nodes;
        let mut bits = vec![0.0; nodes.len()];
        let mut is_branch = vec![false; nodes.len()];
        for (number, node) in nodes.iter().enumerate().rev() {
            bits[number] = node.draws.min(node.decisive) * exception_bits;
            if let Some((_, _, first)) = node.split {
                let split = BRANCH_BITS + bits[first as usize] + bits[first as usize + 1];
                if split < bits[number] {
                    bits[number] = split;
                    is_branch[number] = true;
                }
            }
        }
        let says_yes = |node: usize| nodes[node].draws > nodes[node].decisive;
        let mut order: Vec<usize> = if is_branch[0] { vec![0] } else { Vec::new() };
        let (mut next, mut branches) = (0, Vec::new());
        while next < order.len() {
            let (feature, threshold, first) = nodes[order[next]].split.expect("it is a branch");
            let children = [first as usize, first as usize + 1].map(|child| {
                if is_branch[child] {
                    order.push(child);
                    return Child::Branch(order.len() as u32 - 1);
                }
                if says_yes(child) { Child::Draw } else { Child::Unknown }
            });
            branches.push(Branch { feature: features[usize::from(feature)], threshold, children });
            next += 1;
        }
        let everything = branches.is_empty() && says_yes(0);
        (Sorter { tree: Tree { branches, everything } }, bits[0])
    }

    /// The features it asks about, ascending.
    pub fn features(&self) -> Vec<usize> {
        self.tree.features()
    }

    /// What it says where features have the values that `value` gives.
    #[inline(always)]
    pub fn is_yes(&self, value: impl Fn(usize) -> u8) -> bool {
        self.tree.claims(self.tree.leaf(value))
    }
}
