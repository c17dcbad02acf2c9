//! Improves trees by lookahead.
//!
//! Growth takes the split with the greatest immediate gain. Lookahead visits the nodes of a tree
//! from the root: at each node it tries splits on several features, grows a whole subtree below each,
//! prunes it to the branches that are worth their price, and keeps the split with the most valuable
//! subtree. Then it visits the children.

use std::borrow::Cow;

use crate::{
    grow::{Ground, GrownNode, Growth, Questions},
    sample::Sample,
};

/// The parameters of lookahead.
#[derive(Clone, Copy, Debug)]
pub struct Refinement<'a> {
    /// The exponent that subtrees are grown with; see `grow.rs`.
    pub exponent: f64,
    /// The number of features whose splits are tried at a node.
    pub splits: usize,
    /// The price of a branch: the number of draws that it must claim.
    pub price: f64,
    /// The questions that a tree may ask; `None` for all.
    pub questions: Option<&'a Questions>,
    /// Lookahead does not try to improve nodes with more positions than this.
    pub positions: usize,
}

/// Subtrees with at most this many branches stay as they are.
const FEW_BRANCHES: usize = 3;

/// A subtree and its value.
struct Candidate {
    /// The nodes: the root first, children after their parents and next to each other.
    nodes: Vec<GrownNode>,
    /// The draws claimed minus the price of the branches, after unprofitable branches are pruned.
    worth: f64,
    /// The number of branches after that pruning.
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

/// Improves the tree `nodes`, which was grown on `sample`. The number of draws that the tree
/// claims, minus the price of its branches, never decreases.
pub fn refine(sample: &Sample, nodes: &[GrownNode], refinement: Refinement) -> Vec<GrownNode> {
    let known = Candidate::new(nodes.to_vec(), refinement.price);
    refined(Cow::Borrowed(sample), known, refinement)
}

/// Returns the best subtree found for the positions of `sample`. `known` is one of the candidates.
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

/// Returns the best of the subtrees below splits on several features.
fn tried(sample: &Sample, known: Candidate, refinement: Refinement) -> Candidate {
    let Some((feature, _, _)) = known.nodes[0].split else { return known };
    let ground = Ground::new(sample);
    let growth = Growth {
        exponent: refinement.exponent,
        leaves: 3 * known.branches + 20,
        least_draws: refinement.price,
        questions: usize::MAX,
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

/// Returns the subtree below `top`, renumbered.
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

/// Joins two subtrees below a new root: both of their roots, then the nodes below them.
fn joined(top: GrownNode, low: &[GrownNode], high: &[GrownNode]) -> Vec<GrownNode> {
    let moved = |node: &GrownNode, by: usize| {
        let split =
            node.split.map(|(feature, threshold, first)| (feature, threshold, first + by as u32));
        GrownNode { split, ..*node }
    };
    let split = top.split.map(|(feature, threshold, _)| (feature, threshold, 1));
    let mut nodes = vec![GrownNode { split, ..top }];
    // The nodes of the low subtree are shifted by one for the root, those of the high subtree also
    // by the length of the low one.
    let after = low.len() + 1;
    nodes.push(moved(&low[0], 2));
    nodes.push(moved(&high[0], after));
    nodes.extend(low[1..].iter().map(|node| moved(node, 2)));
    nodes.extend(high[1..].iter().map(|node| moved(node, after)));
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grow::grow,
        prune::Pruning,
        sample::{Rows, Sample},
    };

    /// Returns positions with six values that decide only in combination, so that no single split
    /// helps.
    fn sample() -> Sample {
        let (mut draws, mut decisive) = (Vec::new(), Vec::new());
        for number in 0..4_u32.pow(6) {
            let row: [u8; 6] = std::array::from_fn(|place| (number >> (2 * place) & 3) as u8);
            let [a, b, c, d, e, f] = row.map(u32::from);
            let is_draw = (a + b) % 3 != 0 && (c < d || e == f) || a * f > 5;
            if is_draw { draws.extend(row) } else { decisive.extend(row) }
        }
        Sample {
            features: (0..6).collect(),
            draws: Rows::new(6, draws),
            decisive: Rows::new(6, decisive),
            draw_weight: 2.0,
            decisive_weight: 1.0,
        }
    }

    fn grown(sample: &Sample) -> Vec<GrownNode> {
        let growth =
            Growth { exponent: 0.3, leaves: 2000, least_draws: 0.0, questions: usize::MAX };
        grow(sample, &[growth]).remove(0).nodes
    }

    fn refinement(splits: usize) -> Refinement<'static> {
        Refinement { exponent: 0.4, splits, price: 4.0, questions: None, positions: usize::MAX }
    }

    /// Returns the draws and decisive positions that reach each node.
    fn counted(sample: &Sample, nodes: &[GrownNode]) -> Vec<(f64, f64)> {
        let mut counts = vec![(0.0, 0.0); nodes.len()];
        for (rows, is_draw) in [(&sample.draws, true), (&sample.decisive, false)] {
            for position in 0..rows.len() {
                let mut at = 0;
                loop {
                    let count = &mut counts[at];
                    if is_draw {
                        count.0 += 2.0
                    } else {
                        count.1 += 1.0
                    }
                    let Some((feature, threshold, first)) = nodes[at].split else { break };
                    let is_high = rows.row(position)[usize::from(feature)] > threshold;
                    at = first as usize + usize::from(is_high);
                }
            }
        }
        counts
    }

    #[test]
    fn a_refined_tree_counts_right_and_is_worth_more() {
        let sample = sample();
        let first = grown(&sample);
        let worth = |nodes: &[GrownNode]| Candidate::new(nodes.to_vec(), 4.0).worth;
        let mut gains = Vec::new();
        for splits in [1, 3, 6] {
            let refined = refine(&sample, &first, refinement(splits));
            let own: Vec<(f64, f64)> =
                refined.iter().map(|node| (node.draws, node.decisive)).collect();
            assert_eq!(own, counted(&sample, &refined));
            gains.push(worth(&refined) / worth(&first));
        }
        assert!(gains.iter().all(|&gain| gain >= 1.0), "{gains:?}");
        assert!(gains[2] > 1.02, "{gains:?}");
    }

    #[test]
    fn nothing_changes_where_nothing_is_tried() {
        let sample = sample();
        let first = grown(&sample);
        for refinement in [refinement(0), Refinement { positions: 0, ..refinement(6) }] {
            let same = refine(&sample, &first, refinement);
            assert_eq!(counted(&sample, &same).len(), first.len());
            for branches in 0..40 {
                let [a, b] = [&first, &same].map(|nodes| Pruning::new(nodes).best(branches));
                assert_eq!((a.branches, a.claimed), (b.branches, b.claimed));
            }
        }
    }

    #[test]
    fn only_the_questions_that_are_allowed_are_asked() {
        let sample = sample();
        let mut questions = vec![[false; 32]; 6];
        questions[..4].iter_mut().for_each(|thresholds| thresholds[..2].fill(true));
        let growth = Growth { exponent: 0.3, leaves: 300, least_draws: 0.0, questions: 300 };
        let nodes = Ground::new(&sample).grow(growth, Some(&questions), &[2]).nodes;
        let asked = |node: &GrownNode| node.split.map(|(feature, value, _)| (feature, value));
        assert!(nodes.iter().filter_map(asked).all(|(feature, value)| feature < 4 && value < 2));
        assert!(nodes.iter().filter_map(asked).any(|(feature, _)| feature == 2));
        assert_ne!(asked(&nodes[0]).expect("it is split").0, 2);
    }
}
