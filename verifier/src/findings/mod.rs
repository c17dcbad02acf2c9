//! What a verification gathers: counts, examples, and the verdict that they make.
//!
//! A [`Collector`] compares one answer after the other with the results and adds to [`Findings`], which
//! add up to the same whatever the order. A new count is a field of [`Tally`] or of [`Findings`];
//! claims are sets of results ([`crate::subject::Claims`]), and `tally::incorrect` is all that decides
//! which are wrong.

mod choice;
mod collector;
mod distances;
mod explained;
mod histogram;
mod known;
mod missed;
mod scope;
mod sum;
mod tally;
mod verdict;
mod wrong_claim;

pub(crate) use choice::{Choice, Picked};
pub(crate) use collector::{Collector, Gathered, Pardons};
pub use distances::IncorrectAtDistance;
pub(crate) use distances::{cursed_result, signed_plies};
pub(crate) use explained::{explained, pattern_tallies, unexplained, wrong_by_branch};
pub(crate) use histogram::CallTimes;
pub use missed::FeatureGroup;
pub(crate) use missed::{FeatureCounts, HeatCounts, features_of, key_of};
pub use tally::{ClaimCounts, ClaimKind, ColourResult, KindCounts};

pub use known::{Compared, Moved, WrongKind};

pub use histogram::Row;
pub use scope::{Scope, first_to_move};
pub use sum::Options;
pub(crate) use sum::{Findings, MissedDraw, Unequal};
pub use tally::Tally;
pub(crate) use tally::incorrect;
pub use verdict::{
    Asymmetry, Counterexample, Example, FamilyVerdict, Heat, Met, PatternTally, Run, Sampled,
    Unexplained, Verdict, WrongOfBranch,
};
pub(crate) use wrong_claim::{Group, WrongClaim};
