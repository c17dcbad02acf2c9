//! Suggests changes to a rule: the effect of removing a pattern, the best sound subset of the
//! patterns, and groups of missed draws.
//!
//! Everything derives from one verification: the counts by result, claim and set of matching
//! patterns answer every "what if" about a rule that claims a draw unless a pattern matches.

mod ablation;
mod best_subset;
mod tuning;

pub use ablation::{Ablation, Dropped, Subset, ablation};
pub use best_subset::{Best, best_subset};
pub use tuning::{Share, Tuning};

pub use crate::judge::FeatureGroup;
