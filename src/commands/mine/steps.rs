//! The steps of learning, for the progress line.

use drawproof_tables::NormalMaterial;

use crate::progress::SolveProgress;

/// The steps of one way of learning, in their order, with the share of all work that each is. The shares
/// are those of four men; other endgames differ.
pub type Steps = &'static [(&'static str, f64)];

/// The steps to a decision tree.
pub const TREE: Steps = &[
    ("choosing features for", 0.02),
    ("evaluating features of", 0.02),
    ("growing trees for", 0.05),
    ("trying splits for", 0.87),
    ("counting over all positions of", 0.04),
];

/// The steps to a list of patterns.
pub const LIST: Steps = &[
    ("choosing features for", 0.02),
    ("evaluating features of", 0.03),
    ("growing trees for", 0.07),
    ("searching patterns for", 0.88),
];

/// The steps to exact outcomes.
pub const EXACT: Steps = &[
    ("learning who draws in", 0.63),
    ("learning who wins in", 0.06),
    ("asking about every position of", 0.08),
    ("packing a bitbase of", 0.23),
];

/// Shows the step with the name `what`.
pub fn show(steps: Steps, what: &str, endgame: NormalMaterial, progress: &SolveProgress) {
    let Some(place) = steps.iter().position(|(name, _)| *name == what) else {
        return progress.note(endgame, what);
    };
    let from: f64 = steps[..place].iter().map(|(_, share)| share).sum();
    progress.step(endgame, what, [from, from + steps[place].1]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_all_steps_are_the_whole() {
        for steps in [TREE, LIST, EXACT] {
            let all: f64 = steps.iter().map(|(_, share)| share).sum();
            assert!((all - 1.0).abs() < 1e-9, "{steps:?}");
        }
    }
}
