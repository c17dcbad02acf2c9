//! What to change in a rule: what each pattern costs and guards, the best sound subset of the
//! patterns, and where the missed draws are.
//!
//! All of it comes from one pass over the positions: the histogram over truth, claim and set of
//! matching patterns answers every "what if" about a rule that claims a draw unless a pattern
//! matches.

mod ablation;
mod best_subset;
mod features;

pub use ablation::{Ablation, Dropped, Subset, ablation};
pub use best_subset::{Best, best_subset};
pub use features::{FeatureCounts, FeatureGroup};

use serde::Serialize;

use crate::Verdict;

/// All that is to be said about tuning a rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuning {
    /// The patterns taken apart; `None` unless the rule claims a draw exactly where no pattern
    /// matches.
    #[serde(flatten)]
    pub ablation: Option<Ablation>,
    /// Missed draws by one feature at a time.
    pub by_feature: Vec<Share>,
    /// Missed draws by all features together, largest group first.
    pub missed_groups: Vec<FeatureGroup>,
}

/// Missed draws with one feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// What the feature is about.
    pub about: String,
    /// What it is.
    pub value: String,
    /// Missed draws that have it.
    pub missed: u64,
}

impl Tuning {
    /// Draws the conclusions from a verdict.
    pub fn new(verdict: &Verdict) -> Tuning {
        let groups = verdict.features.clone().unwrap_or_default();
        let mut by_feature: Vec<Share> = Vec::new();
        for group in &groups {
            for (about, value) in &group.features {
                let same = |s: &&mut Share| s.about == *about && s.value == *value;
                match by_feature.iter_mut().find(same) {
                    Some(share) => share.missed += group.missed,
                    None => by_feature.push(Share {
                        about: about.clone(),
                        value: value.clone(),
                        missed: group.missed,
                    }),
                }
            }
        }
        // The features in their own order, their values by missed draws.
        let order: Vec<String> =
            groups.first().map_or(Vec::new(), |g| g.features.iter().map(|f| f.0.clone()).collect());
        by_feature.sort_by_key(|share| {
            (order.iter().position(|about| *about == share.about), std::cmp::Reverse(share.missed))
        });
        Tuning { ablation: ablation(verdict), by_feature, missed_groups: groups }
    }
}
