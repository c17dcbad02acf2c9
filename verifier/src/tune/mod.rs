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
