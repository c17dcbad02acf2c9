//! Improves the best grown tree of a size: selects the questions and the price for lookahead.

use std::cmp::Reverse;

use crate::{
    grow::{Grown, GrownNode, Questions, cost},
    lookahead::{Refinement, refine},
    prune::{Pruning, QUESTIONS, Size},
    sample::Sample,
};

/// The exponent with which lookahead grows subtrees.
const REFINING_EXPONENT: f64 = 0.4;

/// The number of features whose splits lookahead tries at a node.
const SPLITS: usize = 10;

/// Lookahead skips a node if its positions times those of the sample exceed this number. This
/// bounds the time.
const REFINED_TWICE: usize = 4_500_000_000_000;

/// Lookahead never skips nodes with at most this many positions.
const REFINED_ALWAYS: usize = 300_000;

/// The price of a branch as a share of the draws that the last branches of the grown tree claim. It
/// is below 1 so that pruning has a choice.
const FIRST_PRICE: f64 = 0.8;

/// The factor by which the price falls while the tree is too small.
const CHEAPER: f64 = 0.2;

/// The maximum number of such reductions.
const CHEAPER_ROUNDS: usize = 2;

/// Selects the best grown tree of a size and improves it; `None` if no tree makes a claim.
pub(crate) fn improve(sample: &Sample, grown: &[Grown], size: Size) -> Option<Vec<GrownNode>> {
    let draws = sample.draws.len() as f64 * sample.draw_weight;
    let cuts = grown.iter().map(|grown| {
        let pruning = Pruning::new(&grown.nodes);
        let cut = match size {
            Size::Leaves(leaves) => pruning.best(leaves.saturating_sub(1)),
            // A branch takes eleven bits, plus a share of the tables of questions and ranks.
            Size::Bytes(bytes) => pruning.best(bytes * 3 / 5),
            Size::Spotted(share) => {
                pruning.claiming(share * draws).unwrap_or_else(|| pruning.best(usize::MAX))
            }
        };
        let fewer = pruning.best(cut.branches * 9 / 10);
        let branches = (cut.branches - fewer.branches).max(1) as f64;
        (&grown.nodes, cut, (cut.claimed - fewer.claimed) / branches)
    });
    let (best, cut, price) = match size {
        Size::Spotted(share) => {
            cuts.min_by_key(|(_, cut, _)| (cut.claimed < share * draws, cut.branches))
        }
        _ => cuts.max_by(|a, b| a.1.claimed.total_cmp(&b.1.claimed)),
    }?;
    if cut.branches == 0 {
        return None;
    }
    let is_enough = |nodes: &[GrownNode]| {
        let whole = Pruning::new(nodes).best(usize::MAX);
        match size {
            Size::Spotted(share) => whole.claimed >= share * draws,
            _ => whole.branches >= cut.branches || whole.claimed >= draws,
        }
    };
    let questions = matches!(size, Size::Bytes(_)).then(|| asked_most(sample, grown));
    let positions = sample.draws.len() + sample.decisive.len();
    let mut refinement = Refinement {
        exponent: REFINING_EXPONENT,
        splits: SPLITS,
        price: price * FIRST_PRICE,
        questions: questions.as_ref(),
        positions: (REFINED_TWICE / positions).max(REFINED_ALWAYS),
    };
    let mut refined = refine(sample, best, refinement);
    for _ in 0..CHEAPER_ROUNDS {
        if is_enough(&refined) {
            break;
        }
        refinement.price *= CHEAPER;
        refined = refine(sample, &refined, refinement);
    }
    Some(refined)
}

/// Returns the questions that lower the cost most, summed over all trees.
fn asked_most(sample: &Sample, grown: &[Grown]) -> Questions {
    let mut gains = vec![[0.0; 32]; sample.features.len()];
    for grown in grown {
        let cost = |node: u32| {
            let node = &grown.nodes[node as usize];
            cost(node.draws, node.decisive, grown.exponent)
        };
        let whole = cost(0);
        for (number, node) in grown.nodes.iter().enumerate() {
            if let Some((feature, threshold, first)) = node.split {
                let gain = cost(number as u32) - cost(first) - cost(first + 1);
                gains[usize::from(feature)][usize::from(threshold)] += gain / whole;
            }
        }
    }
    let mut all: Vec<(usize, usize)> =
        (0..gains.len()).flat_map(|feature| (0..32).map(move |value| (feature, value))).collect();
    all.retain(|&(feature, value)| gains[feature][value] > 0.0);
    all.sort_by_key(|&(feature, value)| (Reverse(gains[feature][value].to_bits()), feature, value));
    let mut questions = vec![[false; 32]; gains.len()];
    for (feature, value) in all.into_iter().take(QUESTIONS) {
        questions[feature][value] = true;
    }
    questions
}
