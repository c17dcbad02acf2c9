//! Sentences of the tuning report, shared by text and Markdown.

use super::words::grouped;
use crate::tune::{Ablation, Dropped};

/// The sentence for a rule without an ablation.
pub(super) const NO_ABLATION: &str = "No ablation: the rule reports no patterns, or does not claim a draw exactly where none of them \
     matches.";

/// Whether the best subset is proved best, and the size of the search.
pub(super) fn proof(ablation: &Ablation) -> String {
    let nodes = grouped(ablation.best.nodes);
    if ablation.best.proved {
        format!("exact: branch and bound over all sound subsets, {nodes} nodes")
    } else {
        format!("not proved: the search stopped after {nodes} nodes")
    }
}

/// The sentence about decisive positions that no pattern protects.
pub(super) fn unprotected(ablation: &Ablation) -> Option<String> {
    let incorrect = ablation.best.incorrect;
    (incorrect > 0).then(|| {
        let incorrect = grouped(incorrect);
        format!(
            "{incorrect} decisive positions match no pattern: no subset is sound, add a pattern"
        )
    })
}

/// Whether a pattern can be removed, and why.
pub(super) fn remark(dropped: &Dropped) -> String {
    match (dropped.breaks, &dropped.covered_by[..]) {
        (0, []) if dropped.draws_matched + dropped.decisive_matched == 0 => "never matches".into(),
        (0, []) => "can be removed: protects no win alone".into(),
        (0, others) => format!("can be removed: matches only where {} matches", others.join(", ")),
        _ => String::new(),
    }
}

/// Names separated by commas; `nothing` if there are none.
pub(super) fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}
