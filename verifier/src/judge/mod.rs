//! Compares a rule's answers with the results of the positions, and counts.
//!
//! [`Judge`] judges one question after the other and adds to [`Findings`], which add up to the same
//! whatever the order. A new count is a field of [`Tally`] or of [`Findings`]; a new kind of claim
//! begins at [`crate::subject::Claims`] and `tally::incorrect`.

mod call_times;
mod features;
mod findings;
mod heat;
mod histogram;
mod judging;
mod options;
mod tally;
mod verdict;

pub use features::FeatureGroup;
pub(crate) use findings::{Findings, MissedDraw, Unequal, WrongClaim};
pub use histogram::{Row, TrueResult};
pub(crate) use judging::Judge;
pub use options::Options;
pub use tally::Tally;
pub use verdict::{Asymmetry, Counterexample, Example, Heat, PatternTally, Run, Verdict};
