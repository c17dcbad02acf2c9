//! Suggests changes to a rule: the effect of removing a pattern or a branch, the best sound subset
//! of them, and groups of missed draws.
//!
//! Everything derives from one verification: the counts by result, claim and set of matching
//! reasons answer every "what if" about a rule that claims a draw unless a pattern matches, or that
//! makes a claim if a branch matches. What would make a wrong branch right needs a search, which is
//! the miner's; it fills in [`Branch::fix`].

mod ablation;
mod best_subset;
mod branches;
mod tuning;

pub use ablation::{Ablation, Dropped, Subset, ablation};
pub use best_subset::{Best, best_subset};
pub use branches::{
    BestBranches, Branch, BranchExample, BranchException, BranchFix, BranchInEndgame, Branches,
    KindPrice, NearMiss, RightWrong, branches, merged,
};
pub use tuning::{Share, Tuning};

pub use crate::findings::FeatureGroup;
