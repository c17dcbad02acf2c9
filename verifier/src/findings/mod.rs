//! What a verification gathers: counts, examples, and the verdict that they make.
//!
//! A [`Collector`] compares one answer after the other with the results and adds to [`Findings`], which
//! add up to the same whatever the order. A new count is a field of [`Tally`] or of [`Findings`];
//! claims are sets of results ([`crate::subject::Claims`]), and `tally::incorrect` is all that decides
//! which are wrong.

mod call_times;
mod choice;
mod claim_counts;
mod collector;
mod distances;
mod features;
mod heat;
mod histogram;
mod sum;
mod tally;
mod verdict;
mod wrong_claim;
mod wrong_word;

pub(crate) use call_times::CallTimes;
pub(crate) use choice::{Choice, Picked};
pub use claim_counts::{ClaimCounts, ClaimKind, ColourResult, KindCounts};
pub(crate) use collector::{Collector, Gathered, Pardons};
pub use distances::IncorrectAtDistance;
pub(crate) use distances::{cursed_result, plies_of, result_of, signed_plies};
pub use features::FeatureGroup;
pub(crate) use features::{FeatureCounts, features_of, key_of};
pub(crate) use heat::HeatCounts;

pub use histogram::{Row, TrueResult};
pub use sum::Options;
pub(crate) use sum::{Findings, MissedDraw, Unequal};
pub use tally::Tally;
pub(crate) use tally::incorrect;
pub use verdict::{
    Asymmetry, Counterexample, Example, FamilyVerdict, Heat, PatternTally, Run, Verdict,
};
pub(crate) use wrong_claim::{Group, WrongClaim};
