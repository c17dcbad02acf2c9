//! A tree that answers yes or no about every position, correctly about most.

use drawproof_features::tree::{Branch, Child, Tree};

use crate::grow::Grown;

/// Bits that a branch takes in a file, about.
const BRANCH_BITS: f64 = 13.0;

/// A tree whose leaves answer yes ([`Child::Draw`]) or no ([`Child::Unknown`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorter {
    /// The tree.
    pub tree: Tree,
}

impl Sorter {
    /// The part of a grown tree that is worth its bytes where an exception takes `exception_bits`;
    /// and the bits of this part and its exceptions. `features` are the numbers of the sample's
    /// features; the positions to answer with yes are the sample's draws.
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
        let answers_yes = |node: usize| nodes[node].draws > nodes[node].decisive;
        let mut order: Vec<usize> = if is_branch[0] { vec![0] } else { Vec::new() };
        let (mut next, mut branches) = (0, Vec::new());
        while next < order.len() {
            let (feature, threshold, first) = nodes[order[next]].split.expect("it is a branch");
            let children = [first as usize, first as usize + 1].map(|child| {
                if is_branch[child] {
                    order.push(child);
                    return Child::Branch(order.len() as u32 - 1);
                }
                if answers_yes(child) { Child::Draw } else { Child::Unknown }
            });
            branches.push(Branch { feature: features[usize::from(feature)], threshold, children });
            next += 1;
        }
        let everything = branches.is_empty() && answers_yes(0);
        (Sorter { tree: Tree { branches, everything } }, bits[0])
    }

    /// The features it asks about, ascending.
    pub fn features(&self) -> Vec<usize> {
        self.tree.features()
    }

    /// Whether the answer is yes where features have the values that `value` returns.
    #[inline(always)]
    pub fn is_yes(&self, value: impl Fn(usize) -> u8) -> bool {
        self.tree.claims(self.tree.leaf(value))
    }
}
