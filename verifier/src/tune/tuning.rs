//! The conclusions of a verification for the author of the rule.

use serde::Serialize;

use super::{
    ablation::{Ablation, ablation},
    branches::{Branches, branches},
};
use crate::findings::{FeatureGroup, Verdict};

/// The tuning report of a rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuning {
    /// The effect of removing each pattern; `None` unless the rule claims a draw exactly where no
    /// pattern matches.
    #[serde(flatten)]
    pub ablation: Option<Ablation>,
    /// The branches of the rule; `None` if the rule has no branches.
    #[serde(flatten)]
    pub branches: Option<Branches>,
    /// The missed draws by the value of each single feature. Features are in a fixed order; the
    /// values of each feature are sorted by missed draws, most first.
    pub by_feature: Vec<Share>,
    /// The missed draws by the values of all features together. Quiet groups, with no side in check
    /// and no hanging man, come first. Quiet groups and other groups are each sorted by missed
    /// draws, most first.
    pub missed_groups: Vec<FeatureGroup>,
}

/// A value of a feature, and the number of missed draws in which the feature has this value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The name of the feature.
    pub about: String,
    /// The value of the feature, as a word.
    pub value: String,
    /// The number of missed draws with this value.
    pub missed: u64,
}

impl Tuning {
    /// Makes the tuning report of a verdict. Missed draws by feature are included only if the
    /// verification counted them.
    pub fn new(verdict: &Verdict) -> Tuning {
        let mut groups = verdict.features.clone().unwrap_or_default();
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
        let order: Vec<String> =
            groups.first().map_or(Vec::new(), |g| g.features.iter().map(|f| f.0.clone()).collect());
        by_feature.sort_by_key(|share| {
            (order.iter().position(|about| *about == share.about), std::cmp::Reverse(share.missed))
        });
        Tuning {
            ablation: ablation(verdict),
            branches: branches(verdict),
            by_feature,
            missed_groups: {
                // A rule's author leaves checks and hanging men to the search.
                groups.sort_by_key(|group| !is_quiet(group));
                groups
            },
        }
    }
}

/// Returns whether neither side is in check and no man hangs.
fn is_quiet(group: &FeatureGroup) -> bool {
    group.features.iter().all(|(about, value)| {
        value != "attacked, undefended" && !(about == "in check" && value == "yes")
    })
}
