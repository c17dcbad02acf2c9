//! Runs draw rules over every legal position of an endgame and reports what they get wrong.
//!
//! For whoever has a rule and wants a proof. [`verify()`] asks a [`Subject`] (a built-in rule, a
//! plugin, a program) about every position and compares its answers with a table; the [`Verdict`]
//! holds the counts, the wrong claims with the line that refutes them, and what is needed for
//! tuning. [`report`] writes verdicts for people and for programs. Nothing here prints or exits.

pub mod audit;
mod batch;
mod counting;
mod diff;
mod examples;
mod histogram;
mod judge;
mod line;
mod notation;
pub mod outside;
mod questions;
mod recording;
pub mod report;
mod stats;
mod subject;
mod tables;
mod tally;
mod times;
pub mod tune;
mod verdict;
mod verify;
mod veto;

pub use batch::{Answers, Batch, Claims};
pub use counting::{Counting, CountingError};
pub use diff::{Change, Diff, DiffError, diff};
pub use histogram::{Row, Truth};
pub use line::{Line, board_of, mating_line};
pub use notation::{fen_of, write_fen};
pub use recording::{Header, Recording, RecordingError, read_recordings, write_recordings};
pub use stats::{SideStats, Stats, stats};
pub use subject::{Builtin, Fault, PatternName, Predicate, Subject};
pub use tables::TableSource;
pub use tally::Tally;
pub use verdict::{Asymmetry, Counterexample, Example, PatternTally, Run, Verdict};
pub use verify::{NoObserver, Observer, Options, Outcome, VerifyError, verify};
pub use veto::{Veto, Vetoed};
