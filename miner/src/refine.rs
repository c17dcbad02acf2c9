//! Trees made better by trying out what each split leads to.
//!
//! Growth takes the split that looks best at once. Here a tree is gone through from the root: at each
//! node the splits on several features are made one by one, below each a whole subtree is grown and
//! pruned to what is worth its branches, and the split whose subtree is worth most is kept. Below it
//! the same is done again.

use std::borrow::Cow;

use crate::{
    grow::{Ground, Grown, GrownNode, Growth, Questions},
    sample::Sample,
};

/// How a tree is made better.
#[derive(Clone, Copy, Debug)]
pub struct Refinement<'a> {
    /// The exponent that subtrees are grown with; see [`crate::grow`].
    pub exponent: f64,
    /// The features whose splits are tried at a node.
    pub splits: usize,
    /// Draws that a branch must claim to be worth its place.
    pub price: f64,
    /// The questions that may be asked; `None` for all.
    pub questions: Option<&'a Questions>,
    /// Most positions of a node that is looked at; above them splits stay.
    pub positions: usize,
}

/// Branches of a subtree that is not looked into any more.
const FEW_BRANCHES: usize = 3;

/// A subtree and what it is worth.
struct Candidate {
    /// Its root first, children after their parents and next to each other.
    nodes: Vec<GrownNode>,
    /// Draws claimed, less the price of the branches, pruned to what is worth its branches.
    worth: f64,
    /// Branches then.
    branches: usize,
}

impl Candidate {
    fn new(nodes: Vec<GrownNode>, price: f64) -> Candidate {
        let mut worth = vec![(0.0, 0); nodes.len()];
        for (number, node) in nodes.iter().enumerate().rev() {
            worth[number] = match node.split {
                None if node.decisive == 0.0 => (node.draws, 0),
                None => (0.0, 0),
                Some((_, _, first)) => {
                    let [a, b] = [worth[first as usize], worth[first as usize + 1]];
                    let both = (a.0 + b.0 - price, a.1 + b.1 + 1);
                    if both.0 > 0.0 { both } else { (0.0, 0) }
                }
            };
        }
        Candidate { worth: worth[0].0, branches: worth[0].1, nodes }
    }
}

/// A tree that claims at least as many draws for its branches as `grown`, a tree of all of `sample`.
pub fn refine(sample: &Sample, grown: &Grown, refinement: Refinement) -> Grown {
    let known = Candidate::new(grown.nodes.clone(), refinement.price);
    Grown { nodes: refined(Cow::Borrowed(sample), known, refinement), ..grown.clone() }
}

/// The best subtree that was found for some positions; `known` is one.
fn refined(sample: Cow<Sample>, known: Candidate, refinement: Refinement) -> Vec<GrownNode> {
    let is_small = sample.draws.len() + sample.decisive.len() <= refinement.positions;
    let best = if is_small { tried(&sample, known, refinement) } else { known };
    let Some((feature, threshold, first)) = best.nodes[0].split else { return best.nodes };
    if best.branches <= FEW_BRANCHES {
        return best.nodes;
    }
    let [low, high] = sample.divided(usize::from(feature), threshold);
    drop(sample);
    let [known_low, known_high] =
        [first, first + 1].map(|child| Candidate::new(below(&best.nodes, child), refinement.price));
    let (low, high) = rayon::join(
        || refined(Cow::Owned(low), known_low, refinement),
        || refined(Cow::Owned(high), known_high, refinement),
    );
    joined(best.nodes[0], &low, &high)
}

/// The best of what the splits on several features lead to.
fn tried(sample: &Sample, known: Candidate, refinement: Refinement) -> Candidate {
    let Some((feature, _, _)) = known.nodes[0].split else { return known };
    let ground = Ground::new(sample);
    let growth = Growth {
        exponent: refinement.exponent,
        leaves: 3 * known.branches + 20,
        least_draws: refinement.price,
        questions: if refinement.questions.is_some() { 0 } else { usize::MAX },
    };
    let mut skipped = vec![feature];
    let mut best = known;
    for _ in 0..refinement.splits {
        let grown = ground.grow(growth, refinement.questions, &skipped);
        let Some((feature, _, _)) = grown.nodes[0].split else { break };
        skipped.push(feature);
        let other = Candidate::new(grown.nodes, refinement.price);
        if other.worth > best.worth {
            best = other;
        }
    }
    best
}

/// The nodes from one on down.
fn below(nodes: &[GrownNode], top: u32) -> Vec<GrownNode> {
    let mut all = vec![nodes[top as usize]];
    let mut next = 0;
    while next < all.len() {
        if let Some((feature, threshold, first)) = all[next].split {
            all[next].split = Some((feature, threshold, all.len() as u32));
            all.extend_from_slice(&nodes[first as usize..first as usize + 2]);
        }
        next += 1;
    }
    all
}

/// A node above two subtrees: both their roots, and then what is below these.
fn joined(top: GrownNode, low: &[GrownNode], high: &[GrownNode]) -> Vec<GrownNode> {
    let moved = |node: &GrownNode, by: usize| {
        let split =
            node.split.map(|(feature, threshold, first)| (feature, threshold, first + by as u32));
        GrownNode { split, ..*node }
    };
    let split = top.split.map(|(feature, threshold, _)| (feature, threshold, 1));
    let mut nodes = vec![GrownNode { split, ..top }];
    // The lower subtree's other nodes move by the two nodes before; the other's by that many more.
    let after = low.len() + 1;
    nodes.push(moved(&low[0], 2));
    nodes.push(moved(&high[0], after));
    nodes.extend(low[1..].iter().map(|node| moved(node, 2)));
    nodes.extend(high[1..].iter().map(|node| moved(node, after)));
    nodes
}
