//! Sentences of the tuning report, shared by text and Markdown.

use super::words::grouped;
use crate::{
    judge::Verdict,
    tune::{Ablation, Dropped},
};

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

/// The heading of the best subset.
pub(super) fn best_heading(ablation: &Ablation) -> &'static str {
    match ablation.best.incorrect {
        0 => "best sound subset",
        _ => "no subset is sound; best of them",
    }
}

/// The next step for a rule that makes incorrect claims: patterns that it has cannot exclude them,
/// because it makes them where none of its patterns matches, or because it has none.
pub(super) fn next_step(verdict: &Verdict) -> Option<String> {
    let endgame = &verdict.endgame;
    let claims = match verdict.total().incorrect {
        0 => return None,
        1 => "1 incorrect claim".to_owned(),
        incorrect => format!("{} incorrect claims", grouped(incorrect)),
    };
    Some(format!(
        "This rule cannot be made sound by removing patterns: no pattern excludes its {claims}. \
         'drawproof repair {endgame}' finds exceptions to add, 'drawproof mine {endgame}' learns a \
         sound rule."
    ))
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
