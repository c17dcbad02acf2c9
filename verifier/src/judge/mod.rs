//! Compares a rule's answers with the results of the positions, and counts.
//!
//! [`Judge`] judges one question after the other and adds to [`Findings`], which add up to the same
//! whatever the order. A new count is a field of [`Tally`] or of [`Findings`]; claims are
//! sets of results ([`crate::subject::Claims`]), and `tally::incorrect` is all that judges them.

mod call_times;
mod choice;
mod claim_counts;
mod distances;
mod family;
mod features;
mod findings;
mod heat;
mod histogram;
mod judging;
mod naming;
mod options;
mod pardons;
mod saved;
mod tally;
mod verdict;
mod wrong_word;

pub(crate) use choice::{Choice, Group, Picked, WrongClaim};
pub use claim_counts::{ClaimCounts, ClaimKind, ColourResult, KindCounts};
pub use distances::IncorrectAtDistance;
pub(crate) use distances::plies_of;
pub use family::FamilyVerdict;
pub use features::FeatureGroup;
pub(crate) use features::{features_of, key_of};
pub(crate) use findings::{Findings, MissedDraw, Unequal};
pub use histogram::{Row, TrueResult};
pub(crate) use judging::Judge;
pub(crate) use naming::{cursed_result, result_of, signed_plies};
pub use options::{FiftyMoveRule, Options};
pub(crate) use saved::SavedFindings;
pub use tally::Tally;
pub(crate) use tally::incorrect;
pub use verdict::{Asymmetry, Counterexample, Example, Heat, PatternTally, Run, Verdict};
